"""Dates as people write them in a URL, a form or a tool's argument, and the moment that a date stands for."""

import re
from datetime import UTC, date, datetime, time

from services.errors import InvalidInput

ZONE_AFTER_SPACE = re.compile(r"(:\d{2}(?:\.\d+)?) (\d{2}:?\d{2})$")
"""An unescaped “+” of a zone arrives as a space."""
_NUMERIC = re.compile(
    r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4})"
    r"|(?P<year_>\d{4})[/.](?P<month_>\d{1,2})[/.](?P<day_>\d{1,2})"
    r"|(?P<one>\d{1,2})/(?P<other>\d{1,2})/(?P<year__>\d{4})"
)
NUMERIC_DAY = (
    r"(?<![\d./-])(?:\d{1,2}\.\s?\d{1,2}\.\s?\d{4}|\d{4}/\d{1,2}/\d{1,2}|\d{1,2}/\d{1,2}/\d{4})(?![\d/-]|\.\d)"
)
"""In a text: what may be a day in numbers; `numeric_day` says which, or that nobody can know."""
LAST_SECOND = time(23, 59, 59, tzinfo=UTC)


def start_of_day(day: date | None) -> datetime | None:
    return datetime.combine(day, time(), UTC) if day else None


def end_of_day(chosen: date) -> datetime:
    """The last second of the date in UTC: a chosen date means the world as it was when that day was over."""
    return datetime.combine(chosen, LAST_SECOND)


def is_numeric_day(words: str) -> bool:
    return _NUMERIC.fullmatch(words.strip()) is not None


def numeric_day(words: str) -> date | None:
    """“12.06.2024” is day.month.year, “2024/06/12” year/month/day. None: no calendar has it, or it is one of two days:
    “03/04/2024” is in March or in April."""
    found = _NUMERIC.fullmatch(words.strip())
    if found is None:
        return None
    part = {name: int(value) for name, value in found.groupdict().items() if value is not None}
    match part:
        case {"one": one, "other": other, "year__": year}:
            if one != other and one <= 12 and other <= 12:
                return None
            written = (year, other, one) if one > 12 else (year, one, other)
        case {"year_": year, "month_": month, "day_": day}:
            written = (year, month, day)
        case _:
            written = (part["year"], part["month"], part["day"])
    try:
        return date(*written)
    except ValueError:
        return None


def moment(text: str | None, name: str) -> datetime | None:
    """ISO 8601, with or without time and zone (then UTC). Raises InvalidInput."""
    written = (text or "").strip()
    if not written:
        return None
    try:
        parsed = datetime.fromisoformat(ZONE_AFTER_SPACE.sub(r"\1+\2", written))
        return (parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        message = f"{name}={written[:40]!r} is not a date. Write it as 1998-03-12 or 1998-03-12T00:00:00Z."
        raise InvalidInput(message) from error


def last_moment(text: str | None, name: str) -> datetime | None:
    """As `moment`; a date without a time means its whole day."""
    parsed = moment(text, name)
    is_day = parsed is not None and len((text or "").strip()) == len("1998-03-12")
    return end_of_day(parsed.date()) if parsed is not None and is_day else parsed
