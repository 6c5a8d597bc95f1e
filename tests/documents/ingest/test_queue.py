"""The queue: worked off in order, by any replica, each job once, and again after a crash."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from sqlalchemy import text

from services.documents.ingest.ingestion import Ingestion
from services.documents.ingest.queue import Jobs
from services.errors import EmbeddingUnavailable, InvalidInput, NotFound
from services.graph.writing.contribution import Contribution
from services.models import DocumentDraft, FactDraft, IngestJob, IngestTask, JobStatus, QueueTotals
from services.stores.postgres import Database
from tests.documents.conftest import RecordingWriter
from tests.fakes import FakeEmbedder


@pytest.fixture
def jobs(database: Database, ingestion: Ingestion) -> Jobs:
    return Jobs(database, ingestion)


def task(number: int = 0) -> IngestTask:
    return IngestTask(draft=DocumentDraft(title=f"T{number}", source=f"{number}.md", content=f"Flight {number}."))


async def queue_tasks(jobs: Jobs, count: int) -> list[IngestJob]:
    return [await jobs.queue(task(number), source=f"{number}.md") for number in range(count)]


async def wait_for(jobs: Jobs, status: JobStatus, count: int = 1) -> None:
    async with asyncio.timeout(15):
        while len([job for job in await jobs.recent() if job.status == status]) < count:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_a_queued_document_is_ingested_and_the_job_says_what_became_of_it(jobs: Jobs) -> None:
    queued = await jobs.queue(task(), source="0.md")
    assert (queued.status, queued.title) == ("queued", "T0")
    working = asyncio.create_task(jobs.work())
    await wait_for(jobs, "done")
    working.cancel()
    job = await jobs.get(queued.id)
    assert (job.stage, job.fraction, job.attempts) == ("done", 1, 1)
    assert job.result is not None
    assert job.result.status == "created"
    assert job.finished_at is not None
    assert (await jobs.ingestion.library.get(job.result.document_id)).content == "Flight 0."


async def test_that_facts_follow_is_told_until_they_are_there(jobs: Jobs, writer: RecordingWriter) -> None:
    writer.away = True
    await jobs.queue(task(), source="0.md")
    working = asyncio.create_task(jobs.work())
    await wait_for(jobs, "done")
    working.cancel()
    assert "its facts follow" in (await jobs.recent())[0].message
    writer.away = False
    await jobs.ingestion.resume()
    (job,) = await jobs.recent()
    assert job.result is not None
    assert (job.message, job.result.warnings) == ("", ())


async def test_a_facts_file_can_be_queued(jobs: Jobs, writer: RecordingWriter) -> None:
    fact = FactDraft(subject="a", relation="R", object="b", fact="A is b.")
    await jobs.queue(IngestTask(facts=(fact,)), source="facts.jsonl")
    working = asyncio.create_task(jobs.work())
    await wait_for(jobs, "done")
    working.cancel()
    assert (await jobs.recent())[0].message == "1 fact in 1 document."
    totals = await jobs.totals()
    assert (totals.done, totals.facts_files) == (1, 1)
    assert list(writer.facts.values()) == [[fact]]


async def test_a_facts_file_whose_facts_follow_does_not_say_so_for_ever(jobs: Jobs, writer: RecordingWriter) -> None:
    writer.away = True
    fact = FactDraft(subject="a", relation="R", object="b", fact="A is b.")
    await jobs.queue(IngestTask(facts=(fact,)), source="facts.jsonl")
    working = asyncio.create_task(jobs.work())
    await wait_for(jobs, "done")
    working.cancel()
    assert (await jobs.recent())[0].message == "1 fact in 1 document."


async def test_what_was_there_already_is_counted_apart(jobs: Jobs) -> None:
    await jobs.queue(task(), source="0.md")
    await jobs.queue(task(), source="0.md")
    working = asyncio.create_task(jobs.work())
    await wait_for(jobs, "done", 2)
    working.cancel()
    totals = await jobs.totals()
    assert (totals.unchanged, totals.facts_files) == (1, 0)


async def test_a_facts_file_waits_for_the_documents_queued_before_it(jobs: Jobs, writer: RecordingWriter) -> None:
    await queue_tasks(jobs, 4)
    fact = FactDraft(subject="a", relation="R", object="b", fact="A is b.", source="3.md")
    await jobs.queue(IngestTask(facts=(fact,)), source="facts.jsonl")
    working = asyncio.create_task(jobs.work())
    await wait_for(jobs, "done", 5)
    working.cancel()
    document = await jobs.ingestion.library.by_source("3.md")
    assert document is not None
    assert writer.facts == {document.id: [fact]}
    assert (await jobs.ingestion.library.list()).total == 4


async def test_nothing_cannot_be_queued(jobs: Jobs) -> None:
    with pytest.raises(InvalidInput, match="nothing to ingest"):
        await jobs.queue(IngestTask(), source="x")


async def test_two_replicas_share_the_queue_and_no_job_is_done_twice(jobs: Jobs, ingestion: Ingestion) -> None:
    ingested: list[str] = []

    class Watched(Ingestion):
        async def add(self, draft, **options):
            ingested.append(draft.source)
            return await super().add(draft, **options)

    watched = Watched(**{name: getattr(ingestion, name) for name in ingestion.__dataclass_fields__})
    replicas = [Jobs(jobs.database, watched) for _ in range(3)]
    await queue_tasks(jobs, 20)
    working = [asyncio.create_task(replica.work()) for replica in replicas]
    await wait_for(jobs, "done", 20)
    for one in working:
        one.cancel()
    assert sorted(ingested) == sorted(f"{number}.md" for number in range(20))


async def test_what_cannot_be_ingested_fails_in_words_and_can_be_tried_again(jobs: Jobs) -> None:
    class Broken:
        dimension, fails = 384, True

        def __init__(self, working) -> None:
            self.working = working

        def count_tokens(self, content: str) -> int:
            return self.working.count_tokens(content)

        async def embed_chunks(self, texts):
            if self.fails:
                raise EmbeddingUnavailable("The embedding server cannot be reached.")
            return await self.working.embed_chunks(texts)

    broken = Broken(jobs.ingestion.embedder)
    failing = replace(jobs, ingestion=replace(jobs.ingestion, embedder=broken))
    queued = await failing.queue(task(), source="0.md")
    working = asyncio.create_task(failing.work())
    await wait_for(jobs, "failed")
    assert (await jobs.get(queued.id)).message == "The embedding server cannot be reached."
    broken.fails = False
    assert await failing.retry(queued.id)
    await wait_for(jobs, "done")
    working.cancel()
    assert not await jobs.retry(queued.id)


async def test_a_waiting_job_can_be_cancelled_and_a_finished_one_cannot(jobs: Jobs) -> None:
    queued = await jobs.queue(task(), source="0.md")
    assert await jobs.cancel(queued.id)
    assert not await jobs.cancel(queued.id)
    assert (await jobs.get(queued.id)).status == "cancelled"
    await jobs.forget_finished()
    with pytest.raises(NotFound):
        await jobs.get(queued.id)


async def test_totals_are_of_all_jobs_and_what_is_worked_on_comes_first(jobs: Jobs, database: Database) -> None:
    assert await jobs.totals() == QueueTotals()
    queued = await queue_tasks(jobs, 60)
    async with database.transaction() as connection:
        state = "UPDATE ingest_job SET status = :status, finished_at = :finished WHERE id = :id"
        for index in (40, 41):
            await connection.execute(text(state), {"status": "running", "finished": None, "id": queued[index].id})
        for index, before in ((0, 40), (1, 30), (2, 20), (3, 10)):
            over = datetime.now(UTC) - timedelta(seconds=before)
            await connection.execute(text(state), {"status": "done", "finished": over, "id": queued[index].id})
        await connection.execute(text("UPDATE ingest_job SET created_at = created_at - interval '1 minute'"))
    totals = await jobs.totals()
    assert (totals.queued, totals.running, totals.done, totals.batch, totals.batch_done) == (54, 2, 4, 60, 4)
    assert totals.seconds_left == pytest.approx(40 / 3 * 56, rel=0.1)
    listed = [*await jobs.recent(50), *await jobs.recent(50, 50)]
    assert [job.title for job in listed[:3]] == ["T40", "T41", "T4"]
    assert [job.title for job in listed[-4:]] == ["T3", "T2", "T1", "T0"]
    assert {job.id for job in listed} == {job.id for job in queued}
    await jobs.cancel(queued[5].id)
    without = await jobs.totals()
    assert (without.cancelled, without.batch, without.batch_done) == (1, 59, 4)
    assert await jobs.cancel_waiting() == 53


async def test_a_job_that_is_worked_on_can_be_cancelled_and_its_new_document_goes(
    jobs: Jobs, writer: RecordingWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.documents.ingest.running_jobs.WATCH_SECONDS", 0.05)
    started = asyncio.Event()

    async def slow(brought):
        started.set()
        await asyncio.sleep(60)

    writer.write_contributions = slow
    queued = await jobs.queue(task(), source="0.md")
    working = asyncio.create_task(jobs.work())
    await started.wait()
    assert await jobs.ingestion.library.by_source("0.md") is not None
    assert await jobs.cancel(queued.id)
    async with asyncio.timeout(10):
        while await jobs.ingestion.library.by_source("0.md") is not None:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    writer.write_contributions = RecordingWriter.write_contributions.__get__(writer)
    await jobs.queue(task(1), source="1.md")
    await wait_for(jobs, "done")
    working.cancel()
    assert (await jobs.get(queued.id)).status == "cancelled"


async def test_one_watch_tells_that_all_jobs_in_hand_live_and_stops_only_the_cancelled_one(
    jobs: Jobs, writer: RecordingWriter, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.documents.ingest.running_jobs.WATCH_SECONDS", 0.02)
    monkeypatch.setattr("services.documents.ingest.running_jobs.HEARTBEAT_SECONDS", 0.05)

    async def slow(brought):
        await asyncio.sleep(60)

    async def beats() -> dict[UUID, datetime]:
        async with database.connection() as connection:
            rows = await connection.execute(text("SELECT id, heartbeat_at FROM ingest_job WHERE status = 'running'"))
            return {row.id: row.heartbeat_at for row in rows}

    writer.write_contributions = slow
    queued = await queue_tasks(jobs, 3)
    working = asyncio.create_task(jobs.work())
    async with asyncio.timeout(20):
        while len(jobs._in_hand._work) < 3:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        before = await beats()
        while not all(after > before[job_id] for job_id, after in (await beats()).items()):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        assert await jobs.cancel(queued[1].id)
        while len(jobs._in_hand._work) == 3:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert set(jobs._in_hand._work) == {queued[0].id, queued[2].id} == set(await beats())
    working.cancel()
    await asyncio.wait([working])
    assert {(await jobs.get(one.id)).status for one in (queued[0], queued[2])} == {"queued"}


async def test_a_worker_that_is_stopped_gives_its_job_back(jobs: Jobs, writer: RecordingWriter) -> None:
    started = asyncio.Event()

    async def slow(brought):
        started.set()
        await asyncio.sleep(60)

    writer.write_contributions = slow
    queued = await jobs.queue(task(), source="0.md")
    working = asyncio.create_task(jobs.work())
    await started.wait()
    working.cancel()
    await asyncio.wait([working])
    job = await jobs.get(queued.id)
    assert (job.status, job.attempts) == ("queued", 0)


async def test_a_job_whose_worker_fell_silent_is_taken_over_but_not_for_ever(jobs: Jobs, database: Database) -> None:
    queued = await jobs.queue(task(), source="0.md")
    crashed = "UPDATE ingest_job SET status = 'running', attempts = :attempts, heartbeat_at = now() - interval '2 min'"
    for attempts, status in ((1, "done"), (3, "failed")):
        async with database.transaction() as connection:
            await connection.execute(text(crashed + ", task = coalesce(task, '{}')"), {"attempts": attempts})
        working = asyncio.create_task(jobs.work())
        await wait_for(jobs, status)
        working.cancel()
    assert "interrupted 3 times" in (await jobs.get(queued.id)).message


async def test_the_workers_finish_what_waited_for_the_graph(
    jobs: Jobs, writer: RecordingWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.documents.ingest.queue.GRAPH_SECONDS", 0.1)
    writer.away = True
    ingested = await jobs.ingestion.add(DocumentDraft(title="T", source="s", content="Mir."))
    working = asyncio.create_task(jobs.work())
    await asyncio.sleep(0.3)
    assert writer.mentioned_in == []
    writer.away = False
    async with asyncio.timeout(10):
        while writer.mentioned_in != [ingested.document_id]:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    working.cancel()


@dataclass
class HeldEmbedder:
    """Embeds so many times, and then no more."""

    after: int
    dimension: int = 384
    fake: FakeEmbedder = field(default_factory=FakeEmbedder)

    def count_tokens(self, content: str) -> int:
        return self.fake.count_tokens(content)

    async def embed_chunks(self, texts: Sequence[str]) -> list[list[float]]:
        if self.after <= 0:
            await asyncio.sleep(3600)
        self.after -= 1
        return await self.fake.embed_chunks(texts)


class HeldWriter(RecordingWriter):
    """Writes when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = asyncio.Event()

    async def write_contributions(self, brought: Sequence[Contribution]) -> None:
        await self.go_on.wait()
        await super().write_contributions(brought)


@pytest.fixture
def held(jobs: Jobs) -> tuple[Jobs, HeldWriter]:
    writer = HeldWriter()
    graph = replace(jobs.ingestion.graph, writer=writer)
    return replace(jobs, ingestion=replace(jobs.ingestion, graph=graph)), writer


async def stored(jobs: Jobs, count: int) -> None:
    async with asyncio.timeout(15):
        while (await jobs.ingestion.library.list()).total < count:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_while_the_graph_is_busy_documents_come_in_and_are_then_written_together(
    held: tuple[Jobs, HeldWriter],
) -> None:
    jobs, writer = held
    await queue_tasks(jobs, 6)
    working = asyncio.create_task(jobs.work())
    await stored(jobs, 6)
    writer.go_on.set()
    await wait_for(jobs, "done", 6)
    working.cancel()
    assert sum(writer.together) == len(set(writer.mentioned_in)) == 6
    assert len(writer.together) <= 3


async def test_documents_of_a_queue_wait_for_each_other_and_are_written_together(
    jobs: Jobs, writer: RecordingWriter
) -> None:
    await queue_tasks(jobs, 8)
    working = asyncio.create_task(jobs.work())
    await wait_for(jobs, "done", 8)
    working.cancel()
    assert writer.together == [8]


async def test_what_a_person_waits_for_is_written_at_once_while_documents_of_a_queue_come_in(
    jobs: Jobs, writer: RecordingWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.documents.ingest.queue.HOLD_SECONDS", 3600)
    with jobs.ingestion.graph.more_to_come():
        await jobs.queue(task(), source="0.md")
        working = asyncio.create_task(jobs.work())
        await stored(jobs, 1)
        await asyncio.sleep(0.5)
        assert writer.together == []
        async with asyncio.timeout(10):
            await jobs.ingestion.add(DocumentDraft(title="T", source="s", content="Mir."))
        await wait_for(jobs, "done")
    working.cancel()
    assert writer.together == [2]


async def test_what_is_read_stands_before_what_waits_for_the_graph(
    jobs: Jobs, writer: RecordingWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.documents.ingest.queue.HOLD_SECONDS", 3600)
    with jobs.ingestion.graph.more_to_come():
        await queue_tasks(jobs, 3)
        embedder = HeldEmbedder(after=2)
        slowed = replace(jobs, ingestion=replace(jobs.ingestion, embedder=embedder))
        working = asyncio.create_task(slowed.work())
        await stored(jobs, 2)
        async with asyncio.timeout(10):
            while [job.stage for job in await jobs.recent()] != ["embedding", "graph", "graph"]:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        assert [(job.title, job.status) for job in await jobs.recent()] == [
            ("T2", "running"),
            ("T0", "running"),
            ("T1", "running"),
        ]
        assert (await jobs.totals()).running == 3
    working.cancel()
    await asyncio.wait([working])
    assert writer.together == []


async def test_the_time_left_is_told_by_what_ends_after_those_that_end_together(jobs: Jobs, database: Database) -> None:
    queued = await queue_tasks(jobs, 100)
    state = text("UPDATE ingest_job SET status = 'done', finished_at = :finished WHERE id = :id")

    async def ended(numbers: range, seconds_ago: float) -> None:
        async with database.transaction() as connection:
            for number in numbers:
                over = datetime.now(UTC) - timedelta(seconds=seconds_ago - number / 1000)
                await connection.execute(state, {"finished": over, "id": queued[number].id})

    await ended(range(32), 8)
    async with database.transaction() as connection:
        await connection.execute(text("UPDATE ingest_job SET created_at = created_at - interval '1 minute'"))
    assert (await jobs.totals()).seconds_left is None
    await ended(range(32, 64), 0)
    assert (await jobs.totals()).seconds_left == pytest.approx(8 / 32 * 36, rel=0.2)


async def test_a_facts_file_does_not_wait_for_documents_that_do_not_come(
    jobs: Jobs, writer: RecordingWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.documents.ingest.queue.HOLD_SECONDS", 3600)
    fact = FactDraft(subject="a", relation="R", object="b", fact="A is b.")
    await jobs.queue(IngestTask(facts=(fact,)), source="facts.jsonl")
    working = asyncio.create_task(jobs.work())
    await wait_for(jobs, "done")
    working.cancel()
    assert writer.together == [1]


async def test_a_worker_that_stops_while_documents_wait_for_the_graph_leaves_them_to_the_next(
    held: tuple[Jobs, HeldWriter],
) -> None:
    jobs, writer = held
    await queue_tasks(jobs, 4)
    working = asyncio.create_task(jobs.work())
    await stored(jobs, 4)
    working.cancel()
    await asyncio.wait([working])
    assert [job.status for job in await jobs.recent()] == ["queued"] * 4
    assert writer.mentioned_in == []
    writer.go_on.set()
    working = asyncio.create_task(jobs.work())
    await wait_for(jobs, "done", 4)
    working.cancel()
    assert len(writer.mentioned_in) == len(set(writer.mentioned_in)) == 4
    assert (await jobs.ingestion.library.list()).total == 4


async def test_a_job_cancelled_while_it_waits_for_the_graph_leaves_the_others_alone(
    held: tuple[Jobs, HeldWriter],
) -> None:
    jobs, writer = held
    queued = await queue_tasks(jobs, 3)
    working = asyncio.create_task(jobs.work())
    await stored(jobs, 3)
    assert await jobs.cancel(queued[1].id)
    async with asyncio.timeout(15):
        while (await jobs.ingestion.library.list()).total > 2:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    writer.go_on.set()
    await wait_for(jobs, "done", 2)
    working.cancel()
    assert len(set(writer.mentioned_in)) == 2
    assert await jobs.ingestion.library.by_source("1.md") is None
