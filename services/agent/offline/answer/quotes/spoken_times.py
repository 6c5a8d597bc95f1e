"""Of which times a sentence speaks, and the day that what stands over it names. Pure."""

import functools
import re
from datetime import UTC, datetime, timedelta

from services.agent.offline.answer.quotes.year_spans import covers_time, ended_before_year
from services.agent.offline.passage_rows import BAR, named_cells
from services.agent.offline.passages import QuotableText
from services.agent.offline.reading.answer_kinds import has_kind
from services.agent.offline.reading.times.time_words import Span, TimeWords, spans
from services.text.sentences import content_words

_SINCE = re.compile(r"\bsince\s+(?:[^\s,;.]+\s+){0,3}(?:1[5-9]|20)\d\d\b", re.IGNORECASE)
_COMPARED = re.compile(r"\b(?:than|compared\s+(?:to|with))\s+(?:(?:in|that\s+of|those\s+of)\s+)?\d{4}\b", re.IGNORECASE)
"""A year that a sentence of another one only measures by: “6 percent more than in 2022”."""
SECOND = timedelta(seconds=1)
LONGEST_DATED = 40
"""Characters of a heading that may be no more than the day it names: “3 April 2023: the vote”."""
A_LATE_DATE = datetime(2200, 1, 1, tzinfo=UTC)
"""After all that titles name; only words such as “yesterday” would count from it."""
_SPACED_DAY = re.compile(r"\b((?:1[5-9]|20)\d\d)[ _](\d\d)[ _](\d\d)\b")
_YEAR = re.compile(r"(?<![^\W_])(?<!-)(?:1[5-9]|20)\d\d(?:(?![^\W_]|-)|(?=-[01]\d(?:-[0-3]\d)?(?![\w-])))")
"""Also of a day or a month as tables write them, and in the head of a column: “2021-10-01”, “fare_2021”."""
_TIME_OF_DAY = re.compile(r"(?<![\d.])(?:[01]?\d|2[0-4])[.:][0-5]\d(?![\d.])")
_HEADS_OF_TIMES = content_words(
    "time hours leave depart departure arrive arrival start begin end finish open close opening"
)
"""Stems of what stands over times of day."""


@functools.lru_cache(maxsize=20_000)
def tells_when(one: QuotableText) -> bool:
    """Whether it tells when something is: by a date or a time of day that it names, by a day in the heading that it
    stands under, or by its cell in a column of times: “17.45” below “leaves”."""
    is_under_day = len(one.heading) <= LONGEST_DATED and day_of_title(one.heading) is not None
    return has_kind("date", one.text) or is_under_day or _has_time_of_day(one)


def _has_time_of_day(one: QuotableText) -> bool:
    cells = (
        zip(BAR.split(one.columns), BAR.split(one.text), strict=False) if one.columns else named_cells(one.text).items()
    )
    return any(_TIME_OF_DAY.search(cell) and content_words(head) & _HEADS_OF_TIMES for head, cell in cells)


@functools.lru_cache(maxsize=2_000)
def day_of_title(title: str) -> Span | None:
    """The one day that it names, as “12 June 2024” or “2024 06 12”."""
    dated = _SPACED_DAY.sub(r"\1-\2-\3", title)
    days = [span for _, _, span in spans(dated, A_LATE_DATE) if span[1] - span[0] <= timedelta(days=1)]
    return days[0] if len(days) == 1 else None


def is_of_other_times(text: str, time: TimeWords) -> bool:
    """All the years that it names lie after the time asked for, or it `is_past` by then; not where a span of years that
    it names has the time in it."""
    years = _years_told(text)
    is_later = bool(years) and time.end is not None and min(years) > (time.end - SECOND).year
    return (is_later and not covers_time(text, time)) or is_past(text, time)


def is_past(text: str, time: TimeWords) -> bool:
    """It names two years or more and all lie before the time asked for, or what it tells had ended by then.

    One earlier year alone may be the beginning of what still held, and what it tells since a year may hold on; but
    what came since a date is told by no earlier year.
    """
    years = _years_told(text)
    if not years or time.start is None or covers_time(text, time):
        return False
    if max(years) >= time.start.year:
        return ended_before_year(text, time.start.year)
    return (
        time.kind == "since" or ended_before_year(text, time.start.year) or (len(years) > 1 and not _SINCE.search(text))
    )


def _years_told(text: str) -> list[int]:
    return named_years(_COMPARED.sub(" ", text)) or named_years(text)


def names_time(text: str, time: TimeWords) -> bool:
    return bool(named_years(text)) and not is_of_other_times(text, time)


def names_year_of(text: str, time: TimeWords) -> bool:
    """Whether the text names a year of the time asked for, by itself or within a span of years."""
    if time.start is None or time.end is None:
        return False
    years = range(time.start.year, (time.end - SECOND).year + 1)
    return covers_time(text, time) or any(year in years for year in named_years(text))


def named_years(text: str) -> list[int]:
    return [int(year) for year in _YEAR.findall(text)]
