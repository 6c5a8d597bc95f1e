"""Files and folders into the workbench: several at a time, step by step, a bad file never stopping the others."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Protocol

from services.documents.ingest.batched_calls import AT_HAND_SECONDS, MOST_TOGETHER
from services.documents.ingest.folders import EXPORTED, FoundFile, files_in
from services.documents.reading.export_files import exported_file, read_exported
from services.documents.reading.facts_file import FactsFile, read_facts
from services.errors import DossierError
from services.models import DocumentDraft, FactDraft, FactsIngested, Ingested, IngestProgress, IngestStage
from services.stores.batches import batches

FILES_AT_ONCE = 3
"""While one file is embedded, the next is read and the last one stored."""


Report = Callable[[IngestStage, float], Awaitable[None]]
"""Hears which stage a document has reached, and the share of it that is done."""


class DocumentStore(Protocol):
    """Which reads a file, and takes what was read."""

    def bytes_of(self, file: Path, name: str) -> bytes: ...

    def read(self, file: bytes | Path, name: str) -> DocumentDraft: ...

    async def keep(self, draft: DocumentDraft, data: bytes, name: str) -> DocumentDraft: ...

    async def store(self, draft: DocumentDraft, *, graph: bool, report: Report) -> Ingested: ...

    async def with_graph(self, ingested: Ingested, *, graph: bool, hold: float) -> Ingested: ...

    async def add_facts(self, facts: Sequence[FactDraft], *, source: str, graph: bool) -> FactsIngested: ...


@dataclass(frozen=True)
class FileIngest:
    """One run; `reference_time` overrules what files say of themselves."""

    ingestion: DocumentStore
    reference_time: datetime | None
    facts_file: Path | None
    graph: bool
    _steps: "asyncio.Queue[IngestProgress | None]" = field(default_factory=asyncio.Queue)

    async def steps(self, paths: Sequence[Path]) -> AsyncIterator[IngestProgress]:
        work = asyncio.create_task(self._run(paths))
        work.add_done_callback(lambda _: self._steps.put_nowait(None))
        try:
            while (step := await self._steps.get()) is not None:
                yield step
            await work  # raises what was not about one file
        finally:
            work.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await work

    async def _run(self, paths: Sequence[Path]) -> None:
        facts = await self._read_facts()
        stored = await self._store_all(await asyncio.to_thread(self._files, paths))
        if facts is not None:
            await self._add_facts(facts)
        for some in batches(stored, MOST_TOGETHER):
            for step in await asyncio.gather(*(self._finished(*one) for one in some)):
                self._say(step)

    def _files(self, paths: Sequence[Path]) -> list[FoundFile]:
        """Without the file of facts, which may lie among the documents and looks like a table."""
        facts = self.facts_file.resolve() if self.facts_file is not None else None
        return [file for file in files_in(paths) if file.path.resolve() != facts]

    async def _store_all(self, files: Sequence[FoundFile]) -> list[tuple[str, Ingested]]:
        """In the order of their names, and not of who was ready first: how the graph spells a name, and of which type
        it is, goes by the document that brings it first."""
        queue, stored = iter(files), list[tuple[str, Ingested]]()
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(FILES_AT_ONCE):
                    group.create_task(self._store_from(queue, stored))
        except ExceptionGroup as failures:
            raise failures.exceptions[0] from None
        return sorted(stored, key=lambda one: one[0])

    async def _store_from(self, queue: Iterator[FoundFile], stored: list[tuple[str, Ingested]]) -> None:
        for file in queue:
            self._say(IngestProgress(source=file.source, stage="reading", fraction=0))
            try:
                async for draft in self._drafts(file):
                    stored.append((draft.source, await self._stored(draft)))
            except DossierError as error:
                self._say(_failed(file.source, str(error)))

    async def _drafts(self, file: FoundFile) -> AsyncIterator[DocumentDraft]:
        if file.path.name != EXPORTED:
            draft, data = await asyncio.to_thread(self._read, file)
            yield await self.ingestion.keep(draft, data, file.source)
            return
        for draft in await asyncio.to_thread(read_exported, file.path):
            yield await self._with_exported_file(draft, file.path.parent)

    def _read(self, file: FoundFile) -> tuple[DocumentDraft, bytes]:
        data = self.ingestion.bytes_of(file.path, file.source)
        draft = self.ingestion.read(data, file.source)
        given = {"reference_time": self.reference_time, "warnings": ()}
        return draft if self.reference_time is None else draft.model_copy(update=given), data

    async def _with_exported_file(self, draft: DocumentDraft, folder: Path) -> DocumentDraft:
        """The file that the export has beside the texts, where it is still the same."""
        if draft.original is None:
            return draft
        bare, data = draft.model_copy(update={"original": None}), await asyncio.to_thread(exported_file, folder, draft)
        return await self.ingestion.keep(bare, data, draft.original.name) if data is not None else bare

    async def _stored(self, draft: DocumentDraft) -> Ingested:
        async def report(stage: IngestStage, fraction: float) -> None:
            self._say(IngestProgress(source=draft.source, stage=stage, fraction=fraction))

        ingested = await self.ingestion.store(draft, graph=self.graph, report=report)
        await report("graph", 0.9)
        return ingested

    async def _finished(self, source: str, stored: Ingested) -> IngestProgress:
        try:
            ingested = await self.ingestion.with_graph(stored, graph=self.graph, hold=AT_HAND_SECONDS)
        except DossierError as error:
            return _failed(source, str(error))
        message = " ".join(ingested.warnings)
        return IngestProgress(source=source, stage="done", fraction=1, message=message, ingested=ingested)

    async def _read_facts(self) -> FactsFile | None:
        if self.facts_file is None:
            return None
        try:
            return await asyncio.to_thread(read_facts, self.facts_file, self.facts_file.name)
        except DossierError as error:
            self._say(_failed(self.facts_file.name, str(error)))
            return None

    async def _add_facts(self, file: FactsFile) -> None:
        for problem in file.problems:
            self._say(_failed(file.name, problem))
        self._say(IngestProgress(source=file.name, stage="graph", fraction=0.5))
        added = await self.ingestion.add_facts(file.facts, source=file.name, graph=self.graph)
        warnings = dict.fromkeys(warning for document in added.documents for warning in document.warnings)
        message = " ".join([f"{added.fact_count} facts in {len(added.documents)} documents.", *warnings])
        self._say(IngestProgress(source=file.name, stage="done", fraction=1, message=message))

    def _say(self, step: IngestProgress) -> None:
        self._steps.put_nowait(step)


def _failed(source: str, message: str) -> IngestProgress:
    return IngestProgress(source=source, stage="failed", fraction=1, message=message)
