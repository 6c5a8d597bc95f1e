"""The JSON shapes of REST where they differ from the models: what is promised, and nothing beside it."""

from typing import Annotated
from uuid import UUID

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    Field,
    JsonValue,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
)

from services.documents.choice import Choice
from services.models import (
    LONGEST_COLLECTION,
    Document,
    DocumentDraft,
    DocumentPage,
    DocumentSummary,
    DocumentVersion,
    Entity,
    Fact,
    Health,
    History,
    Hit,
    Ingested,
    Metadata,
    Moment,
    Original,
    PartHealth,
    Question,
    SearchResult,
    Viewpoint,
    metadata_with_date,
)
from services.text import cleaning
from services.text.cleaning import document_text
from services.text.dates import last_moment, moment
from services.text.queries import READABLE as READABLE_CHARACTER


def _is_empty(said: str | list[str]) -> bool:
    return not said


class ErrorDetail(BaseModel):
    code: str
    message: str


class ErrorShape(BaseModel):
    """Every error of every route."""

    error: ErrorDetail


LARGEST_NUMBER = 10**300


ENABLED = Field(
    True, exclude_if=lambda enabled: enabled, description="false: switched off, so neither searched nor believed"
)


class DocumentShape(BaseModel):
    id: UUID
    title: str
    source: str
    content: str
    metadata: Metadata
    created_at: Moment
    updated_at: Moment
    original: Original | None = Field(None, exclude_if=lambda original: original is None)
    """The file as it came, at `/documents/{id}/original`; absent where it is not kept."""
    enabled: bool = ENABLED
    version: int = Field(1, exclude_if=lambda version: version == 1, description="absent: the first")
    replaced_at: Moment | None = Field(
        None,
        exclude_if=lambda moment: moment is None,
        description="when a newer version came; absent: this is the newest",
    )

    @classmethod
    def of(cls, document: Document) -> "DocumentShape":
        fields = document.model_dump(exclude={"reference_time", "metadata"})
        return cls(metadata=metadata_with_date(document.metadata, document.reference_time), **fields)


class VersionsShape(BaseModel):
    """The first version first; the last one is the newest."""

    versions: list[DocumentVersion]


class SummaryShape(BaseModel):
    id: UUID
    title: str
    source: str
    metadata: Metadata
    created_at: Moment
    updated_at: Moment
    chunk_count: int
    enabled: bool = ENABLED

    @classmethod
    def of(cls, summary: DocumentSummary) -> "SummaryShape":
        told = {"id", "title", "source", "created_at", "updated_at", "chunk_count", "enabled"}
        fields = summary.model_dump(include=told)
        return cls(metadata=metadata_with_date(summary.metadata, summary.reference_time), **fields)


class DocumentsShape(BaseModel):
    documents: list[SummaryShape]
    total: int

    @classmethod
    def of(cls, page: DocumentPage) -> "DocumentsShape":
        return cls(documents=[SummaryShape.of(summary) for summary in page.documents], total=page.total)


def _written_moment(value: object, field: ValidationInfo) -> object:
    """`1998-03-12` and times without a zone are understood as in URLs; a bare number is no date."""
    if isinstance(value, int | float):
        raise ValueError("is a number; write it as 1998-03-12 or 1998-03-12T00:00:00Z")
    return moment(value, field.field_name or "date") if isinstance(value, str) else value


def _written_day(value: object, field: ValidationInfo) -> object:
    """As `_written_moment`; a date without a time means its whole day."""
    return last_moment(value, field.field_name or "date") if isinstance(value, str) else _written_moment(value, field)


def _storable(value: JsonValue) -> JsonValue:
    """Raises ValueError for what JSON can say but the database cannot hold."""
    match value:
        case str():
            cleaning.refuse(value)
        case int() | float():
            if not abs(value) <= LARGEST_NUMBER:
                raise ValueError("numbers must be finite and at most 1e300")
        case list():
            for item in value:
                _storable(item)
        case dict():
            for key, item in value.items():
                _storable(key)
                _storable(item)
    return value


MOMENTS: list[JsonValue] = [{"type": "string", "format": "date"}, {"type": "string", "format": "date-time"}]
EMPTY: JsonValue = {"type": "string", "maxLength": 0}
"""As an empty field of a form sends it: no date."""
ISO = "ISO 8601: a day, or a time with its zone (UTC without one)"
EXAMPLES: list[JsonValue] = ["1998-03-12", "1998-03-12T08:30:00Z"]
NeededMoment = Annotated[str, WithJsonSchema({"anyOf": MOMENTS, "description": ISO, "examples": EXAMPLES})]
WrittenMoment = Annotated[str, WithJsonSchema({"anyOf": [*MOMENTS, EMPTY], "description": ISO, "examples": EXAMPLES})]
"""Both as they came, for `services.text.dates.moment` to read."""
READABLE: dict[str, JsonValue] = {"pattern": READABLE_CHARACTER}
"""For the description alone: without such a character a sentence of ours says so."""


def _named(kind: str) -> WithJsonSchema:
    """For the description: a text that has to name one that exists."""
    return WithJsonSchema({"type": "string", "format": kind})


Cursor = Annotated[str, _named("cursor")]
EntityType = Annotated[str, _named("entity-type")]
ProfileName = Annotated[str, _named("profile")]
CollectionName = Annotated[str, AfterValidator(document_text), _named("collection")]
DocumentNamed = Annotated[str, AfterValidator(document_text), _named("document")]
MetadataNamed = Annotated[str, AfterValidator(document_text), _named("metadata")]
GivenMetadata = Annotated[
    Metadata, AfterValidator(_storable), WithJsonSchema({"type": "object", "additionalProperties": True})
]
GivenMoment = Annotated[
    Moment | None, BeforeValidator(_written_moment), WithJsonSchema({"anyOf": [*MOMENTS, EMPTY, {"type": "null"}]})
]
GivenDay = Annotated[
    Moment | None, BeforeValidator(_written_day), WithJsonSchema({"anyOf": [*MOMENTS, EMPTY, {"type": "null"}]})
]
GivenText = Annotated[str, AfterValidator(document_text)]
GivenCollection = Annotated[
    str, Field(max_length=LONGEST_COLLECTION), AfterValidator(document_text), Field(min_length=1)
]
"""As long as it was sent: what is no text in it goes afterwards."""


class NewDocument(BaseModel):
    """`source` defaults to the title: the same source again replaces the document."""

    title: Annotated[GivenText, Field(min_length=1, max_length=500, json_schema_extra=READABLE)]
    source: Annotated[GivenText, Field(max_length=2000)] | None = None
    content: Annotated[GivenText, Field(min_length=1, json_schema_extra=READABLE)]
    metadata: GivenMetadata = {}
    reference_time: GivenMoment = None

    @field_validator("title", "content")
    @classmethod
    def _says_something(cls, text: str) -> str:
        if not text.strip():
            raise ValueError("is empty")
        return text

    def draft(self) -> DocumentDraft:
        return DocumentDraft(
            title=self.title.strip(),
            source=(self.source or "").strip() or self.title.strip(),
            content=self.content,
            metadata=self.metadata,
            reference_time=self.reference_time,
        )


class IngestedShape(BaseModel):
    """`warnings`: what of the file could not be taken over, such as a date that does not exist; left out if nothing."""

    document_id: UUID
    title: str
    chunk_count: int
    status: str
    warnings: list[str] = Field([], exclude_if=_is_empty)

    @classmethod
    def of(cls, ingested: Ingested, draft: DocumentDraft) -> "IngestedShape":
        fields = ingested.model_dump(include={"document_id", "title", "chunk_count", "status"})
        return cls(warnings=list(draft.warnings), **fields)


class SearchShape(BaseModel):
    """`reasoning`: why `auto` chose its search; `notice`: what fell back or stayed below the threshold, if anything;
    `below_floor`: how many passages an agent is not given, because they have nothing to do with the query."""

    query: str
    search_type: str
    text_weight: float
    hits: list[Hit]
    reasoning: str = Field("", exclude_if=_is_empty)
    notice: str = Field("", exclude_if=_is_empty)
    below_floor: str = Field("", exclude_if=_is_empty)

    @classmethod
    def of(cls, result: SearchResult) -> "SearchShape":
        return cls.model_validate(result, from_attributes=True)


class FactsShape(BaseModel):
    query: str
    facts: list[Fact]


class EntitiesShape(BaseModel):
    entities: list[Entity]


class HistoryShape(BaseModel):
    """`facts` are those that the text speaks of, in its order."""

    entity: Entity
    since: Moment | None
    reference_time: Moment | None
    text: str
    facts: list[Fact]
    total_facts: int

    @classmethod
    def of(cls, history: History) -> "HistoryShape":
        return cls.model_validate(history, from_attributes=True)


class HealthShape(BaseModel):
    ok: bool
    postgres: PartHealth
    graph: PartHealth
    embedding: PartHealth
    chat_model: PartHealth

    @classmethod
    def of(cls, health: Health) -> "HealthShape":
        return cls.model_validate({"ok": health.ok, **health.parts})


class ChatRequest(BaseModel):
    prompt: Annotated[GivenText, Field(min_length=1, max_length=20_000, json_schema_extra=READABLE)]
    profile: ProfileName = "Analyst"
    as_of: GivenMoment = None
    published_by: GivenDay = None
    known_on: GivenDay = None
    conversation_id: UUID | None = None
    collection: CollectionName | None = Field(None, description="the one to ask; all of them without it")
    chosen: Choice = Field(Choice(), description="the documents to ask; all of them without it")

    @property
    def viewpoint(self) -> Viewpoint:
        """The viewpoint of the request, before documents are chosen by their names."""
        return Viewpoint(
            as_of=self.as_of,
            published_by=self.published_by,
            known_on=self.known_on,
            collection=self.collection,
        )

    def question(self, viewpoint: Viewpoint) -> Question:
        return Question(
            prompt=self.prompt, profile=self.profile, viewpoint=viewpoint, conversation=self.conversation_id
        )
