"""How two entities hang together: the shortest few chains of facts, each of which holds at the date."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from services.errors import InvalidInput
from services.graph import records
from services.graph.prepared import PreparedGraph
from services.graph.reading.chains import Chain, ChainEnd, Chains
from services.graph.reading.entities import Entities
from services.graph.reading.facts import Facts
from services.graph.reading.mention_links import MentionLinks
from services.graph.viewpoint import HOLDS, ResolvedViewpoint
from services.models import Path, Viewpoint

LONGEST = 6
MOST = 10
MOST_AT_ONCE = 5_000
"""Entities that a step goes on from, those with the least uuids; more are met in graphs of hundreds of thousands."""
STEP = f"""
    UNWIND $frontier AS uuid
    MATCH (n:Entity {{uuid: uuid}})-[r:RELATES_TO]-(m:Entity)
    WHERE {HOLDS}
    RETURN n.uuid AS source, m.uuid AS target, min(r.uuid) AS fact
    LIMIT $limit
"""
MOST_STEPS = 200_000


@dataclass(frozen=True)
class Paths:
    graph: PreparedGraph
    entities: Entities
    facts: Facts
    together: MentionLinks

    async def between(
        self, source: str, target: str, limit: int, viewpoint: Viewpoint, over_mentions: bool = False
    ) -> tuple[Path, ...]:
        """Shortest first, at most six facts long, none through an entity twice; chains through the same entities are
        told once. `over_mentions`: a step may also lead between two that are mentioned together."""
        first, last = await self.entities.find(source, viewpoint), await self.entities.find(target, viewpoint)
        if set(first.uuids) & set(last.uuids):
            raise InvalidInput("Choose two different entities.")
        view, wanted = await self.facts.resolve_viewpoint(viewpoint), max(1, min(limit, MOST))
        chains = Chains(frozenset(first.uuids), frozenset(last.uuids))
        return await self._paths(chains, await self._shortest(chains, wanted, view, over_mentions), view)

    async def _shortest(self, chains: Chains, wanted: int, view: ResolvedViewpoint, over_mentions: bool) -> list[Chain]:
        """Walked from both ends in turn, from the one with fewer entities ahead, until the shortest are known."""
        sides = [ChainEnd.at(chains.sources), ChainEnd.at(chains.targets)]
        found: list[Chain] = []
        for walked in range(1, LONGEST + 1):
            side = min(sides, key=lambda one: len(one.frontier))
            chains.add(await self._steps(side.frontier, view))
            if over_mentions:
                chains.add([(*step, "") for step in await self.together.steps(side.frontier, view)])
            side.take(chains.neighbours, MOST_AT_ONCE)
            is_end = not side.frontier
            found = chains.shortest(wanted, LONGEST if is_end else walked)
            if is_end or len(found) == wanted:
                break
        return found

    async def _steps(self, frontier: Sequence[str], view: ResolvedViewpoint) -> list[tuple[str, str, str]]:
        rows = await self.graph.read(
            view.with_conditions(STEP), frontier=list(frontier), limit=MOST_STEPS, **view.parameters
        )
        return [(records.text(row["source"]), records.text(row["target"]), records.text(row["fact"])) for row in rows]

    async def _paths(self, chains: Chains, found: Sequence[Chain], view: ResolvedViewpoint) -> tuple[Path, ...]:
        entities = await self.entities.by_uuids([UUID(uuid) for chain in found for uuid in chain], view.viewpoint)
        hops = {chain: [UUID(uuid) for uuid in chains.facts_of(chain)] for chain in found}
        wanted = [uuid for uuids in hops.values() for uuid in uuids]
        facts = {fact.uuid: fact for fact in await self.facts.by_uuids(wanted, view)}
        weak = {chain: [(UUID(one), UUID(other)) for one, other in chains.mentions_of(chain)] for chain in found}
        links = await self.together.between([step for steps in weak.values() for step in steps], view)
        return tuple(
            Path(
                entities=tuple(entities[UUID(uuid)] for uuid in chain),
                facts=tuple(facts[uuid] for uuid in hops[chain]),
                mentions=tuple(links[frozenset(step)] for step in weak[chain]),
            )
            for chain in found
        )
