"""Dates as a facts file writes them: ISO, EDTF (ISO 8601-2, levels 0 to 2), or in words."""

import re
from datetime import UTC, date, datetime
from functools import lru_cache
from time import struct_time
from typing import Any

from services.models.dates import FOREVER, ImpreciseDate, Precision, usual_precision

LONGEST = 100
"""Characters; the grammar takes its time with long sets of dates."""
KNOWN_DATES = 20_000
LEVEL_0: tuple[tuple[str, Precision], ...] = (
    (r"\d{4}-\d{2}-\d{2}", "day"),
    (r"\d{4}-\d{2}", "month"),
    (r"\d{4}", "year"),
)
OPEN = ("", "..", "unknown", "open")
FORMS = "Write it as a date (1998-03-12), a month (1998-03), a year (1998) or in EDTF (199X, 1998~, ../1990, 1997/1999)"


class NoDate(ValueError):
    """The message is the rest of a sentence about the date."""


def read_date(value: object) -> ImpreciseDate:
    """The earliest and the latest moment that the writing allows, and its words. Raises NoDate.

    “~”, “?” and “%” stay in the words and widen nothing: EDTF says that a year is approximate, not by how much.
    """
    match value:
        case datetime():
            moment = value if value.tzinfo else value.replace(tzinfo=UTC)
            return ImpreciseDate.of(moment.astimezone(UTC), usual_precision(moment), value.isoformat())
        case date():
            return ImpreciseDate.of(datetime(value.year, value.month, value.day, tzinfo=UTC), "day", value.isoformat())
        case int() if 1000 <= value <= 9999 and not isinstance(value, bool):
            return _read(str(value))
        case str() if value.strip():
            return _read(value.strip())
        case _:
            raise NoDate(f"is no date: {str(value)[:40]!r}. {FORMS}.")


TIME_OF_DAY = re.compile(r"\d{4}-\d\d-\d\dT[^/]*$")
"""ISO 8601 or nothing: as EDTF the zone would be read as another date."""


@lru_cache(maxsize=KNOWN_DATES)
def _read(text: str) -> ImpreciseDate:
    if len(text) > LONGEST:
        raise NoDate(f"is too long for a date ({len(text)} characters): {text[:40]!r}….")
    found = _level_0(text) or _iso(text) or (None if TIME_OF_DAY.match(text) else _edtf(text) or _words(text))
    if found is None:
        raise NoDate(f"is no date: {text[:40]!r}. {FORMS}.")
    return found


def _level_0(text: str) -> ImpreciseDate | None:
    """A year, a month or a day: most of what is written, and read in no time."""
    for pattern, precision in LEVEL_0:
        if re.fullmatch(pattern, text, re.ASCII):
            year, month, day, *_ = [int(part) for part in text.split("-")] + [1, 1]
            try:
                return ImpreciseDate.of(datetime(year, month, day, tzinfo=UTC), precision, text)
            except ValueError:
                return None
    return None


def _iso(text: str) -> ImpreciseDate | None:
    """With a time of day or in one of ISO's shorter writings; midnight in UTC stands for the day.

    Python takes any character for the “T”: “2011-09-24/2013-09” would be a quarter past eight in the evening.
    """
    if not re.fullmatch(r"[\dW-]+(?:[Tt ].+)?", text):
        return None
    try:
        parsed = datetime.fromisoformat(text)
        moment = (parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return ImpreciseDate.of(moment, usual_precision(moment), text)


def _edtf(text: str) -> ImpreciseDate | None:
    """By the library, imported here: its grammar takes half a second to build, and most files do without it."""
    from edtf import EDTFParseException, parse_edtf

    try:
        parsed: Any = parse_edtf(text, fail_silently=False)
    except (EDTFParseException, ValueError, OverflowError):
        return None
    kind = type(parsed).__name__
    if kind in ("MultipleDates", "LongYear", "ExponentialYear"):
        raise NoDate(f"is no one moment between the years 1 and 9999: {text!r}. Give each date a fact of its own.")
    start, end = (parsed.lower, parsed.upper) if "Interval" in kind else (parsed, parsed)
    first = None if str(start) in OPEN else _moment(start.lower_strict(), text)
    last = None if str(end) in OPEN else _moment(end.upper_strict(), text, last=not _names_day(end))
    return _between(first, last or FOREVER, _precision(text), text)


def _between(earliest: datetime | None, latest: datetime, precision: Precision, text: str) -> ImpreciseDate:
    if earliest is None and latest == FOREVER:
        raise NoDate(f"names no date on either side: {text!r}.")
    if earliest is not None and earliest > latest:
        raise NoDate(f"ends before it begins: {text!r}.")
    return ImpreciseDate(earliest=earliest, latest=latest, precision=precision, text=text)


def _names_day(part: object) -> bool:
    return bool(re.search(r"-\d\d[?~%]?-\d\d[?~%]?$", str(part)))


def _moment(parsed: struct_time | float, text: str, last: bool = False) -> datetime | None:
    """`last`: of its day, as a month or a year ends. None where the library says that there is no end."""
    if isinstance(parsed, float):
        return None
    try:
        day = datetime(parsed.tm_year, parsed.tm_mon, parsed.tm_mday, tzinfo=UTC)
    except (ValueError, TypeError, OverflowError) as error:
        raise NoDate(f"lies outside the years 1 to 9999: {text!r}.") from error
    return day.replace(hour=23, minute=59, second=59, microsecond=999_999) if last else day


def _precision(text: str) -> Precision:
    """Of a date whose parts are left out from the right; all else is a range."""
    bare = re.sub(r"[?~%]", "", text)
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", bare):
        return "day"
    if re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])(-XX)?", bare):
        return "month"
    if re.fullmatch(r"\d{4}(-XX(-XX)?)?", bare):
        return "year"
    return "decade" if re.fullmatch(r"\d{3}X", bare) else "range"


def _words(text: str) -> ImpreciseDate | None:
    """“12 March 1998”, “March 1998” and their like, in many languages. Imported here: it takes half a second."""
    if not 6 <= len(text) <= 60 or not re.search(r"\d{4}", text):
        return None
    import dateparser

    for parts, precision in ((["day", "month", "year"], "day"), (["month", "year"], "month")):
        settings = {"REQUIRE_PARTS": parts, "PREFER_DAY_OF_MONTH": "first", "TIMEZONE": "UTC"}
        found = dateparser.parse(text, settings=settings)
        if found is not None:
            moment = (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
            named = usual_precision(moment) if precision == "day" else "month"
            return ImpreciseDate.of(moment, named, text)
    return None
