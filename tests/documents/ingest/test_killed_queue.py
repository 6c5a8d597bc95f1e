"""A process that works on the queue is killed, while documents wait for each other and while they are written."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import URL, text

from services.documents.ingest.ingestion import Ingestion
from services.documents.ingest.queue import Jobs
from services.documents.library import Library
from services.graph.writing.writer import GraphWriter
from services.models import DocumentDraft, FactDraft, IngestTask
from services.settings import Settings
from services.stores.neo4j import GraphStore
from services.stores.postgres import Database
from tests.fakes import FakeEmbedder

ROOT = Path(__file__).resolve().parents[3]
DOCUMENTS, IN_WAIT = 40, 6
SILENT = "UPDATE ingest_job SET heartbeat_at = now() - interval '2 minutes' WHERE status = 'running'"
PENDING = "SELECT count(*) FROM document WHERE graph_state = 'pending'"
EPISODES = "MATCH (e:Episodic) RETURN count(e) AS count"
ENTITIES = """
    MATCH (n:Entity)
    RETURN n.name AS name, labels(n) AS labels, COUNT { (:Episodic)-[:MENTIONS]->(n) } AS mentions
"""
FACTS = """
    MATCH (a:Entity)-[r:RELATES_TO]->(b:Entity)
    RETURN a.name AS subject, r.name AS relation, b.name AS object, r.fact AS fact, size(r.episodes) AS episodes
"""


@pytest.fixture
async def jobs(
    graph_store: GraphStore, database: Database, embedder: FakeEmbedder, stores_dir: Path
) -> AsyncIterator[Jobs]:
    settings = Settings(data_dir=stores_dir, openai_api_key=None, openai_base_url=None, read_facts=False)
    writer = GraphWriter.from_store(graph_store, database, embedder, settings)
    yield Jobs(database, Ingestion.from_settings(database, embedder, Library(database), writer, settings))
    await writer.close()


async def test_after_real_kills_the_graph_is_that_of_an_undisturbed_ingest(
    jobs: Jobs, graph_store: GraphStore, database_url: URL, stores_dir: Path
) -> None:
    for number in range(DOCUMENTS):
        await jobs.queue(task(number), source=f"{number:02}.md")
    library, database = jobs.ingestion.library, jobs.database

    async def some_wait() -> bool:
        return (await library.list(limit=1)).total >= IN_WAIT

    async def some_are_written() -> bool:
        return await episodes(graph_store) > 0

    await killed(database_url, stores_dir, some_wait)
    assert await episodes(graph_store) == 0
    assert await count(database, PENDING) == (await library.list(limit=1)).total >= IN_WAIT
    await silence(database)
    await killed(database_url, stores_dir, some_are_written)
    await silence(database)
    await worked_off(jobs)
    assert [job.status for job in await jobs.recent(DOCUMENTS)] == ["done"] * DOCUMENTS
    assert (await library.list(limit=1)).total == DOCUMENTS
    after_kills = await contents(graph_store)
    assert len(after_kills) > 3

    for document in (await library.list(limit=DOCUMENTS)).documents:
        await jobs.ingestion.delete(document.id)
    assert await contents(graph_store) == []
    for number in range(DOCUMENTS):
        await jobs.queue(task(number), source=f"{number:02}.md")
    await worked_off(jobs)
    assert after_kills == await contents(graph_store)


def task(number: int) -> IngestTask:
    """Every fourth brings a fact of its own; the others mention what those are about."""
    draft = DocumentDraft(
        title=f"Report {number}",
        source=f"{number:02}.md",
        content=f"Mir was watched in week {number}. Harbour {number % 8} told Russia of it.",
    )
    place = number % 8
    fact = FactDraft(subject=f"Harbour {place}", relation="TOLD", object="Russia", fact=f"Harbour {place} told Russia.")
    return IngestTask(draft=draft, facts=(fact,) if number % 4 == 0 else None)


async def killed(database_url: URL, stores_dir: Path, is_reached: Callable[[], Awaitable[bool]]) -> None:
    process = started(database_url, stores_dir)
    try:
        async with asyncio.timeout(60):
            while not await is_reached():
                assert process.poll() is None
                await asyncio.sleep(0.02)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def started(database_url: URL, stores_dir: Path) -> "subprocess.Popen[bytes]":
    url = database_url.render_as_string(hide_password=False)
    command = [sys.executable, "-m", "tests.documents.ingest.queue_process", url, str(stores_dir)]
    return subprocess.Popen(command, cwd=ROOT)


async def silence(database: Database) -> None:
    """As if the killed process had last been heard of two minutes ago."""
    async with database.transaction() as connection:
        assert (await connection.execute(text(SILENT))).rowcount > 0


async def worked_off(jobs: Jobs) -> None:
    working = asyncio.create_task(jobs.work())
    async with asyncio.timeout(60):
        while (totals := await jobs.totals()).queued or totals.running:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    working.cancel()
    await asyncio.wait([working])


async def contents(store: GraphStore) -> list[str]:
    rows = [*await store.read(ENTITIES), *await store.read(FACTS)]
    return sorted(
        str({key: sorted(value) if isinstance(value, list) else value for key, value in row.items()}) for row in rows
    )


async def episodes(store: GraphStore) -> int:
    return int((await store.read(EPISODES))[0]["count"])


async def count(database: Database, statement: str) -> int:
    async with database.connection() as connection:
        return int(await connection.scalar(text(statement)) or 0)
