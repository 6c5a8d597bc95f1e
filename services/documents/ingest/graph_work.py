"""The second half of an ingest: what a document brings into the graph, now or as soon as the graph is there.

Postgres says what is to be done (`graph_state`, `ready_fact`, `graph_removal`), so a crash or a graph that is down
only delays it, and any replica can go on with it.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import TextClause, text

from services.documents import storage
from services.documents.library import Library
from services.errors import DocumentNotFound, DossierError, GraphUnavailable
from services.graph.by_rule.gate import checked
from services.graph.by_rule.process import ReaderProcess
from services.graph.writing.writer import GraphWriter
from services.models import Document, FactDraft, GraphState
from services.stores.postgres import Database, repeatable
from services.text.wording import read_in_words

PATIENCE_SECONDS = 60.0

logger = logging.getLogger(__name__)

UNDONE = text("""
    SELECT d.id
    FROM document AS d
    WHERE d.graph_state = 'pending' OR (:failed AND d.graph_state = 'failed')
    ORDER BY EXISTS (SELECT FROM ready_fact AS f WHERE f.document_id = d.id) DESC, d.created_at
    LIMIT 100000
""")
"""Given facts first: they name the entities that the mentions of other documents are found by."""
WAITING = text("""
    SELECT (SELECT count(*) FROM document WHERE graph_state = 'pending') + (SELECT count(*) FROM graph_removal)
""")
TO_EXTRACT = text("""
    UPDATE document AS d
    SET graph_state = 'pending', graph_error = NULL
    FROM collection AS c
    WHERE c.id = d.collection_id
      AND (CAST(:collection AS text) IS NULL OR c.name = :collection)
      AND NOT EXISTS (SELECT FROM ready_fact AS f WHERE f.document_id = d.id AND f.origin <> :accepted)
    RETURNING d.id
""")
REMOVALS = text("SELECT document_id FROM graph_removal ORDER BY asked_at LIMIT 100000")
REMOVED = text("DELETE FROM graph_removal WHERE document_id = :id")
TRY_LOCK = text("SELECT pg_try_advisory_xact_lock(hashtextextended(:key, 0))")


@dataclass(frozen=True)
class GraphOutcome:
    """`warning` says why the facts are not there yet; `graph_is_away`: nobody else's will be, either."""

    fact_count: int = 0
    warning: str = ""
    reading: str = ""
    graph_is_away: bool = False


@dataclass(frozen=True)
class GraphWork:
    """`extracts`: a language model reads documents that bring no facts of their own; else `reader` reads them by rule.
    Without either only names are found in them."""

    database: Database
    library: Library
    writer: GraphWriter
    extracts: bool
    reader: ReaderProcess | None = None

    async def write(self, document_id: UUID, *, patience: float = PATIENCE_SECONDS) -> GraphOutcome:
        """Bring the document's facts into the graph; what goes wrong is noted with the document and in the outcome.

        `patience`: seconds to wait for another worker that is at the same document.
        """
        async with self._claimed(document_id, patience) as is_ours:
            if not is_ours:
                return GraphOutcome(warning="The document is in; its facts are being written by another worker.")
            return await self._write(document_id)

    async def _write(self, document_id: UUID) -> GraphOutcome:
        try:
            summary = await self.library.summary(document_id)
            if summary.graph_state == "done":  # by the worker that we waited for
                return GraphOutcome(fact_count=summary.fact_count)
            document = await self.library.get(document_id)
            outcome = await self._facts_written(document)
        except DocumentNotFound:  # deleted in the meantime
            return GraphOutcome()
        except GraphUnavailable as error:
            await self._note(document_id, "pending", str(error))
            sentence = f"The document is in; its facts follow when the graph is there. {error}"
            return GraphOutcome(warning=sentence, graph_is_away=True)
        except DossierError as error:
            return await self._failed(document_id, str(error))
        except Exception as error:
            logger.exception("Graph work on document %s failed", document_id)
            return await self._failed(document_id, f"The graph refused it ({type(error).__name__}); see the log.")
        async with self.database.transaction() as connection:
            await storage.set_graph_state(connection, document_id, "done", seen=document.updated_at)
        return outcome

    async def _facts_written(self, document: Document) -> GraphOutcome:
        async with self.database.connection() as connection:
            facts = await storage.facts_of(connection, document.id)
            accepted = await storage.facts_of(connection, document.id, is_accepted=True)
        if facts:
            return GraphOutcome(await self.writer.write_facts(document, [*facts, *accepted]))
        if self.extracts:
            return GraphOutcome(await self.writer.extract(document, accepted))
        if self.reader is not None:
            return await self._read(document, self.reader, accepted)
        await self.writer.write_mentions(document)
        if accepted:
            await self.writer.accept(document, accepted)
        return GraphOutcome(len(accepted))

    async def _read(self, document: Document, reader: ReaderProcess, accepted: Sequence[FactDraft]) -> GraphOutcome:
        reading = await reader.read(document, await self.writer.known_names(document.content))
        passed = await asyncio.to_thread(checked, document, reading, accepted)
        count = await self.writer.write_reading(document, passed)
        return GraphOutcome(count, passed.note, read_in_words(passed.summary()))

    async def given_facts(self, document_id: UUID) -> list[FactDraft]:
        async with self.database.connection() as connection:
            return await storage.facts_of(connection, document_id)

    async def accept(self, document_id: UUID, draft: FactDraft) -> None:
        """Let a fact enter that waits at the gate: from now on a person states it, also when the document is read anew.
        Raises DocumentNotFound, GraphUnavailable."""
        document, fact = await self.library.get(document_id), draft.model_copy(update={"origin": "given"})
        await self.writer.accept(document, [fact])
        await self._keep_accepted(document_id, fact)

    @repeatable
    async def _keep_accepted(self, document_id: UUID, fact: FactDraft) -> None:
        async with self.database.transaction() as connection:
            there = await storage.facts_of(connection, document_id, is_accepted=True)
            if fact not in there:
                await storage.store_facts(connection, document_id, [*there, fact], storage.ACCEPTED)

    async def extract(self, collection: str | None) -> AsyncIterator[tuple[int, int]]:
        """Read facts anew in all documents that bring none of their own, of one collection or of all; how many are done
        and how many there are. Interrupted, the rest is done by `resume`, or by calling it again."""
        async with self.database.transaction() as connection:
            ids = list(await connection.scalars(TO_EXTRACT, {"collection": collection, "accepted": storage.ACCEPTED}))
        for done, document_id in enumerate(ids, start=1):
            if (await self.write(document_id)).graph_is_away:
                raise GraphUnavailable("The graph is away; what is left is done as soon as it is back.")
            yield done, len(ids)

    async def remove(self, document_id: UUID) -> bool:
        """Whether the graph could be told; if not, `resume` does it later."""
        try:
            await self.writer.remove_document(document_id)
        except GraphUnavailable:
            return False
        async with self.database.transaction() as connection:
            await connection.execute(REMOVED, {"id": document_id})
        return True

    async def resume(self, *, failed: bool) -> None:
        """Do what was left undone, and what `failed` once more if so wanted. Stops when the graph goes away."""
        for document_id in await self._ids(REMOVALS):
            if not await self.remove(document_id):
                return
        for document_id in await self._ids(UNDONE, failed=failed):
            if (await self.write(document_id, patience=0)).graph_is_away:
                return

    async def waiting(self) -> int:
        """How many documents wait for the graph to take up their facts, or to forget them."""
        async with self.database.connection() as connection:
            return int(await connection.scalar(WAITING) or 0)

    async def _ids(self, statement: TextClause, **given: bool) -> list[UUID]:
        async with self.database.connection() as connection:
            return list(await connection.scalars(statement, given))

    async def _failed(self, document_id: UUID, reason: str) -> GraphOutcome:
        await self._note(document_id, "failed", reason)
        return GraphOutcome(warning=f"The document is in, but its facts could not be made: {reason}")

    @repeatable
    async def _note(self, document_id: UUID, state: GraphState, error: str | None = None) -> None:
        async with self.database.transaction() as connection:
            await storage.set_graph_state(connection, document_id, state, error)

    @asynccontextmanager
    async def _claimed(self, document_id: UUID, patience: float) -> AsyncIterator[bool]:
        """One worker at a time is at a document; the lock goes with the connection, also in a crash."""
        deadline = asyncio.get_running_loop().time() + patience
        async with self.database.transaction() as connection:
            while not (is_ours := bool(await connection.scalar(TRY_LOCK, {"key": f"graph work {document_id}"}))):
                if asyncio.get_running_loop().time() >= deadline:
                    break
                await asyncio.sleep(0.1)
            yield is_ours
