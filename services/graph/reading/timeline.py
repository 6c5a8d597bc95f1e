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
    WITH r, coalesce(r.valid_at, r.valid_latest) AS began
    WHERE ($start IS NULL OR coalesce(r.valid_latest, r.valid_at) >= $start)
      AND ($end IS NULL OR r.valid_at <= $end OR (r.valid_at IS NULL AND began IS NOT NULL))
      AND {HOLDS}
    WITH r, began
    ORDER BY began IS NULL, began, r.invalid_at IS NULL, r.invalid_at, r.uuid
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
        """With a range: the facts that began in it or may have, both ends included, and no undated ones."""
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
            view.asking(OF_ENTITIES),
            uuids=uuids,
            start=start and in_utc(start),
            end=end and in_utc(end),
            limit=MOST_FACTS,
            **view.parameters,
        )
        return await self.facts.cited(records.unpacked(rows), view)
