"""The spans of years that a text names: “until 2003”, “Marian Holt (2008 to 2014)”, “since 2022”. Pure."""

import functools
import re
from datetime import timedelta

from services.agent.offline.reading.times.time_words import TimeWords
from services.text.sentences import content_words

YearSpan = tuple[int | None, int | None]
"""The first and the last year; None: open on that side."""

_YEAR = r"(?:1[5-9]|20)\d\d"
_WORDS = r"(?:[^\s,;.()–—-]+\s+){0,4}?"
"""Such as a day and a month before the year."""
_SPAN = re.compile(
    rf"(?<![\w-])(?P<first>{_YEAR})\s*(?:[–—-]|\b(?:to|until|till|through)\b)\s*{_WORDS}(?P<last>{_YEAR})(?![\w-])"
    rf"|\bbetween\s+{_WORDS}(?P<low>{_YEAR})\s+and\s+{_WORDS}(?P<high>{_YEAR})(?![\w-])",
    re.IGNORECASE,
)
_ROW = re.compile(
    rf"(?:^|\|)\s*(?:valid\s+)?(?:start|begin|from|since)\w*:[^|]*?(?P<first>{_YEAR})[^|]*\|"
    rf"(?:[^|:]*:[^|]*\|)*?\s*(?:valid\s+)?(?:end|to|until|till)\w*:[^|]*?(?P<last>{_YEAR})",
    re.IGNORECASE,
)
"""A row of a table: “start: 2023-03-01 | end: 2024-12-31”."""
_UNTIL = re.compile(
    rf"\b(?:until|till|up\s+to|retired|resigned|stepped\s+down|ends|expires|runs\s+out)\s+{_WORDS}(?P<last>{_YEAR})(?![\w-])",
    re.IGNORECASE,
)
_SINCE = re.compile(rf"(?<!\btime\s)\bsince\s+{_WORDS}(?P<first>{_YEAR})(?![\w-])", re.IGNORECASE)
"""“For the first time since 2012” is no span."""
_ANY_YEAR = re.compile(rf"(?<![\w-]){_YEAR}(?:(?![\w-])|(?=-[01]\d))")
_DENIED = re.compile(r"\b(?:not|never|n['’]t)\b[^.;]*\b(?:until|till)\b", re.IGNORECASE)
"""“It did not open until 2004” tells of no time before."""

_FORMER = re.compile(
    r"\b(?:until\s+now|so\s+far|hitherto|formerly|former|previous(?:ly)?|ex|outgoing|then)\b[\s-]*(?:the\s+|an?\s+)?"
    r"(?P<what>\w+(?:[\s-]\w+)?)",
    re.IGNORECASE,
)
_PRESENT = re.compile(r"\b(?:is|are|has|have|since|now|today|currently)\b", re.IGNORECASE)
"""“The operator is Brightways; until 2021 it was Stag.”"""

_ONCE = re.compile(
    r"\W*(?:before|until|prior\s+to|formerly|previously|originally|initially|at\s+first|in\s+the\s+past)\b[^.]*?\b(?:was|were|had|used\s+to)\b",
    re.IGNORECASE,
)
"""How a sentence begins that tells what was before: “Before 2019 the limit was 44 tonnes.”"""


@functools.lru_cache(maxsize=20_000)
def year_spans(text: str) -> tuple[YearSpan, ...]:
    """The spans of years in the text, in no order; a year by itself is no span."""
    closed = [_closed(found) for found in _SPAN.finditer(text)]
    closed += [(int(found["first"]), int(found["last"])) for found in _ROW.finditer(text)]
    rest = _SPAN.sub(" ", text)
    ended: list[YearSpan] = [] if _DENIED.search(rest) else [(None, int(one["last"])) for one in _UNTIL.finditer(rest)]
    return (*closed, *ended, *((int(one["first"]), None) for one in _SINCE.finditer(rest)))


def tells_of_before(text: str) -> bool:
    """Whether it begins with a time that is over: “Before 2019 the limit was 44 tonnes.”"""
    return _ONCE.match(text) is not None


def calls_former(text: str, asked: frozenset[str]) -> bool:
    """Whether the text says that these words no longer apply: “until now coach”, “the former director”, “Before 2019
    the limit was …”."""
    return (tells_of_before(text) and not asked.isdisjoint(content_words(text))) or any(
        content_words(one["what"]) & asked for one in _FORMER.finditer(text)
    )


def _closed(found: re.Match[str]) -> YearSpan:
    return int(found["first"] or found["low"]), int(found["last"] or found["high"])


def covers_time(text: str, time: TimeWords) -> bool:
    """Whether a span of years in the text overlaps the time asked for. One that is open on a side is covered only where
    the text names it in the same words: “before 2019”."""
    if time.start is None or time.end is None:
        return time.kind == "before" and time.words.casefold() in text.casefold()
    first, last = time.start.year, (time.end - timedelta(seconds=1)).year
    return any((end is None or end >= first) and (begin is None or begin <= last) for begin, end in year_spans(text))


def ended_before_year(text: str, year: int) -> bool:
    """Whether every year in the text belongs to a span that ended before this year, and nothing in it is in the present
    tense."""
    if _PRESENT.search(text):
        return False
    spans, named = year_spans(text), [int(one) for one in _ANY_YEAR.findall(text)]
    ended = [(begin or 0, end) for begin, end in spans if end is not None and end < year]
    return bool(ended) and all(any(begin <= one <= end for begin, end in ended) for one in named)
