"""A graph that is not there says so, and comes back."""

import asyncio
from datetime import UTC, datetime

import pytest

from services.errors import GraphUnavailable
from services.graph.service import GraphService
from services.graph.writing.writer import GraphWriter
from services.stores.neo4j import Address, GraphStore, RemoteGraphServer

NOBODY = Address("bolt://127.0.0.1:9", "neo4j", "none")
THEN = datetime(2000, 1, 1, tzinfo=UTC)


@pytest.fixture
async def lost_store():
    store = GraphStore(RemoteGraphServer(NOBODY))
    store.open()
    yield store
    await store.close()


CALLS = {
    "search": lambda s: s.search_facts("x"),
    "entity": lambda s: s.entity("x"),
    "suggest": lambda s: s.suggest("x"),
    "entities": lambda s: s.entities(),
    "neighborhood": lambda s: s.neighborhood("x"),
    "timeline": lambda s: s.timeline("x"),
    "state": lambda s: s.state("x", THEN),
    "diff": lambda s: s.diff("x", THEN, THEN),
    "paths": lambda s: s.paths("x", "y"),
    "history": lambda s: s.history("x"),
    "duplicates": lambda s: s.duplicates(),
    "is_empty": lambda s: s.is_empty(),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
async def test_every_question_says_that_the_graph_is_not_there(lost_store, database, embedder, settings, call):
    service = GraphService.from_store(lost_store, database, embedder, settings)
    with pytest.raises(GraphUnavailable):
        await asyncio.wait_for(call(service), 20)


async def test_writing_says_so_too(lost_store, database, embedder, settings, add_document):
    writer = GraphWriter.from_store(lost_store, database, embedder, settings)
    with pytest.raises(GraphUnavailable):
        await writer.write_facts(await add_document("x"), [])
