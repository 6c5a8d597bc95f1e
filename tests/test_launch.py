"""`python app.py` as a user starts it: one sentence when it cannot start, one port for everything, and a clean end."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from fastmcp import Client
from sqlalchemy import URL

from services.settings import ROOT
from services.stores.embedded.postgres import EmbeddedPostgres
from tests.conftest import administer
from tests.openai_server import OpenAIServer, Reply

NOBODY_LISTENS = "127.0.0.1:9"
KEY = "test-key"


def environment(data_dir: Path, **variables: str) -> dict[str, str]:
    """Nothing of the developer's settings; no graph, so that no second Neo4j starts."""
    ours = ("DOSSIER_", "OPENAI_", "DATABASE_", "NEO4J_", "PORT", "OTEL_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return kept | {
        "DOSSIER_DATA_DIR": str(data_dir),
        "DOSSIER_SAMPLE": "0",
        "NEO4J_URI": f"bolt://{NOBODY_LISTENS}",
        "PORT": str(free_port()),
        **variables,
    }


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def as_written(url: URL) -> str:
    return url.render_as_string(hide_password=False)


@pytest.fixture(scope="module")
async def launch_url(embedded_postgres: EmbeddedPostgres) -> AsyncIterator[str]:
    await administer(embedded_postgres, "CREATE DATABASE launch")
    yield as_written(embedded_postgres.url("launch", "postgres"))
    await administer(embedded_postgres, "DROP DATABASE launch WITH (FORCE)")


@pytest.fixture
def start(tmp_path: Path, launch_url: str) -> Iterator[Callable[..., "subprocess.Popen[str]"]]:
    started: list[subprocess.Popen[str]] = []

    def run(**variables: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "app.py"],
            cwd=ROOT,
            env=environment(tmp_path, **{"DATABASE_URL": launch_url, **variables}),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        if process.poll() is None:
            process.kill()
            process.wait()


def refused(process: "subprocess.Popen[str]") -> str:
    """The one line that it ended with."""
    output, _ = process.communicate(timeout=90)
    assert process.returncode == 1, output
    last = output.strip().splitlines()[-1]
    assert last.startswith("Dossier cannot start. ")
    assert "Traceback" not in output
    return last


def test_a_setting_that_cannot_be_understood_is_named(start: Callable[..., "subprocess.Popen[str]"]) -> None:
    assert "PORT" in refused(start(PORT="eighty"))


def test_a_port_in_use_is_named_and_another_offered(start: Callable[..., "subprocess.Popen[str]"]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        said = refused(start(PORT=port))
    assert f"port {port}" in said
    assert "PORT=" in said


def test_a_database_out_of_reach_is_explained_without_its_password(
    start: Callable[..., "subprocess.Popen[str]"],
) -> None:
    said = refused(start(DATABASE_URL=f"postgresql://me:hush-hush@{NOBODY_LISTENS}/x"))
    assert "cannot be reached" in said
    assert "hush-hush" not in said


def test_vectors_of_another_model_are_refused_with_the_command(
    start: Callable[..., "subprocess.Popen[str]"], database_url: URL
) -> None:
    assert "reembed" in refused(start(DATABASE_URL=as_written(database_url)))


@contextmanager
def running(process: "subprocess.Popen[str]", port: str) -> Iterator[tuple[str, list[str]]]:
    """The URL once it answers, and the lines of its log."""
    lines: list[str] = []
    assert process.stdout is not None
    reader = threading.Thread(target=lambda: lines.extend(process.stdout or ()), daemon=True)
    reader.start()
    url = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        assert process.poll() is None, "".join(lines)
        try:
            httpx.get(f"{url}/api/health", timeout=5)
            break
        except httpx.TransportError:
            time.sleep(0.1)
    yield url, lines
    reader.join(5)


async def test_one_port_serves_dashboard_rest_and_mcp_and_ends_cleanly(
    start: Callable[..., "subprocess.Popen[str]"],
) -> None:
    port = str(free_port())
    process = start(PORT=port)
    with running(process, port) as (url, lines):
        async with httpx.AsyncClient(base_url=url, timeout=30) as client:
            page = await client.get("/documents")
            assert page.status_code == 200
            assert "script-src 'self'" in page.headers["content-security-policy"]
            assert (await client.get("/api/documents")).json() == {"documents": [], "total": 0}
            assert (await client.get("/", headers={"host": "evil.example"})).status_code == 400
            foreign = await client.post("/api/chat", json={"prompt": "?"}, headers={"origin": "https://evil.example"})
            assert foreign.status_code == 403
        async with Client(f"{url}/mcp") as client:
            assert await client.list_tools()
        process.send_signal(signal.SIGINT)
        assert await asyncio.to_thread(process.wait, 60) in (0, 130, -signal.SIGINT)
    assert "Traceback" not in "".join(lines)


async def test_sigterm_ends_answers_that_are_being_written(start: Callable[..., "subprocess.Popen[str]"]) -> None:
    port = str(free_port())
    with OpenAIServer() as model:
        model.answer_with(lambda _: Reply(text="slowly " * 200, token_delay=0.5))
        process = start(PORT=port, OPENAI_BASE_URL=model.url, OPENAI_API_KEY=KEY, DOSSIER_EMBEDDING_MODEL="local")
        with running(process, port) as (url, lines):
            async with (
                httpx.AsyncClient(timeout=60) as client,
                client.stream("POST", f"{url}/api/chat", json={"prompt": "Tell me"}) as response,
            ):
                lines_of_answer = response.aiter_lines()
                while "slowly" not in await anext(lines_of_answer):
                    continue
                process.send_signal(signal.SIGTERM)
                assert await asyncio.to_thread(process.wait, 60) in (0, -signal.SIGTERM)
        assert "Traceback" not in "".join(lines)
