"""A date as exactly as its source names it: an earliest and a latest moment, a precision, and the source's words."""

import re
from datetime import UTC, datetime, timedelta
from typing import Literal

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
    def is_open(self) -> bool:
        """Nothing is known of it but that it is some date."""
        return self.earliest is None and self.latest == FOREVER

    def as_known_at(self, moment: datetime) -> "ImpreciseDate":
        """The date as it is known from that moment: a range that reaches beyond it has no later bound."""
        if self.precision != "range" or self.latest <= moment:
            return self
        text = f"{edtf_text(self.earliest, _longest_precision(self.earliest))}/.." if self.earliest else None
        return ImpreciseDate(earliest=self.earliest, latest=FOREVER, precision="range", text=text)

    @property
    def edtf(self) -> str:
        """The date as a facts file takes it (Extended Date/Time Format, ISO 8601-2)."""
        if self.earliest is None or self.precision == "range":
            return self.text or f"../{self.latest:%Y-%m-%d}"
        if self.text and DOUBTS.search(self.text):
            return self.text
        return edtf_text(self.earliest, self.precision)


def edtf_text(moment: datetime, precision: Precision) -> str:
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
    """The first moment of the day, month, year or decade that the moment lies in."""
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
    """The last moment of the month, year or decade that begins then; a day and a time of day are moments themselves."""
    if precision not in LENGTHS:
        return earliest
    months = earliest.year // 10 * 120 if precision == "decade" else earliest.year * 12 + earliest.month - 1
    year, month = divmod(months + LENGTHS[precision], 12)
    return FOREVER if year > 9999 else datetime(year, month + 1, 1, tzinfo=UTC) - timedelta(microseconds=1)


def _longest_precision(moment: datetime) -> Precision:
    """The longest of a year, a month and a day that begins with the moment, so that no day is made up."""
    lengths: tuple[Precision, ...] = ("year", "month")
    return next((one for one in lengths if first_moment(moment, one) == moment), "day")


def usual_precision(moment: datetime) -> Precision:
    """The precision of a moment of which nothing more is known: midnight in UTC stands for the day."""
    at = moment.astimezone(UTC)
    return "time" if (at.hour, at.minute, at.second, at.microsecond) != (0, 0, 0, 0) else "day"
