"""The shortest chains between entities, over steps that are read from both ends towards the middle. Pure."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

Chain = tuple[str, ...]
"""The entities that it leads through, by uuid."""


@dataclass
class ChainEnd:
    """What has been reached from one end: its farthest entities, and all of them."""

    frontier: list[str]
    reached: set[str]
    depth: int = 0

    @classmethod
    def at(cls, ends: Iterable[str]) -> "ChainEnd":
        ends = sorted(ends)
        return cls(ends, set(ends))

    def take(self, neighbours: Mapping[str, Collection[str]], most: int) -> None:
        """One step farther; of very many entities only so many are gone on from."""
        found = {near for uuid in self.frontier for near in neighbours.get(uuid, ())} - self.reached
        self.frontier, self.reached, self.depth = sorted(found)[:most], self.reached | found, self.depth + 1


@dataclass
class Chains:
    """`facts` has for each two neighbours one fact between them: the one with the least uuid; "" for two that are only
    mentioned together."""

    sources: frozenset[str]
    targets: frozenset[str]
    facts: dict[tuple[str, str], str] = field(default_factory=dict)
    neighbours: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, steps: Iterable[tuple[str, str, str]]) -> None:
        """Entity, entity, fact."""
        for one, other, fact in steps:
            if one != other:
                if fact or (one, other) not in self.facts:
                    self.facts[one, other] = self.facts[other, one] = fact
                self.neighbours[one].add(other)
                self.neighbours[other].add(one)

    def shortest(self, most: int, longest: int) -> list[Chain]:
        """Shortest first, facts before mentions, then by uuid; none leads through an entity twice, or back to one of
        its ends' names."""
        away = self._distances(longest)
        found: list[Chain] = []
        for length in range(1, longest + 1):
            for source in sorted(self.sources):
                for chain in self._of_length((source,), length, away):
                    found.append(chain)
                    if len(found) == most:
                        return found
        return found

    def facts_of(self, chain: Chain) -> list[str]:
        return [fact for step in pairwise(chain) if (fact := self.facts[step])]

    def mentions_of(self, chain: Chain) -> list[tuple[str, str]]:
        """The steps of a chain that no fact joins."""
        return [step for step in pairwise(chain) if not self.facts[step]]

    def _of_length(self, chain: Chain, length: int, away: Mapping[str, int]) -> Iterator[Chain]:
        left, closed = length - len(chain) + 1, {*chain, *self.sources, *self.targets}
        for near in sorted(self.neighbours[chain[-1]], key=lambda near: (self.facts[chain[-1], near] == "", near)):
            if left == 1 and near in self.targets:
                yield (*chain, near)
            elif left > 1 and away.get(near, left) < left and near not in closed:
                yield from self._of_length((*chain, near), length, away)

    def _distances(self, longest: int) -> dict[str, int]:
        """How many steps each entity is from the targets."""
        away, frontier = dict.fromkeys(self.targets, 0), set(self.targets)
        for distance in range(1, longest):
            frontier = {near for uuid in frontier for near in self.neighbours[uuid]} - away.keys()
            away |= dict.fromkeys(frontier, distance)
        return away
