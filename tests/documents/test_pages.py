"""Passages of documents with pages are told with page and heading, and shown on a picture of the page."""

import io
from dataclasses import replace
from datetime import UTC, datetime
from uuid import uuid4

import PIL.Image
import pytest
from fpdf import FPDF

from services.documents.ingest.ingestion import Ingestion
from services.documents.pages import Pages
from services.errors import NotFound, UnreadableDocument
from services.models import Document, DocumentDraft, Viewpoint, cite
from services.search.candidates import CandidateSource

SENTENCES = ("The preface thanks the crew.", "It was written in spring.", "The first chapter is about Mir.")


def report() -> bytes:
    """Pages xiii, xiv and 1, with a sentence each."""
    pdf = FPDF()
    pdf.set_font("Helvetica", size=12)
    pdf.add_page(label_style="r", label_start=13)
    pdf.multi_cell(0, 6, SENTENCES[0])
    pdf.add_page()
    pdf.multi_cell(0, 6, SENTENCES[1])
    pdf.add_page(label_style="D", label_start=1)
    pdf.multi_cell(0, 6, SENTENCES[2])
    return bytes(pdf.output())


async def added(ingestion: Ingestion, name: str = "report.pdf") -> Document:
    data = report()
    draft = await ingestion.keep(ingestion.read(data, name), data, name)
    return await ingestion.library.get((await ingestion.add(draft)).document_id)


@pytest.fixture
def pages(ingestion: Ingestion) -> Pages:
    return Pages(ingestion.database, ingestion.originals, ingestion.reading)


async def test_pages_have_the_labels_of_the_file_and_the_text_that_stands_on_them(
    ingestion: Ingestion, pages: Pages
) -> None:
    document = await added(ingestion)
    found = await pages.source_pages(document.id)
    assert [page.label for page in found] == ["xiii", "xiv", "1"]
    assert tuple(document.content[page.start_offset : page.end_offset] for page in found) == SENTENCES


async def test_a_passage_is_marked_on_its_own_page(ingestion: Ingestion, pages: Pages) -> None:
    document = await added(ingestion)
    start = document.content.index("written")
    (page,) = await pages.marked_pages(document, start, start + len("written in spring"))
    assert page.number == 2
    ((left, top, right, bottom),) = page.boxes
    assert 0 < left < right < 0.5
    assert 0 < top < bottom < 0.2


async def test_a_page_is_drawn_as_wide_as_it_is_wanted_and_once(ingestion: Ingestion, pages: Pages) -> None:
    document = await added(ingestion)
    picture = await pages.picture(document, 2, 300)
    assert PIL.Image.open(io.BytesIO(picture)).width == 300
    assert document.original is not None
    await ingestion.delete(document.id)
    assert await pages.pictures(document.original, [2], 300) == (picture,)


async def test_a_page_that_is_not_there_and_a_file_that_is_not_kept_are_said(
    ingestion: Ingestion, pages: Pages
) -> None:
    document = await added(ingestion)
    with pytest.raises(NotFound, match="has 3 pages"):
        await pages.picture(document, 4, 300)
    text = (await ingestion.add(DocumentDraft(title="T", source="t", content="Text."))).document_id
    with pytest.raises(NotFound, match="not kept"):
        await pages.picture(await ingestion.library.get(text), 1, 300)


def test_what_cannot_be_drawn_is_said_and_the_next_page_is(ingestion: Ingestion) -> None:
    with pytest.raises(UnreadableDocument, match="damaged or no PDF"):
        ingestion.reading.pictures(b"%PDF-1.7 nothing", "a.pdf", [1], 100)
    assert len(ingestion.reading.pictures(report(), "b.pdf", [1, 3], 100)) == 2


async def test_a_new_version_has_its_own_pages(ingestion: Ingestion, pages: Pages) -> None:
    document = await added(ingestion)
    plain = DocumentDraft(title="Report", source="report.pdf", content="# Part\n\nText without pages.")
    newer = await ingestion.add(plain)
    assert await pages.source_pages(newer.document_id) == ()
    assert await pages.source_pages(document.id) != ()


async def test_hits_say_their_page_and_their_heading(ingestion: Ingestion) -> None:
    document = await added(ingestion)
    headed = DocumentDraft(title="M", source="m.md", content="# Engines\n\n## Tests\n\nThe valve leaked.")
    other = (await ingestion.add(headed)).document_id
    chunks = [*await ingestion.library.chunks(document.id), *await ingestion.library.chunks(other)]
    source = CandidateSource(ingestion.database, 0.9, 0.4)
    passages = await source.passages([chunk.id for chunk in chunks])
    told = {one.citation.document_source: one.citation for one in passages.values()}
    assert (told["report.pdf"].page, told["report.pdf"].heading) == ("xiii–1", "")
    assert (told["m.md"].page, told["m.md"].heading) == ("", "Engines")
    assert "page" not in told["m.md"].model_dump(mode="json")
    place = {"a": 1, "chunk_index": 0, "start_offset": 0}
    report = told["report.pdf"]
    dated = {"page": "xiii–1", "end_offset": report.end_offset, "reference_time": report.document_date.isoformat()}
    assert report.with_place({"a": 1}, 0) == place | dated
    notes = told["m.md"].model_copy(update={"document_date": datetime(2014, 5, 6, tzinfo=UTC)})
    assert notes.with_place({"a": 1}, 0) == place | {
        "heading": "Engines",
        "end_offset": notes.end_offset,
        "reference_time": "2014-05-06T00:00:00+00:00",
    }
    start = document.content.index("It was")
    assert told["report.pdf"].part(start, start + 20).page == "xiv"
    leaked = headed.content.index("The valve")
    assert told["m.md"].part(leaked, leaked + 5).heading == "Engines › Tests"


async def test_files_of_several_collections_have_pages_each(ingestion: Ingestion, pages: Pages) -> None:
    one, other = await added(ingestion), await added(replace(ingestion, collection="other"))
    assert await pages.source_pages(one.id) == await pages.source_pages(other.id)


def test_a_citation_without_pages_says_nothing_of_them() -> None:
    made = cite(
        Viewpoint.now(), document_id=uuid4(), title="T", source="s", written=None, chunk_id=None,
        start=0, end=1, quote="a", metadata={},
    )  # fmt: skip
    assert not {"page", "heading", "places"} & set(made.model_dump(mode="json"))
