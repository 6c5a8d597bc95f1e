"""The graph as pages, routes and tools ask for it: thin over the modules beside it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from services.embedding.protocol import Embedder
from services.graph.duplicates.duplicates import Duplicates
from services.graph.duplicates.name_likeness import NameLikeness
from services.graph.graphiti.client import GraphitiSearch
from services.graph.names import relation_name
from services.graph.prepared import PreparedGraph
from services.graph.provenance.citations import Citations
from services.graph.provenance.ledger import Ledger
from services.graph.reading.changes import Changes
from services.graph.reading.entities import Entities
from services.graph.reading.facts import Facts
from services.graph.reading.history import Histories
from services.graph.reading.mention_links import MentionLinks
from services.graph.reading.mentions import MentionSearch
from services.graph.reading.neighbourhood import Neighbourhoods
from services.graph.reading.paths import Paths
from services.graph.reading.readings import reading_totals, readings, waiting_count
from services.graph.reading.timeline import Span, Timelines
from services.graph.reading.viewpoints import Viewpoints
from services.models import (
    Count,
    Diff,
    DocumentReading,
    DuplicateCandidate,
    Entity,
    EntityPage,
    Fact,
    FactChange,
    FactsByDistance,
    History,
    MentionedTogether,
    Mentions,
    Merge,
    Neighborhood,
    Path,
    ReadingTotals,
    SharedPassages,
    Timeline,
    Viewpoint,
)
from services.settings import Settings
from services.stores.neo4j import GraphStore
from services.stores.postgres import Database

NOW, EVER = Viewpoint.now(), Viewpoint.ever()


@dataclass(frozen=True)
class GraphService:
    """Every call raises GraphUnavailable while the graph cannot be reached; calls by name raise EntityNotFound with
    suggestions. From a viewpoint that chooses documents, facts that none of these states are left out; as of a date,
    facts that began later are left out, too, and an end that came later is not told."""

    _entities: Entities
    _facts: Facts
    _neighbourhoods: Neighbourhoods
    _timelines: Timelines
    _changes: Changes
    _histories: Histories
    _paths: Paths
    _duplicates: Duplicates
    _ledger: Ledger
    _mentions: MentionSearch
    _together: MentionLinks

    @classmethod
    def from_store(
        cls, store: GraphStore, database: Database, embedder: Embedder, settings: Settings
    ) -> "GraphService":
        return cls.from_graph(PreparedGraph(store, embedder.dimension), database, embedder, settings)

    @classmethod
    def from_graph(
        cls, graph: PreparedGraph, database: Database, embedder: Embedder, settings: Settings
    ) -> "GraphService":
        """The service on a graph that others use, too, so that its indexes are made once."""
        ledger, citations = Ledger(graph, database), Citations(database)
        viewpoints = Viewpoints(citations, ledger)
        entities = Entities(graph, viewpoints)
        facts = Facts(graph, citations, entities, GraphitiSearch(graph, embedder, settings), viewpoints)
        timelines = Timelines(graph, entities, facts)
        together = MentionLinks(graph, entities, citations, viewpoints)
        return cls(
            entities,
            facts,
            Neighbourhoods(graph, entities, facts),
            timelines,
            Changes(entities, timelines),
            Histories(entities, timelines),
            Paths(graph, entities, facts, together),
            Duplicates(graph, entities, ledger, NameLikeness(graph)),
            ledger,
            MentionSearch(graph, facts.citations),
            together,
        )

    def with_embedder(self, embedder: Embedder) -> "GraphService":
        """The same graph, searched with vectors of this embedder's."""
        return replace(self, _facts=replace(self._facts, graphiti=replace(self._facts.graphiti, embedder=embedder)))

    async def search_facts(
        self,
        query: str,
        *,
        limit: int = 10,
        entity: str | None = None,
        relation: str | None = None,
        type: str | None = None,
        viewpoint: Viewpoint = EVER,
    ) -> tuple[Fact, ...]:
        """Facts by words and meaning, the best first: of any time, unless the viewpoint has a date.

        `relation` as it is stored or in words: “led by” is LED_BY.
        """
        found = await self._facts.search(query, limit, entity, relation, type, viewpoint)
        written = relation_name(relation) if relation else None
        if found or written == relation:
            return found
        return await self._facts.search(query, limit, entity, written, type, viewpoint)

    async def entity(self, name: str, *, viewpoint: Viewpoint = NOW) -> Entity:
        return (await self._entities.find(name, viewpoint)).entity

    async def mentions(self, entity: Entity, *, viewpoint: Viewpoint = NOW) -> Mentions:
        """How often and where documents name it, and what they name close by."""
        return await self._mentions.mentions_of(entity, viewpoint)

    async def mentioned_together(
        self, centres: Sequence[Entity], beside: Sequence[Entity] = (), *, viewpoint: Viewpoint = NOW
    ) -> MentionedTogether:
        """What documents name close to the centres, and which of all these entities are named close to each other."""
        uuids = [entity.uuid for entity in centres], [entity.uuid for entity in beside]
        return await self._together.around(*uuids, viewpoint)

    async def shared_passages(self, one: UUID, other: UUID, *, viewpoint: Viewpoint = NOW) -> SharedPassages:
        """Where two names stand close to each other."""
        return await self._together.passages(one, other, viewpoint)

    async def suggest(self, text: str, limit: int = 8, *, viewpoint: Viewpoint = NOW) -> tuple[Entity, ...]:
        """Entities whose names fit the text. Each has a fact that is told from the viewpoint, ended or not; or it has
        no fact at all and is named by a document that the viewpoint shows."""
        return await self._entities.suggest(text, limit, viewpoint)

    async def told_names(self, names: Collection[str], *, viewpoint: Viewpoint = NOW) -> frozenset[str]:
        """Which of the entities' names have something to tell from the viewpoint."""
        return await self._entities.told_names(names, viewpoint)

    async def stated_entities(self, limit: int = 3000, *, viewpoint: Viewpoint = NOW) -> tuple[Entity, ...]:
        """Entities that facts of the documents seen from there name, the busiest first."""
        return await self._facts.stated_entities(limit, viewpoint)

    async def entities(
        self, type: str | None = None, limit: int = 50, cursor: str | None = None, *, viewpoint: Viewpoint = NOW
    ) -> EntityPage:
        return await self._entities.page(type, limit, cursor, viewpoint)

    async def neighborhood(
        self, name: str, *, depth: int = 1, limit: int = 200, viewpoint: Viewpoint = NOW
    ) -> Neighborhood:
        return await self._neighbourhoods.around(name, depth, limit, viewpoint)

    async def facts_by_distance(
        self, name: str, *, depth: int = 1, most: int = 20, viewpoint: Viewpoint = NOW
    ) -> FactsByDistance:
        """The facts by their distance from the entity, at most `most` of each, the latest first."""
        return await self._neighbourhoods.by_distance(name, depth, most, viewpoint)

    async def timeline(
        self,
        name: str,
        start_date: datetime | None = None,
        end_date: datetime | None = None,
        *,
        began_only: bool = False,
        viewpoint: Viewpoint = NOW,
    ) -> Timeline:
        """The facts that held from the first to the second date, both included, or with `began_only` those that began
        then, by their beginnings; undated ones last, without a range."""
        return await self._timelines.timeline(name, Span(start_date, end_date, began_only), viewpoint)

    async def facts_of(
        self, entities: Sequence[Entity], *, viewpoint: Viewpoint = NOW
    ) -> Mapping[Entity, Sequence[Fact]]:
        """The facts of each, ended ones too, by their beginning; of all of them in one reading."""
        facts = await self._timelines.all_facts([str(one.uuid) for one in entities], viewpoint)
        return {one: [fact for fact in facts if one.uuid in (fact.source_uuid, fact.target_uuid)] for one in entities}

    async def state(self, name: str, viewpoint: Viewpoint = NOW) -> tuple[Fact, ...]:
        return await self._changes.state(name, viewpoint)

    async def diff(self, name: str, start: datetime, end: datetime, *, viewpoint: Viewpoint = NOW) -> Diff:
        return await self._changes.diff(name, start, end, viewpoint)

    async def paths(
        self, source: str, target: str, *, limit: int = 3, over_mentions: bool = False, viewpoint: Viewpoint = NOW
    ) -> tuple[Path, ...]:
        return await self._paths.between(source, target, limit, viewpoint, over_mentions)

    async def history(
        self,
        name: str,
        *,
        since: datetime | None = None,
        reference_time: datetime | None = None,
        viewpoint: Viewpoint = NOW,
    ) -> History:
        return await self._histories.history(name, since, reference_time, viewpoint)

    async def types(self, *, viewpoint: Viewpoint = NOW) -> tuple[Count, ...]:
        return await self._entities.types(viewpoint)

    async def fact(self, uuid: UUID | str, *, viewpoint: Viewpoint = EVER) -> Fact:
        return await self._facts.fact(uuid, viewpoint)

    async def facts_of_document(self, document_id: UUID | str, *, viewpoint: Viewpoint = EVER) -> tuple[Fact, ...]:
        return await self._facts.of_document(document_id, viewpoint)

    async def names(self) -> tuple[str, ...]:
        return await self._entities.names()

    async def typed_names(self) -> tuple[tuple[str, str], ...]:
        """Names with their types, "" for none."""
        return await self._entities.typed_names()

    async def is_empty(self) -> bool:
        """Whether there is no entity at all, so that documents have to be ingested first."""
        return await self._entities.is_empty()

    async def duplicates(self, limit: int = 50) -> tuple[DuplicateCandidate, ...]:
        return await self._duplicates.candidates(limit)

    async def merge(self, kept: UUID, merged: UUID) -> Merge:
        return await self._duplicates.merge(kept, merged)

    async def undo_merge(self, merge: UUID) -> None:
        await self._duplicates.undo(merge)

    async def merges(self) -> tuple[Merge, ...]:
        return await self._duplicates.merges()

    async def keep_apart(self, first: UUID, second: UUID) -> None:
        await self._duplicates.keep_apart(first, second)

    async def kept_apart(self) -> tuple[tuple[Entity, Entity], ...]:
        return await self._duplicates.kept_apart()

    async def propose_again(self, first: UUID, second: UUID) -> None:
        await self._duplicates.propose_again(first, second)

    async def fact_changes(self, uuid: UUID, *, viewpoint: Viewpoint = EVER) -> Sequence[FactChange]:
        """What the ledger says of a fact from there, the oldest first; nothing of an end beyond the date."""
        made = await self._ledger.of_fact(uuid, viewpoint)
        return [change for change in made if not change.ends_after(viewpoint.horizon)]

    async def latest_changes(self, limit: int = 100) -> Sequence[FactChange]:
        return await self._ledger.latest(limit)

    async def alarms(self) -> tuple[tuple[FactChange, ...], ...]:
        """Episodes that retired unusually many facts."""
        return await self._ledger.alarms()

    async def readings(self, limit: int = 50) -> Sequence[DocumentReading]:
        """What was read in each document that counts, those with most that waits for a person first."""
        unused = await self._entities.viewpoints.citations.unused_episodes(Viewpoint.now())
        return await readings(self._entities.graph, limit, unused)

    async def reading_totals(self) -> ReadingTotals:
        """What was read in all documents that count, and what became of it."""
        unused = await self._entities.viewpoints.citations.unused_episodes(Viewpoint.now())
        return await reading_totals(self._entities.graph, unused)

    async def waiting_count(self) -> int:
        """How many facts that were read in documents wait for a person in Review."""
        unused = await self._entities.viewpoints.citations.unused_episodes(Viewpoint.now())
        return await waiting_count(self._entities.graph, unused)

    async def restore(self, change: int) -> None:
        """Undo one change of the ledger."""
        await self._ledger.restore(change)
