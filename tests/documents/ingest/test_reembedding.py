"""Another embedding model: all vectors anew in one step for those who search, of another length where it has one."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import text

from services.documents.ingest.ingestion import Ingestion
from services.documents.ingest.reembedding import Reembedding
from services.errors import EmbeddingUnavailable
from services.models import DocumentDraft
from services.stores.postgres import Database
from services.stores.schema import prepare_schema
from tests.fakes import FakeEmbedder

OTHER = FakeEmbedder(model="other", identity="other-96", dimension=96)


async def fill(ingestion: Ingestion, count: int = 3) -> None:
    for i in range(count):
        await ingestion.add(DocumentDraft(title=f"T{i}", source=str(i), content=f"Flight {i} to the station."))


async def stored(database: Database) -> tuple[str, int, int]:
    statement = """
        SELECT identity, (SELECT min(vector_dims(embedding)) FROM chunk), (SELECT count(*) FROM lexeme)
        FROM embedding_identity
    """
    async with database.connection() as connection:
        return tuple((await connection.execute(text(statement))).one())


async def test_all_vectors_are_of_the_new_model_and_search_finds_them(ingestion: Ingestion, database: Database) -> None:
    await fill(ingestion)
    words = (await stored(database))[2]
    steps = [step async for step in Reembedding(database, OTHER).run()]
    assert (steps[0], steps[-1]) == ((0, 3), (3, 3))
    assert await stored(database) == ("other-96", 96, words)
    await prepare_schema(database, model=OTHER.model, identity=OTHER.identity, dimension=OTHER.dimension)
    vector = str(await OTHER.embed_query("T1 Flight 1 to the station"))
    async with database.connection() as connection:
        statement = "SELECT document_source FROM match_chunks(CAST(:vector AS vector), 1)"
        assert await connection.scalar(text(statement), {"vector": vector}) == "1"
    assert (
        await replace(ingestion, embedder=OTHER).add(DocumentDraft(title="N", source="n", content="New."))
    ).chunk_count


async def test_after_an_interruption_it_goes_on_and_nothing_is_mixed(
    ingestion: Ingestion, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.documents.ingest.reembedding.BATCH", 2)
    await fill(ingestion, 6)
    steps = Reembedding(database, OTHER).run()
    async for done, _ in steps:
        if done == 4:
            break
    await steps.aclose()
    assert (await stored(database))[:2] == ("fake-bag-of-words-384", 384)
    await fill(ingestion, 7)
    again = [done async for done, _ in Reembedding(database, OTHER).run()]
    assert (again[0], again[-1]) == (4, 7)
    assert (await stored(database))[:2] == ("other-96", 96)


async def test_a_model_that_fails_leaves_the_old_vectors(ingestion: Ingestion, database: Database) -> None:
    class Broken(FakeEmbedder):
        async def embed_chunks(self, texts):
            await asyncio.sleep(0)
            raise EmbeddingUnavailable("no")

    await fill(ingestion)
    with pytest.raises(EmbeddingUnavailable):
        _ = [step async for step in Reembedding(database, Broken(identity="broken", dimension=8)).run()]
    assert (await stored(database))[:2] == ("fake-bag-of-words-384", 384)


async def test_an_empty_store_only_changes_its_identity(database: Database) -> None:
    assert [step async for step in Reembedding(database, OTHER).run()] == [(0, 0), (0, 0)]
    assert (await stored(database))[0] == "other-96"
