"""What has a beginning and an end, each as exactly as its source names it: facts and their drafts."""

from datetime import datetime
from typing import Any

from pydantic import Field

from services.models.base import Model, Moment
from services.models.dates import FOREVER, Certainty, ImpreciseDate, Precision, last_moment, usual_precision
from services.models.edtf import read_date


def _precision_of(name: str) -> Any:
    def precision(given: dict[str, Any]) -> Precision | None:
        return usual_precision(given[name]) if given.get(name) else None

    return precision


def _latest_of(name: str) -> Any:
    def latest(given: dict[str, Any]) -> datetime | None:
        moment, precision, text = (given.get(f"{name}_{part}") for part in ("at", "precision", "text"))
        if precision == "range" and text:
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
    def certain_end(self) -> datetime | None:
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


def dated_fields(began: ImpreciseDate | None, ended: ImpreciseDate | None) -> dict[str, object]:
    """The fields of `Dated` for a beginning and an end."""
    return {**date_fields("valid", began), **date_fields("invalid", ended)}


def date_fields(name: str, date: ImpreciseDate | None) -> dict[str, object]:
    return {
        f"{name}_at": date and date.earliest,
        f"{name}_latest": date and date.latest,
        f"{name}_precision": date and date.precision,
        f"{name}_text": date and date.text,
    }
