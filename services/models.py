"""What travels between services, pages, REST, MCP and commands: frozen models, one shape for a thing everywhere."""

from datetime import UTC, datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, JsonValue

Metadata = dict[str, JsonValue]


def _in_utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC)


Moment = Annotated[AwareDatetime, AfterValidator(_in_utc)]
"""A point in time with its zone, always in UTC; ISO 8601 in JSON."""


class Model(BaseModel):
    model_config = ConfigDict(frozen=True)


# --- documents ---------------------------------------------------------------------------------


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
    url: str
    located: Located = Field("quote", exclude_if=lambda located: located == "quote")
    """In JSON only where the passage is not the quote itself."""


def document_url(document_id: UUID, start_offset: int | None = None, end_offset: int | None = None) -> str:
    """The document page's deep link, relative to the server's root; with offsets it opens at the marked passage."""
    passage = f"&start={start_offset}&end={end_offset}" if start_offset is not None else ""
    return f"/documents?id={document_id}{passage}"


class DocumentDraft(Model):
    """A document as read from a file or a request, before it is ingested."""

    title: str
    source: str
    content: str
    metadata: Metadata = {}
    reference_time: Moment | None = None


class Document(Model):
    id: UUID
    title: str
    source: str
    content: str
    metadata: Metadata
    reference_time: Moment | None
    created_at: Moment
    updated_at: Moment


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


JobStatus = Literal["queued", "running", "done", "failed", "cancelled"]


class IngestTask(Model):
    """What a job is to ingest: a document with or without facts of its own, or the facts of a file."""

    draft: DocumentDraft | None = None
    facts: "tuple[FactDraft, ...] | None" = None


class IngestJob(Model):
    """A place in the queue; `fraction` is the share that is done (0..1)."""

    id: UUID
    source: str
    title: str
    status: JobStatus
    stage: IngestStage
    fraction: float
    message: str
    result: Ingested | None
    attempts: int
    created_at: Moment
    started_at: Moment | None
    finished_at: Moment | None


# --- search ------------------------------------------------------------------------------------

SearchMode = Literal["hybrid", "vector", "semantic", "auto"]
FusionMethod = Literal["best_candidate", "bounded", "rrf"]


class SearchFilters(Model):
    """Empty means no filter. `as_of` keeps documents that were known by then (reference_time, else created_at)."""

    collection: str | None = None
    document_ids: tuple[UUID, ...] = ()
    sources: tuple[str, ...] = ()
    metadata: dict[str, str] = {}
    since: Moment | None = None
    until: Moment | None = None
    as_of: Moment | None = None


class SearchPreferences(Model):
    """What the tuner saves and every door reads. `similarity_threshold` None: the embedding model's own."""

    text_weight: float = Field(0.3, ge=0, le=1)
    fusion: FusionMethod = "best_candidate"
    limit: int = Field(10, ge=1, le=50)
    similarity_threshold: float | None = Field(None, ge=0, le=1)
    as_of: Moment | None = None


class SavedPreferences(Model):
    """A row of the settings' history: `id` 0 and `saved_at` None is the setting out of the box."""

    id: int
    preferences: SearchPreferences
    saved_at: Moment | None
    saved_by: str
    note: str


class Hit(Model):
    """A chunk found by a query. All scores are 0..1 and higher is better; `text_similarity` 0: no shared lexeme."""

    chunk_id: UUID
    document_id: UUID
    content: str
    combined_score: float
    vector_similarity: float
    text_similarity: float
    metadata: Metadata
    document_title: str
    document_source: str
    citation: Citation


class SearchResult(Model):
    """`notice` says what a user must know: an arm that failed, hits below the threshold, a fallback."""

    query: str
    search_type: Literal["hybrid", "vector", "semantic"]
    text_weight: float
    hits: tuple[Hit, ...]
    fusion: FusionMethod = "best_candidate"
    reasoning: str = ""
    notice: str = ""
    below_threshold: int = 0
    best_below: float | None = None


# --- graph -------------------------------------------------------------------------------------


class Entity(Model):
    uuid: UUID
    name: str
    type: str
    summary: str


class Fact(Model):
    """A directed, named sentence between two entities. Intervals are half open: [valid_at, invalid_at)."""

    uuid: UUID
    fact: str
    relation: str
    source: str
    target: str
    source_uuid: UUID
    target_uuid: UUID
    valid_at: Moment | None
    invalid_at: Moment | None
    created_at: Moment | None
    expired_at: Moment | None
    citations: tuple[Citation, ...] = ()

    def holds_at(self, moment: datetime) -> bool:
        """Whether it was true in the world then; an undated fact holds at no date."""
        return (
            self.valid_at is not None
            and self.valid_at <= moment
            and (self.invalid_at is None or self.invalid_at > moment)
        )


LONGEST_NAME = 1_000
"""Characters: what Neo4j's indexes take with room to spare."""


class FactDraft(Model):
    """A ready-made fact as a facts file gives it, before it is in the graph."""

    subject: str = Field(min_length=1, max_length=LONGEST_NAME)
    subject_type: str | None = Field(None, max_length=LONGEST_NAME)
    relation: str = Field(min_length=1, max_length=LONGEST_NAME)
    object: str = Field(min_length=1, max_length=LONGEST_NAME)
    object_type: str | None = Field(None, max_length=LONGEST_NAME)
    fact: str = Field(min_length=1, max_length=20_000)
    valid_at: Moment | None = None
    invalid_at: Moment | None = None
    source: str | None = None
    quote: str | None = None


class Neighborhood(Model):
    entity: Entity
    nodes: tuple[Entity, ...]
    edges: tuple[Fact, ...]
    as_of: Moment | None
    total_nodes: int
    total_edges: int
    truncated: bool


class EntityPage(Model):
    entities: tuple[Entity, ...]
    next_cursor: str | None


class Timeline(Model):
    entity: Entity
    facts: tuple[Fact, ...]


class Replacement(Model):
    old: Fact
    new: Fact


class Diff(Model):
    model_config = ConfigDict(frozen=True, serialize_by_alias=True, populate_by_name=True)

    entity: Entity
    start: Moment = Field(alias="from")
    end: Moment = Field(alias="to")
    added: tuple[Fact, ...]
    ended: tuple[Fact, ...]
    replaced: tuple[Replacement, ...]


class Count(Model):
    name: str
    count: int


class Path(Model):
    """`facts[i]` joins `entities[i]` and `entities[i + 1]`, in either direction."""

    entities: tuple[Entity, ...]
    facts: tuple[Fact, ...]


class History(Model):
    """What held at a date and what has changed since, in words; `facts` are those the words speak of, in that order."""

    entity: Entity
    since: Moment | None
    reference_time: Moment | None
    text: str
    state: tuple[Fact, ...]
    changes: Diff | None
    facts: tuple[Fact, ...]
    total_facts: int


class Retirement(Model):
    """What one episode did to a fact that was there before: a row of the ledger."""

    id: int
    fact_uuid: UUID
    fact: str
    kind: Literal["retired", "changed", "restored", "merged", "unmerged"]
    episode_uuid: UUID
    document_id: UUID | None
    document_title: str
    before: Metadata
    after: Metadata
    changed_at: Moment


class DuplicateCandidate(Model):
    """Two entities that may be one; `reasons` in words, `score` 0..1 only orders the list."""

    first: Entity
    second: Entity
    score: float
    reasons: tuple[str, ...]
    shared_neighbours: int


class Merge(Model):
    """A merge that was made and can be undone by its `id`."""

    id: UUID
    kept: Entity
    merged_name: str
    fact_count: int
    merged_at: Moment


# --- chat --------------------------------------------------------------------------------------


class Usage(Model):
    """Tokens and seconds of one answer; `cost` in US dollars where prices are set."""

    input_tokens: int = 0
    output_tokens: int = 0
    first_token_ms: float | None = None
    total_ms: float = 0
    cost: float | None = None


class ToolCall(Model):
    type: Literal["tool_call"] = "tool_call"
    id: str
    name: str
    args: Metadata


class ToolResult(Model):
    """`result` is what the model saw; `notes` says what was clamped, which setting was used, what fell back.

    `facts` are those that the result speaks of, for the trace and for citations that open a fact.
    """

    type: Literal["tool_result"] = "tool_result"
    id: str
    name: str
    result: JsonValue
    duration_ms: float
    is_error: bool
    notes: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    facts: tuple[Fact, ...] = ()


class ThinkingDelta(Model):
    type: Literal["thinking"] = "thinking"
    delta: str


class TextDelta(Model):
    type: Literal["text"] = "text"
    delta: str


class CitationCheck(Model):
    """What was found for one citation of the sentence `text[start:end]` of an answer, without a language model.

    literal: the words stand in the document; near: almost; missing: they do not; uncited: the sentence has no number.
    """

    start: int
    end: int
    number: int | None
    verdict: Literal["literal", "near", "missing", "uncited"]
    detail: str


class Answer(Model):
    """`citations[n - 1]` is what [n] in the text points to."""

    type: Literal["answer"] = "answer"
    text: str
    citations: tuple[Citation, ...]
    usage: Usage
    model: str
    stopped: bool = False
    checks: tuple[CitationCheck, ...] = ()


class ChatError(Model):
    type: Literal["error"] = "error"
    code: str
    message: str


ChatEvent = Annotated[
    ToolCall | ToolResult | ThinkingDelta | TextDelta | Answer | ChatError, Field(discriminator="type")
]

TurnStatus = Literal["running", "done", "stopped", "failed"]


class Turn(Model):
    """A prompt with its answer; `events` are the answer's, in order, with neighbouring text deltas joined."""

    id: UUID
    conversation_id: UUID
    turn_index: int
    prompt: str
    profile: str
    as_of: Moment | None
    status: TurnStatus
    events: tuple[ChatEvent, ...]
    model: str
    thumbs: Literal[1, -1] | None
    thumbs_note: str
    created_at: Moment

    @property
    def answer(self) -> Answer | None:
        return next((event for event in reversed(self.events) if isinstance(event, Answer)), None)


class ConversationSummary(Model):
    id: UUID
    title: str
    profile: str
    turn_count: int
    created_at: Moment
    updated_at: Moment


class Conversation(Model):
    summary: ConversationSummary
    turns: tuple[Turn, ...]


class ToolRun(Model):
    """One tool call of any conversation."""

    id: int
    turn_id: UUID
    conversation_id: UUID
    conversation_title: str
    prompt: str
    call_id: str
    name: str
    args: Metadata
    result: JsonValue
    notes: tuple[str, ...]
    duration_ms: float | None
    is_error: bool
    started_at: Moment


class ToolStatistics(Model):
    """Of all recorded calls of one tool; durations in milliseconds."""

    name: str
    calls: int
    failed: int
    median_ms: float
    p95_ms: float
    slowest_ms: float


# --- health ------------------------------------------------------------------------------------

PartState = Literal["ok", "starting", "down", "off"]


class PartHealth(Model):
    status: PartState
    reason: str = ""


class Health(Model):
    """`ok` as long as documents can be searched."""

    ok: bool
    parts: dict[Literal["postgres", "graph", "embedding", "chat_model"], PartHealth]
