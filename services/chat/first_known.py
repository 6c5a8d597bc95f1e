"""When an answer could first have been known, and at which dates it would have been another one. Pure."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import NamedTuple

from services.models import Answer, ChatEvent, Citation, Fact, ImpreciseDate, ToolResult
from services.models.dates import FOREVER
from services.text.wording import date as in_words

MOST_STOPS = 20


class TurningPoint(NamedTuple):
    """A day from which the answer is another one, and the date of the change as exactly as its source names it."""

    day: date
    words: str


def first_known(events: Sequence[ChatEvent]) -> Citation | None:
    """The passage by which the last of what the answer cites was first stated: from its document's date on all of it
    could be known. None where something that it cites stands in undated documents alone, or it cites nothing."""
    firsts = [_first(citation, events) for answer in _answers(events) for citation in answer.citations]
    dated = [(one.document_date, one) for one in firsts if one is not None and one.document_date is not None]
    if not firsts or len(dated) < len(firsts):
        return None
    return max(dated, key=lambda pair: pair[0])[1]


def turning_points(events: Sequence[ChatEvent]) -> tuple[TurningPoint, ...]:
    """The dates at which the answer becomes another one, at most the twenty latest: where something began or ended of
    what the answer tells, or of what stood in its place. A change of some day in a year has come when the year is
    over."""
    cited = [fact for answer in _answers(events) for fact in _cited_facts(answer, events)]
    found_facts = tuple({fact.uuid: fact for fact in _facts(events)}.values())
    told = [one for fact in cited for one in _in_its_place(fact, found_facts)]
    found = {_by_when(one): in_words(one) for fact in told for one in (fact.began, fact.ended) if one is not None}
    days = {moment.date(): words for moment, words in sorted(found.items()) if moment < FOREVER}
    return tuple(TurningPoint(day, words) for day, words in days.items())[-MOST_STOPS:]


def _in_its_place(fact: Fact, found: Sequence[Fact]) -> Sequence[Fact]:
    """Those of its relation with the end that more of them share: NASA was led by one after the other, and one after
    the other directs the Playhouse."""
    of_relation = [one for one in found if one.relation == fact.relation]
    of_source = [one for one in of_relation if one.source_uuid == fact.source_uuid]
    of_target = [one for one in of_relation if one.target_uuid == fact.target_uuid]
    return of_target if len(of_target) > len(of_source) else of_source


def _by_when(known: ImpreciseDate) -> datetime:
    """When it has come for certain; of what has no latest moment, the earliest."""
    return known.latest if known.latest < FOREVER else known.earliest or FOREVER


def _answers(events: Sequence[ChatEvent]) -> list[Answer]:
    return [event for event in events if isinstance(event, Answer)][-1:]


def _facts(events: Sequence[ChatEvent]) -> list[Fact]:
    return [fact for event in events if isinstance(event, ToolResult) for fact in event.facts]


def _cited_facts(answer: Answer, events: Sequence[ChatEvent]) -> Iterable[Fact]:
    return (fact for fact in _facts(events) if any(_states(fact, citation) for citation in answer.citations))


def _first(citation: Citation, events: Sequence[ChatEvent]) -> Citation | None:
    """By which the fact that the passage states was first stated; a passage that states none stands for itself."""
    fact = next((fact for fact in _facts(events) if _states(fact, citation)), None)
    return citation if fact is None else _first_whole(fact)


def _first_whole(fact: Fact) -> Citation | None:
    """Of a fact whose end is told: the first document that is not older than the end, since one of before it can have
    known of the beginning alone."""
    ended = fact.ended.earliest if fact.ended else None
    dated = [(one.document_date, one) for one in fact.citations if one.document_date is not None]
    whole = [pair for pair in dated if ended is None or pair[0] >= ended]
    return min(whole, key=lambda pair: pair[0])[1] if whole else fact.first_stated


def _states(fact: Fact, citation: Citation) -> bool:
    """Whether it is a passage of the fact, or a part of one."""
    return any(
        own.document_id == citation.document_id
        and own.start_offset <= citation.start_offset
        and citation.end_offset <= own.end_offset
        for own in fact.citations
    )
