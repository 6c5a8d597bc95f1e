"""What every model is made of: frozen, moments in UTC, metadata as JSON."""

import re
from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, JsonValue

Metadata = dict[str, JsonValue]


def _in_utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("lies before the year 1 or after the year 9999 in UTC") from error


Moment = Annotated[AwareDatetime, AfterValidator(_in_utc)]
"""A point in time with its zone, always in UTC; ISO 8601 in JSON."""


UNSTORABLE = re.compile("[\0\ud800-\udfff]")
"""Null characters and halves of surrogate pairs, which no database holds and no encoding knows."""


def _storable(text: object) -> object:
    return UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", text) if isinstance(text, str) else text


StorableText = Annotated[str, BeforeValidator(_storable)]
"""A text from outside; what cannot be stored is replaced."""


class Model(BaseModel):
    model_config = ConfigDict(frozen=True)
