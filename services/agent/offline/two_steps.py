"""Questions that take two steps: about an entity that another one describes, and which of two stayed longer. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from services.agent.offline.reading.descriptions import Description
from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.synonyms import with_synonyms
from services.models import AnswerParagraph, Fact
from services.text.sentences import content_words
from services.text.wording import count_of, relation_words

OWNING = content_words("own buy acquire purchase")
A_MONTH = timedelta(days=30.44)
BY = "_BY"
"""The end of a relation whose second entity does what it says: OWNED_BY."""


@dataclass(frozen=True)
class DescribedEntity:
    """The entity that a description means, and the fact that says so."""

    name: str
    fact: Fact


@dataclass(frozen=True)
class Tenure:
    """How long somebody was there, all terms together."""

    name: str
    length: timedelta
    facts: tuple[Fact, ...]


def described_entity(question: ParsedQuestion, facts: Iterable[Fact], now: datetime) -> DescribedEntity | None:
    """The entity that the question's description means: the one of the time asked for, else of now, else the latest.
    None if no fact says which one it is."""
    asked = question.description
    if asked is None:
        return None
    fitting = [fact for fact in facts if _says_which(fact, asked)]
    of_time = [fact for fact in fitting if _is_of_time(fact, question, now)]
    latest = sorted(of_time or fitting, key=lambda fact: fact.valid_at.timestamp() if fact.valid_at else float("-inf"))
    if not latest:
        return None
    fact = latest[-1]
    return DescribedEntity(fact.target if fact.source == asked.entity else fact.source, fact)


def _says_which(fact: Fact, asked: Description) -> bool:
    if asked.entity not in (fact.source, fact.target):
        return False
    agent = fact.target if fact.relation.upper().endswith(BY) else fact.source
    is_meant = bool(_meant(asked.relation) & _meant(content_words(relation_words(fact.relation))))
    return is_meant and (agent != asked.entity) == asked.is_agent


def _meant(stems: frozenset[str]) -> frozenset[str]:
    """Who bought a thing has it."""
    meant = with_synonyms(stems)
    return meant | OWNING if meant & OWNING else meant


def _is_of_time(fact: Fact, question: ParsedQuestion, now: datetime) -> bool:
    if question.time is not None:
        return question.time.overlaps(fact.valid_at, fact.certain_end)
    return not question.is_present or fact.holds_at(now)


def question_with_name(question: ParsedQuestion, one: DescribedEntity) -> str:
    """The question with the entity's name instead of its description."""
    words = question.description.words if question.description else ""
    return question.text.replace(words, one.name)


def question_with_person(first: ParsedQuestion, place: str, told: Sequence[AnswerParagraph], names: NameIndex) -> str:
    """“Who came after James Fletcher at NASA?”, by the first fact or quotation of the answer to `first`; empty if
    that names nobody, or a quotation names several people."""
    if not told or told[0].kind == "remark":
        return ""
    fact = next(iter(told[0].facts), None)
    said = (fact.source, fact.target) if fact is not None else names.names_in(" ".join(told[0].quotations))
    people = [name for name in names.people_among(said) or said if name not in first.entities]
    if not people or (fact is None and len(people) > 1):
        return ""
    at = f" at {first.entities[0]}" if first.entities else ""
    return f"Who came {place} {people[0]}{at}?"


def compared_tenures(question: ParsedQuestion, facts: Iterable[Fact], now: datetime) -> tuple[Tenure, Tenure] | None:
    """How long each of the two compared was there, in the same relation to the same holder, the longer first; None if
    the facts do not tell it of both.

    A term without an end has lasted until now.
    """
    if not question.compares_length:
        return None
    found: dict[tuple[str, str], dict[str, list[Fact]]] = {}
    for fact in {fact.uuid: fact for fact in facts if fact.valid_at is not None}.values():
        for name, holder in ((fact.target, fact.source), (fact.source, fact.target)):
            if name in question.entities and name != holder:
                found.setdefault((fact.relation, holder), {}).setdefault(name, []).append(fact)
    both = [names for names in found.values() if len(names) == 2]
    if not both:
        return None
    terms = max(both, key=lambda names: sum(map(len, names.values())))
    first, second = sorted((_stay(name, own, now) for name, own in terms.items()), key=lambda one: one.length)[::-1]
    return first, second


def _stay(name: str, facts: Sequence[Fact], now: datetime) -> Tenure:
    in_order = sorted(facts, key=_begin)
    return Tenure(name, sum(((one.invalid_at or now) - _begin(one) for one in in_order), timedelta()), tuple(in_order))


def _begin(fact: Fact) -> datetime:
    if fact.valid_at is None:
        raise ValueError("A stay is told by dated facts only.")
    return fact.valid_at


def length_words(length: timedelta) -> str:
    """“7 years and 6 months”, “3 weeks” as “21 days”."""
    months = round(length / A_MONTH)
    if months < 2:
        return count_of(max(length.days, 1), "day")
    years, rest = divmod(months, 12)
    parts = [count_of(years, "year")] * bool(years) + [count_of(rest, "month")] * bool(rest)
    return " and ".join(parts)
