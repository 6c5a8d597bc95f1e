"""A search's query, as each door, tool and service takes it: cleaned, stripped, 1 to 1000 characters."""

from typing import Annotated

from pydantic import AfterValidator, WithJsonSchema

from services.errors import InvalidInput
from services.text import cleaning

LONGEST_QUERY = 1000
READABLE = r"[^\s\x00-\x1f\x7f\ufeff]"
"""For descriptions of what may be sent: at least one character can be read."""


def query_text(written: str) -> str:
    """What no database can hold becomes a space. Raises InvalidInput when nothing or too much is left."""
    query = cleaning.replace(written, by=" ").strip()
    if not 0 < len(query) <= LONGEST_QUERY:
        problem = f"has {len(query):,} characters" if query else "is empty"
        raise InvalidInput(f"The query {problem}; write 1 to {LONGEST_QUERY:,} characters.")
    return query


QueryText = Annotated[
    str,
    AfterValidator(query_text),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": LONGEST_QUERY, "pattern": READABLE}),
]
