"""Dates as people write them in a URL, a form or a tool's argument, and the moment that a date stands for."""

import re
from datetime import UTC, date, datetime, time

from services.errors import InvalidInput

ZONE_AFTER_SPACE = re.compile(r"(:\d{2}(?:\.\d+)?) (\d{2}:?\d{2})$")
"""An unescaped “+” of a zone arrives as a space."""
LAST_SECOND = time(23, 59, 59, tzinfo=UTC)


def start_of_day(day: date | None) -> datetime | None:
    return datetime.combine(day, time(), UTC) if day else None


def end_of_day(chosen: date) -> datetime:
    """The last second of the date in UTC: a chosen date means the world as it was when that day was over."""
    return datetime.combine(chosen, LAST_SECOND)


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
