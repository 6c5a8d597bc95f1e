"""The graph: entities, facts and what is asked of them."""

from datetime import datetime
from itertools import pairwise
from typing import Any, Literal
from uuid import UUID

from pydantic import ConfigDict, Field, model_validator

from services.models.base import Metadata, Model, Moment
from services.models.citations import Citation
from services.models.dated import Dated, date_fields
from services.models.dates import Certainty
from services.models.edtf import read_date

Origin = Literal["given", "model", "rule"]
"""Who stated a fact: a person or a facts file, a language model, or a document's sentence as read by rule."""


NOT_OF_ITSELF: dict[str, object] = {"certainty": None, "began_before": False}
"""What a fact says of the date or the span that it is looked at from."""


class Entity(Model):
    uuid: UUID
    name: str
    type: str
    summary: str


class Fact(Dated):
    """A directed, named sentence between two entities. Intervals are half open: [began, ended)."""

    uuid: UUID
    fact: str
    relation: str
    source: str
    target: str
    source_uuid: UUID
    target_uuid: UUID
    created_at: Moment | None
    expired_at: Moment | None
    origin: Origin = Field("given", exclude_if=lambda origin: origin == "given")
    """In JSON only where no person or facts file gave it."""
    citations: tuple[Citation, ...] = ()
    certainty: Certainty | None = Field(None, exclude_if=lambda certainty: certainty is None)
    """In JSON only where it was asked for at a date: whether it held then, or may have held."""
    began_before: bool = Field(False, exclude_if=lambda began_before: not began_before)
    """In JSON only where it is so: of a span that was asked for, it began before that."""

    def __eq__(self, other: object) -> bool:
        """One fact is the same from wherever it is looked at."""
        if not isinstance(other, Fact):
            return NotImplemented
        return {**self.__dict__, **NOT_OF_ITSELF} == {**other.__dict__, **NOT_OF_ITSELF}

    def __hash__(self) -> int:
        return hash(self.uuid)

    @property
    def first_stated(self) -> Citation | None:
        """The passage of the earliest dated document that states it: from its date on it could be known."""
        dated = [(one.document_date, one) for one in self.citations if one.document_date is not None]
        return min(dated, key=lambda pair: pair[0])[1] if dated else None

    def with_certainty_at(self, moment: datetime, *, undated: bool = False) -> "Fact":
        """The same, saying how certainly it held then."""
        return self.model_copy(update={"certainty": self.certainty_at(moment, undated=undated)})

    def with_beginning_marked(self, start: datetime) -> "Fact":
        """The same, saying whether it began before that for certain."""
        began_before = self.began is not None and self.began.latest < start
        return self.model_copy(update={"began_before": True}) if began_before else self


SUMMARY_MARK = "Stated: "
"""What an entity's summary begins with that is made of its facts' sentences, one a line; any other was written."""
LONGEST_NAME = 1_000
"""Characters: what Neo4j's indexes take with room to spare."""


class FactDraft(Dated):
    """A ready-made fact as a facts file gives it, before it is in the graph; its dates may be written in EDTF."""

    subject: str = Field(min_length=1, max_length=LONGEST_NAME)
    subject_type: str | None = Field(None, max_length=LONGEST_NAME)
    relation: str = Field(min_length=1, max_length=LONGEST_NAME)
    object: str = Field(min_length=1, max_length=LONGEST_NAME)
    object_type: str | None = Field(None, max_length=LONGEST_NAME)
    fact: str = Field(min_length=1, max_length=20_000)
    source: str | None = None
    quote: str | None = None
    origin: Origin = "given"

    @model_validator(mode="before")
    @classmethod
    def _read_dates(cls, given: Any) -> Any:
        """“1997” is a year, and no second of 1970. What has a precision has been read before."""
        if not isinstance(given, dict):
            return given
        names = [name for name in ("valid", "invalid") if given.get(f"{name}_precision") is None]
        written = {name: given[f"{name}_at"] for name in names if isinstance(given.get(f"{name}_at"), str | int)}
        return given | {k: v for name, value in written.items() for k, v in date_fields(name, read_date(value)).items()}


class Neighborhood(Model):
    entity: Entity
    nodes: tuple[Entity, ...]
    edges: tuple[Fact, ...]
    as_of: Moment | None
    total_nodes: int
    total_edges: int
    truncated: bool


class FactsByDistance(Model):
    """`steps[0]` are facts of the entity itself, each further step's touch what the one before it reached.

    `total` counts the facts of all steps, as far as they were walked: `is_whole` when that was to the end.
    """

    entity: Entity
    steps: tuple[tuple[Fact, ...], ...]
    total: int
    is_whole: bool


class EntityPage(Model):
    entities: tuple[Entity, ...]
    next_cursor: str | None


class Timeline(Model):
    entity: Entity
    facts: tuple[Fact, ...]
    cut_to: Moment | None = Field(None, exclude_if=lambda cut_to: cut_to is None)
    """In JSON only where a date that was asked for lay beyond the one looked from, which was used instead."""


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
    """`count` None: there are some, not counted."""

    name: str
    count: int | None


class MentionLink(Model):
    """Two entities whose names stand close to each other: a weak link without a direction, which states nothing.

    `passage_count`: of the places that are kept of each name in a document, the first ones.
    """

    source_uuid: UUID
    source: str
    target_uuid: UUID
    target: str
    document_count: int
    passage_count: int

    @property
    def pair(self) -> frozenset[UUID]:
        return frozenset((self.source_uuid, self.target_uuid))


class Path(Model):
    """`steps[i]` joins `entities[i]` and `entities[i + 1]`, in either direction. Each is a fact, but for those that
    `mentions` are, where one goes over mentions, too."""

    entities: tuple[Entity, ...]
    facts: tuple[Fact, ...]
    mentions: tuple[MentionLink, ...] = ()

    @property
    def steps(self) -> "tuple[Fact | MentionLink, ...]":
        weak = {link.pair: link for link in self.mentions}
        facts = iter(self.facts)
        return tuple(
            weak.get(frozenset((one.uuid, other.uuid))) or next(facts) for one, other in pairwise(self.entities)
        )


class HistoryLine(Model):
    """What `text` begins to say, `facts` complete: two of them where one replaced the other, none in a heading."""

    text: str
    facts: tuple[Fact, ...] = ()


class History(Model):
    """What held at a date and what has changed since: `lines`, and `text`, which is the same in words.

    `facts` are those that the lines speak of, in that order.

    `known` are all facts that began from `since` on, in that order, whether or not the words speak of them; where none
    did, all that there are.
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
    fact_count: int = Field(exclude=True)
    """Those that the lines would speak of if none were cut."""


class FactChange(Model):
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
    told_by: UUID | None = None
    """The fact whose words tell the change, where one fact tells the end of another."""
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
