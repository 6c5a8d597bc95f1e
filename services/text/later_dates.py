"""Whether a text speaks of a time after a date: the years and days that it names. Pure."""

import re
from collections.abc import Iterator
from datetime import date, datetime

MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH = r"(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?"
_DAY_FIRST = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\s+{_MONTH},?\s+(\d{{4}})\b", re.IGNORECASE)
_MONTH_FIRST = re.compile(rf"\b{_MONTH}\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})\b", re.IGNORECASE)
_MONTH_ALONE = re.compile(rf"\b{_MONTH}\s+(\d{{4}})\b", re.IGNORECASE)
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_YEAR = re.compile(r"(?<![\d.,-])(1[0-9]\d\d|20\d\d)(?:\s?[–-]\s?(\d{2}|\d{4})\b(?!-))?(?![\d-])s?")


def names_later_date(text: str, moment: datetime) -> bool:
    """Whether the text names a date after this moment. A month counts by its first day; a year alone must be later."""
    return any(named > moment.date() for named in _named_days(text))


def _named_days(text: str) -> Iterator[date]:
    """The earliest day of each date that the text names, of a span of years its last year's."""
    for day, month, year in _DAY_FIRST.findall(text):
        yield from _day(year, _number(month), day)
    for month, day, year in _MONTH_FIRST.findall(text):
        yield from _day(year, _number(month), day)
    for month, year in _MONTH_ALONE.findall(text):
        yield from _day(year, _number(month), "1")
    for year, month, day in _ISO.findall(text):
        yield from _day(year, int(month), day)
    for first, last in _YEAR.findall(text):
        yield from _day(first[: 4 - len(last)] + last, 1, "1")


def _day(year: str, month: int, day: str) -> Iterator[date]:
    """The day; nothing if there is no such day."""
    try:
        yield date(int(year), month, int(day))
    except ValueError:
        return


def _number(month: str) -> int:
    return MONTHS.index(month[:3].lower()) + 1
