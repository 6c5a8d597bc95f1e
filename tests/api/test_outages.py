"""With one part down, the others answer, and what cannot be answered says why in the one error shape."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient

from services.backend import Backend
from services.settings import Settings
from services.stores.embedded.postgres import EmbeddedPostgres
from tests.api.conftest import HERE, build
from tests.api.shapes import error_of
from tests.api.world import CHARTER
from tests.conftest import administer

DATABASE = "outage"
NOBODY_LISTENS = "127.0.0.1:9"


@pytest.fixture
async def lonely_settings(tmp_path: Path, embedded_postgres: EmbeddedPostgres) -> AsyncIterator[Settings]:
    await administer(embedded_postgres, f"CREATE DATABASE {DATABASE}")
    url = embedded_postgres.url(DATABASE, "postgres").render_as_string(hide_password=False)
    yield Settings(
        data_dir=tmp_path,
        database_url=SecretStr(url),
        neo4j_uri=f"bolt://{NOBODY_LISTENS}",
        neo4j_password=SecretStr("hush-hush"),
        openai_api_key=None,
        openai_base_url=None,
        sample=False,
    )
    await administer(embedded_postgres, f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")


@pytest.fixture
async def lonely_backend(lonely_settings: Settings) -> AsyncIterator[Backend]:
    backend = await asyncio.to_thread(Backend, lonely_settings)
    await backend.call(backend.services.ingestion.add(CHARTER))
    yield backend
    await asyncio.to_thread(backend.close)


async def test_documents_and_health_go_on_without_the_graph(lonely_backend: Backend, lonely_settings: Settings) -> None:
    with TestClient(build(lonely_backend, lonely_settings), HERE) as client:
        health = client.get("/api/health")
        assert health.status_code == 200
        assert health.json()["graph"]["status"] in ("starting", "down")
        assert health.json()["graph"]["reason"]
        hits = client.get("/api/search", params={"query": "forty lamps"}).json()["hits"]
        assert [hit["document_source"] for hit in hits] == [CHARTER.source]
        for path in (
            "neighborhood/a",
            "timeline/a",
            "diff/a?from=1990-01-01&to=1991-01-01",
            "entities",
            "facts?query=a",
        ):
            response = client.get(f"/api/graph/{path}")
            assert response.status_code == 503, path
            assert error_of(response)["code"] == "graph_unavailable"
            assert "hush-hush" not in response.text
        answer = client.post("/api/chat", json={"prompt": "How many lamps does the guild keep burning?"})
        assert answer.status_code == 200
        assert "forty lamps" in answer.text


async def test_without_postgres_health_is_503_and_nothing_leaks(
    lonely_backend: Backend, lonely_settings: Settings, embedded_postgres: EmbeddedPostgres
) -> None:
    await administer(embedded_postgres, f"DROP DATABASE {DATABASE} WITH (FORCE)")
    with TestClient(build(lonely_backend, lonely_settings), HERE) as client:
        health = client.get("/api/health")
        assert health.status_code == 503
        assert health.json()["ok"] is False
        assert health.json()["postgres"]["status"] == "down"
        assert health.json()["postgres"]["reason"]
        for method, path, body in (
            ("GET", "/api/search?query=lamps", None),
            ("GET", "/api/documents", None),
            ("POST", "/api/documents", {"title": "a", "content": "b"}),
            ("POST", "/api/chat", {"prompt": "Who?"}),
        ):
            response = client.request(method, path, json=body)
            assert response.status_code == 503, path
            assert error_of(response)["code"] == "postgres_unavailable"
