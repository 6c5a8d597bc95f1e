"""Questions for a place in a row: who came before, after, first or last, where the graph has the dates of all. Pure.

A row are the dated facts of one relation and one entity: who led ESA, who owned Rocketdyne, which crews a station had.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Literal

from services.agent.offline.reading.synonyms import widened
from services.agent.offline.reading.time_words import TimeWords
from services.models import Fact
from services.text.sentences import STOPWORDS, content_words, plain_words, words
from services.text.wording import relation_words

Place = Literal["before", "after", "first", "last", "previous", "longest", "shortest"]

_NAME = r"(?P<name>[^,;?]+?)(?=\s+(?:at|as|in|on)\s|[,;?.!]*\s*$|[,;?])"
_WITHIN = r"(?P<name>[^,;?]+?)"
_POSSESSIVE = r"\b(?P<name>[^\s,;?]+(?:\s+[^\s,;?]+)??)['’]s?\s+"
_TERM = r"(?:[\s-](?:serving|lasting|reigning|time|term|tenure|stint)\b|\W*$)"
_READINGS: tuple[tuple[Place, str], ...] = (
    ("after", rf"\b(?:is|was|were|has been)\s+{_WITHIN}\s+(?:succeeded|replaced|followed|relieved)\s+by\b"),
    ("before", rf"\b(?:is|was|were|has been)\s+{_WITHIN}\s+preceded\s+by\b"),
    ("before", rf"\bdid\s+{_WITHIN}\s+(?:succeed|replace|follow|relieve|take\s+over\s+from)\b"),
    ("after", rf"\bdid\s+{_WITHIN}\s+(?:precede|hand\s+over\s+to)\b"),
    ("before", rf"{_POSSESSIVE}predecessors?\b"),
    ("after", rf"{_POSSESSIVE}successors?\b"),
    ("before", rf"\bpredecessors?\s+(?:of|to)\s+{_NAME}"),
    ("after", rf"\bsuccessors?\s+(?:of|to)\s+{_NAME}"),
    ("previous", r"\bbefore\s+(?:the\s+)?(?:current|present|incumbent)\s+(?P<name>.+)"),
    ("before", rf"\b(?:before|prior\s+to|preced(?:ed|ing|es)|ahead\s+of)\s+{_NAME}"),
    ("after", rf"\b(?:after|following|succeeds?|succeeded|replaced?|follow(?:s|ed)|relieved)\s+(?!by\b){_NAME}"),
    ("after", rf"\b(?:took|taken|takes|taking)\b.*\bover\b.*\bfrom\s+{_NAME}"),
    ("previous", r"\b(?:previous|preceding|outgoing|last\s+but\s+one)\s+(?P<name>.+)"),
    ("longest", rf"\blongest{_TERM}(?P<name>)"),
    ("shortest", rf"\bshortest{_TERM}(?P<name>)"),
    ("first", r"\b(?:first|earliest|original|inaugural)\s+(?P<name>.+)"),
    ("last", r"\b(?:last|latest|newest|most\s+recent|final)\s+(?P<name>.+)"),
    ("first", r"\bfirst(?P<name>)\W*$"),
    ("last", r"\blast(?P<name>)\W*$"),
    ("previous", r"\b(?:previously|before)(?P<name>)\W*$"),
)
_PATTERNS = tuple((place, re.compile(pattern, re.IGNORECASE)) for place, pattern in _READINGS)
_OFFICES = widened({"lead", "command", "own", "crew", "hold", "oper"})
_ANYBODY = frozenset({"person", "people", "one", "man", "holder", "to", "permanent", "confirmed"})
_NO_ROW = re.compile(r"^\W*(?:why|how)\b|\bwhat\s+(?:else\s+)?happen", re.IGNORECASE)
_BEGINNINGS = content_words("appointed named elected")
_STANDING_IN = re.compile(r"\b(?:acting|interim|stood in|filled in|caretaker)\b", re.IGNORECASE)
HAND_OVER = timedelta(days=31)
"""By which a successor may begin before the other's end; hand-overs are often dated by the month."""
OF_RELATION = 2
"""What a row of the relation that was asked for fits the question better by."""
MOST_ROWS = 2


@dataclass(frozen=True)
class Order:
    """`name` are the words of what it is told from: somebody for before and after, an office for the others."""

    place: Place
    name: tuple[str, ...]

    @property
    def is_beside(self) -> bool:
        return self.place in ("before", "after")


@dataclass(frozen=True)
class Placed:
    """What answers, nearest first; `beside` is what it was told from.

    `of` is who stands beside, or for first and last the entity that the row belongs to; `members` are those who answer.
    """

    place: Place
    of: str
    members: tuple[str, ...]
    facts: tuple[Fact, ...]
    beside: tuple[Fact, ...] = ()


def read_order(
    question: str, entities: Sequence[str], times: Sequence[TimeWords], told: Sequence[str] = (), earlier: str = ""
) -> Order | None:
    """“before 1970” speaks of a time and of no row.

    `told` are the names that the answer before named, first of which “before him” means; `earlier` is the question
    that one without an office of its own, such as “Who was the first?”, goes on from.
    """
    if _NO_ROW.search(question):
        return None
    dated = any(time.words.casefold().startswith(("before", "after", "since")) for time in times)
    for place, pattern in _PATTERNS:
        found = pattern.search(question)
        if found is None or (dated and place in ("before", "after")):
            continue
        order = Order(place, _bare_name(plain_words(found["name"]), entities))
        if order.is_beside and not order.name:
            order = Order(place, tuple(plain_words(next((name for name in told if name not in entities), ""))))
        if order.name if order.is_beside else _speaks_of_office(order, f"{question} {earlier}"):
            return order
    return None


def _bare_name(said: Sequence[str], entities: Sequence[str]) -> tuple[str, ...]:
    """Without the entity it belongs to, as in “Boeing's Muilenburg”, unless that is all."""
    spoken = tuple(word for word in said if word not in STOPWORDS or word == "to")
    known = plain_words(" ".join(entities))
    return tuple(word for word in spoken if word not in known) or spoken


def _speaks_of_office(order: Order, question: str) -> bool:
    """“The first NASA administrator” asks for a row; “the first woman to head NASA” and “the first flight” do not."""
    abbreviated = {word.casefold() for word in re.findall(r"\b[A-Z]{2,}\b", question)}
    spoken = [word for word in order.name if word not in abbreviated and word != "ever"]
    if not spoken:
        return _names_office([question]) and not (
            order.place in ("first", "last") and _says_more(question, abbreviated)
        )
    return _names_office(spoken[:1]) or (spoken[0] in _ANYBODY and _names_office(spoken))


def _says_more(question: str, abbreviated: Collection[str]) -> bool:
    """“Which European woman led it first?” asks for the first of some, whom no row tells apart."""
    within = re.search(
        r"\b(?:which|what)\s+(.+?)\s+(?:\w+ed|led|held|ran|was|were|has|had|is)\b", question, re.IGNORECASE
    )
    spoken = [word for word in words(within[1]) if word not in STOPWORDS and word not in abbreviated] if within else []
    return any(word not in _ANYBODY and not _names_office([word]) for word in spoken)


def _names_office(spoken: Sequence[str]) -> bool:
    return bool(widened(content_words(" ".join(spoken))) & _OFFICES)


def hubs(order: Order, question: str, entities: Sequence[str], facts: Sequence[Fact]) -> tuple[str, ...]:
    """The entities whose rows the question may ask for, likeliest first: their facts are needed in full."""
    rows = _rows(order, question, entities, facts)
    likely = tuple(dict.fromkeys(row.hub for row in rows if row.fit > rows[0].fit - 1))
    return likely[:MOST_ROWS] or tuple(entities[:1])


def placed(order: Order, question: str, entities: Sequence[str], facts: Sequence[Fact], now: datetime) -> Placed | None:
    """From the first row that has the place; without facts where only the one beside it is known. None: no row."""
    rows = _rows(order, question, entities, facts)
    for row in rows:
        found = _beside(order, row) if order.is_beside else _at_end(order, row, now)
        if found is not None:
            return found
    return _nothing_beside(order, rows[0]) if rows and order.is_beside and rows[0].fit >= OF_RELATION else None


@dataclass(frozen=True)
class Row:
    """`facts` in the order in which they began; `fit` says how well it suits the question, 0: not at all."""

    hub: str
    facts: tuple[Fact, ...]
    fit: float

    def member(self, fact: Fact) -> str:
        return _other(fact, self.hub)

    def placed(self, place: Place, of: str, facts: Iterable[Fact], beside: tuple[Fact, ...] = ()) -> Placed | None:
        told = tuple({fact.uuid: fact for fact in facts}.values())
        members = tuple(dict.fromkeys(map(self.member, told)))
        return Placed(place, of, members, told, beside) if told else None


def _rows(order: Order, question: str, entities: Sequence[str], facts: Sequence[Fact]) -> list[Row]:
    """The best fitting first."""
    asked = widened(content_words(question))
    found: dict[tuple[str, frozenset[str]], list[Fact]] = {}
    for fact in sorted((fact for fact in facts if fact.valid_at is not None), key=_begin):
        for hub in (fact.source, fact.target):
            found.setdefault((hub, _office(fact.relation)), []).append(fact)
    rows = [
        Row(hub, tuple(row), _fit(order, hub, row, hub in entities, asked, office))
        for (hub, office), row in found.items()
    ]
    return sorted((row for row in rows if row.fit > 0), key=lambda row: -row.fit)


def _office(relation: str) -> frozenset[str]:
    """“Appointed to lead” is how leading begins: one row with “led by”."""
    return content_words(relation_words(relation)) - _BEGINNINGS


def _fit(
    order: Order, hub: str, row: Sequence[Fact], is_named: bool, asked: frozenset[str], office: frozenset[str]
) -> float:
    """The relation that was asked for counts most, then the name, then the hub, then the length."""
    meant = bool(asked & office)
    if not order.is_beside:
        return 1 + 0.01 * len(row) if meant and is_named else 0
    named = max(_likeness(_other(fact, hub), order.name) for fact in row)
    is_whole = any(set(order.name) <= set(plain_words(_other(fact, hub))) for fact in row)
    if named <= _likeness(hub, order.name) or not (meant or is_whole):
        return 0
    return OF_RELATION * meant + named + (is_named or bool(content_words(hub) & asked)) + 0.01 * len(row)


def _likeness(member: str, name: Sequence[str]) -> float:
    """The share of a name's words that were said, of which the last or two must be among them."""
    own = plain_words(member)
    said = [word for word in own if word in name and (len(word) > 1 or word.isdigit())]
    return len(said) / len(own) if said and (own[-1] in said or len(said) > 1 or len(own) > 2) else 0.0


def _beside(order: Order, row: Row) -> Placed | None:
    told_from = _told_from(order, row)
    names = {row.member(fact) for fact in told_from}
    others = [fact for fact in row.facts if row.member(fact) not in names]
    found = [fact for one in told_from for fact in _next_to(one, others, order.place)]
    return row.placed(order.place, row.member(told_from[0]), found, told_from)


def _told_from(order: Order, row: Row) -> tuple[Fact, ...]:
    likeness = [_likeness(row.member(fact), order.name) for fact in row.facts]
    return tuple(fact for fact, like in zip(row.facts, likeness, strict=True) if like == max(likeness))


def _nothing_beside(order: Order, row: Row) -> Placed:
    beside = _told_from(order, row)
    return Placed(order.place, row.member(beside[0]), (), (), beside)


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


def _at_end(order: Order, row: Row, now: datetime) -> Placed | None:
    """The row's first, last, or the one before the last."""
    begun = [fact for fact in row.facts if _begin(fact) <= now]
    if not begun:
        return None
    if order.place in ("longest", "shortest"):
        return _by_length(order.place, row, begun, now)
    edge = begun[0] if order.place == "first" else begun[-1]
    together = tuple(fact for fact in begun if _begin(fact) == _begin(edge))
    if order.place != "previous":
        return row.placed(order.place, row.hub, together)
    before = _next_to(edge, [fact for fact in begun if fact not in together], "before")
    return row.placed("previous", row.member(edge), before, together)


def _by_length(place: Place, row: Row, begun: Sequence[Fact], now: datetime) -> Placed | None:
    """Who was there for the longest or the shortest time, all stays together.

    A stay without an end lasted until the next began.
    """
    lengths: dict[str, timedelta] = {}
    ends = [*map(_begin, begun[1:]), now]
    for fact, following in zip(begun, ends, strict=True):
        length = (fact.invalid_at or following) - _begin(fact)
        lengths[row.member(fact)] = lengths.get(row.member(fact), timedelta()) + length
    chosen = (max if place == "longest" else min)(lengths, key=lambda member: lengths[member])
    return row.placed(place, row.hub, [fact for fact in begun if row.member(fact) == chosen])


def _other(fact: Fact, hub: str) -> str:
    return fact.target if fact.source == hub else fact.source


def _begin(fact: Fact) -> datetime:
    if fact.valid_at is None:
        raise ValueError("A row holds dated facts only.")
    return fact.valid_at
