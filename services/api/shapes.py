"""The JSON shapes of REST where they differ from the models: what is promised, and nothing beside it."""

from datetime import datetime
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, Field

from services.models import (
    Document,
    DocumentDraft,
    DocumentPage,
    DocumentSummary,
    FusionMethod,
    Health,
    Hit,
    Ingested,
    Metadata,
    Moment,
    PartHealth,
    SearchResult,
)


def metadata_with_date(metadata: Metadata, reference_time: datetime | None) -> Metadata:
    return metadata if reference_time is None else metadata | {"reference_time": reference_time.isoformat()}


class DocumentShape(BaseModel):
    id: UUID
    title: str
    source: str
    content: str
    metadata: Metadata
    created_at: Moment
    updated_at: Moment

    @classmethod
    def of(cls, document: Document) -> "DocumentShape":
        fields = document.model_dump(exclude={"reference_time", "metadata"})
        return cls(metadata=metadata_with_date(document.metadata, document.reference_time), **fields)


class SummaryShape(BaseModel):
    id: UUID
    title: str
    source: str
    metadata: Metadata
    created_at: Moment
    updated_at: Moment
    chunk_count: int

    @classmethod
    def of(cls, summary: DocumentSummary) -> "SummaryShape":
        fields = summary.model_dump(include={"id", "title", "source", "created_at", "updated_at", "chunk_count"})
        return cls(metadata=metadata_with_date(summary.metadata, summary.reference_time), **fields)


class DocumentsShape(BaseModel):
    documents: list[SummaryShape]
    total: int

    @classmethod
    def of(cls, page: DocumentPage) -> "DocumentsShape":
        return cls(documents=[SummaryShape.of(summary) for summary in page.documents], total=page.total)


class NewDocument(BaseModel):
    """`source` defaults to the title: the same source again replaces the document."""

    title: str = Field(min_length=1, max_length=500)
    source: str | None = Field(None, max_length=2000)
    content: str = Field(min_length=1)
    metadata: Metadata = {}
    reference_time: AwareDatetime | None = None

    def draft(self) -> DocumentDraft:
        return DocumentDraft(
            title=self.title,
            source=self.source or self.title,
            content=self.content,
            metadata=self.metadata,
            reference_time=self.reference_time,
        )


class IngestedShape(BaseModel):
    document_id: UUID
    title: str
    chunk_count: int
    status: str

    @classmethod
    def of(cls, ingested: Ingested) -> "IngestedShape":
        return cls.model_validate(ingested, from_attributes=True)


class SearchShape(BaseModel):
    query: str
    search_type: str
    text_weight: float
    fusion: FusionMethod
    reasoning: str
    notice: str
    hits: list[Hit]

    @classmethod
    def of(cls, result: SearchResult) -> "SearchShape":
        return cls.model_validate(result, from_attributes=True)


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
    prompt: str = Field(min_length=1, max_length=20_000)
    profile: str = "Analyst"
    as_of: AwareDatetime | None = None
    conversation_id: UUID | None = None
