"""A scan on its way in: its pages are read when it is ingested, are found and cited, and are not read twice."""

from dataclasses import dataclass, field, replace

import pytest

from bench.scanned_pages import as_file, as_pdf, sample_texts, scanned
from services.documents.ingest.ingestion import Ingestion
from services.documents.originals import Originals
from services.documents.pages import Pages
from services.documents.reading.apart import ReadingProcesses
from services.errors import UnreadableDocument
from services.models import DocumentDraft, IngestStage, ReadPage
from services.search.candidates import CandidateSource
from services.text.wording import cited_place

PRINTED = "A printed page stands before the scanned one."


@dataclass
class CountingProcesses(ReadingProcesses):
    """Reads as the others do, and remembers which pages."""

    read: list[int] = field(default_factory=list)

    def read_page(self, data: bytes, name: str, number: int, *, digest: str | None = None) -> ReadPage:
        self.read.append(number)
        return super().read_page(data, name, number, digest=digest)


@pytest.fixture(scope="module")
def report() -> bytes:
    """A printed page and a scanned one."""
    (text,) = sample_texts(1)
    return as_pdf([scanned(text[:500])], printed=PRINTED)


async def kept(ingestion: Ingestion, data: bytes, name: str) -> DocumentDraft:
    return await ingestion.keep(ingestion.read(data, name), data, name)


async def test_a_scanned_page_is_found_cited_as_read_and_marked_on_its_picture(
    ingestion: Ingestion, report: bytes
) -> None:
    stages = list[tuple[IngestStage, float]]()

    async def heard(stage: IngestStage, fraction: float) -> None:
        stages.append((stage, fraction))

    added = await ingestion.add(await kept(ingestion, report, "report.pdf"), report=heard)
    assert stages[0][0] == "reading"
    document = await ingestion.library.get(added.document_id)
    assert document.content.startswith(PRINTED)
    assert document.metadata["pages_read_by_machine"] == 1
    pages = Pages(ingestion.database, ingestion.originals, ingestion.reading)
    assert [page.read_by_machine for page in await pages.source_pages(document.id)] == [False, True]
    start = len(PRINTED) + 2
    words = document.content[start : start + 15]
    (marked,) = await pages.marked_pages(document, start, start + len(words))
    assert (marked.number, len(marked.boxes)) == (2, 1)
    reading = await pages.machine_reading(document, start, len(document.content))
    assert reading is not None
    assert reading.confidence > 0.9
    assert await pages.machine_reading(document, 0, len(PRINTED)) is None
    source = CandidateSource(ingestion.database, 0.9, 0.4)
    chunks = await ingestion.library.chunks(document.id)
    passages = await source.passages([chunk.id for chunk in chunks])
    citation = next(one.citation for one in passages.values() if one.citation.end_offset > start)
    read = citation.part(start, start + len(words))
    assert read.model_dump(mode="json")["read_by_machine"] is True
    assert cited_place(read).endswith("read by machine")
    assert {"page": "2", "read_by_machine": True}.items() <= read.with_place({}, 0).items()
    if citation.start_offset == 0:
        assert "read_by_machine" not in citation.part(0, len(PRINTED)).model_dump(mode="json")


async def test_a_file_that_was_read_by_machine_is_not_read_again(ingestion: Ingestion, report: bytes) -> None:
    counting = CountingProcesses()
    watched = replace(ingestion, scans=counting)
    first = await watched.add(await kept(watched, report, "report.pdf"))
    assert counting.read == [2]
    again = await watched.add(await kept(watched, report, "report.pdf"))
    elsewhere = await replace(watched, collection="other").add(await kept(watched, report, "copy.pdf"))
    assert counting.read == [2]
    assert (again.status, again.document_id) == ("unchanged", first.document_id)
    contents = {(await watched.library.get(added.document_id)).content for added in (first, elsewhere)}
    assert len(contents) == 1


async def test_a_scan_whose_file_is_not_kept_and_one_without_words_are_said(ingestion: Ingestion) -> None:
    bare = replace(ingestion, originals=Originals(ingestion.database, keeps=False))
    unkept = await kept(bare, as_file(scanned("Words.")), "scan.png")
    with pytest.raises(UnreadableDocument, match="DOSSIER_KEEP_ORIGINALS"):
        await bare.add(unkept)
    empty = await kept(ingestion, as_file(scanned(" ")), "empty.png")
    with pytest.raises(UnreadableDocument, match="none was found on the pictures"):
        await ingestion.add(empty)
