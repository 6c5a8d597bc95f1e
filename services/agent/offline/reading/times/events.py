"""Times that a question gives by what happened then: “when Columbia was lost”, “ten years before Apollo 11”. Pure.

What happened is looked for in the passages that were found; the sentence that tells it best has the date.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from services.agent.offline.passages import QuotableText, quotable_sentences
from services.agent.offline.reading.synonyms import covered_words
from services.agent.offline.reading.times.time_words import NUMBER, Span, TimeWords, number_of_word, shift_span, spans
from services.models import Hit
from services.text.sentences import WORD, content_words, plain_words
from services.text.wording import day

_EVENT = re.compile(
    rf"\b(?:(?P<number>{NUMBER})\s+(?P<unit>month|year|decade)s?\s+(?P<way>before|after)"
    r"|when|while|during|at\s+the\s+(?:time|moment)\s+(?:of|when|that)|on\s+the\s+day\s+(?:of|when|that))"
    r"\s+(?P<event>[^,;?!]+)",
    re.IGNORECASE,
)
_ASKS = re.compile(r"^\W*(?:when|while)\b(?![^,]*,\s*(?:who|which|what|where|how)\b)", re.IGNORECASE)
"""“When was it launched?” asks for a time and gives none; “When it was launched, who led NASA?” gives one."""
_DEFINITE = re.compile(r"[A-Z\d]|^(?:the|its|his|her|their)\b|\s(?:was|were|is|fell|ended|began|\w+ed)\b")
"""One thing that happened once, and not any “long stay”: named, or told with a verb."""
_CONDITION = re.compile(
    r"^when\b[^,;]*?\b(?:is|are|am|does|do|breaks|has|have)\b(?![^,;]*\b(?:was|were)\b)", re.IGNORECASE
)
"""“What must I do when my laptop is lost?” tells of no time, but of any."""
_STATE = re.compile(r"\b(?:who|whom|whose|which|what|where)\b", re.IGNORECASE)
_HAPPENING = content_words("happened occurred went wrong took place do did")
_MONTHS = {"month": 1, "year": 12, "decade": 120}
TOLD = 0.5
"""The share of an event's words that a sentence must say, besides all its names, to tell of it."""


@dataclass(frozen=True)
class Event:
    """`words` are those of the question, `happening` is what happened, `months` how far from it the time lies."""

    words: str
    happening: str
    question_without_it: str
    months: int = 0


@dataclass(frozen=True)
class DatedEvent:
    """An event with the time that it gives, and the sentence that dates it."""

    event: Event
    time: TimeWords
    sentence: QuotableText
    hit: Hit


def read_event(question: str) -> Event | None:
    """The event by which the question gives a time; None if there is none, or if the question asks for nothing else."""
    found = None if _ASKS.search(question) else _EVENT.search(question)
    if found is None or _CONDITION.search(found[0]) or not _DEFINITE.search(found["event"]):
        return None
    rest = " ".join(f"{question[: found.start()]} {question[found.end() :]}".split()).strip(" ,?!")
    asks = _STATE.search(rest) and content_words(rest) - _HAPPENING
    return Event(found[0].strip(), found["event"].strip(), rest, _months(found)) if asks else None


def _months(found: re.Match[str]) -> int:
    if found["number"] is None:
        return 0
    months = number_of_word(found["number"]) * _MONTHS[found["unit"].casefold()]
    return -months if found["way"].casefold() == "before" else months


def date_event(event: Event, hits: Sequence[Hit], now: datetime) -> DatedEvent | None:
    """The event with the date in the sentence that says most of it, the first of several; None if no sentence dates
    it."""
    for _, one, hit in sorted(_telling(event, hits), key=lambda found: -found[0]):
        if span := _nearest_span(event, one.text, now):
            start, end = shift_span(span, event.months)
            time = TimeWords(f"{event.words} ({_said(start, end)})", "during", start, end)
            return DatedEvent(event, time, one, hit)
    return None


def _telling(event: Event, hits: Sequence[Hit]) -> Iterator[tuple[float, QuotableText, Hit]]:
    """Sentences with all the names and half of the words of what happened."""
    asked, names = content_words(event.happening), _names(event.happening)
    for hit in hits:
        for one in quotable_sentences(hit.content):
            share = len(covered_words(asked, one.words)) / len(asked)
            if share >= TOLD and names <= {*plain_words(one.text)} and _is_one_clause(event, one.text):
                yield share, one, hit


def _is_one_clause(event: Event, text: str) -> bool:
    """“He rode to Mir, the first one launched so” does not tell that Mir was launched; “Mir, launched in 1986” does."""
    clauses = re.split(r"[,;:]\s|\s[–—]\s", text)
    doing, names = _doing(event.happening), _names(event.happening)
    if not names or not covered_words(doing, content_words(text)):
        return True
    apposed = [f"{one.split()[-1]} {' '.join(other.split()[:2])}" for one, other in pairwise(clauses) if one.split()]
    return any(covered_words(doing, content_words(one)) and names & {*plain_words(one)} for one in (*clauses, *apposed))


def _doing(text: str) -> frozenset[str]:
    """The words that say what happened, beside the names."""
    return content_words(text) - content_words(" ".join(_names(text)))


def _names(text: str) -> set[str]:
    """What must stand in a sentence as it is: words with a capital, numbers and codes."""
    return {*plain_words(" ".join(word for word in WORD.findall(text) if not word.islower()))}


def _nearest_span(event: Event, text: str, now: datetime) -> Span | None:
    """The date nearest to the words that say what happened; the first one where only names are said."""
    found, doing = list(spans(text, now)), _doing(event.happening)
    places = [match.start() for match in WORD.finditer(text) if covered_words(doing, content_words(match[0]))]
    if not found:
        return None
    return min(found, key=lambda one: min((abs(one[0] - place) for place in places), default=0))[2]


def _said(start: datetime, end: datetime) -> str:
    """A day, a month or a year, as exactly as it is known."""
    if end - start <= timedelta(days=1):
        return day(start)
    return f"{start:%b %Y}" if end - start <= timedelta(days=31) else f"{start:%Y}"
