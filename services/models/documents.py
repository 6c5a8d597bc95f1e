"""Documents, their chunks and citations, and how they come in."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import ConfigDict, Field, computed_field

from services.models.base import Metadata, Model, Moment
from services.models.viewpoint import Viewpoint

Located = Literal["quote", "sentence", "beginning"]
"""How a citation's passage was found: the quote itself, the sentence nearest to the fact, the document's beginning."""


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
    document_date: Moment | None = None
    """When the document was written; None: it does not say."""
    later: bool = False
    """Whether that is after the date looked from: it tells with hindsight."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def url(self) -> str:
        """Opens the document at the marked passage; relative to the server's root."""
        return document_url(self.document_id, self.start_offset, self.end_offset)


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
        later=viewpoint.is_later(written),
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
    points, and the part of the document's text that stands on it."""

    number: int
    label: str
    width: float
    height: float
    start_offset: int
    end_offset: int


class PageLayout(SourcePage):
    """`boxes` say where on the page each of these characters stands (services/text/boxes.py)."""

    model_config = ConfigDict(frozen=True, ser_json_bytes="base64", val_json_bytes="base64")

    boxes: bytes


class MarkedPage(Model):
    """The boxes that mark a passage on a page: left, top, right and bottom of each, as shares of the page's sides."""

    number: int
    boxes: tuple[tuple[float, float, float, float], ...]


class DocumentDraft(Model):
    """A document as read from a file or a request, before it is ingested.

    `warnings` are sentences about what the file says and what could not be taken over, such as a date that is none.
    `original` is set when the file itself is kept.
    """

    title: str
    source: str
    content: str
    metadata: Metadata = {}
    reference_time: Moment | None = None
    warnings: tuple[str, ...] = Field((), exclude_if=lambda warnings: not warnings)
    original: Original | None = Field(None, exclude_if=lambda original: original is None)
    pages: tuple[PageLayout, ...] = Field((), exclude_if=lambda pages: not pages)


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


class DocumentPage(Model):
    documents: tuple[DocumentSummary, ...]
    total: int


class Chunk(Model):
    """`content` is `document.content[start_offset:end_offset]`; `token_count` counts the embedding model's tokens."""

    id: UUID
    document_id: UUID
    chunk_index: int
    content: str
    start_offset: int
    end_offset: int
    token_count: int


class Ingested(Model):
    document_id: UUID
    title: str
    chunk_count: int
    status: Literal["created", "unchanged", "replaced"]
    fact_count: int = 0
    warnings: tuple[str, ...] = ()
    reading: str = Field("", exclude_if=lambda reading: reading == "")
    """What was read in it by rule, in a sentence; in JSON only where that was done."""


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
