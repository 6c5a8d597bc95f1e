"""Ingestion: from a file or a text to rows, vectors and facts, by one path whatever the door."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from uuid import UUID

from services.documents import removal, storage
from services.documents.existing import ExistingDocument, find_existing
from services.documents.ingest.batched_calls import AT_HAND_SECONDS, MOST_TOGETHER
from services.documents.ingest.files import FileIngest, Report
from services.documents.ingest.given_facts import attach_facts, known_documents
from services.documents.ingest.graph_work import GraphOutcome, GraphWork
from services.documents.ingest.preparation import prepare_documents, tidy_draft
from services.documents.ingest.scan_reading import A_PAGE, ScanReading
from services.documents.library import Library, parse_document_id
from services.documents.originals import Originals
from services.documents.reading.apart import ReadingProcesses
from services.documents.reading.facts_file import facts_by_source, stand_in_document
from services.documents.reading.formats import check_format, read_contents
from services.documents.removal import RemovedDocument
from services.embedding.protocol import Embedder
from services.errors import DocumentNotFound, StoreUnavailable
from services.graph.by_rule.process import ReaderProcess
from services.graph.writing.writer import GraphWriter
from services.models import DocumentDraft, FactDraft, FactsIngested, GraphState, Ingested, IngestProgress, IngestStage
from services.settings import Settings
from services.stores.batches import batches
from services.stores.postgres import Database, repeatable

logger = logging.getLogger(__name__)

DOCUMENTS_A_BATCH = 200


async def _unheard(stage: IngestStage, fraction: float) -> None:
    """For callers that do not watch."""


@dataclass(frozen=True)
class Ingestion:
    """`collection` is where documents go; `language` its text search configuration, if it is new; `keep_versions`: so
    many earlier ones of each."""

    database: Database
    embedder: Embedder
    library: Library
    graph: GraphWork
    collection: str
    language: str
    max_file_megabytes: int
    originals: Originals
    keep_versions: int = 50
    reading: ReadingProcesses = field(default_factory=ReadingProcesses)
    scans: ReadingProcesses = field(default_factory=lambda: ReadingProcesses(A_PAGE))

    @classmethod
    def from_settings(
        cls, database: Database, embedder: Embedder, library: Library, writer: GraphWriter, settings: Settings
    ) -> "Ingestion":
        extracts = settings.extract_facts and settings.uses_openai
        reader = ReaderProcess.if_installed() if settings.read_facts else None
        return cls(
            database=database,
            embedder=embedder,
            library=library,
            graph=GraphWork(database, library, writer, extracts, reader),
            collection=settings.collection,
            language=settings.language,
            max_file_megabytes=settings.max_file_megabytes,
            originals=Originals.from_settings(database, settings),
            keep_versions=settings.keep_versions,
        )

    def for_collection(self, collection: str | None, language: str | None = None) -> "Ingestion":
        """The same, for documents of another collection; `language` is that of one that is new. None: as configured."""
        return replace(self, collection=collection or self.collection, language=language or self.language)

    def read(self, file: bytes | Path, name: str) -> DocumentDraft:
        """A file as a draft, in a process of its own. Call it in a thread. Raises UnreadableDocument."""
        return self.reading.read(file, name, max_megabytes=self.max_file_megabytes)

    def bytes_of(self, file: Path, name: str) -> bytes:
        """The bytes of a file that can be read and is neither empty nor too large. Raises UnreadableDocument."""
        check_format(name)
        return read_contents(file, name, self.max_file_megabytes)

    async def keep(self, draft: DocumentDraft, data: bytes, name: str) -> DocumentDraft:
        """The draft with its file, or with a sentence that says why the file is not kept."""
        return await self.originals.keep(draft, data, name)

    async def add(
        self,
        draft: DocumentDraft,
        *,
        facts: Sequence[FactDraft] | None = None,
        graph: bool = True,
        report: Report = _unheard,
        hold: float = 0.0,
    ) -> Ingested:
        """Ingest one document whole, or not at all. `facts` None: none are given; `graph` False: documents only;
        `hold`: seconds that its facts may wait for those of documents that follow.

        Raises InvalidInput, EmbeddingUnavailable, PostgresUnavailable; a graph that is down is a warning.
        """
        ingested = await self.store(draft, graph=graph, report=report)
        if facts is not None:
            await attach_facts(self.database, ingested.document_id, facts, "", graph=graph)
        await report("graph", 0.9)
        return await self.with_graph(ingested, graph=graph, hold=hold)

    @repeatable
    async def store(
        self, draft: DocumentDraft, *, graph: bool, report: Report = _unheard, deduplicate: bool = True
    ) -> Ingested:
        """Everything but the graph. `deduplicate`: a text that is there under another source is not stored again."""
        draft = tidy_draft(
            await ScanReading(self.database, self.originals, self.scans).read_scanned_pages(draft, report)
        )
        there = await self._there(draft, deduplicate)
        draft = draft.model_copy(update=there.corrections) if there is not None else draft
        if there is not None and there.unchanged:
            return await self._unchanged(there, draft)
        prepared = await prepare_documents([draft], self.embedder, lambda share: report("embedding", 0.2 + 0.6 * share))
        await report("storing", 0.8)
        stored = None
        async with self.database.transaction() as connection:
            collection = await storage.collection_id(connection, self.collection, self.language)
            await storage.lock_content(connection, draft)
            there = await find_existing(connection, collection, draft, by_content=deduplicate)
            if there is None or not there.unchanged:
                is_awaited = there is not None and there.is_stand_in  # its facts were given before the document
                (stored,) = await storage.store_documents(
                    connection, collection, prepared, _state(graph, there), keep_facts=is_awaited
                )
        if stored is None:
            assert there is not None
            return await self._unchanged(there, draft)  # another process was faster
        await self._forget_file(there, draft)
        if stored.replaced:
            await self._forget_versions(stored.id)
        return Ingested(
            document_id=stored.id,
            title=draft.title,
            chunk_count=len(prepared[0].passages),
            status="replaced" if stored.replaced else "created",
            warnings=draft.warnings,
        )

    async def _forget_file(self, there: ExistingDocument | None, draft: DocumentDraft) -> None:
        """That of the version before, unless it is needed elsewhere."""
        if (
            there is not None
            and there.original_hash
            and there.original_hash != (draft.original and draft.original.hash)
        ):
            await self.originals.forget_unused([there.original_hash])

    async def _forget_versions(self, newest: UUID) -> None:
        """The oldest, of more than are kept."""
        earlier = (await self.library.versions(newest))[:-1]
        for version in earlier[: max(0, len(earlier) - self.keep_versions)]:
            await self.delete(version.id)

    @repeatable
    async def _there(self, draft: DocumentDraft, deduplicate: bool) -> ExistingDocument | None:
        async with self.database.transaction() as connection:
            collection = await storage.collection_id(connection, self.collection, self.language)
            return await find_existing(connection, collection, draft, by_content=deduplicate)

    async def _unchanged(self, there: ExistingDocument, draft: DocumentDraft) -> Ingested:
        if there.outdated:
            async with self.database.transaction() as connection:
                await storage.touch_document(connection, there, draft)
            await self._forget_file(there, draft)
        return Ingested(
            document_id=there.id,
            title=there.title,
            chunk_count=there.chunk_count,
            status="unchanged",
            warnings=draft.warnings,
        )

    async def with_graph(self, ingested: Ingested, *, graph: bool, hold: float = 0.0) -> Ingested:
        """The same with its facts in the graph, where that was not done before; `hold` as in `add`."""
        with self.graph.more_to_come():
            summary = await self.library.summary(ingested.document_id)
        outcome = GraphOutcome(fact_count=summary.fact_count)
        if graph and summary.graph_state != "done":
            outcome = await self.graph.write(ingested.document_id, hold=hold)
        warnings = (*ingested.warnings, *filter(None, [outcome.warning]))
        found = {
            "fact_count": outcome.fact_count,
            "warnings": warnings,
            "reading": outcome.reading,
            "waiting_count": outcome.waiting_count,
            "facts_follow": outcome.graph_is_away,
        }
        return ingested.model_copy(update=found)

    def add_files(
        self,
        paths: Sequence[Path],
        *,
        reference_time: datetime | None = None,
        facts_file: Path | None = None,
        graph: bool = True,
    ) -> AsyncIterator[IngestProgress]:
        """Files and folders, several at a time; a bad file is one `failed` step and the others go on.

        `reference_time` is the date of all of them, whatever they say themselves. The graph comes last: documents
        can be searched before it, and the facts of one name the entities that others mention.
        """
        return FileIngest(self, reference_time, facts_file, graph).steps(paths)

    async def add_facts(self, facts: Sequence[FactDraft], *, source: str, graph: bool = True) -> FactsIngested:
        """A facts file: each fact goes to the document that its own source names; where there is none, a small document
        is made of the facts. `source` is the facts file's name: it replaces what it said of a document before."""
        known = await known_documents(self.database, self.collection)
        by_document: defaultdict[UUID, list[FactDraft]] = defaultdict(list)
        for name, group in facts_by_source(facts, otherwise=source).items():
            by_document[known.named(name) or await self._stand_in(name, group, source, graph)] += group
        for document_id, group in by_document.items():
            await attach_facts(self.database, document_id, group, source, graph=graph)
        documents = list[Ingested]()
        for some in batches(by_document, MOST_TOGETHER):
            there = [await self._ingested(one) for one in some]
            documents += await asyncio.gather(
                *(self.with_graph(one, graph=graph, hold=AT_HAND_SECONDS) for one in there)
            )
        return FactsIngested(fact_count=len(facts), documents=tuple(documents))

    async def _stand_in(self, name: str, facts: Sequence[FactDraft], facts_file: str, graph: bool) -> UUID:
        async with self.database.transaction() as connection:
            collection = await storage.collection_id(connection, self.collection, self.language)
            others = await storage.facts_of_other_files(connection, collection, name, facts_file)
        draft = stand_in_document(name, [*others, *facts], facts_file)
        return (await self.store(draft, graph=graph, deduplicate=False)).document_id

    async def _ingested(self, document_id: UUID) -> Ingested:
        summary = await self.library.summary(document_id)
        return Ingested(
            document_id=document_id, title=summary.title, chunk_count=summary.chunk_count, status="unchanged"
        )

    async def add_many(self, drafts: Iterable[DocumentDraft]) -> AsyncIterator[int]:
        """Many small documents without graph work, a transaction each DOCUMENTS_A_BATCH; yields how many are in.

        Sources are all that tells them apart: the same text twice is two documents.
        """
        remaining, count = iter(drafts), 0
        while batch := {draft.source: draft for draft in map(tidy_draft, islice(remaining, DOCUMENTS_A_BATCH))}:
            async with self.database.transaction() as connection:
                collection = await storage.collection_id(connection, self.collection, self.language)
                new = await storage.changed_drafts(connection, collection, list(batch.values()))
            prepared = await prepare_documents(new, self.embedder)
            async with self.database.transaction() as connection:
                await storage.store_documents(connection, collection, prepared, "off")
            count += len(batch)
            yield count

    async def delete(self, document_id: UUID | str) -> None:
        """Delete the document with its earlier versions and all that only they supported, in both stores; an earlier
        version is deleted alone. Raises DocumentNotFound.

        When a store goes away after that, its part is done as soon as it is back.
        """
        gone = await self._delete(parse_document_id(document_id))
        if not gone:
            raise DocumentNotFound(document_id)
        try:
            await self._forget(gone)
        except StoreUnavailable as error:  # the document is gone; the queue's work sees to the rest
            logger.warning("What belonged to a deleted document goes later: %s", error)

    async def withdraw(self, document_id: UUID) -> None:
        """Take a version back that has just come: what was there before is there again."""
        await self._forget(await self._withdraw(document_id))

    async def _forget(self, gone: Sequence[RemovedDocument]) -> None:
        if files := [one.original_hash for one in gone if one.original_hash is not None]:
            await self.originals.forget_unused(files)
        for one in gone:
            await self.graph.remove(one.id)

    @repeatable
    async def _delete(self, document_id: UUID) -> list[RemovedDocument]:
        async with self.database.transaction() as connection:
            return await removal.delete_document(connection, document_id)

    @repeatable
    async def _withdraw(self, document_id: UUID) -> list[RemovedDocument]:
        async with self.database.transaction() as connection:
            return await removal.withdraw_version(connection, document_id)

    async def close(self) -> None:
        """End the process that reads by rule, where one runs."""
        if self.graph.reader is not None:
            await self.graph.reader.close()

    async def resume(self) -> None:
        """Do what a crash or an absent graph left undone."""
        await self.graph.resume(failed=True)


def _state(graph: bool, there: ExistingDocument | None) -> GraphState:
    """A document that the graph knows must be brought up to date there, whatever was asked for."""
    is_known = there is not None and there.same_source and there.graph_state != "off"
    return "pending" if graph or is_known else "off"
