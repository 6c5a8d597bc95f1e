"""A viewpoint as the graph is asked from it: its moments, and the dates of facts as they were known then."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from services.errors import InvalidInput
from services.graph import records
from services.graph.records import Row
from services.models import Viewpoint
from services.models.dated import dated
from services.models.dates import FOREVER
from services.text.later import names_later
from services.text.wording import relation_words

ENDS = tuple(name for name in records.DATE_PROPERTIES if name.startswith("invalid_"))
Known = Mapping[str, object]
"""A fact's dates, and when it was no longer believed, as they were known."""
UNENDED: Known = dict.fromkeys((*ENDS, "expired_at"))
"""Of a fact that has got its end later: all else is as it is today."""


def _was(date: str) -> str:
    known = f"coalesce($was[r.uuid], r).{date}"  # planned several times as fast as a CASE
    return f"CASE WHEN $unended[r.uuid] THEN NULL ELSE {known} END" if date in UNENDED else known


HOLDS = f"""
    ($as_of IS NULL OR (
        ({_was("valid_at")} <= $as_of OR (
            {_was("valid_at")} IS NULL AND ($undated OR {_was("valid_latest")} IS NOT NULL)
        ))
        AND coalesce({_was("invalid_latest")}, {_was("invalid_at")}, $forever) > $as_of
    ))
    AND ($horizon IS NULL OR {_was("valid_at")} IS NULL OR {_was("valid_at")} <= $horizon)
    AND ($known_on IS NULL OR (
        r.created_at <= $known_on
        AND (
            {_was("expired_at")} IS NULL OR {_was("expired_at")} > $known_on OR {_was("invalid_at")} IS NOT NULL
        )
    ))
    AND ($episodes IS NULL OR any(episode IN r.episodes WHERE $episodes[episode]))
    AND ($unused IS NULL OR any(episode IN r.episodes WHERE $unused[episode] IS NULL))
"""
"""The facts `r` that hold or may hold at a viewpoint, and that its documents state: begun at the earliest, not ended at
the latest; half open. A latest moment is kept only where it is not the earliest. Parameters:
`ResolvedViewpoint.parameters`."""


@dataclass(frozen=True)
class ResolvedViewpoint:
    """`at` None: whenever it was true. `was`: by uuid, facts whose dates have changed, as they were known. `episodes`:
    of the documents that are seen from there; None: of all. `unused`: of those that are switched off or deleted."""

    viewpoint: Viewpoint
    at: datetime | None = None
    was: Mapping[str, Known] = field(default_factory=dict)
    episodes: Sequence[str] | None = None
    unused: Sequence[str] = ()

    @property
    def leaves_out_documents(self) -> bool:
        return self.viewpoint.chooses_documents or bool(self.unused)

    @property
    def parameters(self) -> dict[str, object]:
        return {
            "as_of": self.at,
            "horizon": self.viewpoint.horizon,
            "known_on": self.viewpoint.known_on,
            "undated": self.viewpoint.counts_undated,
            "forever": FOREVER,
            "was": {uuid: known for uuid, known in self.was.items() if known is not UNENDED},
            "unended": {uuid: True for uuid, known in self.was.items() if known is UNENDED},
            "episodes": None if self.episodes is None else dict.fromkeys(self.episodes, True),
            "unused": dict.fromkeys(self.unused, True) if self.unused else None,
        }

    @property
    def narrows(self) -> bool:
        """Whether there can be facts that are not told here."""
        clocks = (self.at, self.viewpoint.horizon, self.viewpoint.known_on, self.episodes)
        return any(one is not None for one in clocks) or bool(self.unused)

    def told(self, rows: Iterable[Row]) -> Sequence[Row]:
        """Rows of facts with their dates as they were known, and the date looked from where one is set; of what lies
        beyond the horizon, nothing."""
        date = self.viewpoint.as_of if self.at else None
        seen = {"seen_at": date, "undated": self.viewpoint.counts_undated}
        as_known: list[Row] = [{**row, **self.was.get(str(row["uuid"]), {}), **seen} for row in rows]
        by, horizon = self.viewpoint.known_on, self.viewpoint.horizon
        known = as_known if by is None else [row for row in as_known if _is_known(row, by)]
        return known if horizon is None else [_until(row, horizon) for row in known if not _is_after(row, horizon)]


def _is_known(row: Row, by: datetime) -> bool:
    """Learnt by then, and still believed. An episode that ends a fact marks it as expired; it is known on, with its
    end."""
    learnt, expired = records.moment(row["created_at"]), records.moment(row["expired_at"])
    is_believed = expired is None or expired > by or row["invalid_at"] is not None
    return learnt is not None and learnt <= by and is_believed


def _is_after(row: Row, horizon: datetime) -> bool:
    """For certain: what may have begun by then is told."""
    began = records.moment(row["valid_at"])
    return began is not None and began > horizon


def _until(row: Row, horizon: datetime) -> Row:
    """No end that came later is told, no later bound of a range, and no sentence that names a later date: then
    the relation stands for it."""
    ended = records.moment(row["invalid_at"])
    is_later = ended is not None and ended > horizon
    hidden = _ranges_until(row, horizon) | (dict.fromkeys(("expired_at", *ENDS)) if is_later else {})
    if names_later(records.text(row["fact"]), horizon):
        hidden["fact"] = f"{row['source']}: {relation_words(records.text(row['relation']))} {row['target']}."
    return {**row, **hidden}


def _ranges_until(row: Row, horizon: datetime) -> dict[str, object]:
    if "range" not in (row["valid_precision"], row["invalid_precision"]):
        return {}
    fact = records.dated(row)
    began, ended = fact.began, fact.ended
    return dated(began and began.as_known_at(horizon), ended and ended.as_known_at(horizon))


def now() -> datetime:
    return datetime.now(UTC)


def in_utc(moment: datetime) -> datetime:
    """A date without a zone is UTC."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def check_order(start: datetime, end: datetime) -> None:
    if in_utc(start) > in_utc(end):
        raise InvalidInput(f"The first date ({start:%Y-%m-%d}) is after the second ({end:%Y-%m-%d}).")
