"""A citation: the passage of a document that says something, with its place, its page and its date."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal, TypedDict
from uuid import UUID

from pydantic import Field, computed_field

from services.models.base import Metadata, Model, Moment
from services.models.viewpoint import Viewpoint

DATED_TO = "dated_to"
"""In the metadata: “month” or “year” where the document says no more of its date than that."""
CoarseDate = Literal["month", "year"]
SAVED = "saved"
"""In the metadata: when a program wrote the file. Nobody has said so, and what the text or the file's name says counts
before it."""
Located = Literal["quote", "sentence", "beginning"]
"""How a citation's passage was found: the quote itself, the sentence nearest to the fact, the document's beginning."""


class PassagePlaces(Model):
    """Where the pages of a passage begin, by their labels, and the headings that it stands under."""

    pages: tuple[tuple[int, str], ...] = ()
    headings: tuple[tuple[int, str], ...] = ()
    read_by_machine: tuple[tuple[int, int], ...] = ()
    """The parts of the passage, by offsets, that a machine read off pictures."""

    def is_read_by_machine(self, start: int, end: int) -> bool:
        return any(first < end and start < last for first, last in self.read_by_machine)

    def page(self, start: int, end: int) -> str:
        first, last = _at(self.pages, start), _at(self.pages, max(start, end - 1))
        return first if first == last else f"{first}–{last}".strip("–")

    def heading(self, start: int) -> str:
        return _at(self.headings, start)


def _at(begun: Sequence[tuple[int, str]], offset: int) -> str:
    """The last that begins at or before the offset; none does: none."""
    return next((text for start, text in reversed(begun) if start <= offset), "")


NO_PLACES = PassagePlaces()


class CitedPlace(TypedDict):
    """What a citation says of its place."""

    page: str
    heading: str
    read_by_machine: bool


class Citation(Model):
    """Where a statement stands: `quote` is `content[start_offset:end_offset]` of the document (characters)."""

    document_id: UUID
    chunk_id: UUID | None
    document_title: str
    document_source: str
    start_offset: int
    end_offset: int
    quote: str
    located: Located = Field("quote", exclude_if=lambda located: located == "quote")
    """In JSON only where the passage is not the quote itself."""
    page: str = Field("", exclude_if=lambda page: not page)
    """The label of its page, such as “xiv”, or of its first and last, “xiv–1”; absent for what has no pages."""
    heading: str = Field("", exclude_if=lambda heading: not heading)
    """What it stands under, such as “Engines › Tests”; absent where it stands under none."""
    read_by_machine: bool = Field(False, exclude_if=lambda read: not read)
    """Read off a picture: the quote is what the machine read there; in JSON only where it is so."""
    places: PassagePlaces = Field(NO_PLACES, exclude=True, repr=False)
    """By which a part of the passage knows its own page and heading."""
    document_date: Moment | None = None
    """When the document was written; None: it does not say."""
    dated_to: CoarseDate | None = Field(None, exclude_if=lambda dated_to: dated_to is None)
    """“month” or “year” where the document says no more of its date than that; in JSON only where it is so."""
    dated_by_saving: bool = Field(False, exclude_if=lambda saved: not saved)
    """Whether that is but the moment in which a program wrote the file; in JSON only where it is so."""
    later: bool = False
    """Whether that is after the date looked from: it tells with hindsight."""

    def part(self, start: int, end: int) -> "Citation":
        """The same of a shorter passage within this one."""
        quote = self.quote[start - self.start_offset : end - self.start_offset]
        changed = {"start_offset": start, "end_offset": end, "quote": quote, **_told(self.places, start, end)}
        return self.model_copy(update=changed)

    def with_place(self, metadata: Metadata, chunk_index: int) -> Metadata:
        """What is known of the document, when it was written and where in it this stands, for those who answer from
        it."""
        place: Metadata = {
            "page": self.page,
            "heading": self.heading,
            "read_by_machine": self.read_by_machine,
        }
        said = {name: value for name, value in place.items() if value}
        offsets = {"chunk_index": chunk_index, "start_offset": self.start_offset, "end_offset": self.end_offset}
        return metadata_with_date(metadata, self.document_date) | said | offsets

    @computed_field  # type: ignore[prop-decorator]
    @property
    def url(self) -> str:
        """Opens the document at the marked passage; relative to the server's root."""
        return document_url(self.document_id, self.start_offset, self.end_offset)


def _told(places: PassagePlaces, start: int, end: int) -> CitedPlace:
    read = places.is_read_by_machine(start, end)
    return {"page": places.page(start, end), "heading": places.heading(start), "read_by_machine": read}


def metadata_with_date(metadata: Metadata, reference_time: datetime | None) -> Metadata:
    """What is known of a document, with when it was written; `dated_by` says that only a program's stamp tells it."""
    if reference_time is None:
        return metadata
    stamp = {"dated_by": SAVED} if is_dated_by_saving(metadata, reference_time) else {}
    return metadata | {"reference_time": reference_time.isoformat()} | stamp


def is_dated_by_saving(metadata: Metadata, reference_time: datetime | None) -> bool:
    """Whether its date is but the moment in which a program wrote the file, which may be years off."""
    try:
        saved = datetime.fromisoformat(str(metadata.get(SAVED)))
    except ValueError:
        return False
    return reference_time is not None and (saved if saved.tzinfo else saved.replace(tzinfo=UTC)) == reference_time


def coarse_date(metadata: Metadata, reference_time: datetime | None) -> CoarseDate | None:
    """How little the document says of its date; None for a day, also for one that somebody gave it since."""
    if reference_time is None or reference_time.day != 1:
        return None
    match metadata.get(DATED_TO):
        case "month":
            return "month"
        case "year" if reference_time.month == 1:
            return "year"
        case _:
            return None


def cite(
    viewpoint: Viewpoint,
    *,
    document_id: UUID,
    title: str,
    source: str,
    written: datetime | None,
    chunk_id: UUID | None,
    start: int,
    end: int,
    quote: str,
    located: Located = "quote",
    places: PassagePlaces = NO_PLACES,
    metadata: Metadata,
) -> Citation:
    """The passage `content[start:end]` of a document, `written` at that time, as it is seen from a viewpoint."""
    return Citation(
        document_id=document_id,
        chunk_id=chunk_id,
        document_title=title,
        document_source=source,
        start_offset=start,
        end_offset=end,
        quote=quote,
        located=located,
        document_date=written,
        dated_to=coarse_date(metadata, written),
        dated_by_saving=is_dated_by_saving(metadata, written),
        later=viewpoint.is_later(written),
        places=places,
        **_told(places, start, end),
    )


def document_url(document_id: UUID, start_offset: int | None = None, end_offset: int | None = None) -> str:
    """The document page's deep link, relative to the server's root; with offsets it opens at the marked passage."""
    passage = f"&start={start_offset}&end={end_offset}" if start_offset is not None else ""
    return f"/documents?id={document_id}{passage}"
