"""An entity's changes in words, for an agent or a reader: the state then, what has changed since, the pattern of it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time

from services.graph.reading.changes import difference, holds
from services.graph.reading.entities import Entities
from services.graph.reading.timeline import Timelines
from services.graph.viewpoint import check_order, now
from services.models import Diff, Entity, Fact, History, Viewpoint
from services.text.dates import LAST_SECOND
from services.text.wording import relation_words

LONG = 25
LATEST = 12
MOST_LINES = 15
WHOLE_DAY = (time(tzinfo=UTC), LAST_SECOND)


@dataclass(frozen=True)
class Histories:
    entities: Entities
    timelines: Timelines

    async def history(
        self, name: str, since: datetime | None, reference_time: datetime | None, viewpoint: Viewpoint
    ) -> History:
        """With `reference_time`: the state then and what has changed from then to now, or to the viewpoint's date. Else
        what happened, from `since` on where that is given. A date beyond the viewpoint's means that one."""
        if since is not None and reference_time is not None:
            check_order(since, reference_time)
        found = await self.entities.find(name, viewpoint)
        facts = await self.timelines.whole(found.uuids, viewpoint)
        first, then = (moment and viewpoint.cut(moment) for moment in (since, reference_time))
        return tell(found.entity, facts, first, then, viewpoint.horizon or now(), viewpoint.horizon)


def tell(
    entity: Entity,
    facts: Sequence[Fact],
    since: datetime | None,
    reference_time: datetime | None,
    today: datetime,
    horizon: datetime | None = None,
) -> History:
    """`horizon`: the date up to which is told, where that is not today."""
    if reference_time is not None and reference_time != horizon:
        return _then_and_since(entity, facts, since, reference_time, today, horizon)
    return _what_happened(entity, facts, since, today, horizon)


def _then_and_since(
    entity: Entity,
    facts: Sequence[Fact],
    since: datetime | None,
    then: datetime,
    today: datetime,
    horizon: datetime | None,
) -> History:
    state = tuple(fact for fact in facts if holds(fact, then, include_undated=False))
    changes = difference(entity, facts, then, today, include_undated=False) if then <= today else None
    lines = [f"{entity.name}: the state on {day(then)} and what has changed since."]
    lines += _section(f"True on {day(then)} ({_count(state, 'fact')})", state, f"Nothing is known of {day(then)}.")
    lines += (
        _changes(changes, then, until(horizon))
        if changes
        else ["The date lies in the future; nothing can have changed since."]
    )
    if since is not None:
        before = [f for f in facts if _happened_between(f, since, then)]
        unchanged = f"Nothing changed from {day(since)} until then."
        lines += _section(f"Between {day(since)} and {day(then)}", before, unchanged)
    lines += _undated(facts)
    return _history(entity, since, then, lines, state, changes, facts)


def _what_happened(
    entity: Entity, facts: Sequence[Fact], since: datetime | None, today: datetime, horizon: datetime | None
) -> History:
    current = tuple(fact for fact in facts if holds(fact, today, include_undated=horizon is None))
    state = "Current state" if horizon is None else f"The state on {day(horizon)}"
    dated = [fact for fact in facts if fact.valid_at is not None]
    changes = difference(entity, facts, since, today, include_undated=False) if since and since <= today else None
    happened = [fact for fact in dated if since is None or _happened_between(fact, since, today)]
    if not _ever_changed(facts):
        lines = [_unchanged(entity, dated), *_section(state, current, "No fact is known.")]
    elif not happened:
        lines = [f"{entity.name}: nothing has changed since {day(since)}."]
        lines += _section(state, current, f"Nothing is known to be true {_when(horizon)}.")
    else:
        lines = _story(entity, happened, current, since, horizon)
    return _history(entity, since, horizon, lines + _undated(facts), current, changes, facts)


def until(horizon: datetime | None) -> str:
    return "until now" if horizon is None else f"until {day(horizon)}"


def _when(horizon: datetime | None) -> str:
    return "now" if horizon is None else f"on {day(horizon)}"


def _story(
    entity: Entity,
    happened: Sequence[Fact],
    current: Sequence[Fact],
    since: datetime | None,
    horizon: datetime | None,
) -> list[str]:
    from_when = f" since {day(since)}" if since else ""
    to_when = "" if horizon is None else f" {until(horizon)}"
    counted = f"{_count(happened, 'fact')}{from_when}{to_when}, {_count(current, 'fact')} true {_when(horizon)}"
    lines = [f"{entity.name}: {counted}."]
    if len(happened) > LONG:
        lines += _pattern(happened)
        lines += _section(f"The latest {LATEST}", happened[-LATEST:], "")
        lines.append("Narrow by a start and end date, by a relation, or by another entity to see the rest.")
    else:
        lines += _section("What happened, in order", happened, "")
    state = "True now" if horizon is None else f"The state on {day(horizon)}"
    return [*lines, *_section(state, current, f"Nothing is known to be true {_when(horizon)}.")]


def _pattern(facts: Sequence[Fact]) -> list[str]:
    """A long history in three sentences: how much, of what kind, when most."""
    relations = Counter(relation_words(fact.relation) for fact in facts)
    decades = Counter(f"{fact.valid_at.year // 10 * 10}s" for fact in facts if fact.valid_at)
    began = [fact.valid_at for fact in facts if fact.valid_at]
    ended = sum(fact.invalid_at is not None for fact in facts)
    return [
        f"Pattern: {len(facts)} facts from {day(min(began))} to {day(max(began))}; {ended} of them have ended.",
        "By relation: " + ", ".join(f"{name} {count}" for name, count in relations.most_common(6)) + ".",
        "By decade: " + ", ".join(f"{name} {count}" for name, count in sorted(decades.items())) + ".",
    ]


def _changes(changes: Diff, then: datetime, until_when: str) -> list[str]:
    if not (changes.added or changes.ended or changes.replaced):
        return [f"Unchanged since {day(then)}."]
    replaced = [f"- replaced: {line(pair.old)} → {line(pair.new)}" for pair in changes.replaced]
    ended = [f"- ended: {line(fact)}" for fact in changes.ended]
    added = [f"- new: {line(fact)}" for fact in changes.added]
    return [f"Changed from {day(then)} {until_when}:", *_cut([*replaced, *ended, *added])]


def _section(heading: str, facts: Sequence[Fact], if_none: str) -> list[str]:
    if not facts:
        return [if_none] if if_none else []
    return [f"{heading}:", *_cut([f"- {line(fact)}" for fact in facts])]


def _cut(lines: list[str]) -> list[str]:
    left = len(lines) - MOST_LINES
    return [*lines[:MOST_LINES], f"… and {left} more."] if left > 0 else lines


def _undated(facts: Sequence[Fact]) -> list[str]:
    count = sum(fact.valid_at is None for fact in facts)
    return [f"{count} undated {'fact is' if count == 1 else 'facts are'} known as well."] if count else []


def _unchanged(entity: Entity, dated: Sequence[Fact]) -> str:
    if not dated:
        return f"{entity.name}: no dated fact is known."
    return f"{entity.name}: first seen on {day(dated[0].valid_at)}, unchanged since."


def _ever_changed(facts: Sequence[Fact]) -> bool:
    """Anything ended, or began later than the first."""
    begun = {fact.valid_at for fact in facts if fact.valid_at is not None}
    return len(begun) > 1 or any(fact.invalid_at is not None for fact in facts)


def _happened_between(fact: Fact, start: datetime, end: datetime) -> bool:
    return any(moment is not None and start <= moment <= end for moment in (fact.valid_at, fact.invalid_at))


def _history(
    entity: Entity,
    since: datetime | None,
    reference_time: datetime | None,
    lines: list[str],
    state: tuple[Fact, ...],
    changes: Diff | None,
    facts: Sequence[Fact],
) -> History:
    text = "\n".join(lines)
    return History(
        entity=entity,
        since=since,
        reference_time=reference_time,
        text=text,
        state=state,
        changes=changes,
        facts=told(text, facts),
        known=tuple(fact for fact in facts if since is None or (fact.valid_at is not None and fact.valid_at >= since)),
        total_facts=len(facts),
    )


def told(text: str, facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts that a text speaks of, in the order in which it does."""
    positions = ((text.find(line(fact)), fact) for fact in facts)
    return tuple(fact for position, fact in sorted(positions, key=lambda item: item[0]) if position >= 0)


def line(fact: Fact) -> str:
    return f"{fact.fact} ({fact.source} {relation_words(fact.relation)} {fact.target}; {span(fact)})"


def span(fact: Fact) -> str:
    if fact.valid_at is None and fact.invalid_at is None:
        return "undated"
    if fact.invalid_at is None:
        return f"since {day(fact.valid_at)}"
    return f"{day(fact.valid_at)} to {day(fact.invalid_at)}"


def day(moment: datetime | None) -> str:
    """2001-11-17, with the time where it is neither the day's beginning nor its end."""
    if moment is None:
        return "an unknown date"
    moment = moment.astimezone(UTC)
    return f"{moment:%Y-%m-%d}" if moment.timetz() in WHOLE_DAY else f"{moment:%Y-%m-%d %H:%M:%S}"


def _count(facts: Sequence[Fact], noun: str) -> str:
    return f"{len(facts)} {noun}" + ("" if len(facts) == 1 else "s")
