"""Which names stand close to each other in a document: pairs, and the passages in which both stand. Pure."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from typing import NamedTuple

CLOSE = 300
"""Characters between the beginnings of two names that are mentioned together."""
CLOSE_BY = "any(start IN m.starts WHERE any(other IN o.starts WHERE abs(start - other) <= $close))"
"""In Cypher, of the mentions `m` and `o` of two entities in one document."""
Pair = tuple[str, str]
"""Two entities by uuid, the lesser first."""


class Stretch(NamedTuple):
    """From where the first name of a passage begins to where the last one begins."""

    start: int
    end: int


class Place(NamedTuple):
    """Where an entity's name begins."""

    start: int
    entity: str


def pair_of(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)


def pairs_in(places: Iterable[Place]) -> Mapping[Pair, list[Stretch]]:
    """The passages of one document in which both entities of a pair stand, by pairs; those that overlap are one."""
    found: defaultdict[Pair, list[Stretch]] = defaultdict(list)
    near: deque[Place] = deque()
    for place in sorted(places):
        while near and place.start - near[0].start > CLOSE:
            near.popleft()
        for earlier in near:
            if earlier.entity != place.entity:
                _extend(found[pair_of(earlier.entity, place.entity)], Stretch(earlier.start, place.start))
        near.append(place)
    return found


def _extend(stretches: list[Stretch], by: Stretch) -> None:
    if stretches and by.start <= stretches[-1].end and by.end - stretches[-1].start <= 2 * CLOSE:
        stretches[-1] = Stretch(min(stretches[-1].start, by.start), max(stretches[-1].end, by.end))
    else:
        stretches.append(by)
