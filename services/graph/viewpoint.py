"""A viewpoint as the graph is asked from it: its moments, and the dates of facts as they were known then."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from services.errors import InvalidInput
from services.graph import records
from services.graph.records import Row
from services.models import Viewpoint
from services.models.dated import dated_fields
from services.models.dates import FOREVER
from services.text.later_dates import names_later_date
from services.text.wording import relation_words

ENDS = tuple(name for name in records.DATE_PROPERTIES if name.startswith("invalid_"))
Known = Mapping[str, object]
"""A fact's dates, and when it was no longer believed, as they were known."""
UNENDED: Known = dict.fromkeys((*ENDS, "expired_at"))
"""Of a fact that has got its end later: all else is as it is today."""


HOLDS = "HOLDS_FROM_THE_VIEWPOINT"
"""Stands in a statement for the facts `r` that hold or may hold at a viewpoint, and that its documents state."""
TOLD = "TOLD_FROM_THE_VIEWPOINT"
"""Stands in a statement for the entities `n` of which a fact is told, or of which nothing is known but the documents
that name it. `ResolvedViewpoint.with_conditions` puts the conditions there."""
NAMED = "NAMED_FROM_THE_VIEWPOINT"
"""Stands in a statement for the episodes `e` of documents that are seen from there, dated by its horizon."""
AS_KNOWN = "$was[r.uuid]"


@dataclass(frozen=True)
class ResolvedViewpoint:
    """`at` None: whenever it was true. `dates_as_known`: by uuid, facts whose dates have changed, as they were
    known. `episodes`: of the documents that the viewpoint shows; None: of all. `unused`: of those that are switched off
    or deleted."""

    viewpoint: Viewpoint
    at: datetime | None = None
    dates_as_known: Mapping[str, Known] = field(default_factory=dict)
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
            "was": {uuid: known for uuid, known in self.dates_as_known.items() if known is not UNENDED},
            "unended": {uuid: True for uuid, known in self.dates_as_known.items() if known is UNENDED},
            "episodes": None if self.episodes is None else dict.fromkeys(self.episodes, True),
            "unused": dict.fromkeys(self.unused, True) if self.unused else None,
        }

    def with_conditions(self, statement: str) -> str:
        """The statement with the conditions of this viewpoint, which are made of constants; its values are
        `parameters`. What no clock asks for is not looked at in each of very many facts."""
        return (
            statement.replace(TOLD, self.told_condition)
            .replace(HOLDS, self.holds_condition)
            .replace(NAMED, self.named_condition)
        )

    @property
    def holds_condition(self) -> str:
        """Begun at the earliest, not ended at the latest; half open. A CASE, for the planner would look first at the
        documents of every fact, which costs most."""
        knows_all = not any(known is UNENDED for known in self.dates_as_known.values())
        dates = self._dates("r", knows_all=knows_all)
        if any(known is not UNENDED for known in self.dates_as_known.values()):
            dates = f"CASE WHEN {AS_KNOWN} IS NULL THEN {dates} ELSE {self._dates(AS_KNOWN)} END"
        return f"CASE WHEN {dates} THEN {_all(self._statements('r.created_at', 'r.episodes'))} ELSE false END"

    @property
    def told_condition(self) -> str:
        if not self._tells_some:
            return "true"
        named = list(self._statements("e.created_at", "[e.uuid]"))
        by = f"AND EXISTS {{ (n)<-[:MENTIONS]-(e:Episodic) WHERE {_all(named)} }}" if named else ""
        # A CASE, for of an OR the planner makes several walks over all entities, also where few are wanted.
        return f"""
            CASE WHEN EXISTS {{ (n)-[r:RELATES_TO]-() WHERE {HOLDS} }} THEN true
                 ELSE NOT EXISTS {{ (n)-[:RELATES_TO]-() }} {by} END
        """

    @property
    def named_condition(self) -> str:
        dated = [] if self.viewpoint.horizon is None else ["e.valid_at <= $horizon"]
        return _all([*self._statements("e.created_at", "[e.uuid]"), *dated])

    @property
    def _tells_some(self) -> bool:
        clocks = (self.viewpoint.horizon, self.viewpoint.known_on, self.episodes)
        return any(one is not None for one in clocks) or bool(self.unused)

    def _dates(self, of: str, *, knows_all: bool = True) -> str:
        """`of`: a fact, or its dates as they were known. Unless one knows all, some ends have come later: a lookup of
        its own, made last and for few. A latest moment is kept only where it is not the earliest."""
        ends = _all(self._ends(of)) if knows_all else f"({_all(self._ends(of))} OR $unended[r.uuid] IS NOT NULL)"
        return _all([*self._beginnings(of), ends])

    def _beginnings(self, of: str) -> Iterator[str]:
        if self.at is not None:
            undated = "true" if self.viewpoint.counts_undated else f"{of}.valid_latest IS NOT NULL"
            yield f"({of}.valid_at <= $as_of OR ({of}.valid_at IS NULL AND {undated}))"
        if self.viewpoint.horizon is not None and self.viewpoint.horizon != self.at:
            yield f"({of}.valid_at IS NULL OR {of}.valid_at <= $horizon)"

    def _ends(self, of: str) -> Iterator[str]:
        if self.at is not None:
            yield f"coalesce({of}.invalid_latest, {of}.invalid_at, $forever) > $as_of"
        if self.viewpoint.known_on is not None:
            yield f"({of}.expired_at IS NULL OR {of}.expired_at > $known_on OR {of}.invalid_at IS NOT NULL)"

    def _statements(self, learnt: str, episodes: str) -> Iterator[str]:
        """When it was learnt, and by which documents."""
        if self.viewpoint.known_on is not None:
            yield f"{learnt} <= $known_on"
        if self.episodes is not None:
            yield f"any(episode IN {episodes} WHERE $episodes[episode])"
        if self.unused:
            yield f"any(episode IN {episodes} WHERE $unused[episode] IS NULL)"

    @property
    def narrows(self) -> bool:
        """Whether there can be facts that are not told here."""
        clocks = (self.at, self.viewpoint.horizon, self.viewpoint.known_on, self.episodes)
        return any(one is not None for one in clocks) or bool(self.unused)

    def rows_as_known(self, rows: Iterable[Row]) -> Sequence[Row]:
        """Rows of facts with their dates as they were known, and the date looked from where one is set; of what lies
        beyond the horizon, nothing."""
        date = self.viewpoint.as_of if self.at else None
        seen = {"seen_at": date, "undated": self.viewpoint.counts_undated}
        as_known: list[Row] = [{**row, **self.dates_as_known.get(str(row["uuid"]), {}), **seen} for row in rows]
        by, horizon = self.viewpoint.known_on, self.viewpoint.horizon
        known = as_known if by is None else [row for row in as_known if _is_known(row, by)]
        return known if horizon is None else [_until(row, horizon) for row in known if not _is_after(row, horizon)]


def _all(conditions: Iterable[str]) -> str:
    return f"({' AND '.join(conditions) or 'true'})"


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
    if names_later_date(records.text(row["fact"]), horizon):
        hidden["fact"] = f"{row['source']}: {relation_words(records.text(row['relation']))} {row['target']}."
    return {**row, **hidden}


def _ranges_until(row: Row, horizon: datetime) -> dict[str, object]:
    if "range" not in (row["valid_precision"], row["invalid_precision"]):
        return {}
    fact = records.validity(row)
    began, ended = fact.began, fact.ended
    return dated_fields(began and began.as_known_at(horizon), ended and ended.as_known_at(horizon))


def now() -> datetime:
    return datetime.now(UTC)


def in_utc(moment: datetime) -> datetime:
    """A date without a zone is UTC."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def check_order(start: datetime, end: datetime) -> None:
    if in_utc(start) > in_utc(end):
        raise InvalidInput(f"The first date ({start:%Y-%m-%d}) is after the second ({end:%Y-%m-%d}).")
