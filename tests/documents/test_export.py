"""An export is what `ingest` and `evaluate` read: in an empty store it makes the same again."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from services.documents.ingest.editing import Editing
from services.documents.ingest.ingestion import Ingestion
from services.documents.pages import Pages
from services.errors import InvalidInput
from services.export import Export
from services.models import DocumentDraft, Emphasis, FactDraft, Viewpoint
from services.search.judgement_files import read_judgements
from services.search.judgements import JudgementStore
from tests.documents.conftest import RecordingWriter

FACT = FactDraft(
    subject="Mir",
    relation="R",
    object="Russia",
    fact="F.",
    valid_at=datetime(1991, 1, 1, tzinfo=UTC),
    valid_precision="year",
    valid_text="1991",
    source="a/mir.md",
)
MIR = DocumentDraft(
    title="Mir: “the station”",
    source="a/mir.md",
    content="\n---\ntitle: no\n---\n<b>Text</b>\n",
    metadata={"note": "N", "nested": {"a": [1, None]}},
    reference_time=datetime(1998, 3, 12, 10, tzinfo=UTC),
)


class NoGraph:
    async def facts_of_document(self, document_id: object, *, viewpoint: Viewpoint) -> tuple[()]:
        return ()


@pytest.fixture
def export(ingestion: Ingestion) -> Export:
    originals = ingestion.originals
    pages = Pages(ingestion.database, originals, ingestion.reading)
    judgements = JudgementStore(ingestion.database)
    return Export(ingestion.library, ingestion.graph, NoGraph(), judgements, originals, pages)  # type: ignore[arg-type]


async def test_what_was_exported_can_be_ingested_again(
    ingestion: Ingestion, export: Export, writer: RecordingWriter, tmp_path: Path
) -> None:
    await ingestion.add(MIR, facts=[FACT])
    await ingestion.add(DocumentDraft(title="B", source="b", content="Salyut."))
    await export.judgements.grade("My set", "which station?", "a/mir.md", 3)
    exported = await export.write(tmp_path / "out")
    assert (exported.documents, exported.facts, exported.judgement_sets) == (2, 1, 1)

    other = replace(ingestion, collection="copy")
    steps = other.add_files([tmp_path / "out"], facts_file=tmp_path / "out" / "facts.jsonl")
    assert [step.message async for step in steps if step.stage == "failed"] == []
    copy = await ingestion.library.by_source("a/mir.md", collection="copy")
    assert copy is not None
    assert DocumentDraft(**copy.model_dump(include=set(DocumentDraft.model_fields))) == MIR
    assert writer.facts[copy.id] == [FACT]
    (folder,) = (tmp_path / "out" / "judgements").iterdir()
    assert read_judgements(folder).queries[0].grades == {"a/mir.md": 3}


async def test_an_export_has_the_files_as_they_came(ingestion: Ingestion, export: Export, tmp_path: Path) -> None:
    data = b"Mir\r\n\r\nA station."
    await ingestion.add(await ingestion.keep(ingestion.read(data, "mir.txt"), data, "mir.txt"))
    await export.write(tmp_path / "out")
    (file,) = (tmp_path / "out" / "originals").iterdir()
    assert file.read_bytes() == data

    other = replace(ingestion, collection="copy")
    steps = [step async for step in other.add_files([tmp_path / "out"])]
    assert {step.source for step in steps} == {"documents.jsonl", "mir.txt"}
    copy = await ingestion.library.by_source("mir.txt", collection="copy")
    assert copy is not None
    assert copy.original is not None
    assert await ingestion.originals.read(copy.original) == data


async def test_an_export_has_the_emphasis_of_each_version(ingestion: Ingestion, export: Export, tmp_path: Path) -> None:
    await ingestion.add(ingestion.read(b"<p>The <b>quay</b>.</p>", "quay.html"))
    await ingestion.add(ingestion.read(b"<p>The new <i>quay</i>.</p>", "quay.html"))
    await export.write(tmp_path / "out")
    other = replace(ingestion, collection="copy")
    assert [step.message async for step in other.add_files([tmp_path / "out"]) if step.stage == "failed"] == []
    copy = await ingestion.library.by_source("quay.html", collection="copy")
    assert copy is not None
    versions = await ingestion.library.versions(copy.id)
    kept = [await ingestion.library.emphasis(version.id) for version in versions]
    assert kept == [(Emphasis(4, 8, "bold"),), (Emphasis(8, 12, "italic"),)]


async def test_what_is_switched_off_stays_so(ingestion: Ingestion, export: Export, tmp_path: Path) -> None:
    mir, other = await ingestion.add(MIR), replace(ingestion, collection="copy")
    await ingestion.add(DocumentDraft(title="B", source="b", content="Salyut."))
    await Editing(ingestion).switch([mir.document_id], enabled=False)
    await export.write(tmp_path / "out")
    assert [step.message async for step in other.add_files([tmp_path / "out"]) if step.stage == "failed"] == []
    copies = [await ingestion.library.by_source(source, collection="copy") for source in ("a/mir.md", "b")]
    assert [copy and copy.enabled for copy in copies] == [False, True]


async def test_one_collection_alone_can_be_exported(ingestion: Ingestion, export: Export, tmp_path: Path) -> None:
    await ingestion.add(MIR)
    await replace(ingestion, collection="other").add(MIR)
    assert (await export.write(tmp_path / "out", Viewpoint(collection="other"))).documents == 1


async def test_a_folder_that_holds_something_is_left_alone(export: Export, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").touch()
    with pytest.raises(InvalidInput, match="is not empty"):
        await export.write(tmp_path)


async def test_an_export_has_the_versions_in_their_order(ingestion: Ingestion, export: Export, tmp_path: Path) -> None:
    await ingestion.add(MIR)
    later = datetime(2001, 3, 23, tzinfo=UTC)
    newest = await ingestion.add(MIR.model_copy(update={"content": "It sank.", "reference_time": later}))
    assert (await export.write(tmp_path / "out")).documents == 1

    other = replace(ingestion, collection="copy")
    assert [step.message async for step in other.add_files([tmp_path / "out"]) if step.stage == "failed"] == []
    copy = await ingestion.library.by_source("a/mir.md", collection="copy")
    assert copy is not None
    assert copy.content == "It sank."
    copies, exported = [await ingestion.library.versions(one) for one in (copy.id, newest.document_id)]
    assert [(one.version, one.reference_time) for one in copies] == [
        (one.version, one.reference_time) for one in exported
    ]
