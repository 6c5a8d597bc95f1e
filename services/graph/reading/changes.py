"""What was true of an entity at a date, and what differs between two dates."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from services.graph.reading.entities import Entities
from services.graph.reading.timeline import Timelines
from services.graph.viewpoint import check_order
from services.models import Diff, Entity, Fact, Replacement, Viewpoint

LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Changes:
    entities: Entities
    timelines: Timelines

    async def state(self, name: str, viewpoint: Viewpoint) -> tuple[Fact, ...]:
        """The facts that hold at the viewpoint, in the order in which they began."""
        found = await self.entities.find(name, viewpoint)
        return await self.timelines.facts_that_hold(found.uuids, viewpoint)

    async def diff(self, name: str, start: datetime, end: datetime, viewpoint: Viewpoint) -> Diff:
        """What changed between the two dates, until the viewpoint's date at most. Undated facts are left out unless the
        viewpoint asks for them: both ends are dates."""
        check_order(start, end)
        found = await self.entities.find(name, viewpoint)
        known = await self.timelines.all_facts(found.uuids, viewpoint)
        return difference(found.entity, known, viewpoint.cut(start), viewpoint.cut(end), bool(viewpoint.undated))


def difference(entity: Entity, facts: Iterable[Fact], start: datetime, end: datetime, include_undated: bool) -> Diff:
    """Added: held at the end and not at the start; ended: the reverse; replaced: one of each that share subject and
    relation, and then in neither of the other two."""
    added, ended = [], []
    for fact in facts:
        before, after = (holds_at_moment(fact, moment, include_undated) for moment in (start, end))
        if after and not before:
            added.append(fact)
        elif before and not after:
            ended.append(fact)
    replaced = pair_replacements(ended, added)
    paired = {fact.uuid for pair_ in replaced for fact in (pair_.old, pair_.new)}
    return Diff(
        entity=entity,
        start=start,
        end=end,
        added=tuple(fact for fact in added if fact.uuid not in paired),
        ended=tuple(fact for fact in ended if fact.uuid not in paired),
        replaced=replaced,
    )


def holds_at_moment(fact: Fact, moment: datetime, include_undated: bool) -> bool:
    """Whether the fact is in the state at a moment: it held then or may have, as an undated fact may if those count."""
    return fact.holds_at(moment, undated=include_undated)


def pair_replacements(ended: Iterable[Fact], added: Iterable[Fact]) -> tuple[Replacement, ...]:
    """Old and new of one subject and relation, each used once as old and once as new: those that follow each other most
    closely first."""
    olds: defaultdict[tuple[UUID, str], list[Fact]] = defaultdict(list)
    for fact in ended:
        olds[fact.source_uuid, fact.relation].append(fact)
    close = [
        (_gap(old, new), _order(new), _order(old), old, new)
        for new in added
        for old in olds.get((new.source_uuid, new.relation), ())
        if old.uuid != new.uuid
    ]
    followed, following = set[UUID](), set[UUID]()
    pairs = []
    for *_, old, new in sorted(close, key=lambda item: item[:3]):
        if old.uuid not in followed and new.uuid not in following:
            followed.add(old.uuid)
            following.add(new.uuid)
            pairs.append(Replacement(old=old, new=new))
    return tuple(sorted(pairs, key=lambda pair_: _order(pair_.new)))


def _gap(old: Fact, new: Fact) -> float:
    """Seconds between the old fact's end and the new one's beginning."""
    ended, began = old.invalid_at, new.valid_at
    return abs((began - ended).total_seconds()) if ended and began else float("inf")


def _order(fact: Fact) -> tuple[datetime, str]:
    return fact.valid_at or LONG_AGO, str(fact.uuid)
