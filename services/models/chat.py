"""A conversation: events, answers, turns, tool runs."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, JsonValue, computed_field, model_validator

from services.models.base import Metadata, Model, Moment
from services.models.citations import Citation
from services.models.graph import Fact
from services.models.question import Question
from services.models.search import UsedSetting
from services.models.viewpoint import Viewpoint


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
    begun_ms: float | None = Field(None, exclude_if=lambda begun: begun is None)
    """After the question was taken up; unknown of answers that were written before it was kept."""


NoteKind = Literal[
    "setting",
    "clamped",
    "viewpoint",
    "looked_in",
    "hindsight",
    "reasoning",
    "threshold",
    "count",
    "cut",
    "no_facts",
    "missing",
    "failed",
    "remark",
]
"""In this order: how a search ranked; which argument was changed; from where was looked; in which documents, where not
in all; what was written after the date looked from; why a search was chosen; what fell below the threshold; how much
there is; what had no room; that the graph holds no such facts; what else is not there; what went wrong; and anything
else."""


class Note(Model):
    """What a tool says beside its result: `text` for people, `kind` and `used` for programs."""

    kind: NoteKind = "remark"
    text: str
    used: UsedSetting | None = Field(None, exclude_if=lambda used: used is None)

    @model_validator(mode="before")
    @classmethod
    def _as_once_stored(cls, value: object) -> object:
        """Turns of earlier versions hold bare texts."""
        return {"text": value} if isinstance(value, str) else value


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
    notes: tuple[Note, ...] = ()
    citations: tuple[Citation, ...] = ()
    facts: tuple[Fact, ...] = ()

    @property
    def used_setting(self) -> UsedSetting:
        """Empty where no search ranked."""
        return next((note.used for note in self.notes if note.used is not None), UsedSetting())


class ThinkingDelta(Model):
    type: Literal["thinking"] = "thinking"
    delta: str


class TextDelta(Model):
    type: Literal["text"] = "text"
    delta: str


class CitationCheck(Model):
    """What was found for one citation of the sentence `text[start:end]` of an answer, without a language model.

    literal: the words stand in the document; near: almost; missing: they do not; uncited: the sentence has no number;
    later: it tells what lies after the date looked from, outside what is told with hindsight.
    Where the sentence quotes and the quote was found, `content[quote_start:quote_end]` of the document is it.
    """

    start: int
    end: int
    number: int | None
    verdict: Literal["literal", "near", "missing", "uncited", "later"]
    detail: str
    quote_start: int | None = None
    quote_end: int | None = None


class Sources(Model):
    """The documents that an answer cites: how many, the latest date of them, how many are later than the date looked
    from."""

    count: int
    latest: Moment | None
    later: int


class AnswerParagraph(Model):
    """A part of an answer that the offline model gave, and what it was made of.

    `facts` and `quotations` are those that it tells, in their order. A remark speaks of the workbench, of what is
    missing or how much more there is, and needs no source.
    """

    kind: Literal["facts", "quotation", "remark"]
    text: str
    facts: tuple[Fact, ...] = ()
    quotations: tuple[str, ...] = ()


class Answer(Model):
    """`citations[n - 1]` is what [n] in the text points to; only offline answers have `paragraphs`, and `more`: the
    passages that were found and that they do not quote, best first."""

    type: Literal["answer"] = "answer"
    text: str
    citations: tuple[Citation, ...]
    usage: Usage
    model: str
    stopped: bool = False
    checks: tuple[CitationCheck, ...] = ()
    paragraphs: tuple[AnswerParagraph, ...] = ()
    more: tuple[Citation, ...] = Field((), exclude_if=lambda more: not more)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def sources(self) -> Sources:
        documents = {citation.document_id: citation for citation in self.citations}.values()
        dates = [citation.document_date for citation in documents if citation.document_date is not None]
        later = sum(citation.later for citation in documents)
        return Sources(count=len(documents), latest=max(dates, default=None), later=later)


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
    viewpoint: Viewpoint
    status: TurnStatus
    events: tuple[ChatEvent, ...]
    model: str
    thumbs: Literal[1, -1] | None
    thumbs_note: str
    created_at: Moment

    @property
    def question(self) -> Question:
        """What was asked, to be asked again in the same conversation."""
        return Question(
            prompt=self.prompt, profile=self.profile, viewpoint=self.viewpoint, conversation=self.conversation_id
        )

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


DoorName = Literal["chat", "rest", "mcp", "command line", "python"]
"""Where a tool call came in."""


class ToolRun(Model):
    """One tool call; those outside a conversation have no turn and no prompt."""

    id: int
    door: DoorName = "chat"
    turn_id: UUID | None
    conversation_id: UUID | None
    conversation_title: str
    prompt: str
    call_id: str
    name: str
    args: Metadata
    result: JsonValue
    notes: tuple[Note, ...]
    duration_ms: float | None
    is_error: bool
    started_at: Moment


class TracedAnswer(Model):
    """An answer that called tools, as the list of the traces page shows it."""

    turn_id: UUID
    prompt: str
    asked_at: Moment
    calls: int
    failed: int
    total_ms: float | None
    """Of the whole answer; None: it was stopped, or failed."""


class ToolStatistics(Model):
    """Of all recorded calls of one tool; durations in milliseconds."""

    name: str
    calls: int
    failed: int
    median_ms: float
    p95_ms: float
    slowest_ms: float
