"""How two entities hang together: the shortest few chains of facts, each of which holds at the date."""

from dataclasses import dataclass
from uuid import UUID

from services.errors import InvalidInput
from services.graph import records
from services.graph.prepared import PreparedGraph
from services.graph.reading.entities import Entities
from services.graph.reading.facts import Facts
from services.graph.viewpoint import HOLDS, ResolvedViewpoint
from services.models import Path, Viewpoint

LONGEST = 6
MOST = 10
SHORTEST = f"""
    MATCH (a:Entity {{uuid: $source}}), (b:Entity {{uuid: $target}})
    MATCH p = SHORTEST 40 (a) ((x:Entity)-[r:RELATES_TO]-(y:Entity) WHERE {HOLDS}){{1,{LONGEST}}} (b)
    RETURN [n IN nodes(p) | n.uuid] AS entities, [f IN relationships(p) | f.uuid] AS facts
    ORDER BY size(facts), entities, facts
"""


@dataclass(frozen=True)
class Paths:
    graph: PreparedGraph
    entities: Entities
    facts: Facts

    async def between(self, source: str, target: str, limit: int, viewpoint: Viewpoint) -> tuple[Path, ...]:
        """Shortest first, at most six facts long; chains through the same entities are told once."""
        first, last = await self.entities.find(source, viewpoint), await self.entities.find(target, viewpoint)
        if set(first.uuids) & set(last.uuids):
            raise InvalidInput("Choose two different entities.")
        view = await self.facts.resolved(viewpoint)
        rows = [
            row
            for start in first.uuids
            for end in last.uuids
            for row in await self.graph.read(SHORTEST, source=start, target=end, **view.parameters)
        ]
        return await self._paths(distinct(rows)[: max(1, min(limit, MOST))], view)

    async def _paths(self, rows: list[tuple[list[str], list[str]]], view: ResolvedViewpoint) -> tuple[Path, ...]:
        entities = await self.entities.by_uuids([UUID(uuid) for names, _ in rows for uuid in names], view.viewpoint)
        hops = [UUID(uuid) for _, uuids in rows for uuid in uuids]
        facts = {fact.uuid: fact for fact in await self.facts.by_uuids(hops, view)}
        return tuple(
            Path(
                entities=tuple(entities[UUID(uuid)] for uuid in names),
                facts=tuple(facts[UUID(uuid)] for uuid in uuids),
            )
            for names, uuids in rows
        )


def distinct(rows: list[dict[str, object]]) -> list[tuple[list[str], list[str]]]:
    """One chain for each sequence of entities, shortest first."""
    chains = sorted(
        ((records.texts(row["entities"]), records.texts(row["facts"])) for row in rows),
        key=lambda chain: (len(chain[1]), chain),
    )
    return list({tuple(names): (names, facts) for names, facts in reversed(chains)}.values())[::-1]
