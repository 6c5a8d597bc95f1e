"""Dates as exactly as their source names them: a fact's beginning and end, each an earliest and a latest moment."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from pydantic import Field

from services.models.base import Model, Moment

Precision = Literal["time", "day", "month", "year", "decade", "range"]
Certainty = Literal["held", "may_have_held"]
FOREVER = datetime.max.replace(tzinfo=UTC)
"""The latest moment of what has no latest one: “1990/..”, some time from 1990 on."""
LENGTHS = {"month": 1, "year": 12, "decade": 120}
"""Months."""
DOUBTS = re.compile("[?~%]")


class ImpreciseDate(Model):
    """One moment from `earliest` to `latest`, both included; nobody knows which.

    A time of day and a day are moments: a fact that begins on a day holds from its start, one that ends on a day no
    longer holds on it. So both bounds of a day are its start, and a change of office on a day has one holder. A month,
    a year, a decade and a range last to the last microsecond in them. `earliest` None: no source says since when.
    `text`: the words or the EDTF of the source; of a range always EDTF.
    """

    earliest: Moment | None
    latest: Moment
    precision: Precision
    text: str | None = None

    @classmethod
    def of(cls, moment: datetime, precision: Precision, text: str | None = None) -> "ImpreciseDate":
        """The day, month, year or decade that the moment lies in; never a range."""
        earliest = first_moment(moment, precision)
        return cls(earliest=earliest, latest=last_moment(earliest, precision), precision=precision, text=text)

    @property
    def is_exact(self) -> bool:
        return self.earliest == self.latest

    def may_lie_in(self, start: datetime, end: datetime) -> bool:
        """Both included."""
        return self.latest >= start and (self.earliest is None or self.earliest <= end)

    @property
    def edtf(self) -> str:
        """As a facts file takes it (Extended Date/Time Format, ISO 8601-2)."""
        if self.earliest is None or self.precision == "range":
            return self.text or f"../{self.latest:%Y-%m-%d}"
        if self.text and DOUBTS.search(self.text):
            return self.text
        return written(self.earliest, self.precision)


def written(moment: datetime, precision: Precision) -> str:
    """EDTF, level 0 but for the decade."""
    match precision:
        case "decade":
            return f"{moment.year // 10:03}X"
        case "year":
            return f"{moment.year:04}"
        case "month":
            return f"{moment.year:04}-{moment.month:02}"
        case "day":
            return f"{moment.year:04}-{moment.month:02}-{moment.day:02}"
        case _:
            return moment.isoformat().replace("+00:00", "Z")


def first_moment(moment: datetime, precision: Precision) -> datetime:
    """Of the day, month, year or decade that the moment lies in."""
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    match precision:
        case "decade":
            return midnight.replace(year=max(1, moment.year // 10 * 10), month=1, day=1)
        case "year":
            return midnight.replace(month=1, day=1)
        case "month":
            return midnight.replace(day=1)
        case "day":
            return midnight
        case _:
            return moment


def last_moment(earliest: datetime, precision: Precision) -> datetime:
    """Of what begins with that moment; a day and a time of day are moments themselves."""
    if precision not in LENGTHS:
        return earliest
    months = earliest.year // 10 * 120 if precision == "decade" else earliest.year * 12 + earliest.month - 1
    year, month = divmod(months + LENGTHS[precision], 12)
    return FOREVER if year > 9999 else datetime(year, month + 1, 1, tzinfo=UTC) - timedelta(microseconds=1)


def usual_precision(moment: datetime) -> Precision:
    """Of a date of which nothing more is known: midnight in UTC stands for the day."""
    at = moment.astimezone(UTC)
    return "time" if (at.hour, at.minute, at.second, at.microsecond) != (0, 0, 0, 0) else "day"


def _precision_of(name: str) -> Any:
    def precision(given: dict[str, Any]) -> Precision | None:
        return usual_precision(given[name]) if given.get(name) else None

    return precision


def _latest_of(name: str) -> Any:
    def latest(given: dict[str, Any]) -> datetime | None:
        moment, precision, text = (given.get(f"{name}_{part}") for part in ("at", "precision", "text"))
        if precision == "range" and text:
            from services.text.edtf import read_date  # it reads into these models

            return read_date(text).latest
        return last_moment(moment, precision) if moment and precision else None

    return latest


class Dated(Model):
    """Began and ended, as facts and their drafts are: flat in JSON, `valid_at` and `invalid_at` the earliest moments.

    Without a precision a date is a day, or a time where it is not midnight. The latest moments follow from precision
    and text, so that JSON does without them.
    """

    valid_at: Moment | None = None
    invalid_at: Moment | None = None
    valid_precision: Precision | None = Field(default_factory=_precision_of("valid_at"))
    invalid_precision: Precision | None = Field(default_factory=_precision_of("invalid_at"))
    valid_text: str | None = None
    invalid_text: str | None = None
    valid_latest: Moment | None = Field(default_factory=_latest_of("valid"), exclude=True, repr=False)
    invalid_latest: Moment | None = Field(default_factory=_latest_of("invalid"), exclude=True, repr=False)

    @property
    def began(self) -> ImpreciseDate | None:
        """None: no source says when."""
        return _date(self.valid_at, self.valid_latest, self.valid_precision, self.valid_text)

    @property
    def ended(self) -> ImpreciseDate | None:
        """None: no end is known."""
        return _date(self.invalid_at, self.invalid_latest, self.invalid_precision, self.invalid_text)

    @property
    def over_by(self) -> datetime | None:
        """The moment by which it has ended for certain; None: it still holds, or nobody knows."""
        return None if self.ended is None or self.ended.latest == FOREVER else self.ended.latest

    def certainty_at(self, moment: datetime, *, undated: bool = False) -> Certainty | None:
        """Whether it held then, may have held, or did not (None). An undated fact holds at no date; where `undated`
        ones count, they may have held."""
        began, ended = self.began, self.ended
        if ended is not None and ended.latest <= moment:
            return None
        if began is None:
            return "may_have_held" if undated else None
        if began.earliest is not None and began.earliest > moment:
            return None
        lasts = ended is None or (ended.earliest is not None and ended.earliest > moment)
        return "held" if began.latest <= moment and lasts else "may_have_held"

    def holds_at(self, moment: datetime, *, undated: bool = False) -> bool:
        """Whether it was true in the world then, or may have been."""
        return self.certainty_at(moment, undated=undated) is not None


def _date(
    earliest: datetime | None, latest: datetime | None, precision: Precision | None, text: str | None
) -> ImpreciseDate | None:
    if earliest is None and (precision != "range" or latest is None):
        return None
    known = precision or usual_precision(earliest or FOREVER)
    return ImpreciseDate(earliest=earliest, latest=latest or earliest or FOREVER, precision=known, text=text)


def dated(began: ImpreciseDate | None, ended: ImpreciseDate | None) -> dict[str, object]:
    """The fields of `Dated` for a beginning and an end."""
    return {**date_fields("valid", began), **date_fields("invalid", ended)}


def date_fields(name: str, date: ImpreciseDate | None) -> dict[str, object]:
    return {
        f"{name}_at": date and date.earliest,
        f"{name}_latest": date and date.latest,
        f"{name}_precision": date and date.precision,
        f"{name}_text": date and date.text,
    }
