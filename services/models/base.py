"""What every model is made of: frozen, moments in UTC, metadata as JSON."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, JsonValue

Metadata = dict[str, JsonValue]


def _in_utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC)


Moment = Annotated[AwareDatetime, AfterValidator(_in_utc)]
"""A point in time with its zone, always in UTC; ISO 8601 in JSON."""


class Model(BaseModel):
    model_config = ConfigDict(frozen=True)
