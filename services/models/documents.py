"""Documents and their chunks, and how they come in."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args
from uuid import UUID

from pydantic import ConfigDict, Field

from services.models.base import Metadata, Model, Moment
from services.models.citations import NO_PLACES, CoarseDate, PassagePlaces


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
    dated_to: CoarseDate | None = Field(None, exclude_if=lambda dated_to: dated_to is None)
    """“month” or “year” where it says no more of its date than that; in JSON only where it is so."""
    dated_by_saving: bool = Field(False, exclude_if=lambda saved: not saved)
    """Whether that is but the moment in which a program wrote the file; in JSON only where it is so."""
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
    """Which documents are different now; `problems` says in a sentence each what was not done."""

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
    """What was read in it by rule, or brought by facts files since, in a sentence; in JSON only where there is some."""
    waiting_count: int = Field(0, exclude_if=lambda count: count == 0)
    """Facts read in it that were left to Review; in JSON only where there were some."""
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
