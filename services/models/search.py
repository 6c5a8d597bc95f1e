"""Searches: settings, hits."""

from typing import Literal
from uuid import UUID

from pydantic import Field

from services.models.base import Metadata, Model, Moment
from services.models.citations import Citation

SearchMode = Literal["hybrid", "vector", "semantic", "auto"]
FusionMethod = Literal["best_candidate", "bounded", "rrf"]


class UsedSetting(Model):
    """With which a search ranked: by meaning alone it has a threshold, with words too the other two."""

    text_weight: float | None = None
    fusion: FusionMethod | None = None
    similarity_threshold: float | None = None


class SearchPreferences(Model):
    """What the tuner saves and every door reads. `similarity_threshold` None: the embedding model's own."""

    text_weight: float = Field(0.3, ge=0, le=1)
    fusion: FusionMethod = "best_candidate"
    limit: int = Field(10, ge=1, le=50)
    similarity_threshold: float | None = Field(None, ge=0, le=1)


class SavedPreferences(Model):
    """A row of the settings' history: `id` 0 and `saved_at` None is the setting out of the box.

    `is_chosen`: somebody saved these values; those out of the box nobody did, also after all was taken back.
    """

    id: int
    preferences: SearchPreferences
    saved_at: Moment | None
    saved_by: str
    note: str
    is_chosen: bool = True


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
    """`notice` says what a user must know: an arm that failed, hits below the threshold, a fallback.

    `below_floor` counts what an agent is not given, because it has nothing to do with the query.
    """

    query: str
    search_type: Literal["hybrid", "vector", "semantic"]
    text_weight: float
    hits: tuple[Hit, ...]
    fusion: FusionMethod = "best_candidate"
    reasoning: str = ""
    notice: str = ""
    below_threshold: int = 0
    best_below: float | None = None
    below_floor: str = Field("", exclude_if=lambda said: said == "")
