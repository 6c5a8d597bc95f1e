"""The facts of an entity in the order in which they began."""

from dataclasses import dataclass
from datetime import datetime

from services.graph import records
from services.graph.prepared import PreparedGraph
from services.graph.reading.entities import Entities
from services.graph.reading.facts import Facts
from services.graph.viewpoint import HOLDS, ResolvedViewpoint, check_order, in_utc
from services.models import Fact, Timeline, Viewpoint

KNOWN_END = """CASE WHEN $unended[r.uuid] IS NOT NULL THEN $forever
    WHEN $was[r.uuid] IS NOT NULL THEN coalesce($was[r.uuid].invalid_latest, $was[r.uuid].invalid_at, $forever)
    ELSE coalesce(r.invalid_latest, r.invalid_at, $forever) END"""
"""The latest moment of a fact's end, as it was known."""
OF_ENTITIES = f"""
    UNWIND $uuids AS uuid
    MATCH (n:Entity {{uuid: uuid}})-[r:RELATES_TO]-()
    WITH DISTINCT r
    WITH r, coalesce(r.valid_at, r.valid_latest) AS began
    WHERE ($start IS NULL OR coalesce(r.valid_latest, r.valid_at) >= $start
           OR (NOT $began_only AND began IS NOT NULL AND {KNOWN_END} > $start))
      AND ($end IS NULL OR r.valid_at <= $end OR (r.valid_at IS NULL AND began IS NOT NULL))
      AND {HOLDS}
    WITH r, began
    ORDER BY began IS NULL, began, r.invalid_at IS NULL, r.invalid_at, r.uuid
    LIMIT $limit
    RETURN {records.FACTS}
"""
MOST_FACTS = 20_000


@dataclass(frozen=True)
class Span:
    """From one date to another, both included. `began_only`: what began before it is no part of it."""

    start: datetime | None = None
    end: datetime | None = None
    began_only: bool = False

    def cut_to(self, viewpoint: Viewpoint) -> "Span":
        start, end = (date and viewpoint.cut(in_utc(date)) for date in (self.start, self.end))
        return Span(start, end, self.began_only)


WHENEVER = Span()


@dataclass(frozen=True)
class Timelines:
    graph: PreparedGraph
    entities: Entities
    facts: Facts

    async def timeline(self, name: str, span: Span, viewpoint: Viewpoint) -> Timeline:
        """An entity's facts by their beginning. With a span, those that held in it or may have, both ends included, and
        no undated ones; those that began before it say so. A date beyond the viewpoint's means that one."""
        if span.start is not None and span.end is not None:
            check_order(span.start, span.end)
        found = await self.entities.find(name, viewpoint)
        seen = await self.facts.resolve_viewpoint(viewpoint.with_ended())
        facts = await self._read(found.uuids, seen, span.cut_to(viewpoint))
        is_cut = span.cut_to(viewpoint) != span.cut_to(viewpoint.model_copy(update={"later": True}))
        return Timeline(entity=found.entity, facts=facts, cut_to=viewpoint.horizon if is_cut else None)

    async def all_facts(self, uuids: list[str], viewpoint: Viewpoint) -> tuple[Fact, ...]:
        """All facts of the entities, ended ones too."""
        return await self._read(uuids, await self.facts.resolve_viewpoint(viewpoint.with_ended()), WHENEVER)

    async def facts_that_hold(self, uuids: list[str], viewpoint: Viewpoint) -> tuple[Fact, ...]:
        """The facts of the entities that hold at the viewpoint."""
        return await self._read(uuids, await self.facts.resolve_viewpoint(viewpoint), WHENEVER)

    async def _read(self, uuids: list[str], view: ResolvedViewpoint, span: Span) -> tuple[Fact, ...]:
        rows = await self.graph.read(
            view.with_conditions(OF_ENTITIES),
            uuids=uuids,
            start=span.start,
            end=span.end,
            began_only=span.began_only,
            limit=MOST_FACTS,
            **view.parameters,
        )
        facts = await self.facts.with_citations(records.unpack_rows(rows), view)
        return facts if span.start is None else tuple(fact.with_beginning_marked(span.start) for fact in facts)
