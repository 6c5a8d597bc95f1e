"""A part of the sample corpus, with its facts, in the real stores, for the tests of agent and chat."""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pydantic_ai.models
import pytest
from sqlalchemy import URL

from services.agent.deps import ResearchDeps
from services.chat.conversations import Conversations
from services.chat.runs import Runs
from services.chat.traces import Traces
from services.documents.ingest.ingestion import Ingestion
from services.documents.library import Library
from services.embedding.protocol import Embedder
from services.graph.service import GraphService
from services.graph.writing.writer import GraphWriter
from services.search.preferences import PreferenceStore
from services.search.service import SearchService
from services.settings import Settings
from services.stores.embedded.postgres import EmbeddedPostgres
from services.stores.neo4j import GraphStore
from services.stores.postgres import Database, postgres_engine
from tests.conftest import WIPE, administer
from tests.fakes import FakeEmbedder
from tests.openai_server import OpenAIServer

DOCUMENTS = (
    "nasa-administrators-1958-1992.md",
    "nasa-administrators-since-1992.md",
    "rocketdyne-owners.html",
    "skylab-three-crews.md",
    "mir-long-stays.md",
    "endurance-single-flight.md",
)
SAMPLE = Path(__file__).resolve().parents[1] / "samples" / "space"


@dataclass(frozen=True)
class Workbench:
    """What agents need of `Services`, and what their tests look into."""

    settings: Settings
    database: Database
    graph_store: GraphStore
    embedder: Embedder
    library: Library
    ingestion: Ingestion
    search: SearchService
    preferences: PreferenceStore
    graph: GraphService
    conversations: Conversations
    traces: Traces
    loop: asyncio.AbstractEventLoop

    def deps(self, **changes) -> ResearchDeps:
        return ResearchDeps(self, **changes)

    def runs(self, **changes) -> Runs:
        return Runs(self, self.conversations, **changes)

    def with_settings(self, **changes) -> "Workbench":
        return replace(self, settings=self.settings.model_copy(update=changes))


def offline_settings(data_dir: Path) -> Settings:
    return Settings(data_dir=data_dir, openai_api_key=None, openai_base_url=None, chat_model=None, otlp_endpoint=None)


def workbench_over(url: URL, store: GraphStore, embedder: Embedder, settings: Settings) -> Workbench:
    database = Database(postgres_engine(url))
    library = Library(database)
    writer = GraphWriter.from_store(store, database, embedder, settings)
    return Workbench(
        settings=settings,
        database=database,
        graph_store=store,
        embedder=embedder,
        library=library,
        ingestion=Ingestion.from_settings(database, embedder, library, writer, settings),
        search=SearchService.build(database, embedder, settings),
        preferences=PreferenceStore(database),
        graph=GraphService.from_store(store, database, embedder, settings),
        conversations=Conversations(database),
        traces=Traces(database),
        loop=asyncio.get_running_loop(),
    )


@pytest.fixture(scope="package")
async def workbench(
    embedded_postgres: EmbeddedPostgres,
    migrated_template: str,
    started_graph_store: GraphStore,
    embedder: FakeEmbedder,
    stores_dir: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[Workbench]:
    name = f"agent_{uuid.uuid4().hex}"
    await administer(embedded_postgres, f"CREATE DATABASE {name} TEMPLATE {migrated_template} STRATEGY file_copy")
    url = embedded_postgres.url(name, "postgres")
    bench = workbench_over(url, started_graph_store, embedder, offline_settings(stores_dir))
    await wipe(started_graph_store)
    facts = facts_of(DOCUMENTS, tmp_path_factory.mktemp("facts") / "facts.jsonl")
    files = [SAMPLE / document for document in DOCUMENTS]
    steps = [step async for step in bench.ingestion.add_files(files, facts_file=facts)]
    assert not [step for step in steps if step.stage == "failed"]
    yield bench
    await bench.database.close()
    await wipe(started_graph_store)
    await administer(embedded_postgres, f"DROP DATABASE {name} WITH (FORCE)")


def facts_of(documents: Sequence[str], file: Path) -> Path:
    lines = (SAMPLE / "facts.jsonl").read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join(line for line in lines if json.loads(line)["source"] in documents), encoding="utf-8")
    return file


async def wipe(store: GraphStore) -> None:
    while (await store.write(WIPE))[0]["wiped"]:
        continue


@pytest.fixture
def deps(workbench: Workbench) -> ResearchDeps:
    return workbench.deps()


@pytest.fixture
def server():
    with OpenAIServer() as server, pydantic_ai.models.override_allow_model_requests(True):
        yield server


@pytest.fixture
def online(workbench, server):
    return workbench.with_settings(
        openai_base_url=server.url,
        openai_api_key=type(workbench.settings)(openai_api_key=server.key).openai_api_key,
        chat_model="test-model",
    )
