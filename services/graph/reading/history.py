"""An entity's changes for an agent or a reader: the state then, what has changed since, the pattern of it.

Made as lines with the facts that each speaks of; `line_in_words` makes text of them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time

from services.graph.reading.changes import difference, holds_at_moment, pair_replacements
from services.graph.reading.entities import Entities
from services.graph.reading.timeline import Timelines
from services.graph.viewpoint import check_order, now
from services.models import Diff, Entity, Fact, History, HistoryLine, Viewpoint
from services.text.dates import LAST_SECOND
from services.text.wording import date, date_phrase, iso_validity, relation_words

LATEST = 12
MOST_LINES = 15
WAY_ON = "since and reference_time together tell what happened between two dates"
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
        facts = await self.timelines.all_facts(found.uuids, viewpoint)
        first, then = (moment and viewpoint.cut(moment) for moment in (since, reference_time))
        return tell_history(found.entity, facts, first, then, viewpoint.horizon or now(), viewpoint.horizon)


def tell_history(
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
    state = tuple(fact.with_certainty_at(then) for fact in facts if holds_at_moment(fact, then, include_undated=False))
    changes = difference(entity, facts, then, today, include_undated=False) if then <= today else None
    lines = _said(f"{entity.name}: the state on {_day_words(then)} and what has changed since.")
    lines += _section(
        f"True on {_day_words(then)} ({_count(state, 'fact')})", state, f"Nothing is known of {_day_words(then)}."
    )
    in_future = "The date lies in the future; nothing can have changed since."
    changed = _steps(facts, then, today) if changes else []
    lines += _changes(changed, then, _until(horizon)) if changes else _said(in_future)
    concerned = [*state, *facts_of_lines(changed)]
    if since is not None:
        before = [f for f in facts if _happened_between(f, since, then)]
        between = [HistoryLine(text="- ", facts=(fact,)) for fact in reversed(before)]
        heading = f"Between {_day_words(since)} and {_day_words(then)}, the newest first:" if before else ""
        lines += _said(heading or f"Nothing changed from {_day_words(since)} until then.") + _cut(between)
        concerned += before
    lines += _undated(facts)
    return _history(entity, since, then, lines, state, changes, facts, concerned)


def _what_happened(
    entity: Entity, facts: Sequence[Fact], since: datetime | None, today: datetime, horizon: datetime | None
) -> History:
    held = [fact for fact in facts if holds_at_moment(fact, today, include_undated=horizon is None)]
    current = tuple(fact.with_certainty_at(today) if fact.began else fact for fact in held)
    state = "Current state" if horizon is None else f"The state on {_day_words(horizon)}"
    dated = [fact for fact in facts if fact.began is not None]
    changes = difference(entity, facts, since, today, include_undated=False) if since and since <= today else None
    happened = [fact for fact in dated if since is None or _happened_between(fact, since, today)]
    if not _ever_changed(facts):
        lines = [*_said(_unchanged(entity, dated)), *_section(state, current, "No fact is known.")]
    elif not happened:
        since_when = f"has changed since {_day_words(since)}" if since else "is known to have begun"
        lines = _said(f"{entity.name}: nothing {since_when}.")
        lines += _section(state, current, f"Nothing is known to be true {_when(horizon)}.")
    else:
        lines = _story(entity, happened, current, since, horizon)
    told = lines + _undated(facts)
    return _history(entity, since, horizon, told, current, changes, facts, [*current, *happened])


def _until(horizon: datetime | None) -> str:
    return "until now" if horizon is None else f"until {_day_words(horizon)}"


def _when(horizon: datetime | None) -> str:
    return "now" if horizon is None else f"on {_day_words(horizon)}"


def _story(
    entity: Entity,
    happened: Sequence[Fact],
    current: Sequence[Fact],
    since: datetime | None,
    horizon: datetime | None,
) -> list[HistoryLine]:
    from_when = f" since {_day_words(since)}" if since else ""
    told = _happened(happened)
    if horizon is None:
        counted = f"{_count(happened, 'fact')}{from_when}, {_count(current, 'fact')} true now"
        state = _section("True now", current, "Nothing is known to be true now.")
        return [*_said(f"{entity.name}: {counted}."), *state, *told]
    begun = f"the state on {_day_words(horizon)}, and {_count(happened, 'fact')}{from_when} until then"
    state = _section(
        f"True on {_day_words(horizon)}", current, f"Nothing is known to be true on {_day_words(horizon)}."
    )
    return [*_said(f"{entity.name}: {begun}."), *state, *told]


def _happened(happened: Sequence[Fact]) -> list[HistoryLine]:
    if len(happened) <= MOST_LINES:
        return _section("What happened, the newest first", happened[::-1], "")
    latest = _section("What happened last, the newest first", happened[-1 : -LATEST - 1 : -1], "")
    return [*_pattern(happened), *latest, *_said(f"… and {len(happened) - LATEST} earlier; {WAY_ON}.")]


def _pattern(facts: Sequence[Fact]) -> list[HistoryLine]:
    """A long history in three sentences: how often it changed, mostly what, of what kind, when most."""
    relations = Counter(relation_words(fact.relation) for fact in facts)
    decades = Counter(f"{fact.valid_at.year // 10 * 10}s" for fact in facts if fact.valid_at)
    first, *_, last = [fact.began for fact in facts if fact.began]
    years = f"between {date(first, iso=True)} and {date(last, iso=True)}"
    ((mostly, most),) = relations.most_common(1)
    ended = sum(fact.ended is not None for fact in facts)
    return _said(
        f"Pattern: changed {len(facts)} times, mostly “{mostly}” ({most}), {years}; {ended} of these facts have ended.",
        "By relation: " + ", ".join(f"{name} {count}" for name, count in relations.most_common(6)) + ".",
        "By decade: " + ", ".join(f"{name} {count}" for name, count in sorted(decades.items())) + ".",
    )


def _changes(lines: Sequence[HistoryLine], then: datetime, until_when: str) -> list[HistoryLine]:
    if not lines:
        return _said(f"Unchanged since {_day_words(then)}.")
    return [*_said(f"Changed from {_day_words(then)} {until_when}, the newest first:"), *_cut(lines)]


def _steps(facts: Sequence[Fact], start: datetime, end: datetime) -> list[HistoryLine]:
    """Everything that began, ended or was replaced after `start` and by `end`, also what did both; the newest first."""
    began = [fact for fact in facts if fact.valid_at and start < fact.valid_at <= end]
    held = [fact for fact in facts if holds_at_moment(fact, start, include_undated=False)]
    ended = [fact for fact in (*held, *began) if not holds_at_moment(fact, end, include_undated=False)]
    followed = [one for one in pair_replacements(ended, began) if _moment(one.old.valid_at) < _moment(one.new.valid_at)]
    olds, news = {one.old.uuid for one in followed}, {one.new.uuid for one in followed}
    dated = [
        *((_moment(one.new.valid_at), "- replaced: ", (one.old, one.new)) for one in followed),
        *((_end(fact), "- ended: ", (fact,)) for fact in ended if fact.uuid not in olds),
        *((_moment(fact.valid_at), "- new: ", (fact,)) for fact in began if fact.uuid not in news),
    ]
    newest_first = sorted(dated, key=lambda step: step[0], reverse=True)
    return [HistoryLine(text=text, facts=told) for _, text, told in newest_first]


def _end(fact: Fact) -> datetime:
    """The earliest moment, or the latest where only that is known."""
    return fact.invalid_at or fact.certain_end or _moment(None)


def _moment(date: datetime | None) -> datetime:
    return date or datetime.min.replace(tzinfo=UTC)


def _section(heading: str, facts: Sequence[Fact], if_none: str) -> list[HistoryLine]:
    """Whole: a state of which a part is told is not one."""
    if not facts:
        return _said(if_none) if if_none else []
    return [*_said(f"{heading}:"), *(HistoryLine(text="- ", facts=(fact,)) for fact in facts)]


def _said(*lines: str) -> list[HistoryLine]:
    return [HistoryLine(text=text) for text in lines]


def _cut(lines: Sequence[HistoryLine]) -> list[HistoryLine]:
    """The first of them, which are the newest, and how many earlier ones there are."""
    left = len(lines) - MOST_LINES
    earlier = _said(f"… and {left} earlier; {WAY_ON}.") if left > 0 else []
    return [*lines[:MOST_LINES], *earlier]


def _undated(facts: Sequence[Fact]) -> list[HistoryLine]:
    count = sum(fact.began is None for fact in facts)
    return _said(f"{count} undated {'fact is' if count == 1 else 'facts are'} known as well.") if count else []


def _unchanged(entity: Entity, dated: Sequence[Fact]) -> str:
    began = dated[0].began if dated else None
    if began is None:
        return f"{entity.name}: no dated fact is known."
    return f"{entity.name}: first seen {date_phrase(began, iso=True)}, unchanged since."


def _ever_changed(facts: Sequence[Fact]) -> bool:
    """Anything ended, or began later than the first."""
    begun = {fact.began for fact in facts if fact.began is not None}
    return len(begun) > 1 or any(fact.ended is not None for fact in facts)


def _happened_between(fact: Fact, start: datetime, end: datetime) -> bool:
    """Began or ended then, or may have."""
    return any(date is not None and date.may_lie_in(start, end) for date in (fact.began, fact.ended))


def _history(
    entity: Entity,
    since: datetime | None,
    reference_time: datetime | None,
    lines: list[HistoryLine],
    state: tuple[Fact, ...],
    changes: Diff | None,
    facts: Sequence[Fact],
    concerned: Iterable[Fact],
) -> History:
    return History(
        entity=entity,
        since=since,
        reference_time=reference_time,
        text="\n".join(map(line_in_words, lines)),
        lines=tuple(lines),
        state=state,
        changes=changes,
        facts=facts_of_lines(lines),
        known=_begun_since(facts, since) or tuple(facts),
        total_facts=len(facts),
        fact_count=len({fact.uuid for fact in concerned}),
    )


def _begun_since(facts: Sequence[Fact], since: datetime | None) -> tuple[Fact, ...]:
    return tuple(fact for fact in facts if since is None or (fact.began is not None and fact.began.latest >= since))


def facts_of_lines(lines: Iterable[HistoryLine]) -> tuple[Fact, ...]:
    """The facts of the lines, each once, in their order."""
    return tuple({fact.uuid: fact for line in lines for fact in line.facts}.values())


def _unnumbered(_: Fact) -> str:
    return ""


def line_in_words(line: HistoryLine, markers: Callable[[Fact], str] = _unnumbered, *, brief: bool = False) -> str:
    """`markers`: the numbers of a fact's passages, where it has any. `brief`: without the fact's relation, which its
    sentence says as well."""
    return line.text + " → ".join(_fact_in_words(fact, markers(fact), brief=brief) for fact in line.facts)


def _fact_in_words(fact: Fact, markers: str, *, brief: bool) -> str:
    said = " ".join(filter(None, [fact.fact, markers]))
    when = f"{iso_validity(fact)}; may have held" if fact.certainty == "may_have_held" else iso_validity(fact)
    related = f"{fact.source} {relation_words(fact.relation)} {fact.target}"
    return f"{said} ({when})" if brief else f"{said} ({related}; {when})"


def _day_words(moment: datetime) -> str:
    """2001-11-17, with the time where it is neither the day's beginning nor its end."""
    moment = moment.astimezone(UTC)
    return f"{moment:%Y-%m-%d}" if moment.timetz() in WHOLE_DAY else f"{moment:%Y-%m-%d %H:%M:%S}"


def _count(facts: Sequence[Fact], noun: str) -> str:
    return f"{len(facts)} {noun}" + ("" if len(facts) == 1 else "s")
