"""Every page with every view, drawn where there is nothing to show: no documents, no graph, a store that is down."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import streamlit as st
from pydantic import SecretStr
from sqlalchemy import URL
from streamlit.testing.v1 import AppTest

from services import process
from services.backend import Backend
from services.settings import Settings
from services.stores.embedded.postgres import EmbeddedPostgres
from services.stores.neo4j import GraphStore
from tests.api.world import CHARTER
from tests.conftest import administer

ROOT = Path(__file__).resolve().parent.parent.parent
DATABASE = "every_page"
NOBODY_LISTENS = "bolt://127.0.0.1:9"
NOWHERE = "00000000-0000-0000-0000-000000000000"
PAGES: list[tuple[str, dict[str, str]]] = [
    ("chat", {}),
    ("chat", {"conversation": NOWHERE}),
    ("search_tuner", {}),
    ("search_tuner", {"q": "lamps"}),
    ("search_tuner", {"view": "Judge"}),
    ("search_tuner", {"view": "Evaluate"}),
    ("documents", {}),
    ("documents", {"id": NOWHERE}),
    ("graph", {}),
    *(("graph", {"view": view, "entity": "Lantern Guild"}) for view in ("graph", "timeline", "changes", "paths")),
    ("graph", {"view": "review"}),
    ("sources", {}),
    ("traces", {}),
    ("status", {}),
]


@pytest.fixture
async def database_of_pages(embedded_postgres: EmbeddedPostgres) -> AsyncIterator[URL]:
    await administer(embedded_postgres, f"CREATE DATABASE {DATABASE}")
    yield embedded_postgres.url(DATABASE, "postgres")
    await administer(embedded_postgres, f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")


async def opened(folder: Path, database: URL, neo4j_uri: str | None) -> Backend:
    settings = Settings(
        data_dir=folder,
        database_url=SecretStr(database.render_as_string(hide_password=False)),
        neo4j_uri=neo4j_uri,
        neo4j_password=SecretStr("hush-hush"),
        openai_api_key=None,
        openai_base_url=None,
        sample=False,
    )
    st.cache_data.clear()
    backend = await asyncio.to_thread(Backend, settings)
    process.use_backend(backend, settings)
    return backend


@pytest.fixture
async def no_documents(stores_dir: Path, database_of_pages: URL, graph_store: GraphStore) -> AsyncIterator[Backend]:
    """Both stores are there and empty."""
    backend = await opened(stores_dir, database_of_pages, None)
    await backend.call(backend.services.graph_store.ready(timeout=120))
    yield backend
    await asyncio.to_thread(process.close_backend)


@pytest.fixture
async def no_graph(tmp_path: Path, database_of_pages: URL) -> AsyncIterator[Backend]:
    """One document, and no Neo4j where it should be."""
    backend = await opened(tmp_path, database_of_pages, NOBODY_LISTENS)
    await backend.call(backend.services.ingestion.add(CHARTER))
    yield backend
    await asyncio.to_thread(process.close_backend)


@pytest.fixture
async def no_database(no_graph: Backend, embedded_postgres: EmbeddedPostgres) -> Backend:
    """Nothing answers any more."""
    await administer(embedded_postgres, f"DROP DATABASE {DATABASE} WITH (FORCE)")
    return no_graph


def drawn(name: str, query: dict[str, str]) -> AppTest:
    """The page through the shell, as a link to it opens it."""
    page = AppTest.from_file(str(ROOT / "components" / "shell.py"), default_timeout=60)
    for key, value in query.items():
        page.query_params[key] = value
    return page.switch_page(str(ROOT / "pages" / f"{name}.py")).run()


def failures(page: AppTest) -> list[str]:
    """What a user would see as a stack trace, or as an error that only the log explains."""
    unexplained = [error.value for error in page.error if "Something went wrong" in error.value]
    return [error.message for error in page.exception] + unexplained


def all_failures() -> dict[str, list[str]]:
    found = {f"{name} {query}": failures(drawn(name, query)) for name, query in PAGES}
    return {page: said for page, said in found.items() if said}


def test_every_page_is_drawn_without_documents(no_documents: Backend) -> None:
    assert not all_failures()


def test_every_page_is_drawn_without_a_graph(no_graph: Backend) -> None:
    assert not all_failures()


def test_every_page_is_drawn_while_the_database_is_down(no_database: Backend) -> None:
    assert not all_failures()


def test_an_empty_tuner_leads_to_where_documents_are_added(no_documents: Backend) -> None:
    page = drawn("search_tuner", {})
    assert [link.proto.label for link in page.main.get("page_link")] == ["Add documents"]


def test_every_page_that_needs_documents_leads_to_where_they_are_added(no_documents: Backend) -> None:
    for name in ("chat", "documents", "graph", "search_tuner", "traces"):
        assert any(link.proto.label.startswith("Add documents") for link in drawn(name, {}).main.get("page_link")), name


def test_an_empty_graph_says_once_that_it_is_and_how_to_fill_it(no_documents: Backend) -> None:
    page = drawn("graph", {})
    assert [one.value for one in page.main.get("info")] == [
        "The graph is empty: no document has brought any facts yet."
    ]
    assert any("ingest --facts" in one.value for one in page.main.markdown)
