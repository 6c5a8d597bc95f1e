"""The services' thread: results, streams and errors cross it, and leaving early cancels what runs behind."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from services.backend import Backend
from services.settings import Settings


@pytest.fixture(scope="module")
def backend(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    backend = Backend(_settings(tmp_path_factory.mktemp("backend")))
    yield backend
    backend.close()
    backend.close()


def _settings(data_dir: Path) -> Settings:
    return Settings(data_dir=data_dir, sample=False, neo4j_uri="bolt://127.0.0.1:9", database_url=None)


async def _twice(number: int) -> int:
    await asyncio.sleep(0)
    return number * 2


async def _count(cancelled: threading.Event) -> AsyncIterator[int]:
    try:
        for number in range(1000):
            yield number
            await asyncio.sleep(0.001)
    finally:
        cancelled.set()


def test_a_thread_gets_a_coroutines_result(backend: Backend) -> None:
    assert backend.run(_twice(21)) == 42


def test_an_error_reaches_the_caller(backend: Backend) -> None:
    async def fail() -> None:
        raise ValueError("from the loop")

    with pytest.raises(ValueError, match="from the loop"):
        backend.run(fail())


def test_a_stream_arrives_whole(backend: Backend) -> None:
    async def three() -> AsyncIterator[int]:
        for number in range(3):
            yield number

    assert list(backend.stream(three())) == [0, 1, 2]


def test_leaving_a_stream_early_cancels_it(backend: Backend) -> None:
    cancelled = threading.Event()
    stream = backend.stream(_count(cancelled))
    assert next(stream) == 0
    stream.close()
    assert cancelled.wait(5)


async def test_another_loop_calls_and_iterates(backend: Backend) -> None:
    assert await backend.call(_twice(4)) == 8
    cancelled = threading.Event()
    items = backend.iterate(_count(cancelled))
    assert await anext(items) == 0
    await items.aclose()
    assert await asyncio.to_thread(cancelled.wait, 5)


async def test_cancelling_the_caller_cancels_the_work(backend: Backend) -> None:
    cancelled = threading.Event()

    async def wait() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            cancelled.set()

    task = asyncio.create_task(backend.call(wait()))
    await asyncio.sleep(0.05)
    task.cancel()
    assert await asyncio.to_thread(cancelled.wait, 5)


def test_it_refuses_to_wait_on_its_own_loop(backend: Backend) -> None:
    async def inside() -> None:
        backend.run(_twice(1))

    with pytest.raises(RuntimeError, match="await the coroutine"):
        backend.run(inside())


def test_documents_can_be_searched_while_the_graph_is_down(backend: Backend) -> None:
    health = backend.run(backend.services.health())
    assert health.ok
    assert health.parts["graph"].status in ("starting", "down")
    assert backend.run(backend.services.search.vector("rockets")).hits == ()


async def test_it_closes_from_within_another_running_loop(tmp_path: Path) -> None:
    backend = Backend(_settings(tmp_path))
    backend.close()
    assert not backend.is_open


def test_services_that_cannot_open_say_why_and_leave_no_thread() -> None:
    before = {thread.name for thread in threading.enumerate()}
    started = time.monotonic()
    settings = Settings(
        database_url="postgresql://nobody:x@127.0.0.1:9/none", neo4j_uri="bolt://127.0.0.1:9", sample=False
    )
    with pytest.raises(Exception, match="PostgreSQL cannot be reached"):
        Backend(settings)
    assert "services" not in {thread.name for thread in threading.enumerate()} - before
    assert time.monotonic() - started < 30
