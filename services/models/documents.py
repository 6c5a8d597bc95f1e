"""Documents, their chunks and citations, and how they come in."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal, NamedTuple, TypedDict, get_args
from uuid import UUID

from pydantic import ConfigDict, Field, computed_field

from services.models.base import Metadata, Model, Moment
from services.models.viewpoint import Viewpoint

SAVED = "saved"
DATED_TO = "dated_to"
"""In the metadata: “month” where the document says no more of its date than its month."""
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
    dated_to_month: bool = Field(False, exclude_if=lambda month: not month)
    """Whether the document says no more of its date than its month; in JSON only where it is so."""
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


def is_dated_to_month(metadata: Metadata, reference_time: datetime | None) -> bool:
    """A day that somebody gave it since is a day."""
    return metadata.get(DATED_TO) == "month" and reference_time is not None and reference_time.day == 1


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
        dated_to_month=is_dated_to_month(metadata, written),
        dated_by_saving=is_dated_by_saving(metadata, written),
        later=viewpoint.is_later(written),
        places=places,
        **_told(places, start, end),
    )


def document_url(document_id: UUID, start_offset: int | None = None, end_offset: int | None = None) -> str:
    """The document page's deep link, relative to the server's root; with offsets it opens at the marked passage."""
    passage = f"&start={start_offset}&end={end_offset}" if start_offset is not None else ""
    return f"/documents?id={document_id}{passage}"


class DocumentName(Model):
    """What a document can be called by."""

    id: UUID
    title: str
    source: str


class Original(Model):
    """A file as it came: the SHA-256 of its bytes, by which it is kept once, its own name, and its bytes' number."""

    hash: str
    name: str
    size: int


class SourcePage(Model):
    """A page of a document's original, as it is shown: its number from 1, its label (such as “xiv”), its sides in
    points, and the part of the document's text that stands on it.

    `read_by_machine`: the page is a picture, and its text is what a machine read off it.
    """

    number: int
    label: str
    width: float
    height: float
    start_offset: int
    end_offset: int
    read_by_machine: bool = Field(False, exclude_if=lambda read: not read)


class PageLayout(SourcePage):
    """`boxes` say where on the page each of these characters stands, `confidences` how sure the machine is of the word
    that it belongs to (services/text/boxes.py); empty where no machine read it."""

    model_config = ConfigDict(frozen=True, ser_json_bytes="base64", val_json_bytes="base64")

    boxes: bytes
    confidences: bytes = Field(b"", exclude_if=lambda confidences: not confidences)


class ReadPage(Model):
    """What a machine read off a picture of a page; `boxes` and `confidences` as in a PageLayout."""

    model_config = ConfigDict(frozen=True, ser_json_bytes="base64", val_json_bytes="base64")

    text: str
    boxes: bytes
    confidences: bytes


class MarkedPage(Model):
    """The boxes that mark a passage on a page: left, top, right and bottom of each, as shares of the page's sides."""

    number: int
    boxes: tuple[tuple[float, float, float, float], ...]


class UnsureWord(Model):
    """A word as a machine read it, and how sure it is of it, 0 to 1."""

    word: str
    confidence: float


class MachineReading(Model):
    """What a machine read of a passage: how many words, how sure it is of them on the whole (0 to 1), and those that it
    is least sure of, in the order of the text."""

    word_count: int
    confidence: float
    unsure: tuple[UnsureWord, ...]


EmphasisStyle = Literal["bold", "italic", "code"]
EMPHASIS_STYLES: tuple[EmphasisStyle, ...] = get_args(EmphasisStyle)


class Emphasis(NamedTuple):
    """How the words `content[start:end]` of a document look in its file."""

    start: int
    end: int
    style: EmphasisStyle


class DocumentDraft(Model):
    """A document as read from a file or a request, before it is ingested.

    `warnings` are sentences about what the file says and what could not be taken over, such as a date that is none.
    `original` is set when the file itself is kept. `unread_pages` are the numbers of those that are pictures and still
    to be read by machine. `enabled` False: it goes in switched off, as it was in the export that it comes from.
    `emphasis` is what the file's own look says beside the text; Markdown has its signs in the text.
    """

    title: str
    source: str
    content: str
    metadata: Metadata = {}
    reference_time: Moment | None = None
    enabled: bool = Field(True, exclude_if=lambda enabled: enabled)
    warnings: tuple[str, ...] = Field((), exclude_if=lambda warnings: not warnings)
    original: Original | None = Field(None, exclude_if=lambda original: original is None)
    pages: tuple[PageLayout, ...] = Field((), exclude_if=lambda pages: not pages)
    unread_pages: tuple[int, ...] = Field((), exclude_if=lambda pages: not pages)
    emphasis: tuple[Emphasis, ...] = Field((), exclude_if=lambda emphasis: not emphasis)


class Document(Model):
    id: UUID
    title: str
    source: str
    content: str
    metadata: Metadata
    reference_time: Moment | None
    created_at: Moment
    updated_at: Moment
    original: Original | None = None
    enabled: bool = Field(True, exclude_if=lambda enabled: enabled)
    """Whether it is searched and its facts count; in JSON only where it is switched off."""
    version: int = Field(1, exclude_if=lambda version: version == 1)
    """From 1; in JSON only where the text has changed."""
    replaced_at: Moment | None = Field(None, exclude_if=lambda moment: moment is None)
    """When a newer version came; in JSON only of an earlier one."""


class DocumentVersion(Model):
    """A document's text as it was from `created_at` to `replaced_at`; None: it is the newest. `reference_time` is its
    own date."""

    id: UUID
    version: int
    title: str
    reference_time: Moment | None
    created_at: Moment
    replaced_at: Moment | None


GraphState = Literal["pending", "done", "failed", "off"]
"""How far a document's facts are in the graph."""


class DocumentSummary(Model):
    id: UUID
    title: str
    source: str
    metadata: Metadata
    reference_time: Moment | None
    created_at: Moment
    updated_at: Moment
    chunk_count: int
    fact_count: int
    graph_state: GraphState
    graph_error: str | None = None
    enabled: bool = Field(True, exclude_if=lambda enabled: enabled)


class DocumentPage(Model):
    documents: tuple[DocumentSummary, ...]
    total: int


class DocumentsChanged(Model):
    """Which documents are different now; `problems` says in a sentence each why another is not."""

    changed: tuple[UUID, ...] = ()
    problems: tuple[str, ...] = ()

    @classmethod
    def combine(cls, made: Sequence["DocumentsChanged"]) -> "DocumentsChanged":
        return cls(
            changed=tuple(dict.fromkeys(document for one in made for document in one.changed)),
            problems=tuple(problem for one in made for problem in one.problems),
        )


class DeletedDocument(DocumentName):
    """One that can still be brought back."""

    deleted_at: Moment


class Chunk(Model):
    """`content` is `document.content[start_offset:end_offset]`; `token_count` counts the embedding model's tokens."""

    id: UUID
    document_id: UUID
    chunk_index: int
    content: str
    start_offset: int
    end_offset: int
    token_count: int
    places: PassagePlaces = Field(NO_PLACES, exclude=True, repr=False)


class Ingested(Model):
    document_id: UUID
    title: str
    chunk_count: int
    status: Literal["created", "unchanged", "replaced"]
    fact_count: int = 0
    warnings: tuple[str, ...] = ()
    reading: str = Field("", exclude_if=lambda reading: reading == "")
    """What was read in it by rule, in a sentence; in JSON only where that was done."""
    facts_follow: bool = Field(False, exclude_if=lambda follow: not follow)
    """The graph was away: the last of the warnings says so, and the facts come when it is back."""


class FactsIngested(Model):
    """What became of a facts file; `problems` names each line that did not go in, and why."""

    fact_count: int
    documents: tuple[Ingested, ...]
    problems: tuple[str, ...] = ()


IngestStage = Literal["reading", "chunking", "embedding", "storing", "graph", "done", "failed"]


class IngestProgress(Model):
    """One step of one file; `fraction` is the share of this file that is done (0..1)."""

    source: str
    stage: IngestStage
    fraction: float
    message: str = ""
    ingested: Ingested | None = None
