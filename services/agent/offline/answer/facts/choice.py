"""Which facts the offline model tells, and in which words: those of the time that was asked for, best first. Pure."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from services.agent.offline.answer.findings import Findings
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.synonyms import covered_words, with_synonyms
from services.agent.offline.reading.times.time_words import TimeWords
from services.agent.offline.successions import Successor, successor
from services.models import Fact, ImpreciseDate
from services.text.markers import in_round_brackets
from services.text.sentences import content_words, plain_words, word_overlap
from services.text.wording import as_sentence, day, is_of_moment, relation_words, validity

MOST_BESIDE = 2
"""Quotes or facts that follow what answers."""
MOST_FACTS = 5
A_MONTH = timedelta(days=31)
A_SECOND = timedelta(seconds=1)
MOST_CHANGES = 20
MOST_TOLD_OF_PAST = 3
FACT_SHARE = 0.6
"""Of the best fact's score: what scores less is left out, unless the question asks for changes."""
NEARNESS_SHARE = 0.4
"""What the rank in the graph's search counts beside the share of the question's words."""
TRUE_NOW = "Facts true now:"
PRESENT = ("today", "now", "currently")
NOT_FOR_CERTAIN = "Which of these is true now is not told; the latest first:"
ANY_TIME = "Facts from the knowledge graph:"
BEGINNING = content_words("start begin began take took office enter appointed arrive")
ENDING = content_words("end leave left finish stop step down depart resign retire quit")
ONE_AT_A_TIME = content_words(
    "mayor president chair chairman chairwoman chairperson captain king queen governor chancellor premier editor dean "
    "principal rector head chief ceo leader manager coach commander conductor provost abbot abbess"
)
"""Offices that one holds at a time; a place has many directors, partners and secretaries."""
BESIDE_IT = content_words("deputy vice assistant associate joint co former founding")
SAME = 0.9
"""Jaccard overlap of two facts' content words from which they say the same."""


@dataclass(frozen=True)
class ToldFacts:
    """Facts under their heading, in the order in which they are told; `left_out` counts those known beyond them.

    `by` is the fact whose words fit the question, where the ones that are told only took its place. A list answers as a
    whole; else the first fact does, alone or with the heading that says how far.
    """

    heading: str
    facts: tuple[Fact, ...]
    left_out: int = 0
    by: Fact | None = None
    time: TimeWords | None = None
    is_list: bool = False


def asked_time(question: ParsedQuestion, as_of: datetime | None) -> TimeWords | None:
    """The time that the question names, else the viewpoint's date; None: now, or any time."""
    if question.time is not None or as_of is None:
        return question.time
    if "change" in question.purposes:
        return TimeWords(f"until {day(as_of)}", "before", None, as_of)
    return TimeWords(f"on {day(as_of)}", "during", as_of, as_of + timedelta(seconds=1))


def is_in_future(time: TimeWords | None, now: datetime) -> bool:
    return time is not None and time.start is not None and time.start > now


def chosen_facts(question: ParsedQuestion, found: Findings, time: TimeWords | None, now: datetime) -> ToldFacts:
    """The facts that answer the question and held at `time`; for a question in the present tense, those true now."""
    wanted = _and_since(time, found.as_of) if _goes_on(question, time) else time
    telling = _by_own_relation(found.facts, question)
    held = [fact for fact in telling if wanted is None or _held(fact, wanted)]
    asks_changes = "change" in question.purposes and wanted is not None and wanted == time
    if asks_changes and wanted is not None and wanted.kind != "before":
        held = [fact for fact in held if _changed(fact, wanted)]
    if question.is_present and wanted is None:
        ranked = _ranked(held, question, found)
        true_now = [fact for fact in _true_at(held, now) if _successor_in_office(fact, held) is None]
        current = _ranked(true_now, question, found)
        followers = _followers(ranked, true_now, question.entities)
        return (
            _told_of_now(question, current, ranked)
            if current or not followers
            else ToldFacts(TRUE_NOW, tuple(followers), by=ranked[0], is_list=len(followers) > 1)
        )
    ranked = _ranked(held, question, found)
    if not question.purposes & {"change", "series"}:
        return _told_of_time(question, time, _ended_first(ranked, question))
    chosen = _in_time(ranked[:MOST_CHANGES])
    left_out = len(ranked) - len(chosen) + found.unseen_facts
    return ToldFacts(_heading(time, question), chosen, left_out, is_list=True)


def _told_of_time(question: ParsedQuestion, time: TimeWords | None, ranked: Sequence[Fact]) -> ToldFacts:
    """All of the relation that the best fact has; where that is one alone, it and what is next."""
    heading, of_kind = _heading(time, question), _of_kind(question, ranked)
    if len(of_kind) < 2:
        return ToldFacts(heading, tuple(ranked[:MOST_FACTS]), by=next(iter(ranked), None), time=time)
    told = of_kind[:MOST_CHANGES]
    in_order = told if time is not None and time.is_day else _in_time(told)
    return ToldFacts(heading, tuple(in_order), len(of_kind) - len(told), ranked[0], time, is_list=True)


def _ended_first(ranked: Sequence[Fact], question: ParsedQuestion) -> Sequence[Fact]:
    """Before a holder read by rule whose end nobody tells, those who held as much of it until a known end."""
    if "person" not in question.kinds or not ranked or ranked[0].origin != "rule" or ranked[0].ended is not None:
        return ranked
    said = topic_words_of_fact(ranked[0], question)
    ended = [
        fact
        for fact in ranked
        if fact.began
        and fact.ended
        and has_relation(fact, question.topic)
        and said <= topic_words_of_fact(fact, question)
    ]
    return [*ended, *(fact for fact in ranked if fact not in ended)]


def _of_kind(question: ParsedQuestion, ranked: Sequence[Fact]) -> list[Fact]:
    """Those that answer as the best one does: of its relation, on the same side of the named entities. What is asked
    about nothing but a name has no such row."""
    named = set(question.entities)
    if not question.topic and not question.times:
        return list(ranked[:1])
    return [fact for fact in ranked if _office_of(fact, named) == _office_of(ranked[0], named)]


def _office_of(fact: Fact, named: Collection[str]) -> tuple[str, str, str]:
    """Its relation with the ends that are named, whichever they are: NASA was led by somebody, and somebody directs the
    Playhouse. Where none is named, who comes first in it holds it."""
    source, target = (end if end in named else "" for end in (fact.source, fact.target))
    return fact.relation, source or ("" if target else fact.source), target


def _goes_on(question: ParsedQuestion, time: TimeWords | None) -> bool:
    """“In March 2005, and what changed since?” goes on after its time; “between 2000 and 2010” does not."""
    if "change" not in question.purposes or time is None:
        return False
    is_short = time.start is not None and time.end is not None and time.end - time.start <= A_MONTH
    return time.kind == "during" and (is_short or "since" in plain_words(question.text))


def _changed(fact: Fact, time: TimeWords) -> bool:
    """Whether it began or ended in that time."""
    return any(
        moment is not None and time.overlaps(moment, moment + A_SECOND) for moment in (fact.valid_at, fact.invalid_at)
    )


def successor_asked_for(question: ParsedQuestion, found: Findings, now: datetime) -> Successor | None:
    """Who came before, after, first or last; None if that is not asked, or if no succession tells it."""
    asked = question.succession
    if asked is None:
        return None
    held = [fact for fact in found.facts if question.time is None or asked.is_relative or _held(fact, question.time)]
    return successor(question, held, found.as_of or now)


def successor_facts(one: Successor) -> ToldFacts:
    """The facts that answer, then those by which the place was found."""
    return ToldFacts(
        _succession_heading(one), tuple({fact.uuid: fact for fact in (*one.facts, *one.reference_facts)}.values())
    )


def _succession_heading(one: Successor) -> str:
    if not one.facts:
        return f"The knowledge graph records nothing of the kind {one.place} {one.reference}:"
    match one.place:
        case "first":
            return f"The earliest that the knowledge graph records for {one.reference}:"
        case "last":
            return f"The latest that the knowledge graph records for {one.reference}:"
        case "longest" | "shortest":
            return f"By the dates in the knowledge graph, for the {one.place} time at {one.reference}:"
        case "previous":
            return f"By the dates in the knowledge graph, before {one.reference}:"
        case _:
            return f"By the dates in the knowledge graph, {one.place} {one.reference}:"


def _told_of_now(question: ParsedQuestion, current: Sequence[Fact], ranked: Sequence[Fact]) -> ToldFacts:
    """Where nothing that was asked for is true now, the latest that was."""
    if current:
        of_kind = _of_kind(question, current)
        told, is_list = (of_kind[:MOST_CHANGES], True) if len(of_kind) > 1 else (current[:MOST_FACTS], False)
        return ToldFacts(TRUE_NOW, tuple(told), len(of_kind) - len(told) if is_list else 0, is_list=is_list)
    if any(_successor_in_office(fact, ranked) for fact in ranked):
        return ToldFacts(NOT_FOR_CERTAIN, _in_time(ranked)[::-1][:MOST_TOLD_OF_PAST], is_list=True)
    if any(fact.ended is None for fact in ranked):
        return ToldFacts(ANY_TIME, tuple(ranked[:MOST_FACTS]))
    heading, last = "No fact that was found is true now; the latest:", _in_time(ranked)[::-1]
    return ToldFacts(heading, last[:MOST_TOLD_OF_PAST], is_list=bool(last))


def _followers(ranked: Sequence[Fact], current: Sequence[Fact], named: Collection[str]) -> Sequence[Fact]:
    """Who is where the best fact's own was, though its words are others."""
    rows = {_office_of(fact, named) for fact in ranked[:1]}
    return [fact for fact in current if _office_of(fact, named) in rows]


def _true_at(facts: Sequence[Fact], moment: datetime) -> list[Fact]:
    """One source may tell how something began and another one how it ended: then it is over."""
    return [
        fact
        for fact in facts
        if fact.holds_at(moment) and not any(_is_ended_by(fact, other) for other in facts if not other.holds_at(moment))
    ]


def _is_ended_by(fact: Fact, other: Fact) -> bool:
    """Whether the other one says the same of the same ends, with an end after the beginning of both."""
    is_same = (fact.source, fact.relation, fact.target) == (other.source, other.relation, other.target)
    if not is_same or fact.ended is not None or other.certain_end is None or fact.valid_at is None:
        return False
    return other.valid_at is not None and other.valid_at <= fact.valid_at < other.certain_end


def _successor_in_office(fact: Fact, facts: Iterable[Fact]) -> Fact | None:
    """Of an office that one holds at a time and whose end nobody tells: somebody else who held it later."""
    if fact.ended is not None or fact.valid_at is None or not _is_for_one(fact):
        return None
    others = [one for one in facts if one.relation == fact.relation and one.target == fact.target]
    others = [one for one in others if one.source != fact.source and one.origin == fact.origin == "rule"]
    return next((one for one in others if (one.valid_at or one.invalid_at or fact.valid_at) > fact.valid_at), None)


def _is_for_one(fact: Fact) -> bool:
    words = content_words(relation_words(fact.relation))
    return bool(words & ONE_AT_A_TIME) and not words & BESIDE_IT


def _ranked(facts: Sequence[Fact], question: ParsedQuestion, found: Findings) -> tuple[Fact, ...]:
    """Best first, ties as found; of changes the latest first, so that they are the ones kept."""
    asked = content_words(question.text) - content_words(" ".join(time.words for time in question.times))
    about = _of_asked_relation(_to_the_point(facts, question), question, asked)
    scores = {fact.uuid: _score(fact, asked, question.entities, found.nearness) for fact in about}
    ranked = sorted((fact for fact in about if scores[fact.uuid] > 0), key=lambda fact: -scores[fact.uuid])
    if "change" not in question.purposes and not question.times and ranked:
        ranked = [fact for fact in ranked if scores[fact.uuid] >= FACT_SHARE * scores[ranked[0].uuid]]
    return tuple(_without_repeats(ranked))


def _by_own_relation(facts: Sequence[Fact], question: ParsedQuestion) -> list[Fact]:
    """Of the facts that one sentence states, those of the asked relation: who married is not who bought."""
    related = {
        fact.uuid for fact in facts if covered_words(question.topic, content_words(relation_words(fact.relation)))
    }
    told = {fact.fact for fact in facts if fact.origin == "rule" and fact.uuid in related}
    return [fact for fact in facts if fact.origin != "rule" or fact.uuid in related or fact.fact not in told]


def _to_the_point(facts: Sequence[Fact], question: ParsedQuestion) -> Sequence[Fact]:
    """Those of an asked relation and those that say half of the topic; a name in common all facts of an entity have."""
    if "change" in question.purposes or not question.topic or "overview" in question.purposes:
        return facts
    told = [
        fact
        for fact in facts
        if has_relation(fact, question.topic) or 2 * len(topic_words_of_fact(fact, question)) >= len(question.topic)
    ]
    return told or [fact for fact in facts if any(_may_be_told_of(fact, time) for time in question.times)]


def _may_be_told_of(fact: Fact, time: TimeWords) -> bool:
    """What happened, as a departure, is told of no later time."""
    began = fact.began
    return not is_of_moment(fact) or began is None or time.overlaps(began.earliest, began.latest + A_SECOND)


def has_relation(fact: Fact, asked: frozenset[str]) -> bool:
    """Whether the question asks for the fact's relation, by its words or their synonyms: a chief executive leads."""
    words = content_words(relation_words(fact.relation))
    return bool(with_synonyms(asked) & words or asked & with_synonyms(words))


def topic_words_of_fact(fact: Fact, question: ParsedQuestion) -> frozenset[str]:
    """Which words of the question's topic the fact says; its dates answer “when”."""
    told = content_words(fact_words(fact))
    if "date" in question.kinds:
        told |= BEGINNING if fact.valid_at is not None else frozenset()
        told |= ENDING if fact.invalid_at is not None else frozenset()
    return covered_words(question.topic, told)


def fact_words(fact: Fact) -> str:
    """All words of a fact: its sentence, its relation and both entities."""
    return f"{fact.fact} {relation_words(fact.relation)} {fact.source} {fact.target}"


def _of_asked_relation(facts: Sequence[Fact], question: ParsedQuestion, asked: frozenset[str]) -> Sequence[Fact]:
    """“Who led NASA” is answered by LED_BY of NASA alone, where the graph has it; else every fact may speak."""
    meant = [fact for fact in facts if has_relation(fact, asked)]
    about = [fact for fact in meant if not question.entities or {fact.source, fact.target} & set(question.entities)]
    return about or facts


def _and_since(time: TimeWords | None, as_of: datetime | None) -> TimeWords | None:
    """A question for changes wants what held then and what began later, until the date looked from."""
    return replace(time, end=as_of) if time is not None and time.start is not None else time


def _held(fact: Fact, time: TimeWords) -> bool:
    """Overlaps the span asked for; an undated fact holds at no date."""
    if fact.began is None and fact.ended is None:
        return False
    is_looked_from = time.start is not None and time.end is not None and time.end - time.start <= A_SECOND
    if fact.origin == "rule" and not is_looked_from and not _may_be_told_of(fact, time):
        return False  # who bought it in 1849 need not have it in 1970
    is_moment_of_start = fact.valid_at is not None and fact.valid_at == fact.invalid_at == time.start
    return time.overlaps(fact.valid_at, fact.certain_end) or is_moment_of_start


def ended_before(fact: Fact, time: TimeWords) -> bool:
    """Whether the fact had ended for certain before the time asked for."""
    return fact.certain_end is not None and time.start is not None and fact.certain_end <= time.start


def _held_for_certain(fact: Fact, time: TimeWords) -> bool:
    """At some moment of the time asked for, however its dates are meant."""
    began, ended = fact.began, fact.ended
    if began is None:
        return False
    begins = time.end is None or began.latest < time.end
    lasts = time.start is None or ended is None or (ended.earliest is not None and ended.earliest >= time.start)
    return begins and lasts


def _score(fact: Fact, asked: frozenset[str], entities: Sequence[str], nearness: Mapping[UUID, float]) -> float:
    """Shared words, a named entity, and the graph search's own ranking; 0: it says nothing about the question."""
    spoken = content_words(fact_words(fact))
    about = sum(name in (fact.source, fact.target) for name in entities)
    share = len(covered_words(asked, spoken)) / (len(asked) or 1)
    return share + about + NEARNESS_SHARE * nearness.get(fact.uuid, 0.0) if about or share >= 0.34 else 0.0


def _without_repeats(facts: Iterable[Fact]) -> Iterator[Fact]:
    seen: list[frozenset[str]] = []
    for fact in facts:
        spoken = content_words(fact.fact)
        if all(word_overlap(spoken, other) < SAME for other in seen):
            seen.append(spoken)
            yield fact


def _in_time(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """In the order in which they began, “1990 or earlier” in 1990, undated ones last."""
    return tuple(sorted(facts, key=lambda fact: (fact.began is None, fact.began and _first_known(fact.began))))


def _first_known(date: ImpreciseDate) -> datetime:
    return date.earliest or date.latest


def _heading(time: TimeWords | None, question: ParsedQuestion) -> str:
    if time is None:
        return "Changes recorded in the knowledge graph:" if "change" in question.purposes else ANY_TIME
    if "change" in question.purposes and time.kind == "since" and time.start and not _goes_on(question, time):
        return f"What began or ended since {day(time.start)}:"
    if time.kind == "since" and time.start:
        return f"Facts that hold or began since {day(time.start)}:"
    if time.kind == "before" and time.end:
        return f"Facts from before {day(time.end)}:"
    if "change" in question.purposes and not _goes_on(question, time):
        return f"What began or ended {time.words}:"
    if "change" in question.purposes and time.start:
        return f"Facts that held {time.words}, and what began since:"
    return f"Facts that {'hold' if time.words.casefold() in PRESENT else 'held'} {time.words}:"


def list_text(told: ToldFacts, found: Findings) -> str:
    return "\n".join([told.heading, *(f"- {fact_line(fact, found, told.time)}" for fact in told.facts)])


def fact_line(fact: Fact, found: Findings, time: TimeWords | None = None) -> str:
    """The fact as a sentence, with its validity and its sources."""
    when, after = validity(fact), _successor_in_office(fact, found.facts)
    if after is not None:
        when = f"{when}; its end is not told, and {after.source} came later"
    elif time and not _held_for_certain(fact, time):
        when = f"{when}; may have held then"
    return f"{in_round_brackets(as_sentence(fact.fact))[:-1]} ({when}) {found.marker(fact.citations)}".rstrip() + "."
