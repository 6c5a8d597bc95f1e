"""Dates and durations as the pages write them."""

from datetime import UTC, datetime


def day(moment: datetime | None, missing: str = "undated") -> str:
    """`12 Mar 1998`; with the time of day where there is one."""
    if moment is None:
        return missing
    moment = moment.astimezone(UTC)
    written = f"{moment.day} {moment:%b %Y}"
    return f"{written}, {moment:%H:%M} UTC" if moment.hour or moment.minute else written


def interval(valid_at: datetime | None, invalid_at: datetime | None) -> str:
    """A fact's validity in words: `since 4 May 2001`, `4 May 2001 – 7 Jun 2003`."""
    if valid_at is None and invalid_at is None:
        return "undated"
    if invalid_at is None:
        return f"since {day(valid_at)}"
    return f"{day(valid_at, 'unknown')} – {day(invalid_at)}"


def duration(milliseconds: float) -> str:
    """`340 ms`, `2.1 s`, `3 min 20 s`."""
    if milliseconds < 1000:
        return f"{milliseconds:.0f} ms"
    seconds = milliseconds / 1000
    return f"{seconds:.1f} s" if seconds < 60 else f"{int(seconds // 60)} min {int(seconds % 60)} s"
