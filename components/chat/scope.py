"""What a question was asked of: the links of its trace look at the same."""

from dataclasses import dataclass
from datetime import datetime

from services.models import Turn


@dataclass(frozen=True)
class Scope:
    """`as_of` None: now; `collection` None: all documents."""

    as_of: datetime | None = None
    collection: str | None = None

    @classmethod
    def of(cls, turn: Turn) -> "Scope":
        return cls(turn.as_of, turn.collection)
