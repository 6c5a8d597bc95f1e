"""The queue of documents to ingest: rows of Postgres that any replica works on (docs/decisions/ingest-queue.md)."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import RowMapping, TextClause, text

from services.documents import storage
from services.documents.ingest.editing import Editing
from services.documents.ingest.graph_work import HOLD_SECONDS, STATES
from services.documents.ingest.ingestion import Ingestion
from services.documents.ingest.running_jobs import RunningJob, RunningJobs
from services.errors import DossierError, InvalidInput, NotFound, StoreUnavailable
from services.models import Ingested, IngestJob, IngestTask, QueueTotals
from services.stores.postgres import Database, repeatable
from services.text.wording import count_of, given_facts_words

logger = logging.getLogger(__name__)

WORKERS = 2
POLL_SECONDS = 2.0
"""How long a job that another replica queued may wait; our own wake the workers at once."""
MOST_IN_HAND = 72
"""Jobs that one replica has taken: those that WORKERS are at, and documents that are in and wait for the graph, which
takes several together."""
ENOUGH_TO_TELL = 2
"""Jobs that must be over, beyond the first and those that ended with it, before the time left is told."""
GRAPH_SECONDS = 5.0
FILES_SECONDS = 600.0
MOST_ATTEMPTS = 3

COLUMNS = "id, source, title, status, stage, fraction, message, result, attempts, created_at, started_at, finished_at"
QUEUE = text(f"""
    INSERT INTO ingest_job (source, title, task, original_hash)
    VALUES (:source, :title, CAST(:task AS jsonb), :original_hash)
    RETURNING {COLUMNS}
""")  # noqa: S608
CLAIM = text("""
    UPDATE ingest_job
    SET status = 'running', attempts = attempts + 1, heartbeat_at = now(), started_at = coalesce(started_at, now())
    WHERE id = (
        SELECT job.id
        FROM ingest_job AS job
        WHERE (job.status = 'queued' OR (job.status = 'running' AND job.heartbeat_at < now() - interval '60 seconds'))
          AND (job.task ->> 'draft' IS NOT NULL
               OR NOT EXISTS (SELECT FROM ingest_job AS earlier
                              WHERE earlier.status IN ('queued', 'running') AND earlier.created_at < job.created_at))
        ORDER BY job.created_at
        LIMIT 1
        FOR UPDATE OF job SKIP LOCKED
    )
    RETURNING id, source, attempts, started_at, task
""")
"""The oldest job that nobody works on; one whose worker fell silent counts as such. A facts file waits for what was
queued before it, since its facts look for the documents that they name."""
FINISH = text("""
    UPDATE ingest_job
    SET status = 'done', stage = 'done', fraction = 1, message = :message, result = CAST(:result AS jsonb), task = NULL,
        finished_at = now()
    WHERE id = :id AND status = 'running'
    RETURNING id
""")
FAIL = text("""
    UPDATE ingest_job
    SET status = 'failed', stage = 'failed', message = :message, finished_at = now()
    WHERE id = :id AND status = 'running'
""")
RELEASE = text("UPDATE ingest_job SET status = 'queued', attempts = attempts - 1 WHERE id = :id AND status = 'running'")
CANCEL = text("""
    UPDATE ingest_job SET status = 'cancelled', message = '', task = NULL, finished_at = now()
    WHERE id = :id AND status IN ('queued', 'running')
    RETURNING id
""")
CANCEL_WAITING = text("""
    UPDATE ingest_job SET status = 'cancelled', message = '', task = NULL, finished_at = now()
    WHERE status = 'queued'
    RETURNING id
""")
RETRY = text("""
    UPDATE ingest_job
    SET status = 'queued', stage = 'reading', fraction = 0, message = '', attempts = 0, finished_at = NULL
    WHERE id = :id AND status = 'failed' AND task IS NOT NULL
    RETURNING id
""")
FORGET = text("DELETE FROM ingest_job WHERE status IN ('done', 'failed', 'cancelled')")
GIVEN = text("""
    SELECT document_id, origin, count(*) AS fact_count
    FROM ready_fact
    WHERE document_id = ANY(:ids) AND origin NOT IN ('', :accepted)
    GROUP BY document_id, origin
    ORDER BY origin
""")
"""What facts files brought for documents that were there."""
RECENT = text(f"""
    SELECT {COLUMNS}
    FROM ingest_job
    ORDER BY CASE status WHEN 'running' THEN 0 WHEN 'queued' THEN 1 ELSE 2 END,
             status = 'running' AND stage = 'graph',
             CASE WHEN status IN ('running', 'queued') THEN created_at END,
             finished_at DESC, created_at DESC, id
    LIMIT :limit OFFSET :offset
""")  # noqa: S608
TOTALS = text("""
    WITH begun AS (
        SELECT min(created_at) AS at FROM ingest_job WHERE status IN ('queued', 'running')
    ), counted AS (
        SELECT status, stage, finished_at, result,
               status <> 'cancelled' AND (SELECT at FROM begun) IS NOT NULL
                   AND (status IN ('queued', 'running') OR finished_at >= (SELECT at FROM begun)) AS in_batch
        FROM ingest_job
    ), over AS (
        SELECT finished_at FROM counted WHERE in_batch AND status IN ('done', 'failed')
    ), first AS (
        SELECT max(finished_at) AS over_at
        FROM over
        WHERE finished_at <= (SELECT min(finished_at) FROM over) + interval '2 seconds'
    )
    SELECT count(*) FILTER (WHERE status = 'queued') AS queued,
           count(*) FILTER (WHERE status = 'running') AS running,
           count(*) FILTER (WHERE status = 'running' AND stage = 'graph') AS without_facts,
           count(*) FILTER (WHERE status = 'done') AS done,
           count(*) FILTER (WHERE status = 'done' AND result IS NULL) AS facts_files,
           count(*) FILTER (WHERE status = 'done' AND result ->> 'status' = 'unchanged') AS unchanged,
           count(*) FILTER (WHERE status = 'failed') AS failed,
           count(*) FILTER (WHERE status = 'cancelled') AS cancelled,
           count(*) FILTER (WHERE in_batch) AS batch,
           count(*) FILTER (WHERE in_batch AND finished_at IS NOT NULL) AS batch_done,
           extract(epoch FROM now() - (SELECT over_at FROM first)) AS seconds,
           (SELECT count(*) FROM over, first WHERE over.finished_at > first.over_at) AS worked_off
    FROM counted
""")
"""Jobs that ended since the oldest one under way was queued are of the same batch; a cancelled one is of none. Many end
within a second, since the graph writes their documents together: how fast they go is seen from the next ones."""
ONE = text(f"SELECT {COLUMNS} FROM ingest_job WHERE id = :id")  # noqa: S608


@dataclass(frozen=True)
class Jobs:
    """`work` is to run for as long as the services are open; it also finishes what the graph could not take before."""

    database: Database
    ingestion: Ingestion
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _in_hand: RunningJobs = field(default_factory=RunningJobs)
    _room: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MOST_IN_HAND))

    async def queue(self, task: IngestTask, *, source: str) -> IngestJob:
        """`source` of a facts file is its name, of a document its own."""
        if task.draft is None and not task.facts:
            raise InvalidInput("There is nothing to ingest: neither a document nor facts.")
        title = task.draft.title if task.draft is not None else source
        original = task.draft.original if task.draft is not None else None
        given = {
            "source": source,
            "title": title,
            "task": task.model_dump_json(),
            "original_hash": original and original.hash,
        }
        (row,) = await self._write(QUEUE, given)
        self._wake.set()
        return IngestJob.model_validate(dict(row))

    async def recent(self, limit: int = 50, offset: int = 0) -> tuple[IngestJob, ...]:
        """What is read and stored, then what is in and waits for the graph, then what waits for all, the next first,
        then what is over, the latest first."""
        async with self.database.connection() as connection:
            rows = (await connection.execute(RECENT, {"limit": limit, "offset": offset})).mappings()
            jobs = [IngestJob.model_validate(dict(row)) for row in rows]
            ids = [job.result.document_id for job in jobs if job.result is not None]
            if not ids:
                return tuple(jobs)
            states = await connection.execute(STATES, {"ids": ids})
            written = {row.id: row.fact_count for row in states if row.graph_state == "done"}
            given = defaultdict[UUID, dict[str, int]](dict)
            for row in await connection.execute(GIVEN, {"ids": [*written], "accepted": storage.ACCEPTED}):
                given[row.document_id][row.origin] = row.fact_count
            return tuple(_caught_up(job, written, given) for job in jobs)

    async def totals(self) -> QueueTotals:
        async with self.database.connection() as connection:
            row = dict((await connection.execute(TOTALS)).mappings().one())
        over, worked_off = row.pop("seconds"), row.pop("worked_off")
        left = row["queued"] + row["running"]
        is_known = left and worked_off >= ENOUGH_TO_TELL and over
        return QueueTotals(**row, seconds_left=float(over) / worked_off * left if is_known else None)

    async def get(self, job_id: UUID) -> IngestJob:
        async with self.database.connection() as connection:
            row = (await connection.execute(ONE, {"id": job_id})).mappings().first()
        if row is None:
            raise NotFound(f"No job has the id {job_id}.")
        return IngestJob.model_validate(dict(row))

    async def cancel(self, job_id: UUID) -> bool:
        """Whether it was waiting or worked on. Of a document that was new, nothing stays."""
        return bool(await self._write(CANCEL, {"id": job_id}))

    async def cancel_waiting(self) -> int:
        """How many jobs were still waiting."""
        return len(await self._write(CANCEL_WAITING, {}))

    async def retry(self, job_id: UUID) -> bool:
        """Whether it had failed and could be queued again."""
        queued = bool(await self._write(RETRY, {"id": job_id}))
        self._wake.set()
        return queued

    @repeatable
    async def forget_finished(self) -> None:
        """Empty the history; documents are not touched."""
        async with self.database.transaction() as connection:
            await connection.execute(FORGET)

    async def work(self) -> None:
        """Work on the jobs until it is cancelled; a job that is under way then is left to the next worker."""
        async with asyncio.TaskGroup() as group:
            for _ in range(WORKERS):
                group.create_task(self._forever(lambda: self._work_off(group), POLL_SECONDS))
            group.create_task(self._in_hand.watch(self.database))
            group.create_task(self._forever(self._finish_graph, GRAPH_SECONDS))
            group.create_task(self._forever(self._forget_files, FILES_SECONDS))

    async def _forever(self, step: Callable[[], Awaitable[None]], pause: float) -> None:
        while True:
            try:
                await step()
            except StoreUnavailable as error:
                logger.warning("Ingest work waits: %s", error)
            except Exception:
                logger.exception("Ingest work failed")
            self._wake.clear()
            try:
                async with asyncio.timeout(pause):
                    await self._wake.wait()
            except TimeoutError:
                continue

    async def _work_off(self, group: asyncio.TaskGroup) -> None:
        """One document after the other; the next is begun when one waits for the graph."""
        while True:
            await self._room.acquire()
            with self.ingestion.graph.more_to_come():
                job = await self._begun(group)
                if job is None:
                    return
                if job.brings_document:
                    await job.is_in.wait()
            await job.is_in.wait()
            if job.trouble is not None:
                raise job.trouble

    async def _begun(self, group: asyncio.TaskGroup) -> RunningJob | None:
        """The next job, which is worked on from now on; None where there is none."""
        try:
            claimed = await self._write(CLAIM, {})
        except BaseException:
            self._room.release()
            raise
        if not claimed:
            self._room.release()
            return None
        job = RunningJob(claimed[0]["id"], claimed[0]["task"].get("draft") is not None)
        group.create_task(self._worked_off(claimed[0], job))
        return job

    async def _worked_off(self, row: RowMapping, job: RunningJob) -> None:
        try:
            await self._work_on(row, job)
        except Exception as error:
            if job.is_in.is_set():  # nobody listens any longer
                logger.warning("Ingest work on a job failed: %r", error)
            job.trouble = error
        finally:
            job.is_in.set()
            self._room.release()

    async def _finish_graph(self) -> None:
        if await self.ingestion.graph.waiting():
            await self.ingestion.graph.resume(failed=False)

    async def _forget_files(self) -> None:
        """Those whose job was cancelled or whose reader never pressed “Ingest”, and of documents that were deleted."""
        await Editing(self.ingestion).forget_deleted()
        await self.ingestion.originals.forget_unused()

    async def _work_on(self, row: RowMapping, job: RunningJob) -> None:
        if row["attempts"] > MOST_ATTEMPTS:
            message = f"It was interrupted {MOST_ATTEMPTS} times. Try it again, or split the document."
            await self._write(FAIL, {"id": row["id"], "message": message})
            return
        task = IngestTask.model_validate(row["task"])
        ingesting = asyncio.create_task(self._ingested(task, row["source"], job))
        try:
            with self._in_hand.working(job, ingesting):
                result, message = await ingesting
            done = {"id": row["id"], "message": message, "result": result.model_dump_json() if result else None}
            if not await self._write(FINISH, done):
                await self._take_back(task, row)
        except StoreUnavailable:
            await self._write(RELEASE, {"id": row["id"]})
            raise
        except DossierError as error:
            await self._write(FAIL, {"id": row["id"], "message": str(error)})
        except asyncio.CancelledError:
            if not _is_stopping():
                await self._take_back(task, row)
                return
            await asyncio.shield(self._write(RELEASE, {"id": row["id"]}))
            raise
        except Exception as error:
            await self._write(FAIL, {"id": row["id"], "message": f"It failed ({type(error).__name__}); see the log."})
            raise

    async def _take_back(self, task: IngestTask, row: RowMapping) -> None:
        """A document that the cancelled job had brought goes again; what was there before stays."""
        if task.draft is None:
            return
        ingestion = self.ingestion.for_collection(task.collection, task.language)
        brought = await ingestion.library.by_source(task.draft.source, collection=ingestion.collection)
        if brought is not None and brought.created_at >= row["started_at"]:
            await ingestion.withdraw(brought.id)

    async def _ingested(self, task: IngestTask, source: str, job: RunningJob) -> tuple[Ingested | None, str]:
        ingestion = self.ingestion.for_collection(task.collection, task.language)
        if task.draft is not None:
            ingested = await ingestion.add(task.draft, facts=task.facts, report=job.report, hold=HOLD_SECONDS)
            return ingested, " ".join(ingested.warnings)
        job.say("storing", 0.5)
        added = await ingestion.add_facts(task.facts or (), source=source)
        warnings = dict.fromkeys(warning for document in added.documents for warning in lasting_warnings(document))
        told = f"{count_of(added.fact_count, 'fact')} in {count_of(len(added.documents), 'document')}."
        return None, " ".join([told, *warnings])

    async def _write(self, statement: TextClause, given: Mapping[str, object]) -> list[RowMapping]:
        async with self.database.transaction() as connection:
            result = await connection.execute(statement, given)
            return list(result.mappings()) if result.returns_rows else []


def lasting_warnings(ingested: Ingested) -> Sequence[str]:
    """Without the one that says that its facts follow: nobody would take it back from a facts file's row, and how many
    documents wait for the graph is told on every page."""
    return ingested.warnings[:-1] if ingested.facts_follow else ingested.warnings


def _caught_up(job: IngestJob, written: Mapping[UUID, int], given: Mapping[UUID, Mapping[str, int]]) -> IngestJob:
    """What became of its document's facts since: they followed, or a facts file brought others. `written`: how many a
    document has that is in the graph by now; `given`: how many of them each facts file brought."""
    result = job.result
    if result is None or result.document_id not in written:
        return job
    if result.facts_follow:
        job = _with_facts(job, result, written[result.document_id])
        result = job.result or result
    if files := given.get(result.document_id):
        told = given_facts_words(files, read_by_rule=result.fact_count if result.reading else 0)
        now = result.model_copy(update={"fact_count": written[result.document_id], "reading": told})
        return job.model_copy(update={"result": now})
    return job


def _with_facts(job: IngestJob, result: Ingested, fact_count: int) -> IngestJob:
    warnings = lasting_warnings(result)
    now = result.model_copy(update={"fact_count": fact_count, "warnings": warnings, "facts_follow": False})
    return job.model_copy(update={"result": now, "message": " ".join(warnings)})


def _is_stopping() -> bool:
    """Whether this worker itself is being cancelled, and not only what it waits for."""
    worker = asyncio.current_task()
    return worker is not None and worker.cancelling() > 0
