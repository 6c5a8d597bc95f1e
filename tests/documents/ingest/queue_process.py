"""Works on the queue, slowly, until it is killed: `queue_process.py DATABASE_URL STORES_FOLDER`."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import make_url

from services.documents.ingest.ingestion import Ingestion
from services.documents.ingest.queue import Jobs
from services.documents.library import Library
from services.graph.writing.writer import GraphWriter
from services.settings import Settings
from services.stores.embedded.neo4j import EmbeddedNeo4j
from services.stores.neo4j import EmbeddedGraphServer, GraphStore
from services.stores.postgres import Database, postgres_engine
from tests.fakes import FakeEmbedder


class UnhurriedEmbedder(FakeEmbedder):
    async def embed_chunks(self, texts: Sequence[str]) -> list[list[float]]:
        await asyncio.sleep(0.2)
        return await super().embed_chunks(texts)


async def work(database_url: str, stores: Path) -> None:
    database, embedder = Database(postgres_engine(make_url(database_url))), UnhurriedEmbedder()
    store = GraphStore(EmbeddedGraphServer(EmbeddedNeo4j(stores)))
    store.open()
    await store.ready(timeout=240)
    settings = Settings(data_dir=stores, openai_api_key=None, openai_base_url=None, read_facts=False)
    writer = GraphWriter.from_store(store, database, embedder, settings)
    ingestion = Ingestion.from_settings(database, embedder, Library(database), writer, settings)
    await Jobs(database, ingestion).work()


if __name__ == "__main__":
    asyncio.run(work(sys.argv[1], Path(sys.argv[2])))
