"""The queue of what is to be ingested."""

from typing import Literal
from uuid import UUID

from services.models.base import Model, Moment
from services.models.documents import DocumentDraft, Ingested, IngestStage
from services.models.graph import FactDraft

JobStatus = Literal["queued", "running", "done", "failed", "cancelled"]


LONGEST_COLLECTION = 200
"""Characters of a collection's name."""


class IngestTask(Model):
    """What a job is to ingest: a document with or without facts of its own, or the facts of a file.

    `collection` None: the configured one; `language`: a new collection's, None: the configured one.
    """

    draft: DocumentDraft | None = None
    facts: tuple[FactDraft, ...] | None = None
    collection: str | None = None
    language: str | None = None


class QueueTotals(Model):
    """How many jobs of the queue and its history are in each state. `seconds_left` None: nothing tells it yet."""

    queued: int = 0
    running: int = 0
    done: int = 0
    facts_files: int = 0
    """Of `done` those that brought facts and no document."""
    unchanged: int = 0
    """Of `done` those whose document was there already."""
    failed: int = 0
    cancelled: int = 0
    batch: int = 0
    """Jobs queued since the queue was last empty, `batch_done` of which are over."""
    batch_done: int = 0
    without_facts: int = 0
    """Of those that run: documents that are in, whose facts are written or wait for the graph."""
    seconds_left: float | None = None

    @property
    def underway(self) -> int:
        return self.queued + self.running

    @property
    def total(self) -> int:
        return self.underway + self.done + self.failed + self.cancelled


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
