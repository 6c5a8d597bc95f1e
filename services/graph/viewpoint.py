"""From which dates a question looks at the graph: the world's clock and ours, kept apart."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from services.errors import InvalidInput
from services.graph.records import Row
from services.models.dates import FOREVER

Known = Mapping[str, object]
"""A fact's dates, and when it was no longer believed, as they were known."""


def _was(date: str) -> str:
    return f"CASE WHEN $was[r.uuid] IS NULL THEN r.{date} ELSE $was[r.uuid].{date} END"


HOLDS = f"""
    ($as_of IS NULL OR (
        ({_was("valid_at")} <= $as_of OR (
            {_was("valid_at")} IS NULL AND ($undated OR {_was("valid_latest")} IS NOT NULL)
        ))
        AND coalesce({_was("invalid_latest")}, {_was("invalid_at")}, $forever) > $as_of
    ))
    AND ($known_on IS NULL OR (
        r.created_at <= $known_on
        AND ({_was("expired_at")} IS NULL OR {_was("expired_at")} > $known_on)
    ))
"""
"""The facts `r` that hold or may hold at a standpoint: begun at the earliest, not ended at the latest. Both intervals
are half open. A latest moment is kept only where it is not the earliest. Parameters: `Standpoint.parameters`."""


@dataclass(frozen=True)
class Standpoint:
    """`as_of` None: whenever it was true. `known_on` None: whatever we know today. `undated`: facts without a
    `valid_at` count as true since ever. `was`: by uuid, facts whose dates have changed, as they were on `known_on`."""

    as_of: datetime | None = None
    known_on: datetime | None = None
    undated: bool = False
    was: Mapping[str, Known] = field(default_factory=dict)

    @property
    def parameters(self) -> dict[str, object]:
        return {
            "as_of": self.as_of,
            "known_on": self.known_on,
            "undated": self.undated,
            "forever": FOREVER,
            "was": dict(self.was),
        }

    def told(self, rows: Iterable[Row]) -> list[Row]:
        """Rows of facts with their dates as they were known, and from when they are looked at."""
        seen = {"seen_at": self.as_of, "undated": self.undated}
        return [{**row, **self.was.get(str(row["uuid"]), {}), **seen} for row in rows]

    def at(self, moment: datetime) -> "Standpoint":
        return replace(self, as_of=moment)


def standpoint(
    as_of: datetime | None, known_on: datetime | None = None, include_undated: bool | None = None
) -> Standpoint:
    """Without a date: now, with undated facts, since nothing says that they ended. With a date: without them, since
    nothing says that they had begun."""
    undated = as_of is None if include_undated is None else include_undated
    moment = now() if as_of is None else in_utc(as_of)
    return Standpoint(moment, None if known_on is None else in_utc(known_on), undated)


def now() -> datetime:
    return datetime.now(UTC)


def in_utc(moment: datetime) -> datetime:
    """A date without a zone is UTC."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def check_order(start: datetime, end: datetime) -> None:
    if in_utc(start) > in_utc(end):
        raise InvalidInput(f"The first date ({start:%Y-%m-%d}) is after the second ({end:%Y-%m-%d}).")
