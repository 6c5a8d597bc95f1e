"""The list: pages, filters and orders; one document by id or source."""

import uuid
from datetime import UTC, datetime

import pytest

from services.documents.ingest.ingestion import Ingestion
from services.documents.library import Library
from services.errors import DocumentNotFound
from services.models import DocumentDraft


@pytest.fixture
async def filled(ingestion: Ingestion, library: Library) -> Library:
    for title, source, content, year in (
        ("Mir", "a/mir.md", "Mir. " * 400, 1998),
        ("salyut 100%", "a/salyut.md", "Salyut.", None),
        ("Apollo_11", "b/apollo.md", "Apollo. " * 300, 1969),
    ):
        draft = DocumentDraft(title=title, source=source, content=content, metadata={"note": f"seen in {title}"})
        when = datetime(year, 1, 1, tzinfo=UTC) if year else None
        await ingestion.add(draft.model_copy(update={"reference_time": when}))
    return library


@pytest.mark.parametrize(
    ("order", "titles"),
    [
        ("created_at", ["Apollo_11", "salyut 100%", "Mir"]),
        ("reference_time", ["Mir", "Apollo_11", "salyut 100%"]),
        ("title", ["Apollo_11", "Mir", "salyut 100%"]),
    ],
)
async def test_the_list_has_an_order(filled: Library, order, titles: list[str]) -> None:
    assert [document.title for document in (await filled.list(order=order)).documents] == titles


async def test_the_longest_documents_come_first(filled: Library) -> None:
    counts = [document.chunk_count for document in (await filled.list(order="chunk_count")).documents]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]


@pytest.mark.parametrize(
    ("words", "count"),
    [("mir", 1), ("MIR", 1), ("a/", 2), ("seen in", 3), ("%", 1), ("_", 1), ("\\", 0), ("'; --", 0), ("  ", 3)],
)
async def test_the_filter_looks_in_title_source_and_note_literally(filled: Library, words: str, count: int) -> None:
    page = await filled.list(text=words)
    assert (len(page.documents), page.total) == (count, count)


async def test_pages_follow_each_other(filled: Library) -> None:
    pages = [await filled.list(limit=2, offset=offset, order="title") for offset in (0, 2, 4)]
    assert [[document.title for document in page.documents] for page in pages] == [
        ["Apollo_11", "Mir"], ["salyut 100%"], []
    ]  # fmt: skip
    assert {page.total for page in pages} == {3}


async def test_a_summary_counts_chunks(filled: Library) -> None:
    (mir,) = (await filled.list(text="mir.md")).documents
    assert mir.chunk_count == len(await filled.chunks(mir.id)) > 1
    assert (mir.graph_state, mir.fact_count) == ("done", 0)
    assert await filled.summary(mir.id) == mir


async def test_a_document_is_found_by_its_source(filled: Library) -> None:
    found = await filled.by_source("a/mir.md")
    assert found is not None
    assert found.title == "Mir"
    assert await filled.by_source("mir.md") is None
    assert await filled.by_source("a/mir.md", collection="other") is None


@pytest.mark.parametrize("document_id", [uuid.UUID(int=7), "no id", "", "'; DROP TABLE document; --"])
async def test_what_is_not_there_is_said(filled: Library, document_id) -> None:
    for question in (filled.get, filled.summary):
        with pytest.raises(DocumentNotFound, match="Document not found"):
            await question(document_id)
