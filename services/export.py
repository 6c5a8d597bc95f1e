"""Everything that was put in, as a folder of files that `ingest` and `evaluate` read again."""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from services.documents.ingest.folders import EXPORTED
from services.documents.ingest.graph_work import GraphWork
from services.documents.library import Library
from services.documents.originals import Originals
from services.documents.pages import Pages
from services.documents.reading.export_files import ORIGINALS
from services.errors import InvalidInput
from services.graph.service import GraphService
from services.models import Dated, Document, DocumentDraft, Fact, FactDraft, Viewpoint, dated_fields
from services.search.judgement_files import write_beir
from services.search.judgements import JudgementStore

PAGE = 200
EVERYTHING = Viewpoint.now()


@dataclass(frozen=True)
class ExportCounts:
    documents: int
    facts: int
    judgement_sets: int


@dataclass(frozen=True)
class Export:
    """`documents.jsonl` has a DocumentDraft a line, `facts.jsonl` a FactDraft, `judgements/` a BEIR folder a set;
    `originals/` has the files as they came, each named by its hash."""

    library: Library
    work: GraphWork
    graph: GraphService
    judgements: JudgementStore
    originals: Originals
    pages: Pages

    async def write(self, folder: Path, viewpoint: Viewpoint = EVERYTHING) -> ExportCounts:
        """Raises InvalidInput when the folder holds something already, GraphUnavailable."""
        await asyncio.to_thread(_prepare, folder)
        documents, facts, offset = 0, 0, 0
        while page := (await self.library.list(PAGE, offset, viewpoint=viewpoint, order="title")).documents:
            for summary in page:
                if viewpoint == EVERYTHING:
                    await self._write_earlier(summary.id, folder)
                document = await self.library.get(summary.id)
                found = await self._facts(document, viewpoint)
                await self._write_document(document, folder)
                await asyncio.to_thread(_append_facts, folder / "facts.jsonl", found)
                documents, facts = documents + 1, facts + len(found)
            offset += len(page)
        return ExportCounts(documents, facts, await self._write_judgements(folder / "judgements"))

    async def _write_earlier(self, newest: UUID, folder: Path) -> None:
        """Oldest first: read in again, each becomes a version before the next. Facts are those of the newest."""
        for version in (await self.library.versions(newest))[:-1]:
            await self._write_document(await self.library.get(version.id), folder)

    async def _write_document(self, document: Document, folder: Path) -> None:
        await self._write_original(document, folder / ORIGINALS)
        pages = await self.pages.layouts(document.id)
        emphasis = await self.library.emphasis(document.id)
        draft = _draft(document).model_copy(update={"pages": pages, "emphasis": emphasis})
        await asyncio.to_thread(_append, folder / EXPORTED, [draft])

    async def _write_original(self, document: Document, folder: Path) -> None:
        """Once for all documents that were read from it."""
        if document.original is None or (folder / document.original.hash).exists():
            return
        data = await self.originals.read(document.original)
        await asyncio.to_thread(_write_file, folder / document.original.hash, data)

    async def _facts(self, document: Document, viewpoint: Viewpoint) -> list[FactDraft]:
        """As they were given, else as the graph has them; from a viewpoint, as the graph has them from there."""
        given = await self.work.given_facts(document.id) if viewpoint == EVERYTHING else ()
        if given:
            return [fact.model_copy(update={"source": document.source}) for fact in given]
        found = await self.graph.facts_of_document(document.id, viewpoint=viewpoint)
        return [await self._stated(fact, document) for fact in found]

    async def _stated(self, fact: Fact, document: Document) -> FactDraft:
        quote = next((citation.quote for citation in fact.citations if citation.document_id == document.id), None)
        subject, target = await self.graph.entity(fact.source), await self.graph.entity(fact.target)
        return FactDraft(
            subject=fact.source,
            subject_type=subject.type or None,
            relation=fact.relation,
            object=fact.target,
            object_type=target.type or None,
            fact=fact.fact,
            source=document.source,
            quote=quote,
            **dated_fields(fact.began, fact.ended),
        )

    async def _write_judgements(self, folder: Path) -> int:
        names = [found.name for found in await self.judgements.sets()]
        for number, name in enumerate(names, start=1):
            await asyncio.to_thread(
                write_beir, await self.judgements.load(name), folder / f"{number:02} {_plain(name)}"
            )
        return len(names)


def _draft(document: Document) -> DocumentDraft:
    return DocumentDraft.model_validate(document.model_dump(include=set(DocumentDraft.model_fields)))


def _prepare(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise InvalidInput(f"{folder} is not empty. Name a new folder.")


def _write_file(path: Path, data: bytes) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)


def _append(path: Path, rows: Iterable[DocumentDraft]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.writelines(f"{row.model_dump_json()}\n" for row in rows)


def _append_facts(path: Path, facts: Iterable[FactDraft]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(_written(fact), ensure_ascii=False)}\n" for fact in facts)


def _written(fact: FactDraft) -> dict[str, object]:
    """Dates in EDTF, as `ingest --facts` reads them."""
    dates = {"valid_at": fact.began and fact.began.edtf, "invalid_at": fact.ended and fact.ended.edtf}
    return fact.model_dump(mode="json", exclude=set(Dated.model_fields)) | dates


def _plain(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in " -_" else "_" for letter in name)[:80]
