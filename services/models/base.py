"""What every model is made of: frozen, moments in UTC, metadata as JSON."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, JsonValue

Metadata = dict[str, JsonValue]


def _in_utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("lies before the year 1 or after the year 9999 in UTC") from error


Moment = Annotated[AwareDatetime, AfterValidator(_in_utc)]
"""A point in time with its zone, always in UTC; ISO 8601 in JSON."""


class Model(BaseModel):
    model_config = ConfigDict(frozen=True)
