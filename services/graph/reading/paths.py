"""How two entities hang together: the shortest few chains of facts, each of which holds at the date."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from uuid import UUID

from services.errors import InvalidInput
from services.graph import records
from services.graph.prepared import PreparedGraph
from services.graph.reading.entities import Entities, Found
from services.graph.reading.facts import Facts
from services.graph.viewpoint import HOLDS, ResolvedViewpoint
from services.models import Path, Viewpoint

Chain = tuple[list[str], list[str]]
"""The uuids of the entities, and of the facts between them."""
LONGEST = 6
MOST = 10
TRIES = (40, 400)
"""So many chains are looked at: most that are not told lead through an entity twice, or through the same as another."""


def shortest(many: int) -> str:
    return f"""
    MATCH (a:Entity {{uuid: $source}}), (b:Entity {{uuid: $target}})
    MATCH p = SHORTEST {many} (a) ((x:Entity)-[r:RELATES_TO]-(y:Entity) WHERE {HOLDS}){{1,{LONGEST}}} (b)
    RETURN [n IN nodes(p) | n.uuid] AS entities, [f IN relationships(p) | f.uuid] AS facts
    ORDER BY size(facts), entities, facts
"""


@dataclass(frozen=True)
class Paths:
    graph: PreparedGraph
    entities: Entities
    facts: Facts

    async def between(self, source: str, target: str, limit: int, viewpoint: Viewpoint) -> tuple[Path, ...]:
        """Shortest first, at most six facts long, none through an entity twice; chains through the same entities are
        told once."""
        first, last = await self.entities.find(source, viewpoint), await self.entities.find(target, viewpoint)
        if set(first.uuids) & set(last.uuids):
            raise InvalidInput("Choose two different entities.")
        view = await self.facts.resolved(viewpoint)
        wanted, chains = max(1, min(limit, MOST)), list[Chain]()
        for many in TRIES:
            rows = [row for ends in product(first.uuids, last.uuids) for row in await self._rows(many, *ends, view)]
            chains = [chain for chain in distinct(rows) if not is_returning(chain, first, last)]
            if len(chains) >= wanted or len(rows) < many:
                break
        return await self._paths(chains[:wanted], view)

    async def _rows(self, many: int, source: str, target: str, view: ResolvedViewpoint) -> Sequence[records.Row]:
        return await self.graph.read(shortest(many), source=source, target=target, **view.parameters)

    async def _paths(self, rows: "list[Chain]", view: ResolvedViewpoint) -> tuple[Path, ...]:
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


def is_returning(chain: Chain, first: Found, last: Found) -> bool:
    """Whether it leads through an entity twice, or through another of the name that it begins or ends with."""
    names, between = chain[0], chain[0][1:-1]
    return len(set(names)) < len(names) or bool({*first.uuids, *last.uuids}.intersection(between))


def distinct(rows: Sequence[records.Row]) -> list[Chain]:
    """One chain for each sequence of entities, shortest first."""
    chains = sorted(
        ((records.texts(row["entities"]), records.texts(row["facts"])) for row in rows),
        key=lambda chain: (len(chain[1]), chain),
    )
    return list({tuple(names): (names, facts) for names, facts in reversed(chains)}.values())[::-1]
