"""What ingestion writes into the graph: facts as given, facts that a language model extracts, or names by rule."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from services.embedding.protocol import Embedder
from services.graph import records
from services.graph.by_rule.names.known_names import KnownNamesCache
from services.graph.by_rule.names.standing import standing
from services.graph.by_rule.summaries import Summaries
from services.graph.graphiti.client import GraphitiSearch
from services.graph.names import fact_uuid
from services.graph.prepared import PreparedGraph
from services.graph.provenance.citations import Citations, Statement
from services.graph.provenance.ledger import Ledger
from services.graph.reading.entities import Entities
from services.graph.reading.viewpoints import Viewpoints
from services.graph.viewpoint import now
from services.graph.writing.entities import GROUP, EntityWriter, Named, batches
from services.graph.writing.episodes import Episode, Episodes
from services.graph.writing.extraction import Extraction
from services.graph.writing.mentions import find_mentions
from services.graph.writing.model_gate import ModelGate
from services.graph.writing.precision import EpisodePrecision
from services.graph.writing.resolution import Key
from services.graph.writing.transaction import Transaction
from services.models import Document, FactDraft, NamedEntity, Reading
from services.settings import Settings
from services.stores.neo4j import GraphStore
from services.stores.postgres import Database

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
    SET r += row.properties, r.origin = row.origin, r.episodes = [$episode], r.created_at = $now,
        r.reference_time = $reference_time
    WITH r, row
    CALL db.create.setRelationshipVectorProperty(r, 'fact_embedding', row.fact_embedding)
"""
SUPPORT = """
    UNWIND $rows AS row
    MATCH ()-[r:RELATES_TO {uuid: row.uuid}]->()
    SET r.origin = CASE WHEN row.origin = 'rule' THEN r.origin ELSE row.origin END
    WITH r
    WHERE NOT $episode IN r.episodes
    SET r.episodes = r.episodes + $episode
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
    summaries: Summaries
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _known: KnownNamesCache = field(default_factory=KnownNamesCache)

    @classmethod
    def over(cls, store: GraphStore, database: Database, embedder: Embedder, settings: Settings) -> "GraphWriter":
        return cls.on(PreparedGraph(store, embedder.dimension), database, embedder, settings)

    @classmethod
    def on(cls, graph: PreparedGraph, database: Database, embedder: Embedder, settings: Settings) -> "GraphWriter":
        """On a graph that others use, too, so that its indexes are made once."""
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
        """Make the document's facts exactly these; the number of different facts. Nothing is retired by it: what has
        ended says so itself."""
        async with self._lock:
            moment = now()
            drafts = {uuid_of(draft): draft for draft in facts}
            episode = Episode.of(document, "facts as given")
            stale = await self.episodes.facts_of([episode.uuid]) - set(drafts)
            async with Transaction(self.graph) as writes:
                entities = await self.entities.ensure(named(facts), moment, writes)
                mentions = await asyncio.to_thread(standing_in, document, entities, named(facts))
                await self.episodes.write(episode, list(drafts), entities.values(), moment, writes, "fact", mentions)
                await self._write_new(document, drafts, entities, moment, writes)
            await self._finished(document, episode, drafts, stale, entities.values())
        return len(drafts)

    async def write_reading(self, document: Document, reading: Reading) -> int:
        """Make the document's facts exactly those that were read by rule and pass the gate; the number of them. Names
        without a fact stay as mentions."""
        async with self._lock:
            moment = now()
            drafts = {uuid_of(draft): draft for draft in reading.facts}
            episode = Episode.of(document, "read by rule", reading.report())
            stale = await self.episodes.facts_of([episode.uuid]) - set(drafts)
            names = [Named(one.name, one.type or None) for one in reading.entities]
            async with Transaction(self.graph) as writes:
                entities = await self.entities.ensure_by_rule([*names, *named(reading.facts)], moment, writes)
                mentions = {entities[name.key]: one for name, one in zip(names, reading.entities, strict=True)}
                await self.episodes.write(episode, list(drafts), entities.values(), moment, writes, "rule", mentions)
                await self._write_new(document, drafts, entities, moment, writes)
            await self._finished(document, episode, drafts, stale, entities.values())
            self._known.add((one.name, one.type) for one in reading.entities)
        return len(drafts)

    async def accept(self, document: Document, facts: Sequence[FactDraft]) -> None:
        """Facts that a person lets enter, beside those that the document has brought; they no longer wait."""
        if not facts:
            return
        async with self._lock:
            moment, drafts = now(), {uuid_of(draft): draft for draft in facts}
            async with Transaction(self.graph) as writes:
                entities = await self.entities.ensure(named(facts), moment, writes)
                await self.episodes.add(document.id, [*drafts], entities.values(), moment, writes)
                await self._write_new(document, drafts, entities, moment, writes)
            await self.summaries.refresh(set(entities.values()))
            await self._cite(document, document.id, drafts)
            if (reading := await self.episodes.reading(document.id)) is not None:
                for fact in facts:
                    reading = reading.accepting(fact)
                await self.episodes.set_reading(document.id, reading)

    async def known_names(self, text: str) -> dict[str, str]:
        """Names of the graph that stand in the text, with their types."""
        return await self._known.in_text(text, self.names)

    async def _finished(
        self,
        document: Document,
        episode: Episode,
        drafts: Mapping[UUID, FactDraft],
        stale: set[UUID],
        entities: Iterable[UUID],
    ) -> None:
        await self.episodes.release(stale, [episode.uuid])
        await self.summaries.refresh(set(entities))
        await self.citations.forget(document.id)
        await self._cite(document, episode.uuid, drafts)

    async def _cite(self, document: Document, episode: UUID, drafts: Mapping[UUID, FactDraft]) -> None:
        statements = [Statement(uuid, draft.fact, draft.quote, episode) for uuid, draft in drafts.items()]
        await self.citations.write(document, statements)

    async def extract(self, document: Document, accepted: Sequence[FactDraft] = ()) -> int:
        """With a language model, by Graphiti, through the gate; the number of facts that the document supports.

        `accepted`: what a person let enter before. Raises ModelUnavailable and leaves nothing of the document behind.
        """
        await self.remove_document(document.id)
        count = await self.extraction.extract(document)
        await self.accept(document, accepted)
        return count + len(accepted)

    async def write_mentions(self, document: Document) -> int:
        """The entities that the text names, found by rule and marked so; how many."""
        known = await self.known_names(document.content)
        found = await asyncio.to_thread(find_mentions, document.content, known)
        async with self._lock:
            moment = now()
            episode = Episode.of(document, "mentions found by rule")
            stale = await self.episodes.facts_of([episode.uuid])
            async with Transaction(self.graph) as writes:
                names = [Named(name, None) for name in found]
                entities = await self.entities.ensure(names, moment, writes)
                mentions = standing_in(document, entities, names)
                await self.episodes.write(episode, [], entities.values(), moment, writes, "rule", mentions)
            await self.episodes.release(stale, [episode.uuid])
            self._known.add((name, "") for name in found)
        await self.citations.forget(document.id)
        return len(set(entities.values()))

    async def remove_document(self, document_id: UUID) -> None:
        """Take away what only this document supports: facts, entities, and what it retired."""
        async with self._lock:
            await self.episodes.remove(document_id)

    async def rename_document(self, document_id: UUID, title: str) -> None:
        async with self._lock:
            await self.episodes.rename(document_id, title)

    async def close(self) -> None:
        await self.extraction.graphiti.close()

    async def _write_new(
        self,
        document: Document,
        drafts: dict[UUID, FactDraft],
        entities: dict[Key, UUID],
        moment: datetime,
        writes: Transaction,
    ) -> None:
        for batch in batches(drafts.items(), BATCH):
            found = await self.graph.read(THERE, uuids=[str(uuid) for uuid, _ in batch])
            there = {UUID(records.text(row["uuid"])) for row in found}
            if there:
                rows = [{"uuid": str(uuid), "origin": draft.origin} for uuid, draft in batch if uuid in there]
                await writes.add(SUPPORT, len(rows), rows=rows, episode=str(document.id))
            await self._create(document, [pair for pair in batch if pair[0] not in there], entities, moment, writes)

    async def _create(
        self,
        document: Document,
        new: Sequence[tuple[UUID, FactDraft]],
        entities: dict[Key, UUID],
        moment: datetime,
        writes: Transaction,
    ) -> None:
        if not new:
            return
        sentences = list(dict.fromkeys(draft.fact for _, draft in new))
        vectors = dict(zip(sentences, await self.embedder.embed_chunks(sentences), strict=True))
        rows = [row_of(uuid, draft, entities, vectors[draft.fact]) for uuid, draft in new]
        dates = {"now": moment, "reference_time": document.reference_time}
        await writes.add(CREATE, len(rows), rows=rows, episode=str(document.id), **dates)


def named(facts: Iterable[FactDraft]) -> list[Named]:
    ends = ((Named(f.subject, f.subject_type), Named(f.object, f.object_type)) for f in facts)
    return [one for pair in ends for one in pair]


def standing_in(document: Document, entities: Mapping[Key, UUID], names: Iterable[Named]) -> dict[UUID, NamedEntity]:
    """How often and where the document names them, as they are spelt there."""
    uuids = {name.name: entities[name.key] for name in names}
    return {uuids[one.name]: one for one in standing(document.content, dict.fromkeys(uuids, ""))}


def uuid_of(draft: FactDraft) -> UUID:
    written = {"from": draft.began, "until": draft.ended}
    inexact = [f"{end} {date.edtf}" for end, date in written.items() if date and not date.is_exact]
    moments = draft.valid_at, draft.invalid_at
    return fact_uuid(draft.subject, draft.relation, draft.object, draft.fact, *moments, inexact)


def row_of(uuid: UUID, draft: FactDraft, entities: dict[Key, UUID], vector: Sequence[float]) -> dict[str, object]:
    source = entities[Named(draft.subject, draft.subject_type).key]
    target = entities[Named(draft.object, draft.object_type).key]
    return {
        "uuid": str(uuid),
        "source_node_uuid": str(source),
        "target_node_uuid": str(target),
        "fact_embedding": list(vector),
        "origin": draft.origin,
        "properties": {
            "source_node_uuid": str(source),
            "target_node_uuid": str(target),
            "name": draft.relation,
            "fact": draft.fact,
            "group_id": GROUP,
            **records.date_properties(draft),
        },
    }
