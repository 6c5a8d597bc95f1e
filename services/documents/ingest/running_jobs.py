"""The jobs that one replica works on: one watch tells how far they are and that all of them live, and stops those that
were cancelled."""

import asyncio
import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import text

from services.errors import StoreUnavailable
from services.models import Ingested, IngestStage
from services.stores.postgres import Database, repeatable

logger = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 10.0
WATCH_SECONDS = 1.0

Work = asyncio.Task[tuple[Ingested | None, str]]

BEAT = text("""
    UPDATE ingest_job AS job
    SET heartbeat_at = now(), stage = said.stage, fraction = said.fraction
    FROM unnest(CAST(:ids AS uuid[]), CAST(:stages AS text[]), CAST(:fractions AS float8[]))
         AS said(id, stage, fraction)
    WHERE job.id = said.id AND job.status = 'running'
""")
CANCELLED = text("SELECT id FROM ingest_job WHERE id = ANY(CAST(:ids AS uuid[])) AND status = 'cancelled'")


@dataclass
class RunningJob:
    """A job that is worked on. `is_in`: its document can be searched, or it is over; then the next one is begun."""

    job_id: UUID
    brings_document: bool
    stage: IngestStage = "reading"
    fraction: float = 0
    is_news: bool = False
    """It is at another stage than is written down."""
    is_in: asyncio.Event = field(default_factory=asyncio.Event)
    trouble: Exception | None = None
    """Of before that."""

    async def report(self, stage: IngestStage, fraction: float) -> None:
        """Of a document: it is in when it waits for the graph."""
        self.say(stage, fraction)
        if stage == "graph":
            self.is_in.set()

    def say(self, stage: IngestStage, fraction: float) -> None:
        """A new stage is written down when the watch looks next, the rest with the next sign of life."""
        self.is_news = self.is_news or stage != self.stage
        self.stage, self.fraction = stage, fraction


@dataclass(frozen=True)
class RunningJobs:
    _work: dict[UUID, tuple[RunningJob, Work]] = field(default_factory=dict)

    @contextmanager
    def working(self, job: RunningJob, work: Work) -> Iterator[None]:
        self._work[job.job_id] = job, work
        try:
            yield
        finally:
            self._work.pop(job.job_id, None)

    async def watch(self, database: Database) -> None:
        """Watch over the jobs, until it is cancelled itself."""
        said_at = time.monotonic()
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            is_due = time.monotonic() - said_at >= HEARTBEAT_SECONDS
            said_at = time.monotonic() if is_due else said_at
            try:
                if heard := [job for job, _ in self._work.values() if is_due or job.is_news]:
                    await _write_heartbeat(database, heard)
                await self._stop_cancelled(database)
            except StoreUnavailable as error:
                logger.warning("Jobs cannot say that they live, nor whether they are cancelled: %s", error)
            except Exception:
                logger.exception("The watch over ingest work failed")

    async def _stop_cancelled(self, database: Database) -> None:
        """Stop the jobs that were cancelled, by whomever and on whatever replica."""
        if not self._work:
            return
        async with database.connection() as connection:
            rows = await connection.execute(CANCELLED, {"ids": list(self._work)})
            cancelled = list(rows.scalars())
        for job_id in cancelled:
            if job_id in self._work:
                self._work[job_id][1].cancel()


@repeatable
async def _write_heartbeat(database: Database, jobs: list[RunningJob]) -> None:
    """Write down that these jobs live, and how far they are."""
    given: Mapping[str, object] = {
        "ids": [job.job_id for job in jobs],
        "stages": [job.stage for job in jobs],
        "fractions": [float(job.fraction) for job in jobs],
    }
    for job in jobs:
        job.is_news = False
    async with database.transaction() as connection:
        await connection.execute(BEAT, given)
