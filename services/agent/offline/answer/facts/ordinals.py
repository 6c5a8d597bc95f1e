"""“The first meeting”: passages that call it so, where facts read by rule may begin with a later one. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace

from services.agent.offline.answer.facts.choice import ToldFacts
from services.agent.offline.passages import quotable_sentences
from services.agent.offline.reading.answer_kinds import MONTH, has_kind
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.successions import Successor
from services.models import Fact, Hit
from services.text.sentences import content_words

_PLACES = {
    "first": re.compile(r"\b(?:first|earliest)\b", re.IGNORECASE),
    "last": re.compile(r"\b(?:last|latest|final)\b", re.IGNORECASE),
}
_LATER = re.compile(
    r"\b(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\w+teenth|\w+tieth|\d+(?:nd|rd|th))\s+"
    r"(?=[A-Z])"
)
"""Before a name: “The sixth DebConf”; a date has its month behind it, or “of” before it."""
_MONTH = re.compile(rf"(?:{MONTH}|Century)\b")


def is_called_so(question: ParsedQuestion, one: Successor, hits: Sequence[Hit]) -> bool:
    """Whether a passage calls a thing of that name the first, or the last, and tells what is asked of it; or the fact
    itself says that it is a later one. Only of facts that were all read by rule, which may have missed some."""
    facts = (*one.facts, *one.reference_facts)
    if one.place not in _PLACES or not facts or any(fact.origin != "rule" for fact in facts):
        return False
    asked = rf"{_PLACES[one.place].pattern}\s+(?:\w+\s+)?{re.escape(one.reference)}\b"
    if re.search(asked, question.asked, re.IGNORECASE) is None:
        return False  # the first head of it is asked for
    if one.place == "first" and any(_says_later(fact.fact) for fact in one.facts):
        return True
    names = content_words(one.reference)
    for hit in hits:
        for quote in quotable_sentences(hit.content, hit.citation.heading):
            is_named = names <= quote.words and _PLACES[one.place].search(quote.text)
            if is_named and all(has_kind(kind, quote.text) for kind in question.kinds):
                return True
    return False


def without_later_ones(question: ParsedQuestion, told: ToldFacts) -> ToldFacts:
    """The facts without those that say that they speak of a later one than the first, which is asked for."""
    kept = tuple(fact for fact in told.facts if not _is_later_one(question, fact))
    return told if kept == tuple(told.facts) else replace(told, facts=kept)


def _is_later_one(question: ParsedQuestion, fact: Fact) -> bool:
    """Whether the first is asked for, and the fact, read by rule, says that it speaks of a later one."""
    is_first = question.succession is not None and question.succession.place == "first"
    return is_first and fact.origin == "rule" and _says_later(fact.fact)


def _says_later(text: str) -> bool:
    return any(not _MONTH.match(text, found.end()) for found in _LATER.finditer(text))
