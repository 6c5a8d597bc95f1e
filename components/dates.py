"""Dates and durations as the pages write them."""

from datetime import datetime

from services.text.wording import duration_words, instant


def day(moment: datetime | None, missing: str = "undated") -> str:
    """`12 Mar 1998`; with the time of day where there is one."""
    return missing if moment is None else instant(moment)


def date_of(moment: datetime) -> str:
    """`12 Mar 1998`, of a moment that stands for a whole day, such as its end."""
    return day(moment.replace(hour=0, minute=0, second=0, microsecond=0))


def duration(milliseconds: float) -> str:
    """`340 ms`, `2.1 s`, `3 min 20 s`, `1 h 5 min`."""
    return duration_words(milliseconds)
