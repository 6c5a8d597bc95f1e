"""REST and MCP over the real stack: a backend on the run's stores, filled with a small world of its own."""

import asyncio
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import uvicorn
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from services.api.mcp_door import McpDoor
from services.api.routes import ApiMount, build_api
from services.api.security import guards
from services.backend import Backend
from services.core import Services
from services.settings import Settings
from services.stores.embedded.postgres import EmbeddedPostgres
from services.stores.neo4j import GraphStore
from tests.api.world import WORLD
from tests.conftest import administer

HERE = "http://127.0.0.1"
DATABASE = "rest"


@pytest.fixture(scope="session")
def api_settings(stores_dir: Path, embedded_postgres: EmbeddedPostgres) -> Settings:
    url = embedded_postgres.url(DATABASE, "postgres").render_as_string(hide_password=False)
    return Settings(
        data_dir=stores_dir,
        database_url=SecretStr(url),
        neo4j_uri=None,
        openai_api_key=None,
        openai_base_url=None,
        api_key=None,
        sample=False,
        max_file_megabytes=1,
    )


@pytest.fixture(scope="session")
async def api_backend(
    api_settings: Settings, embedded_postgres: EmbeddedPostgres, started_graph_store: GraphStore
) -> AsyncIterator[Backend]:
    await administer(embedded_postgres, f"CREATE DATABASE {DATABASE}")
    backend = await asyncio.to_thread(Backend, api_settings)
    await backend.call(fill(backend.services))
    yield backend
    await asyncio.to_thread(backend.close)


async def fill(services: Services) -> None:
    await services.graph_store.ready(timeout=120)
    await services.graph_store.write("MATCH (n) DETACH DELETE n")
    for draft, facts in WORLD:
        await services.ingestion.add(draft, facts=facts)


def build(backend: Backend, settings: Settings) -> Starlette:
    """As app.py puts it together, without the dashboard."""
    mcp = McpDoor(lambda: backend, "/mcp")

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with mcp.open():
            yield

    routes = [ApiMount("/api", build_api(lambda: backend, settings)), Route("/mcp", endpoint=mcp)]
    return Starlette(routes=routes, middleware=guards(settings), lifespan=lifespan)


@pytest.fixture(scope="session")
def client(api_backend: Backend, api_settings: Settings) -> Iterator[TestClient]:
    with TestClient(build(api_backend, api_settings), HERE) as client:
        yield client


@pytest.fixture(scope="session")
def live_server(api_backend: Backend, api_settings: Settings) -> Iterator[str]:
    """The same on a real port: for streams, hang-ups and other programs' clients."""
    with serving(build(api_backend, api_settings)) as url:
        yield url


class serving:
    """`with serving(app) as url`: uvicorn in a thread of its own."""

    def __init__(self, app: Starlette) -> None:
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self._server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2))
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)

    def __enter__(self) -> str:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.02)
        return f"{HERE}:{self._socket.getsockname()[1]}"

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(10)
