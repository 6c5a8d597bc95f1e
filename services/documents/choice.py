"""Which documents are to be asked, as a request or a command writes it: by names, as text."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from pydantic import Field

from services.documents.naming import documents_named
from services.errors import InvalidInput
from services.models import DocumentName, Model, SearchFilters, Viewpoint
from services.models.base import StorableText
from services.text.dates import last_moment, moment

if TYPE_CHECKING:
    from services.documents.library import Library

MOST_CHOSEN = 1000


class Choice(Model):
    """Only documents that fit all of it, and the facts that these state. Empty: what is chosen already stays."""

    documents: tuple[StorableText, ...] = Field((), max_length=MOST_CHOSEN, description="Ids, titles or file names.")
    sources: tuple[StorableText, ...] = Field((), max_length=MOST_CHOSEN, description="Sources, to the letter.")
    metadata: dict[StorableText, StorableText] = Field({}, description="Names with the values that they must have.")
    since: str | None = Field(None, description="ISO 8601: documents dated then or later.")
    until: str | None = Field(None, description="ISO 8601: documents dated by then, the whole day included.")

    async def apply_to(self, viewpoint: Viewpoint, library: "Library") -> Viewpoint:
        """The viewpoint with these documents chosen. Raises InvalidInput for a name of none or of several, and for what
        is no date."""
        if self == ALL:
            return viewpoint
        names = await library.names(viewpoint) if any(parse_id_or_none(name) is None for name in self.documents) else ()
        return viewpoint.model_copy(update={"chosen": self.filters(names)})

    def filters(self, documents: Sequence[DocumentName]) -> SearchFilters:
        named = documents_named([name for name in self.documents if parse_id_or_none(name) is None], documents)
        by_id = tuple(found for name in self.documents if (found := parse_id_or_none(name)) is not None)
        return SearchFilters(
            document_ids=tuple(dict.fromkeys((*by_id, *named))),
            sources=self.sources,
            metadata=self.metadata,
            since=moment(self.since, "since"),
            until=last_moment(self.until, "until"),
        )


ALL = Choice()


def parse_id_or_none(name: str) -> UUID | None:
    try:
        return UUID(name.strip())
    except ValueError:
        return None


def parse_pairs(written: Iterable[str]) -> dict[str, str]:
    """The names and values of `name=value` texts. Raises InvalidInput for any other text."""
    split = [text.partition("=") for text in written]
    if missing := next((name for name, sign, _ in split if not sign or not name.strip()), None):
        raise InvalidInput(f"“{missing}” is no metadata filter. Write name=value.")
    return {name.strip(): value.strip() for name, _, value in split}
