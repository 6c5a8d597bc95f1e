"""The real stores, started once a run: each test gets a database of its own and an empty graph."""

import gc
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import URL
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from services.stores.embedded.neo4j import EmbeddedNeo4j
from services.stores.embedded.postgres import SETTINGS, EmbeddedPostgres
from services.stores.embedded.server import EmbeddedServer
from services.stores.neo4j import EmbeddedGraphServer, GraphStore
from services.stores.postgres import Database, postgres_engine
from services.stores.schema import prepare_schema
from tests.databases import EmptyDatabases, administer
from tests.fakes import FakeEmbedder
from tests.reading_processes import KeptReader, reading_processes

__all__ = ["administer", "reading_processes"]

TEMPLATE = "template_migrated"
WIPE = "MATCH (n) WITH n LIMIT 10000 DETACH DELETE n RETURN count(n) AS wiped"


# While modules are imported there is no garbage; to look for it takes a third of that time.
gc.disable()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--many",
        action="store_true",
        help="ten times the questions of the oracle and of the search for leaks, and over 10,000 damaged files",
    )


@pytest.fixture(scope="session")
def stores_dir() -> Iterator[Path]:
    """The run's own data folder; never the developer's."""
    path = Path(tempfile.mkdtemp(prefix="dossier-test-"))
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture(scope="session")
def embedder() -> FakeEmbedder:
    return FakeEmbedder()


@pytest.fixture(scope="session")
async def embedded_postgres(stores_dir: Path) -> AsyncIterator[EmbeddedPostgres]:
    """Without waiting for the disk: what this run stores may be lost."""
    server = EmbeddedPostgres(stores_dir, (*SETTINGS, "fsync=off", "synchronous_commit=off", "full_page_writes=off"))
    await server.ensure_running()
    yield server
    await KeptReader.end()  # of the same loop
    await server.close()


@pytest.fixture(scope="session")
async def migrated_template(embedded_postgres: EmbeddedPostgres, embedder: FakeEmbedder) -> str:
    await administer(embedded_postgres, f"CREATE DATABASE {TEMPLATE}")
    database = Database(postgres_engine(embedded_postgres.url(TEMPLATE, "postgres")))
    await prepare_schema(database, model=embedder.model, identity=embedder.identity, dimension=embedder.dimension)
    await database.close()
    return TEMPLATE


@pytest.fixture(scope="session")
def empty_databases(embedded_postgres: EmbeddedPostgres, migrated_template: str) -> EmptyDatabases:
    return EmptyDatabases(embedded_postgres, migrated_template)


@pytest.fixture
async def database_url(embedded_postgres: EmbeddedPostgres, empty_databases: EmptyDatabases) -> AsyncIterator[URL]:
    """A migrated, empty database of this test's own."""
    name = await empty_databases.take()
    yield embedded_postgres.url(name, "postgres")
    await empty_databases.give_back(name)


@pytest.fixture
async def database(database_url: URL) -> AsyncIterator[Database]:
    database = Database(postgres_engine(database_url))
    yield database
    await database.close()


class Neo4jForTests(EmbeddedNeo4j):
    def _server(self) -> EmbeddedServer:
        return replace(super()._server(), module="tests.neo4j_server")


@pytest.fixture(scope="session")
async def started_graph_store(stores_dir: Path) -> AsyncIterator[GraphStore]:
    store = GraphStore(EmbeddedGraphServer(Neo4jForTests(stores_dir)))
    store.open()
    await store.ready(timeout=240)
    yield store
    await store.close()


@pytest.fixture
async def graph_store(started_graph_store: GraphStore) -> GraphStore:
    """An empty graph; indexes stay."""
    await started_graph_store.ready(timeout=240)
    while (await started_graph_store.write(WIPE))[0]["wiped"]:
        continue
    return started_graph_store


def pytest_collection_finish() -> None:
    """What is imported stays: Streamlit collects after each run of a page, and would look through all of it."""
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Pages last: while Playwright's browser is open its loop runs in this thread, and no other can."""
    items.sort(key=lambda item: GROUPS.index(group_of(item.nodeid)))
    for item in items:
        if group_of(item.nodeid).endswith("pages"):
            # A browser on a busy machine may miss a moment; the report counts each second try.
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> "SideBySide":
    return SideBySide(config, log)


GROUPS = ("graph and answers", "the rest", "pages", "graph and all pages")
GRAPH_AND_ANSWERS = ("api/", "chat/", "graph/duplicates/", "graph/reading/", "graph/test_", "graph/writing/")
GRAPH_AND_ALL_PAGES = ("pages/graph/", "pages/test_")


class SideBySide(LoadScopeScheduling):
    """Four groups that share no store, each on a worker, of about the same work, so that none is left alone at the end:
    what asks the graph, two halves of the pages with a dashboard each, the rest."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


def group_of(nodeid: str) -> str:
    place = nodeid.removeprefix("tests/")
    if place.startswith(GRAPH_AND_ALL_PAGES):
        return "graph and all pages"
    if place.startswith("pages/"):
        return "pages"
    return "graph and answers" if place.startswith(GRAPH_AND_ANSWERS) else "the rest"
