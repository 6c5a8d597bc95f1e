"""Everything within a few facts of an entity: walked step by step, ranked, capped, saying what was left out."""

import asyncio
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from uuid import UUID

from services.errors import InvalidInput
from services.graph import records
from services.graph.prepared import PreparedGraph
from services.graph.reading.entities import Entities
from services.graph.reading.facts import Facts
from services.graph.viewpoint import HOLDS, ResolvedViewpoint
from services.models import FactsByDistance, Neighborhood, Viewpoint

DEEPEST = 5
WALKED_FACTS = 20_000
FACTS_PER_ENTITY = 4
STEP_COLUMNS = {
    "uuid": "r.uuid",
    "source": "startNode(r).uuid",
    "target": "endNode(r).uuid",
    "valid_at": records.epoch_microseconds("r.valid_at"),
}
STEP = f"""
    UNWIND $frontier AS uuid
    MATCH (n:Entity {{uuid: uuid}})-[r:RELATES_TO]-()
    WITH DISTINCT r
    WHERE {HOLDS}
    WITH r
    ORDER BY r.valid_at DESC, r.uuid
    LIMIT $limit
    RETURN {records.packed_columns(STEP_COLUMNS)}
"""


@dataclass
class Walk:
    """What was reached, and how far from the start each entity lies; of each fact its ends and when it began, as
    microseconds since 1970."""

    distance: dict[str, int]
    facts: dict[str, tuple[str, str, float]] = field(default_factory=dict)
    full: bool = False

    def take(self, rows: Iterable[records.Row], depth: int) -> list[str]:
        """Add one step's facts; the entities reached for the first time."""
        reached: dict[str, None] = {}
        for row in rows:
            source, target = records.text(row["source"]), records.text(row["target"])
            began = float("-inf") if row["valid_at"] is None else records.number(row["valid_at"])
            self.facts[records.text(row["uuid"])] = (source, target, began)
            reached |= dict.fromkeys(uuid for uuid in (source, target) if uuid not in self.distance)
        self.distance |= dict.fromkeys(reached, depth)
        self.full = len(self.facts) >= WALKED_FACTS
        return list(reached)

    def nearest(self, limit: int) -> list[str]:
        """The entities to show: nearest first, then those with most facts, then the same order every time."""
        facts = Counter(uuid for source, target, _ in self.facts.values() for uuid in {source, target})
        return sorted(self.distance, key=lambda uuid: (self.distance[uuid], -facts[uuid], uuid))[:limit]

    def facts_among(self, shown: set[str]) -> list[str]:
        """Facts between entities that are shown: those nearest to the start first, then the latest."""
        among = [uuid for uuid, (source, target, _) in self.facts.items() if source in shown and target in shown]
        return sorted(among, key=self._fact_rank)

    def steps(self) -> list[list[str]]:
        """Facts by distance from the start, the latest of each first."""
        ranked = sorted(self.facts, key=self._fact_rank)
        return [list(step) for _, step in groupby(ranked, key=lambda uuid: self._fact_rank(uuid)[0])]

    def _fact_rank(self, uuid: str) -> tuple[int, float, str]:
        source, target, began = self.facts[uuid]
        return min(self.distance[source], self.distance[target]), -began, uuid


@dataclass(frozen=True)
class Neighbourhoods:
    graph: PreparedGraph
    entities: Entities
    facts: Facts

    async def around(self, name: str, depth: int, limit: int, viewpoint: Viewpoint) -> Neighborhood:
        """`limit` counts entities, the first one included. Totals count at most 20,000 facts walked."""
        _check_depth(depth)
        found = await self.entities.find(name, viewpoint)
        view = await self.facts.resolve_viewpoint(viewpoint)
        walk = await self._walk(found.uuids, depth, view)
        shown = walk.nearest(max(1, limit))
        among = walk.facts_among(set(shown))
        entities, edges = await asyncio.gather(
            self.entities.by_uuids([UUID(uuid) for uuid in shown], viewpoint),
            self.facts.by_uuids([UUID(uuid) for uuid in among[: FACTS_PER_ENTITY * max(limit, 50)]], view),
        )
        return Neighborhood(
            entity=found.entity,
            nodes=tuple(entities[UUID(uuid)] for uuid in shown if UUID(uuid) in entities),
            edges=edges,
            as_of=viewpoint.as_of,
            total_nodes=len(walk.distance),
            total_edges=len(walk.facts),
            truncated=walk.full or len(shown) < len(walk.distance) or len(edges) < len(walk.facts),
        )

    async def by_distance(self, name: str, depth: int, most: int, viewpoint: Viewpoint) -> FactsByDistance:
        """The facts by their distance from the entity, at most `most` of each; a distance without facts is left out."""
        _check_depth(depth)
        found = await self.entities.find(name, viewpoint)
        view = await self.facts.resolve_viewpoint(viewpoint)
        walk = await self._walk(found.uuids, depth, view)
        steps = [step[:most] for step in walk.steps()]
        facts = {
            fact.uuid: fact for fact in await self.facts.by_uuids([UUID(one) for step in steps for one in step], view)
        }
        return FactsByDistance(
            entity=found.entity,
            steps=tuple(tuple(facts[UUID(one)] for one in step if UUID(one) in facts) for step in steps),
            total=len(walk.facts),
            is_whole=not walk.full,
        )

    async def _walk(self, start: list[str], depth: int, view: ResolvedViewpoint) -> Walk:
        walk, frontier = Walk(dict.fromkeys(start, 0)), start
        for step in range(1, depth + 1):
            room = WALKED_FACTS - len(walk.facts)
            if not frontier or room <= 0:
                break
            given = {"frontier": frontier, "limit": room, **view.parameters}
            rows = records.unpack_rows(await self.graph.read(view.with_conditions(STEP), **given))
            frontier = walk.take(rows, step)
        return walk


def _check_depth(depth: int) -> None:
    if not 1 <= depth <= DEEPEST:
        raise InvalidInput(f"The depth is 1 to {DEEPEST} facts, not {depth}.")
