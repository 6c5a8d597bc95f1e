"""A database that a test gives back is for the next one as if it were new."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import text

from services.stores.embedded.postgres import EmbeddedPostgres
from services.stores.postgres import Database, postgres_engine
from tests.databases import EmptyDatabases
from tests.fakes import FakeEmbedder
from tests.search.corpus import random_texts, store

SAVE = "INSERT INTO search_setting (preferences) VALUES ('{}') RETURNING id"


@pytest.fixture
async def databases(embedded_postgres: EmbeddedPostgres, migrated_template: str) -> AsyncIterator[EmptyDatabases]:
    databases = EmptyDatabases(embedded_postgres, migrated_template)
    yield databases
    await databases.drop_all()


@asynccontextmanager
async def opened(databases: EmptyDatabases, name: str) -> AsyncIterator[Database]:
    database = Database(postgres_engine(databases.server.url(name, "postgres")))
    yield database
    await database.close()


async def rows(database: Database) -> dict[str, int]:
    """How many each table has that has any."""
    async with database.connection() as connection:
        tables = await connection.scalars(text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))
        counts = {table: await connection.scalar(text(f"SELECT count(*) FROM {table}")) for table in tables.all()}
    return {table: count for table, count in counts.items() if count}


async def test_what_a_test_has_stored_is_gone_and_numbers_begin_anew(
    databases: EmptyDatabases, embedder: FakeEmbedder
) -> None:
    first = await databases.take()
    async with opened(databases, first) as database:
        as_new = await rows(database)
        await store(database, embedder, *random_texts(20, seed=1))
        async with database.transaction() as connection:
            assert await connection.scalar(text(SAVE)) == 1
        assert {"document", "chunk", "lexeme", "collection", "search_setting"} <= set(await rows(database))
    await databases.give_back(first)
    assert await databases.take() == first
    async with opened(databases, first) as database:
        assert await rows(database) == as_new
        async with database.transaction() as connection:
            assert await connection.scalar(text(SAVE)) == 1


async def test_a_test_that_is_still_connected_keeps_nobody_waiting(databases: EmptyDatabases) -> None:
    name = await databases.take()
    async with opened(databases, name) as database:
        connection = await database.engine.connect()
        await connection.execute(text("LOCK TABLE document"))
        await databases.give_back(name)
        await connection.invalidate()
        await connection.close()
    assert await databases.take() == name


@pytest.mark.parametrize(
    "change",
    [
        "CREATE TABLE note (content text)",
        "ALTER TABLE chunk ADD CONSTRAINT short CHECK (length(content) < 100)",
        "DROP TABLE search_setting",
        "UPDATE embedding_identity SET model = 'another'",
        "DELETE FROM dossier_migration",
    ],
)
async def test_one_in_which_more_than_rows_was_changed_is_not_used_again(
    databases: EmptyDatabases, change: str
) -> None:
    name = await databases.take()
    async with opened(databases, name) as database, database.transaction() as connection:
        await connection.execute(text(change))
    await databases.give_back(name)
    assert await databases.take() != name
