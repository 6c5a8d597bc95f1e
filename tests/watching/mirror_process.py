"""Mirrors a watched folder over and over until it is killed: `mirror_process.py DATABASE_URL FOLDER`."""

import asyncio
import sys
from pathlib import Path

from sqlalchemy import make_url

from services.documents.ingest.graph_work import GraphWork
from services.documents.ingest.ingestion import Ingestion
from services.documents.library import Library
from services.documents.originals import Originals
from services.stores.postgres import Database, postgres_engine
from services.watching.fetching import WebFetcher
from services.watching.service import Watches
from tests.documents.conftest import RecordingWriter
from tests.fakes import FakeEmbedder


async def mirror(database_url: str, folder: Path) -> None:
    database = Database(postgres_engine(make_url(database_url)))
    library = Library(database)
    work = GraphWork(database, library, RecordingWriter(), extracts=False)  # type: ignore[arg-type]
    ingestion = Ingestion(database, FakeEmbedder(), library, work, "main", "english", 5, Originals(database))
    watches = Watches.from_ingestion(ingestion, WebFetcher(1000))
    watch = await watches.add(str(folder))
    while True:
        await watches.look(watch)
        await asyncio.sleep(0.05)


if __name__ == "__main__":
    asyncio.run(mirror(sys.argv[1], Path(sys.argv[2])))
