"""What ingestion writes into the graph: facts as given, facts that a language model extracts, or names by rule."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from services.embedding.protocol import Embedder
from services.graph import records
from services.graph.by_rule.names.known_names import KnownNamesCache
from services.graph.by_rule.summaries import Summaries
from services.graph.graphiti.client import GraphitiSearch
from services.graph.prepared import PreparedGraph
from services.graph.provenance.citations import Citations, DocumentStatements, Statement
from services.graph.provenance.ledger import Ledger
from services.graph.reading.entities import Entities
from services.graph.reading.viewpoints import Viewpoints
from services.graph.viewpoint import now
from services.graph.writing.contribution import Contribution, NewFact, episode_contents, fact_ends
from services.graph.writing.entities import EntityWriter
from services.graph.writing.episodes import Episodes
from services.graph.writing.extraction import Extraction
from services.graph.writing.mentions import find_mentions
from services.graph.writing.missing_ends import MissingEnds
from services.graph.writing.model_gate import ModelGate
from services.graph.writing.precision import EpisodePrecision
from services.graph.writing.resolution import Key
from services.graph.writing.transaction import Transaction
from services.models import Document, FactDraft, Reading, Refusal
from services.settings import Settings
from services.stores.batches import batches
from services.stores.neo4j import GraphStore
from services.stores.postgres import Database

BATCH_OF_UUIDS = 1_000
BATCH = 250
"""Facts a statement: packing their vectors for Bolt holds the event loop, some 50 ms at this size."""
THERE = """
    UNWIND $uuids AS uuid
    MATCH ()-[r:RELATES_TO {uuid: uuid}]->()
    RETURN r.uuid AS uuid
"""
CREATE = """
    UNWIND $rows AS row
    MATCH (s:Entity {uuid: row.source_node_uuid})
    MATCH (t:Entity {uuid: row.target_node_uuid})
    MERGE (s)-[r:RELATES_TO {uuid: row.uuid}]->(t)
    SET r += row.properties, r.origin = row.origin, r.episodes = [row.episode], r.created_at = row.now,
        r.reference_time = row.reference_time
    WITH r, row
    CALL db.create.setRelationshipVectorProperty(r, 'fact_embedding', row.fact_embedding)
"""
SUPPORT = """
    UNWIND $rows AS row
    MATCH ()-[r:RELATES_TO {uuid: row.uuid}]->()
    SET r.origin = CASE WHEN row.origin = 'rule' THEN r.origin ELSE row.origin END
    WITH r, row
    WHERE NOT row.episode IN r.episodes
    SET r.episodes = r.episodes + row.episode
"""
"""What a person or a model states, too, is no longer only read by rule."""


@dataclass(frozen=True)
class GraphWriter:
    graph: PreparedGraph
    embedder: Embedder
    entities: EntityWriter
    names: Entities
    episodes: Episodes
    citations: Citations
    extraction: Extraction
    missing_ends: MissingEnds
    summaries: Summaries
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _known: KnownNamesCache = field(default_factory=KnownNamesCache)

    @classmethod
    def from_store(cls, store: GraphStore, database: Database, embedder: Embedder, settings: Settings) -> "GraphWriter":
        return cls.from_graph(PreparedGraph(store, embedder.dimension), database, embedder, settings)

    @classmethod
    def from_graph(
        cls, graph: PreparedGraph, database: Database, embedder: Embedder, settings: Settings
    ) -> "GraphWriter":
        """A writer on a graph that others use, too, so that its indexes are made once."""
        citations, ledger = Citations(database), Ledger(graph, database)
        episodes = Episodes(graph, citations, ledger)
        return cls(
            graph=graph,
            embedder=embedder,
            entities=EntityWriter(graph, embedder),
            names=Entities(graph, Viewpoints(citations, ledger)),
            episodes=episodes,
            citations=citations,
            summaries=Summaries(graph),
            missing_ends=MissingEnds(graph, ledger),
            extraction=Extraction(
                graph,
                GraphitiSearch(graph, embedder, settings),
                episodes,
                citations,
                ledger,
                EpisodePrecision(graph),
                ModelGate(graph, episodes, ledger),
            ),
        )

    async def write_facts(self, document: Document, facts: Sequence[FactDraft]) -> int:
        """Make the document's facts exactly these and return how many differ. Nothing is retired by it: what has
        ended says so itself."""
        contribution = self.contribution_from_facts(document, facts)
        await self.write_contributions([contribution])
        return len(contribution.drafts)

    async def write_reading(self, document: Document, reading: Reading) -> int:
        """Make the document's facts exactly those that were read by rule and pass the gate; the number of them."""
        contribution = self.contribution_from_reading(document, reading)
        await self.write_contributions([contribution])
        return len(contribution.drafts)

    async def write_mentions(self, document: Document) -> int:
        """The entities that the text names, found by rule and marked so; how many names."""
        contribution = await self.contribution_from_names(document)
        await self.write_contributions([contribution])
        return len(contribution.named)

    def contribution_from_facts(self, document: Document, facts: Sequence[FactDraft]) -> Contribution:
        """A document's facts as they are given. From then on reading knows its names, as after the next two."""
        self._known.add((name.name, name.type_name or "") for name in fact_ends(facts))
        return Contribution.from_facts(document, facts)

    def contribution_from_reading(self, document: Document, reading: Reading) -> Contribution:
        """What was read by rule in a document and passes the gate."""
        self._known.add((one.name, one.type if one.is_sure else "") for one in reading.entities)
        return Contribution.from_reading(document, reading)

    async def contribution_from_names(self, document: Document) -> Contribution:
        """The names in a document's text."""
        known = await self.known_names(document.content)
        found = await asyncio.to_thread(find_mentions, document.content, known)
        self._known.add((name, "") for name in found)
        return Contribution.from_names(document, found)

    async def write_contributions(self, contributions: Sequence[Contribution]) -> None:
        """Write what several documents bring, with as few statements as for one; the graph becomes as if they had been
        written one after the other, in this order. Interrupted, it can be written again."""
        async with self._lock:
            try:
                await self._write_contributions(contributions)
            except BaseException:
                self._known.forget()
                raise

    async def _write_contributions(self, contributions: Sequence[Contribution]) -> None:
        first = now()
        moments = [first + timedelta(microseconds=number) for number in range(len(contributions))]
        there = await self.episodes.facts_of([one.episode.uuid for one in contributions])
        async with Transaction(self.graph) as writes:
            namings = [one.document_entities(moment) for one, moment in zip(contributions, moments, strict=True)]
            entities = await self.entities.ensure(namings, writes)
            await self.episodes.write(
                await asyncio.to_thread(episode_contents, contributions, entities, moments), writes
            )
            await self._write_new(contributions, entities, moments, writes)
        await self._finished(contributions, entities, there)

    async def accept(self, document: Document, facts: Sequence[FactDraft]) -> None:
        """Facts that a person lets enter, beside those that the document has brought; they no longer wait."""
        if not facts:
            return
        async with self._lock:
            moment, contribution = now(), Contribution.from_facts(document, facts)
            async with Transaction(self.graph) as writes:
                (entities,) = await self.entities.ensure([contribution.document_entities(moment)], writes)
                await self.episodes.add(document.id, [*contribution.drafts], entities.values(), moment, writes)
                await self._write_new([contribution], [entities], [moment], writes)
            await self.summaries.refresh(set(entities.values()))
            await self.citations.write(document, _statements(contribution))
            if (reading := await self.episodes.reading(document.id)) is not None:
                for fact in facts:
                    reading = reading.with_accepted(fact)
                await self.episodes.set_reading(document.id, reading)

    async def reject(self, document_id: UUID, facts: Sequence[FactDraft]) -> list[Refusal]:
        """Facts that a person lets not enter: they no longer wait. Those that waited, as they did."""
        async with self._lock:
            reading = await self.episodes.reading(document_id)
            if reading is None or not facts:
                return []
            waited = [one for one in reading.refused if any(one.states(fact) for fact in facts)]
            for fact in facts:
                reading = reading.with_rejected(fact)
            await self.episodes.set_reading(document_id, reading)
            return waited

    async def wait_again(self, document_id: UUID, refusal: Refusal) -> None:
        """Undo `reject` of one."""
        async with self._lock:
            if (reading := await self.episodes.reading(document_id)) is not None:
                await self.episodes.set_reading(document_id, reading.with_waiting(refusal))

    async def waiting_count(self, document_id: UUID) -> int:
        """How many facts read in the document wait for a person."""
        reading = await self.episodes.reading(document_id)
        return reading.waiting_count if reading is not None else 0

    async def known_names(self, text: str) -> dict[str, str]:
        """Names of the graph that stand in the text, with their types."""
        return await self._known.in_text(text, self.names)

    async def _finished(
        self,
        contributions: Sequence[Contribution],
        entities: Sequence[Mapping[Key, UUID]],
        there: Mapping[UUID, set[UUID]],
    ) -> None:
        """Facts that the documents had brought and bring no longer go; summaries and citations follow."""
        told_anew, open_again = set[UUID](), set[UUID]()
        for one, found in zip(contributions, entities, strict=True):
            stale = there.get(one.episode.uuid, set()) - set(one.drafts)
            open_again |= await self.episodes.ledger.undo_episodes([one.episode.uuid]) if stale else set()
            await self.episodes.release(stale, [one.episode.uuid])
            told_anew |= set(found.values()) if stale else one.fact_entities(found)
        await self.missing_ends.set_ends({*open_again, *(uuid for one in contributions for uuid in one.drafts)})
        await self.summaries.refresh(told_anew)
        await self.citations.replace([DocumentStatements(one.document, _statements(one)) for one in contributions])
        self._known.written()

    async def extract(self, document: Document, accepted: Sequence[FactDraft] = ()) -> int:
        """Extract a document's facts with a language model, by Graphiti and through the gate, and return how many it
        supports.

        `accepted`: what a person let enter before. Raises ModelUnavailable and leaves nothing of the document behind.
        """
        await self.remove_document(document.id)
        count = await self.extraction.extract(document)
        await self.accept(document, accepted)
        return count + len(accepted)

    async def remove_document(self, document_id: UUID) -> None:
        """Take away what only this document supports: facts, entities, and what it retired."""
        async with self._lock:
            await self.missing_ends.set_ends(await self.episodes.remove(document_id))

    async def rename_document(self, document_id: UUID, title: str) -> None:
        async with self._lock:
            await self.episodes.rename(document_id, title)

    async def close(self) -> None:
        await self.extraction.graphiti.close()

    async def _write_new(
        self,
        contributions: Sequence[Contribution],
        entities: Sequence[Mapping[Key, UUID]],
        moments: Sequence[datetime],
        writes: Transaction,
    ) -> None:
        """A fact that several documents state is the first one's, and the others support it."""
        there = await self._there({uuid for one in contributions for uuid in one.drafts})
        new, supported = dict[UUID, NewFact](), list[dict[str, object]]()
        for one, found, moment in zip(contributions, entities, moments, strict=True):
            for uuid, draft in one.drafts.items():
                if uuid in there or uuid in new:
                    supported.append({"uuid": str(uuid), "origin": draft.origin, "episode": str(one.document.id)})
                else:
                    new[uuid] = NewFact(uuid, draft, one.document, found, moment)
        await self._create([*new.values()], writes)
        for batch in batches(supported, BATCH):
            await writes.add(SUPPORT, len(batch), rows=batch)

    async def _there(self, uuids: Iterable[UUID]) -> set[UUID]:
        found = set[UUID]()
        for batch in batches(sorted(uuids), BATCH_OF_UUIDS):
            rows = await self.graph.read(THERE, uuids=[str(uuid) for uuid in batch])
            found |= {UUID(records.text(row["uuid"])) for row in rows}
        return found

    async def _create(self, new: Sequence[NewFact], writes: Transaction) -> None:
        for batch in batches(new, BATCH):
            sentences = list(dict.fromkeys(one.draft.fact for one in batch))
            vectors = dict(zip(sentences, await self.embedder.embed_chunks(sentences), strict=True))
            await writes.add(CREATE, len(batch), rows=[one.row(vectors[one.draft.fact]) for one in batch])


def _statements(contribution: Contribution) -> list[Statement]:
    return [
        Statement(uuid, one.fact, one.quote, contribution.episode.uuid) for uuid, one in contribution.drafts.items()
    ]
