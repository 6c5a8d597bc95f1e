"""A search's query, as each door, tool and service takes it: cleaned, stripped, 1 to 1000 characters."""

from typing import Annotated

from pydantic import AfterValidator, WithJsonSchema

from services.errors import InvalidInput
from services.text import cleaning

LONGEST_QUERY = 1000


def query_text(written: str) -> str:
    """What no database can hold becomes a space. Raises InvalidInput when nothing or too much is left."""
    query = cleaning.replace(written, by=" ").strip()
    if not 0 < len(query) <= LONGEST_QUERY:
        raise InvalidInput(f"Write a query of 1 to {LONGEST_QUERY} characters; this one has {len(query)}.")
    return query


QueryText = Annotated[
    str, AfterValidator(query_text), WithJsonSchema({"type": "string", "minLength": 1, "maxLength": LONGEST_QUERY})
]
