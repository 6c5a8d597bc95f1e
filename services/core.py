"""What opens in which order, and what is handed out: `open_services` is the one place that puts the parts together."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from uuid import uuid4

from services.agent.chat_model import chat_model_health
from services.agent.deps import NOW, ResearchDeps
from services.chat.conversations import Conversations
from services.chat.runs import Runs
from services.chat.traces import Traces
from services.documents.ingest.editing import Editing
from services.documents.ingest.ingestion import Ingestion
from services.documents.ingest.queue import Jobs
from services.documents.library import Library
from services.documents.pages import Pages
from services.embedding.factory import open_embedder
from services.embedding.protocol import Embedder, EmbeddingClient
from services.errors import DossierError, EmbeddingUnavailable, PostgresUnavailable
from services.graph.prepared import PreparedGraph
from services.graph.service import GraphService
from services.graph.writing.dates_migration import DatesMigration
from services.graph.writing.writer import GraphWriter
from services.models import Health, PartHealth, SearchPreferences, Viewpoint
from services.sample.loading import SampleLoading
from services.search.evaluation import Evaluation
from services.search.judgements import JudgementStore
from services.search.preferences import PreferenceStore
from services.search.service import SearchService
from services.settings import Settings
from services.stores.embedded.neo4j import EmbeddedNeo4j
from services.stores.embedded.postgres import EmbeddedPostgres
from services.stores.neo4j import Address, EmbeddedGraphServer, GraphServer, GraphStore, RemoteGraphServer
from services.stores.postgres import Database, postgres_engine, postgres_url
from services.stores.schema import prepare_schema
from services.text.wording import count_of
from services.watching.fetching import WebFetcher
from services.watching.service import Watches
from services.watching.sources_file import NAME, read_sources_file

GRAPH_STARTS_WITHIN_SECONDS = 600
LOOPBACK = ("127.0.0.1", "localhost", "::1")

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Research:
    """The part of the services that agents work with, before there are runs of agents."""

    settings: Settings
    embedder: Embedder
    library: Library
    search: SearchService
    preferences: PreferenceStore
    graph: GraphService
    traces: Traces
    loop: asyncio.AbstractEventLoop

    def research_deps(
        self,
        session_id: str | None = None,
        *,
        viewpoint: Viewpoint = NOW,
        search_preferences: SearchPreferences | None = None,
        embedding_client: Embedder | EmbeddingClient | None = None,
        embedding_model: str | None = None,
    ) -> ResearchDeps:
        """What one agent run works with, as ResearchDeps tells."""
        return ResearchDeps(
            self,
            session_id=session_id or str(uuid4()),
            viewpoint=viewpoint,
            search_preferences=search_preferences,
            embedding_client=embedding_client,
            embedding_model=embedding_model or "",
        )


@dataclass(frozen=True)
class Services(Research):
    database: Database
    graph_store: GraphStore
    ingestion: Ingestion
    pages: Pages
    editing: Editing
    jobs: Jobs
    judgements: JudgementStore
    evaluation: Evaluation
    conversations: Conversations
    runs: Runs
    sample: SampleLoading
    watches: Watches

    async def health(self) -> Health:
        """`ok` as long as documents can be searched: by their words at least, which Postgres alone does."""
        postgres = await self.database.health()
        if postgres.status == "ok" and self.sample.progress:
            postgres = PartHealth(status="ok", reason=self.sample.progress)
        return Health(
            ok=postgres.status == "ok",
            parts={
                "postgres": postgres,
                "graph": await self._graph_health(),
                "embedding": self.embedder.state,
                "chat_model": chat_model_health(self.settings),
            },
        )

    async def _graph_health(self) -> PartHealth:
        """While documents wait for their facts an answer from the graph may lack them: then it says so."""
        state = self.graph_store.state
        if state.status != "ok" or state.reason:
            return state
        try:
            waiting = await self.ingestion.graph.waiting()
        except PostgresUnavailable:
            return state
        if not waiting:
            return state
        return PartHealth(status="ok", reason=f"Facts are still missing: {count_of(waiting, 'document')} to go.")


@asynccontextmanager
async def open_services(settings: Settings, *, serving: bool = False, graph: bool = True) -> AsyncIterator[Services]:
    """Postgres, its schema, the embedder; the graph opens in the background and nothing waits for it.

    `serving`: for as long as it is open, work on queued documents, and load the sample collection into an empty store.
    `graph` False: it is not opened, for work that needs documents alone.
    Raises PostgresUnavailable and EmbeddingMismatch. To be entered and left by one task.
    """
    async with AsyncExitStack() as stack:
        database = await _open_database(settings, stack)
        graph_store = _open_graph(settings, stack) if graph else _closed_graph(settings)
        embedder = open_embedder(settings)
        stack.push_async_callback(embedder.close)
        await prepare_schema(database, model=embedder.model, identity=embedder.identity, dimension=embedder.dimension)
        prepared = PreparedGraph(graph_store, embedder.dimension)
        services = _assemble(settings, database, prepared, embedder)
        if graph:
            _in_background(_migrate_dates(prepared, database), stack)
        stack.callback(services.ingestion.reading.close)
        stack.callback(services.ingestion.scans.close)
        stack.push_async_callback(services.runs.close)
        stack.push_async_callback(services.ingestion.close)
        _in_background(_warm_up(embedder), stack)
        if serving:
            _in_background(services.jobs.work(), stack)
            await services.watches.follow_declared()
            _in_background(services.watches.work(), stack)
            _in_background(_warm_up_graph(services.graph, graph_store), stack)
        if serving and settings.sample:
            _in_background(services.sample.load(), stack)
        yield services


@asynccontextmanager
async def open_stores(settings: Settings) -> AsyncIterator[tuple[Database, GraphStore]]:
    """The stores alone, whatever model their vectors are of."""
    async with AsyncExitStack() as stack:
        yield await _open_database(settings, stack), _open_graph(settings, stack)


def _assemble(settings: Settings, database: Database, graph: PreparedGraph, embedder: Embedder) -> Services:
    research = Research(
        settings=settings,
        embedder=embedder,
        library=Library(database),
        search=SearchService.build(database, embedder, settings),
        preferences=PreferenceStore(database),
        graph=GraphService.from_graph(graph, database, embedder, settings),
        traces=Traces(database),
        loop=asyncio.get_running_loop(),
    )
    writer = GraphWriter.from_graph(graph, database, embedder, settings)
    ingestion = Ingestion.from_settings(database, embedder, research.library, writer, settings)
    judgements, conversations = JudgementStore(database), Conversations(database)
    return Services(
        **vars(research),
        database=database,
        graph_store=graph.store,
        ingestion=ingestion,
        pages=Pages(database, ingestion.originals, ingestion.reading),
        editing=Editing(ingestion),
        jobs=Jobs(database, ingestion),
        judgements=judgements,
        evaluation=Evaluation(research.search),
        conversations=conversations,
        runs=Runs(research, conversations),
        sample=SampleLoading(ingestion, judgements),
        watches=_watches(ingestion, settings),
    )


def _watches(ingestion: Ingestion, settings: Settings) -> Watches:
    fetcher = WebFetcher(settings.max_file_megabytes * 1_000_000)
    serves_others = settings.address not in LOOPBACK
    declared = read_sources_file(settings.sources_file or settings.data_dir / NAME)
    return Watches.from_ingestion(
        ingestion, fetcher, settings.watch_root, serves_others=serves_others, declared=declared
    )


async def _open_database(settings: Settings, stack: AsyncExitStack) -> Database:
    if settings.database_url is not None:
        database = Database(postgres_engine(postgres_url(settings.database_url.get_secret_value())))
    else:
        embedded = EmbeddedPostgres(settings.data_dir)
        stack.push_async_callback(embedded.close)
        await embedded.ensure_running()
        database = Database(postgres_engine(embedded.url()), revive=embedded.revive)
    stack.push_async_callback(database.close)
    return database


def _open_graph(settings: Settings, stack: AsyncExitStack) -> GraphStore:
    store = GraphStore(_graph_server(settings), database=settings.neo4j_database)
    store.open()
    stack.push_async_callback(store.close)
    return store


def _closed_graph(settings: Settings) -> GraphStore:
    store = GraphStore(_graph_server(settings), database=settings.neo4j_database)
    store.state = PartHealth(status="off", reason="The graph was not opened: this command needs documents alone.")
    return store


def _graph_server(settings: Settings) -> GraphServer:
    if settings.neo4j_uri is None:
        return EmbeddedGraphServer(EmbeddedNeo4j(settings.data_dir))
    password = settings.neo4j_password.get_secret_value() if settings.neo4j_password else ""
    return RemoteGraphServer(Address(settings.neo4j_uri, settings.neo4j_user, password))


def _in_background(work: Coroutine[object, object, None], stack: AsyncExitStack) -> None:
    """Begins now, and ends with the services at the latest."""
    task = asyncio.create_task(work)
    task.add_done_callback(_report)
    stack.push_async_callback(_end, task)


async def _end(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.wait([task])


def _report(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.error("Work in the background failed (%s: %s)", type(error).__name__, error)
        logger.debug("Where it failed", exc_info=error)


async def _warm_up(embedder: Embedder) -> None:
    """Loads the model, so that the first question does not wait for it."""
    try:
        await embedder.embed_query("warm up")
    except EmbeddingUnavailable as error:
        logger.warning("Embeddings are not available: %s", error)


async def _migrate_dates(graph: PreparedGraph, database: Database) -> None:
    """What is not done by the time that this ends is done at the next start."""
    try:
        await graph.store.ready(timeout=GRAPH_STARTS_WITHIN_SECONDS)
        await DatesMigration(graph, database).run()
    except DossierError as error:
        logger.info("Stored facts keep their dates without a precision for now: %s", error)


async def _warm_up_graph(graph: GraphService, store: GraphStore) -> None:
    """Neo4j plans and compiles each kind of query when it comes for the first time, some of them for seconds."""
    try:
        await store.ready(timeout=GRAPH_STARTS_WITHIN_SECONDS)
        await graph.search_facts("warm up")
        now = NOW.moment
        dated = Viewpoint(as_of=now)
        for name in (await graph.names())[:1]:
            await asyncio.gather(graph.history(name), graph.timeline(name), graph.neighborhood(name))
            # Neo4j plans the same text anew for parameters of other types: dates and names instead of nothing.
            await asyncio.gather(
                graph.timeline(name, now, now),
                graph.timeline(name, None, now),
                graph.search_facts("warm up", entity=name),
                graph.search_facts("warm up", viewpoint=dated),
                graph.neighborhood(name, viewpoint=dated),
            )
    except DossierError as error:
        logger.info("The first question to the graph will take longer: %s", error)
    # What this has imported stays; a collection after each run of a page would look through it again, for 30 ms.
    gc.collect()
    gc.freeze()
