"""What a model or a browser may send and no database can hold or no terminal should obey. Pure.

No database holds null characters and halves of surrogate pairs; other control characters tell a terminal what to do.
"""

import re

from pydantic import JsonValue

from services.models import Metadata
from services.text.json_texts import with_texts

UNSTORABLE = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def storable(text: str) -> str:
    """Of the same length."""
    return UNSTORABLE.sub(REPLACEMENT, text)


def storable_metadata(values: Metadata) -> Metadata:
    return {storable(key): storable_json(value) for key, value in values.items()}


def storable_json(value: JsonValue) -> JsonValue:
    return with_texts(value, storable)
