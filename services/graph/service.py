"""The graph as pages, routes and tools ask for it: thin over the modules beside it."""

from collections.abc import Sequence
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
from services.graph.reading.neighbourhood import Neighbourhoods
from services.graph.reading.paths import Paths
from services.graph.reading.timeline import Timelines
from services.models import (
    Count,
    Diff,
    DuplicateCandidate,
    Entity,
    EntityPage,
    Fact,
    FactChange,
    History,
    Merge,
    Neighborhood,
    Path,
    Timeline,
)
from services.settings import Settings
from services.stores.neo4j import GraphStore
from services.stores.postgres import Database


@dataclass(frozen=True)
class GraphService:
    """`as_of` is the world's clock, `known_on` ours; without them: now, and all that is known. Every call raises
    GraphUnavailable while the graph cannot be reached; calls by name raise EntityNotFound with suggestions."""

    _entities: Entities
    _facts: Facts
    _neighbourhoods: Neighbourhoods
    _timelines: Timelines
    _changes: Changes
    _histories: Histories
    _paths: Paths
    _duplicates: Duplicates
    _ledger: Ledger

    @classmethod
    def over(cls, store: GraphStore, database: Database, embedder: Embedder, settings: Settings) -> "GraphService":
        return cls.on(PreparedGraph(store, embedder.dimension), database, embedder, settings)

    @classmethod
    def on(cls, graph: PreparedGraph, database: Database, embedder: Embedder, settings: Settings) -> "GraphService":
        """On a graph that others use, too, so that its indexes are made once."""
        entities = Entities(graph)
        ledger = Ledger(graph, database)
        facts = Facts(graph, Citations(database), entities, GraphitiSearch(graph, embedder, settings), ledger)
        timelines = Timelines(graph, entities, facts)
        return cls(
            entities,
            facts,
            Neighbourhoods(graph, entities, facts),
            timelines,
            Changes(entities, timelines),
            Histories(entities, timelines),
            Paths(graph, entities, facts),
            Duplicates(graph, entities, ledger, NameLikeness(graph)),
            ledger,
        )

    def within(self, collection: str | None) -> "GraphService":
        """The same graph, as the documents of one collection tell it: facts that none of them states are left out."""
        if collection is None:
            return self
        facts = replace(self._facts, citations=replace(self._facts.citations, collection=collection))
        timelines = replace(self._timelines, facts=facts)
        return replace(
            self,
            _facts=facts,
            _neighbourhoods=replace(self._neighbourhoods, facts=facts),
            _timelines=timelines,
            _changes=replace(self._changes, timelines=timelines),
            _histories=replace(self._histories, timelines=timelines),
            _paths=replace(self._paths, facts=facts),
        )

    async def search_facts(
        self,
        query: str,
        *,
        limit: int = 10,
        entity: str | None = None,
        relation: str | None = None,
        type: str | None = None,
        as_of: datetime | None = None,
        known_on: datetime | None = None,
    ) -> tuple[Fact, ...]:
        """By words and meaning, best first; without `as_of` ended and undated facts are found, too.

        `relation` as it is stored or in words: “led by” is LED_BY.
        """
        found = await self._facts.search(query, limit, entity, relation, as_of, known_on, type)
        written = relation_name(relation) if relation else None
        if found or written == relation:
            return found
        return await self._facts.search(query, limit, entity, written, as_of, known_on, type)

    async def entity(self, name: str) -> Entity:
        return (await self._entities.find(name)).entity

    async def suggest(self, text: str, limit: int = 8) -> tuple[Entity, ...]:
        return await self._entities.suggest(text, limit)

    async def entities(self, type: str | None = None, limit: int = 50, cursor: str | None = None) -> EntityPage:
        return await self._entities.page(type, limit, cursor)

    async def neighborhood(
        self,
        name: str,
        *,
        depth: int = 1,
        as_of: datetime | None = None,
        limit: int = 200,
        include_invalid: bool = False,
        known_on: datetime | None = None,
        include_undated: bool | None = None,
    ) -> Neighborhood:
        """`include_undated` None: yes for now, no for a date. `include_invalid`: whatever was ever true."""
        return await self._neighbourhoods.around(name, depth, as_of, limit, include_invalid, known_on, include_undated)

    async def timeline(
        self,
        name: str,
        start_date: datetime | None = None,
        end_date: datetime | None = None,
        *,
        known_on: datetime | None = None,
    ) -> Timeline:
        """The facts that began from the first to the second date, both included; undated ones last, without a range."""
        return await self._timelines.timeline(name, start_date, end_date, known_on)

    async def state(
        self, name: str, as_of: datetime, *, known_on: datetime | None = None, include_undated: bool = False
    ) -> tuple[Fact, ...]:
        return await self._changes.state(name, as_of, known_on, include_undated)

    async def diff(
        self,
        name: str,
        start: datetime,
        end: datetime,
        *,
        include_undated: bool = False,
        known_on: datetime | None = None,
    ) -> Diff:
        return await self._changes.diff(name, start, end, include_undated, known_on)

    async def paths(
        self,
        source: str,
        target: str,
        *,
        as_of: datetime | None = None,
        limit: int = 3,
        known_on: datetime | None = None,
        include_undated: bool | None = None,
    ) -> tuple[Path, ...]:
        return await self._paths.between(source, target, as_of, limit, known_on, include_undated)

    async def history(
        self, name: str, *, since: datetime | None = None, reference_time: datetime | None = None
    ) -> History:
        return await self._histories.history(name, since, reference_time)

    async def types(self) -> tuple[Count, ...]:
        return await self._entities.types()

    async def relations(self) -> tuple[Count, ...]:
        return await self._entities.relations()

    async def fact(self, uuid: UUID | str, *, known_on: datetime | None = None) -> Fact:
        return await self._facts.one(uuid, known_on)

    async def facts_of_document(self, document_id: UUID | str) -> tuple[Fact, ...]:
        return await self._facts.of_document(document_id)

    async def names(self) -> tuple[str, ...]:
        return await self._entities.names()

    async def is_empty(self) -> bool:
        """No entity at all: documents have to be ingested first."""
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

    async def fact_changes(self, uuid: UUID) -> Sequence[FactChange]:
        """What the ledger says of a fact, the oldest first."""
        return await self._ledger.of_fact(uuid)

    async def latest_changes(self, limit: int = 100) -> Sequence[FactChange]:
        return await self._ledger.latest(limit)

    async def alarms(self) -> tuple[tuple[FactChange, ...], ...]:
        """Episodes that retired unusually many facts."""
        return await self._ledger.alarms()

    async def restore(self, change: int) -> None:
        """Undo one change of the ledger."""
        await self._ledger.restore(change)
