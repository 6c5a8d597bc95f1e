"""The second half of an ingest: what a document brings into the graph, now or as soon as the graph is there.

Postgres says what is to be done (`graph_state`, `ready_fact`, `graph_removal`), so a crash or a graph that is down
only delays it, and any replica can go on with it.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from sqlalchemy import TextClause, text

from services.documents import storage
from services.documents.ingest import rejections
from services.documents.ingest.batched_calls import MOST_TOGETHER, BatchedCalls
from services.documents.library import Library
from services.errors import DossierError, GraphUnavailable, NotFound
from services.graph.by_rule.gate import check_reading
from services.graph.by_rule.process import ReaderProcess
from services.graph.writing.contribution import Contribution
from services.graph.writing.writer import GraphWriter
from services.models import AcceptedFact, Document, FactDraft, GraphState, Refusal, RejectedFact
from services.stores.batches import batches
from services.stores.postgres import Database, repeatable
from services.text.wording import reading_words

PATIENCE_SECONDS = 60.0
LONGEST_TOGETHER = 200_000
"""Characters of documents that are written together; a longer one is written by itself."""
LOOK_SECONDS = 0.2
HOLD_SECONDS = 5.0
"""That documents which nobody looks at wait for those that will follow."""

logger = logging.getLogger(__name__)

UNDONE = text("""
    SELECT d.id
    FROM document AS d
    WHERE d.graph_state = 'pending' OR (:failed AND d.graph_state = 'failed')
    ORDER BY EXISTS (SELECT FROM ready_fact AS f WHERE f.document_id = d.id) DESC, d.created_at
    LIMIT 100000
""")
"""Given facts first: they name the entities that the mentions of other documents are found by."""
STATES = text("""
    SELECT d.id, d.graph_state, length(d.content) AS length,
           CASE WHEN d.graph_state = 'done'
                THEN (SELECT count(DISTINCT f.fact_uuid) FROM fact_citation AS f WHERE f.document_id = d.id)
                ELSE 0
           END AS fact_count
    FROM document AS d
    WHERE d.id = ANY(:ids)
""")
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
ALL_ACCEPTED = text("""
    SELECT f.document_id, d.title, f.draft
    FROM ready_fact AS f
    JOIN document AS d ON d.id = f.document_id
    WHERE f.origin = :accepted
    ORDER BY d.created_at DESC, d.id, f.position
    LIMIT :limit
""")
REMOVALS = text("SELECT document_id FROM graph_removal ORDER BY asked_at LIMIT 100000")
REMOVED = text("DELETE FROM graph_removal WHERE document_id = :id")
CLAIM = text("""
    SELECT asked.id
    FROM unnest(CAST(:ids AS uuid[])) WITH ORDINALITY AS asked(id, place)
    WHERE pg_try_advisory_xact_lock(hashtextextended('graph work ' || asked.id, 0))
    ORDER BY asked.place
""")
"""One worker at a time is at a document; the lock goes with the transaction, also in a crash."""


@dataclass(frozen=True)
class GraphOutcome:
    """`warning` says why the facts are not there yet; `waiting_count`: how many wait in Review; `graph_is_away`:
    nobody else's will be, either."""

    fact_count: int = 0
    warning: str = ""
    reading: str = ""
    waiting_count: int = 0
    graph_is_away: bool = False


@dataclass(frozen=True)
class GraphWork:
    """`extracts`: a language model reads documents that bring no facts of their own; else `reader` reads them by rule.
    Without either only names are found in them. Documents that wait while others are written are written together."""

    database: Database
    library: Library
    writer: GraphWriter
    extracts: bool
    reader: ReaderProcess | None = None

    async def write(self, document_id: UUID, *, patience: float = PATIENCE_SECONDS, hold: float = 0.0) -> GraphOutcome:
        """Bring the document's facts into the graph; what goes wrong is noted with the document and in the outcome.

        `patience`: seconds to wait for another worker that is at the same document; `hold`: for documents that follow.
        """
        elsewhere = GraphOutcome(warning="The document is in; its facts are being written by another worker.")
        deadline = asyncio.get_running_loop().time() + patience
        if not patience and self._together.is_at(document_id):
            return elsewhere
        while (outcome := await self._together(document_id, hold=hold)) is None:
            if asyncio.get_running_loop().time() >= deadline:
                return elsewhere
            await asyncio.sleep(LOOK_SECONDS)
        return outcome

    def more_to_come(self) -> AbstractContextManager[None]:
        """Until it is left, documents that may be held back wait for those that will follow."""
        return self._together.more_to_come()

    @cached_property
    def _together(self) -> BatchedCalls[UUID, GraphOutcome | None]:
        return BatchedCalls(self._claimed, 1 if self.extracts else MOST_TOGETHER)

    async def _claimed(self, ids: Sequence[UUID]) -> Mapping[UUID, GraphOutcome | None]:
        """Of those that are written together first; None for those that another worker is at."""
        async with self.database.transaction() as connection:
            ours = list(await connection.scalars(CLAIM, {"ids": list(ids)}))
            outcomes: dict[UUID, GraphOutcome | None] = {one: None for one in ids if one not in ours}
            for group in (await self._groups(ours, outcomes))[:1]:
                outcomes |= await self._written(group)
        return outcomes

    async def _groups(self, ids: Sequence[UUID], outcomes: dict[UUID, GraphOutcome | None]) -> list[list[UUID]]:
        """Those that are to be written, so that no group is too long, and long documents after those that they would
        hold up; what is done or gone is said in the outcomes."""
        async with self.database.connection() as connection:
            found = {row.id: row for row in await connection.execute(STATES, {"ids": list(ids)})}
        groups, length = list[list[UUID]](), LONGEST_TOGETHER
        for one in sorted(ids, key=lambda one: one in found and found[one].length > LONGEST_TOGETHER):
            if one not in found or found[one].graph_state == "done":  # by the worker that we waited for
                outcomes[one] = GraphOutcome(fact_count=found[one].fact_count if one in found else 0)
                continue
            length += found[one].length
            if length > LONGEST_TOGETHER:
                groups.append([])
                length = found[one].length
            groups[-1].append(one)
        return groups

    async def _written(self, ids: Sequence[UUID]) -> Mapping[UUID, GraphOutcome]:
        """What goes wrong with one of several is found by writing each by itself."""
        try:
            documents = await self.library.by_ids(ids)
            outcomes = await self._facts_written([documents[one] for one in ids if one in documents])
        except GraphUnavailable as error:
            await self._note(ids, "pending", str(error))
            sentence = f"The document is in; its facts follow when the graph is there. {error}"
            return dict.fromkeys(ids, GraphOutcome(warning=sentence, graph_is_away=True))
        except Exception as error:
            if len(ids) > 1:
                logger.warning("Documents could not be written together: %r", error)
                return {one: (await self._written([one]))[one] for one in ids}
            return {ids[0]: await self._failed(ids[0], error)}
        async with self.database.transaction() as connection:
            seen = {document.id: document.updated_at for document in documents.values()}
            await storage.set_graph_done(connection, seen)
        return {one: outcomes.get(one, GraphOutcome()) for one in ids}  # none of those deleted in the meantime

    async def _facts_written(self, documents: Sequence[Document]) -> dict[UUID, GraphOutcome]:
        async with self.database.connection() as connection:
            given = await storage.facts_of_documents(connection, [document.id for document in documents])
            rejected = await rejections.rejections_of(connection, [document.id for document in documents])
        outcomes, together = dict[UUID, GraphOutcome](), list[Contribution]()
        for document in documents:
            facts, accepted = given[document.id]
            if not facts and self.extracts:
                count = await self.writer.extract(document, accepted)
                if rejected[document.id]:
                    await self.writer.reject(document.id, [one.draft for one in rejected[document.id] if one.draft])
                waiting = await self.writer.waiting_count(document.id)
                outcomes[document.id] = GraphOutcome(count, waiting_count=waiting)
                continue
            brought, outcomes[document.id] = await self._brought(document, facts, accepted, rejected[document.id])
            together.append(brought)
        if together:
            await self.writer.write_contributions(together)
        for document in documents:
            facts, accepted = given[document.id]
            if accepted and not facts and not self.extracts and self.reader is None:
                await self.writer.accept(document, accepted)
        return outcomes

    async def _brought(
        self,
        document: Document,
        facts: Sequence[FactDraft],
        accepted: Sequence[FactDraft],
        rejected: Sequence[Refusal],
    ) -> tuple[Contribution, GraphOutcome]:
        if facts:
            given = self.writer.contribution_from_facts(document, [*facts, *accepted])
            return given, GraphOutcome(len(given.drafts))
        if self.reader is None:
            return await self.writer.contribution_from_names(document), GraphOutcome(len(accepted))
        reading = await self.reader.read(document, await self.writer.known_names(document.content))
        passed = await asyncio.to_thread(check_reading, document, reading, accepted, rejected)
        read = self.writer.contribution_from_reading(document, passed)
        summary = passed.summary()
        outcome = GraphOutcome(len(read.drafts), passed.note, reading_words(summary), summary.waiting_count)
        return read, outcome

    async def given_facts(self, document_id: UUID) -> list[FactDraft]:
        async with self.database.connection() as connection:
            return await storage.facts_of_document(connection, document_id)

    async def accept(self, document_id: UUID, draft: FactDraft) -> None:
        """Let a fact enter that waits at the gate: from now on a person states it, also when the document is read anew.
        Raises DocumentNotFound, NotFound where somebody has rejected it, GraphUnavailable."""
        document, fact = await self.library.get(document_id), draft.model_copy(update={"origin": "given"})
        if await self._rejection(document_id, fact) is not None:
            raise NotFound("This fact was rejected already.")
        await self.writer.accept(document, [fact])
        await self._keep_accepted(document_id, fact)

    async def accepted(self, limit: int = 50) -> tuple[AcceptedFact, ...]:
        """The facts that a person has let enter, those of the newest documents first."""
        async with self.database.connection() as connection:
            rows = (await connection.execute(ALL_ACCEPTED, {"accepted": storage.ACCEPTED, "limit": limit})).all()
        return tuple(
            AcceptedFact(document_id=one.document_id, title=one.title, draft=storage.stored_draft(one.draft))
            for one in rows
        )

    async def take_back(self, document_id: UUID, draft: FactDraft) -> None:
        """Undo `accept`: the document is read anew without the fact, which waits again. Raises NotFound where somebody
        was faster, GraphUnavailable."""
        fact = draft.model_copy(update={"origin": "given"})
        await self._drop_accepted(document_id, fact)
        await self.write(document_id)

    async def reject(self, document_id: UUID, draft: FactDraft) -> None:
        """Let a fact that waits at the gate not enter: it no longer waits, also when the document is read anew. Raises
        NotFound where it waits no longer, GraphUnavailable."""
        waited = await self.writer.reject(document_id, [draft])
        if not waited:
            raise NotFound("This fact waits no longer.")
        await self._keep_rejection(document_id, waited[0])

    async def rejected(self, limit: int = 50) -> tuple[RejectedFact, ...]:
        """The facts that a person has let not enter, those rejected last first."""
        async with self.database.connection() as connection:
            return tuple(await rejections.all_rejections(connection, limit))

    async def wait_again(self, document_id: UUID, draft: FactDraft) -> None:
        """Undo `reject`. Raises NotFound where somebody was faster, GraphUnavailable."""
        refusal = await self._rejection(document_id, draft)
        if refusal is None:
            raise NotFound("This fact is rejected no longer.")
        await self.writer.wait_again(document_id, refusal)
        await self._drop_rejection(document_id, draft)

    async def _rejection(self, document_id: UUID, draft: FactDraft) -> Refusal | None:
        async with self.database.connection() as connection:
            rejected = await rejections.rejections_of(connection, [document_id])
        return next((one for one in rejected[document_id] if one.states(draft)), None)

    @repeatable
    async def _keep_rejection(self, document_id: UUID, refusal: Refusal) -> None:
        async with self.database.transaction() as connection:
            await rejections.keep_rejection(connection, document_id, refusal)

    @repeatable
    async def _drop_rejection(self, document_id: UUID, draft: FactDraft) -> None:
        async with self.database.transaction() as connection:
            await rejections.drop_rejection(connection, document_id, draft)

    @repeatable
    async def _drop_accepted(self, document_id: UUID, fact: FactDraft) -> None:
        async with self.database.transaction() as connection:
            there = await storage.facts_of_document(connection, document_id, is_accepted=True)
            if fact not in there:
                raise NotFound("This fact was taken back already.")
            left = [one for one in there if one != fact]
            await storage.store_facts(connection, document_id, left, storage.ACCEPTED)
            await storage.redo_graph(connection, document_id, "pending")

    @repeatable
    async def _keep_accepted(self, document_id: UUID, fact: FactDraft) -> None:
        async with self.database.transaction() as connection:
            there = await storage.facts_of_document(connection, document_id, is_accepted=True)
            if fact not in there:
                await storage.store_facts(connection, document_id, [*there, fact], storage.ACCEPTED)

    async def extract(self, collection: str | None) -> AsyncIterator[tuple[int, int]]:
        """Read facts anew in all documents that bring none of their own, of one collection or of all; how many are done
        and how many there are. Interrupted, the rest is done by `resume`, or by calling it again."""
        async with self.database.transaction() as connection:
            ids = list(await connection.scalars(TO_EXTRACT, {"collection": collection, "accepted": storage.ACCEPTED}))
        done = 0
        for some in batches(ids, MOST_TOGETHER):
            for outcome in await asyncio.gather(*(self.write(one) for one in some)):
                if outcome.graph_is_away:
                    raise GraphUnavailable("The graph is away; what is left is done as soon as it is back.")
                done += 1
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
        """Do what was left undone, and what `failed` once more if so wanted: at once, since a person asks for it. Stops
        when the graph goes away."""
        hold = 0.0 if failed else HOLD_SECONDS
        for document_id in await self._ids(REMOVALS):
            if not await self.remove(document_id):
                return
        for some in batches(await self._ids(UNDONE, failed=failed), MOST_TOGETHER):
            outcomes = await asyncio.gather(*(self.write(one, patience=0, hold=hold) for one in some))
            if any(outcome.graph_is_away for outcome in outcomes):
                return

    async def waiting(self) -> int:
        """How many documents wait for the graph to take up their facts, or to forget them."""
        async with self.database.connection() as connection:
            return int(await connection.scalar(WAITING) or 0)

    async def _ids(self, statement: TextClause, **given: bool) -> list[UUID]:
        async with self.database.connection() as connection:
            return list(await connection.scalars(statement, given))

    async def _failed(self, document_id: UUID, error: Exception) -> GraphOutcome:
        reason = str(error)
        if not isinstance(error, DossierError):
            logger.error("Graph work on document %s failed", document_id, exc_info=error)
            reason = f"The graph refused it ({type(error).__name__}); see the log."
        await self._note([document_id], "failed", reason)
        return GraphOutcome(warning=f"The document is in, but its facts could not be made: {reason}")

    @repeatable
    async def _note(self, ids: Sequence[UUID], state: GraphState, error: str | None = None) -> None:
        async with self.database.transaction() as connection:
            for one in ids:
                await storage.set_graph_state(connection, one, state, error)
