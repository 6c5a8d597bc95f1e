"""Successions in the graph: the dated facts of one relation and one entity, and who came where among them. Pure.

Who led ESA, who owned Rocketdyne, which crews a station had.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.succession import Place, SuccessionQuestion
from services.agent.offline.reading.synonyms import with_synonyms
from services.models import Fact
from services.text.sentences import content_words, plain_words
from services.text.wording import relation_words

_BEGINNINGS = content_words("appointed named elected")
_STANDING_IN = re.compile(r"\b(?:acting|interim|stood in|filled in|caretaker)\b", re.IGNORECASE)
_LATER_FIRST = frozenset({"SUCCEED", "SUCCEEDED", "SUCCESSOR_OF", "REPLACE", "REPLACED", "TAKE_OVER_FROM"})
_EARLIER_FIRST = frozenset({"SUCCEEDED_BY", "REPLACED_BY", "PREDECESSOR_OF", "PRECEDE", "PRECEDED"})
"""Relations by which of their ends comes first, the later or the earlier one."""
HAND_OVER = timedelta(days=31)
"""By which a successor may begin before the other's end; hand-overs are often dated by the month."""
OF_RELATION = 2
"""By how much a succession of the relation that was asked for fits better."""
MOST_HOLDERS = 2


@dataclass(frozen=True)
class Succession:
    """The dated facts that `holder` has of one relation, in the order in which they began.

    `fit` says how well it suits the question; 0: not at all.
    """

    holder: str
    facts: tuple[Fact, ...]
    fit: float

    def member(self, fact: Fact) -> str:
        return _other(fact, self.holder)


@dataclass(frozen=True)
class Successor:
    """Who answers, nearest first, with their facts.

    `reference` is whose predecessor or successor is asked for, known by `reference_facts`; for the first and the last
    it is the holder of the succession.
    """

    place: Place
    reference: str
    members: tuple[str, ...]
    facts: tuple[Fact, ...]
    reference_facts: tuple[Fact, ...] = ()


def holders(question: ParsedQuestion, facts: Sequence[Fact]) -> tuple[str, ...]:
    """The entities whose succession the question may ask for, likeliest first: their facts are needed in full."""
    if question.succession is None:
        return ()
    found = _successions(question, question.succession, facts)
    likely = tuple(dict.fromkeys(one.holder for one in found if one.fit > found[0].fit - 1))
    return likely[:MOST_HOLDERS] or question.entities[:1]


def successor(question: ParsedQuestion, facts: Sequence[Fact], now: datetime) -> Successor | None:
    """Who holds the place that is asked for, by the first succession that has it; without facts where nobody does.

    None if no place is asked for, or if no succession has it and a reader by rule may have missed it.
    """
    asked = question.succession
    if asked is None:
        return None
    if asked.is_relative and (said := _said_outright(asked, facts)) is not None:
        return said
    successions = _successions(question, asked, facts)
    for one in successions:
        found = _beside(asked, one) if asked.is_relative else _at_end(asked.place, one, now)
        if found is not None:
            return found
    is_known = successions and asked.is_relative and successions[0].fit >= OF_RELATION
    if is_known and are_read_by_rule(successions[0].facts):
        return None  # what was read by rule is too little to say that nobody was
    return _nobody_beside(asked, successions[0]) if is_known else None


def are_read_by_rule(facts: Iterable[Fact]) -> bool:
    """Whether all of them are: a reader by rule may have missed one that belongs to them."""
    return all(fact.origin == "rule" for fact in facts)


def _said_outright(asked: SuccessionQuestion, facts: Sequence[Fact]) -> Successor | None:
    """From facts whose relation is the succession itself: “A succeeded B”, “B was succeeded by A”."""
    found: dict[str, list[Fact]] = {}
    for fact in facts:
        if fact.relation in _LATER_FIRST | _EARLIER_FIRST:
            is_source = (asked.place == "before") == (fact.relation in _LATER_FIRST)
            of, other = (fact.source, fact.target) if is_source else (fact.target, fact.source)
            if _likeness(of, asked.name) > _likeness(other, asked.name):
                found.setdefault(of, []).append(fact)
    if not found:
        return None
    of = max(found, key=lambda name: _likeness(name, asked.name))
    return Successor(asked.place, of, tuple(dict.fromkeys(_other(fact, of) for fact in found[of])), tuple(found[of]))


def _successions(question: ParsedQuestion, asked: SuccessionQuestion, facts: Sequence[Fact]) -> list[Succession]:
    """The best fitting first."""
    words = with_synonyms(content_words(question.asked))
    found: dict[tuple[str, frozenset[str]], list[Fact]] = {}
    for fact in sorted((fact for fact in facts if fact.valid_at is not None), key=_begin):
        for holder in (fact.source, fact.target):
            found.setdefault((holder, _office(fact.relation)), []).append(fact)
    fitting = [
        Succession(holder, tuple(own), _fit(asked, holder, own, holder in question.entities, words, office))
        for (holder, office), own in found.items()
    ]
    return sorted((one for one in fitting if one.fit > 0), key=lambda one: -one.fit)


def _office(relation: str) -> frozenset[str]:
    """“Appointed to lead” is how leading begins: it belongs to “led by”."""
    return content_words(relation_words(relation)) - _BEGINNINGS


def _fit(
    asked: SuccessionQuestion,
    holder: str,
    facts: Sequence[Fact],
    is_named: bool,
    words: frozenset[str],
    office: frozenset[str],
) -> float:
    """The relation that was asked for counts most, then the name, then the holder, then the length."""
    is_meant = bool(words & office)
    if not asked.is_relative:
        return 1 + 0.01 * len(facts) if is_meant and is_named else 0
    likeness = max(_likeness(_other(fact, holder), asked.name) for fact in facts)
    is_whole = any(set(asked.name) <= set(plain_words(_other(fact, holder))) for fact in facts)
    if likeness <= _likeness(holder, asked.name) or not (is_meant or is_whole):
        return 0
    return OF_RELATION * is_meant + likeness + (is_named or bool(content_words(holder) & words)) + 0.01 * len(facts)


def _likeness(member: str, name: Sequence[str]) -> float:
    """The share of a name's words that were said, of which the last or two must be among them."""
    own = plain_words(member)
    said = [word for word in own if word in name and (len(word) > 1 or word.isdigit())]
    return len(said) / len(own) if said and (own[-1] in said or len(said) > 1 or len(own) > 2) else 0.0


def _beside(asked: SuccessionQuestion, succession: Succession) -> Successor | None:
    beside = _facts_of_named(asked, succession)
    names = {succession.member(fact) for fact in beside}
    others = [fact for fact in succession.facts if succession.member(fact) not in names]
    found = [fact for one in beside for fact in _next_to(one, others, asked.place)]
    return _successor(asked.place, succession.member(beside[0]), succession, found, beside)


def _facts_of_named(asked: SuccessionQuestion, succession: Succession) -> tuple[Fact, ...]:
    likeness = [_likeness(succession.member(fact), asked.name) for fact in succession.facts]
    return tuple(fact for fact, like in zip(succession.facts, likeness, strict=True) if like == max(likeness))


def _nobody_beside(asked: SuccessionQuestion, succession: Succession) -> Successor:
    beside = _facts_of_named(asked, succession)
    return Successor(asked.place, succession.member(beside[0]), (), (), beside)


def _successor(
    place: Place, of: str, succession: Succession, facts: Iterable[Fact], beside: tuple[Fact, ...] = ()
) -> Successor | None:
    own = tuple({fact.uuid: fact for fact in facts}.values())
    members = tuple(dict.fromkeys(map(succession.member, own)))
    return Successor(place, of, members, own, beside) if own else None


def _next_to(one: Fact, others: Sequence[Fact], place: Place) -> Iterator[Fact]:
    """The nearest with all that began together with it; where they only stood in, the next after them, too."""
    earlier = [fact for fact in others if _precedes(fact, one)][::-1]
    later = [fact for fact in others if _precedes(one, fact)]
    for _, group in groupby(earlier if place == "before" else later, key=_begin):
        together = list(group)
        yield from together
        if not any(_STANDING_IN.search(fact.fact) for fact in together):
            return


def _precedes(first: Fact, second: Fact) -> bool:
    is_over = first.invalid_at is not None and first.invalid_at - HAND_OVER <= _begin(second)
    return is_over and _begin(first) < _begin(second)


def _at_end(place: Place, succession: Succession, now: datetime) -> Successor | None:
    """The first, the last, or the one before the last."""
    begun = [fact for fact in succession.facts if _begin(fact) <= now]
    if not begun:
        return None
    if place in ("longest", "shortest"):
        return _by_length(place, succession, begun, now)
    edge = begun[0] if place == "first" else begun[-1]
    together = tuple(fact for fact in begun if _begin(fact) == _begin(edge))
    if place != "previous":
        return _successor(place, succession.holder, succession, together)
    before = _next_to(edge, [fact for fact in begun if fact not in together], "before")
    return _successor("previous", succession.member(edge), succession, before, together)


def _by_length(place: Place, succession: Succession, begun: Sequence[Fact], now: datetime) -> Successor | None:
    """Who was there for the longest or the shortest time, all stays together.

    A stay without an end lasted until the next began.
    """
    lengths: dict[str, timedelta] = {}
    ends = [*map(_begin, begun[1:]), now]
    for fact, following in zip(begun, ends, strict=True):
        length = (fact.invalid_at or following) - _begin(fact)
        lengths[succession.member(fact)] = lengths.get(succession.member(fact), timedelta()) + length
    chosen = (max if place == "longest" else min)(lengths, key=lambda member: lengths[member])
    return _successor(
        place, succession.holder, succession, [fact for fact in begun if succession.member(fact) == chosen]
    )


def _other(fact: Fact, holder: str) -> str:
    return fact.target if fact.source == holder else fact.source


def _begin(fact: Fact) -> datetime:
    if fact.valid_at is None:
        raise ValueError("A succession holds dated facts only.")
    return fact.valid_at
