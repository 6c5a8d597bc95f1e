"""A graph service and a writer over the real stores, and documents to write facts from."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from services.graph.service import GraphService
from services.graph.writing.writer import GraphWriter
from services.models import Document
from services.settings import Settings
from services.stores.neo4j import GraphStore
from services.stores.postgres import Database
from services.stores.tables import chunk, collection, document
from tests.fakes import FakeEmbedder

AddDocument = Callable[..., Awaitable[Document]]


@pytest.fixture
def settings(tmp_path) -> Settings:
    return Settings(data_dir=tmp_path, openai_api_key=None, openai_base_url=None)


@pytest.fixture
def service(graph_store: GraphStore, database: Database, embedder: FakeEmbedder, settings: Settings) -> GraphService:
    return GraphService.from_store(graph_store, database, embedder, settings)


@pytest.fixture
def writer(graph_store: GraphStore, database: Database, embedder: FakeEmbedder, settings: Settings) -> GraphWriter:
    return GraphWriter.from_store(graph_store, database, embedder, settings)


@pytest.fixture
async def add_document(database: Database) -> AddDocument:
    """`await add_document("content", title=…)`: a row with one chunk for each line of text, no graph work."""

    async def add(
        content: str, title: str = "A document", reference_time: datetime | None = None, collection: str = "main"
    ) -> Document:
        async with database.transaction() as connection:
            inserted = _insert(await _collection(connection, collection), content, title, reference_time)
            row = (await connection.execute(inserted)).one()
            offset = 0
            for index, line in enumerate(content.splitlines(keepends=True)):
                await connection.execute(_chunk(row, index, line, offset))
                offset += len(line)
        return Document.model_validate({**row._mapping, "metadata": {}})

    return add


async def _collection(connection, name):
    found = (await connection.execute(sa.select(collection.c.id).where(collection.c.name == name))).scalar()
    if found is not None:
        return found
    return (await connection.execute(sa.insert(collection).values(name=name).returning(collection.c.id))).scalar_one()


def _insert(collection_id, content, title, reference_time):
    values = {
        "collection_id": collection_id,
        "title": title,
        "source": f"{title}.md",
        "content": content,
        "content_hash": str(hash(content)),
        "reference_time": reference_time,
    }
    columns = [c for c in document.c if c.name != "metadata"]
    return sa.insert(document).values(values).returning(*columns)


def _chunk(row, index, line, offset):
    return sa.insert(chunk).values(
        document_id=row.id,
        collection_id=row.collection_id,
        chunk_index=index,
        content=line,
        start_offset=offset,
        end_offset=offset + len(line),
        token_count=len(line.split()),
        embedding=[1.0] + [0.0] * 383,
        tsv=sa.func.to_tsvector("english", line),
    )


def moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text).replace(tzinfo=UTC)
