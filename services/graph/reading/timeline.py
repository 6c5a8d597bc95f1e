"""The facts of an entity in the order in which they began."""

from dataclasses import dataclass
from datetime import datetime

from services.graph import records
from services.graph.prepared import PreparedGraph
from services.graph.reading.entities import Entities
from services.graph.reading.facts import Facts
from services.graph.viewpoint import HOLDS, ResolvedViewpoint, check_order, in_utc
from services.models import Fact, Timeline, Viewpoint

OF_ENTITIES = f"""
    UNWIND $uuids AS uuid
    MATCH (n:Entity {{uuid: uuid}})-[r:RELATES_TO]-()
    WITH DISTINCT r
    WHERE ($start IS NULL OR r.valid_at >= $start)
      AND ($end IS NULL OR r.valid_at <= $end)
      AND {HOLDS}
    WITH r
    ORDER BY r.valid_at IS NULL, r.valid_at, r.invalid_at IS NULL, r.invalid_at, r.uuid
    LIMIT $limit
    RETURN {records.FACTS}
"""
MOST_FACTS = 20_000


@dataclass(frozen=True)
class Timelines:
    graph: PreparedGraph
    entities: Entities
    facts: Facts

    async def timeline(self, name: str, start: datetime | None, end: datetime | None, viewpoint: Viewpoint) -> Timeline:
        """With a range: the facts that began in it, both ends included, and no undated ones."""
        if start is not None and end is not None:
            check_order(start, end)
        found = await self.entities.find(name, viewpoint)
        facts = await self.whole(found.uuids, viewpoint, start, end)
        return Timeline(entity=found.entity, facts=facts)

    async def whole(
        self, uuids: list[str], viewpoint: Viewpoint, start: datetime | None = None, end: datetime | None = None
    ) -> tuple[Fact, ...]:
        """All facts of the entities, ended ones too."""
        return await self._read(uuids, await self.facts.resolved(viewpoint.with_ended()), start, end)

    async def holding(self, uuids: list[str], viewpoint: Viewpoint) -> tuple[Fact, ...]:
        """The facts of the entities that hold at the viewpoint."""
        return await self._read(uuids, await self.facts.resolved(viewpoint))

    async def _read(
        self, uuids: list[str], view: ResolvedViewpoint, start: datetime | None = None, end: datetime | None = None
    ) -> tuple[Fact, ...]:
        rows = await self.graph.read(
            OF_ENTITIES,
            uuids=uuids,
            start=start and in_utc(start),
            end=end and in_utc(end),
            limit=MOST_FACTS,
            **view.parameters,
        )
        return await self.facts.cited(records.unpacked(rows), view)
