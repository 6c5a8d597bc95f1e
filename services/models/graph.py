"""The graph: entities, facts and what is asked of them."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import ConfigDict, Field

from services.models.base import Metadata, Model, Moment
from services.models.documents import Citation


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

    @property
    def first_stated(self) -> Citation | None:
        """The passage of the earliest dated document that states it: from its date on it could be known."""
        dated = [(one.document_date, one) for one in self.citations if one.document_date is not None]
        return min(dated, key=lambda pair: pair[0])[1] if dated else None

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


class HistoryLine(Model):
    """What `text` begins to say, `facts` complete: two of them where one replaced the other, none in a heading."""

    text: str
    facts: tuple[Fact, ...] = ()


class History(Model):
    """What held at a date and what has changed since: `lines`, and `text`, which is the same in words.

    `facts` are those that the lines speak of, in that order.

    `known` are all facts that began from `since` on, in that order, whether or not the words speak of them.
    """

    entity: Entity
    since: Moment | None
    reference_time: Moment | None
    text: str
    lines: tuple[HistoryLine, ...]
    state: tuple[Fact, ...]
    changes: Diff | None
    facts: tuple[Fact, ...]
    known: tuple[Fact, ...]
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

    def ends_after(self, horizon: datetime | None) -> bool:
        """Whether it speaks of an end that lies beyond the horizon."""
        ends = [
            ended for ended in (self.before.get("invalid_at"), self.after.get("invalid_at")) if isinstance(ended, str)
        ]
        return horizon is not None and any(datetime.fromisoformat(ended) > horizon for ended in ends)


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
