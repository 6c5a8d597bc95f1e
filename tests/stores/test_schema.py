"""Migrations bring the tables that the code believes in, once, and never under another model's vectors."""

import asyncio
import uuid
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import URL, Connection, text

from services.errors import EmbeddingMismatch
from services.stores import migrations
from services.stores.embedded.postgres import ROLE, EmbeddedPostgres
from services.stores.postgres import Database, postgres_engine
from services.stores.schema import prepare_schema
from services.stores.tables import metadata
from tests.conftest import administer


@pytest.fixture
async def empty_database(embedded_postgres: EmbeddedPostgres):
    name = f"empty_{uuid.uuid4().hex}"
    await administer(embedded_postgres, f"CREATE DATABASE {name}")
    database = Database(postgres_engine(embedded_postgres.url(name, "postgres")))
    yield database
    await database.close()
    await administer(embedded_postgres, f"DROP DATABASE {name} WITH (FORCE)")


def _differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"version_table": "dossier_migration", "compare_type": False})
    return [
        difference for difference in compare_metadata(context, metadata) if "ix_chunk_embedding" not in str(difference)
    ]


async def _prepare(database: Database, *, identity: str = "one", dimension: int = 8) -> None:
    await prepare_schema(database, model="model", identity=identity, dimension=dimension)


async def test_migrations_bring_exactly_the_tables_that_the_code_names(database: Database) -> None:
    async with database.connection() as connection:
        assert await connection.run_sync(_differences) == []


async def test_migrations_applied_twice_change_nothing(empty_database: Database) -> None:
    await _prepare(empty_database)
    async with empty_database.transaction() as connection:
        await connection.execute(text("INSERT INTO collection (name) VALUES ('kept')"))
    await _prepare(empty_database)
    async with empty_database.connection() as connection:
        assert (await connection.execute(text("SELECT name FROM collection"))).scalars().all() == ["kept"]


async def test_two_starts_at_once_migrate_once(empty_database: Database) -> None:
    other = Database(postgres_engine(empty_database.engine.url))
    await asyncio.gather(_prepare(empty_database), _prepare(other))
    await other.close()
    async with empty_database.connection() as connection:
        assert await connection.scalar(text("SELECT count(*) FROM embedding_identity")) == 1


@pytest.fixture
async def database_of_the_services(embedded_postgres: EmbeddedPostgres):
    """As the workbench has it: the role is no superuser."""
    name = f"owned_{uuid.uuid4().hex}"
    await administer(embedded_postgres, f"CREATE DATABASE {name} OWNER {ROLE}")
    administrator = Database(postgres_engine(embedded_postgres.url(name, "postgres")))
    async with administrator.transaction() as connection:
        await connection.execute(text("CREATE EXTENSION vector"))
    await administrator.close()
    yield embedded_postgres.url(name)
    await administer(embedded_postgres, f"DROP DATABASE {name} WITH (FORCE)")


def revisions() -> list[str]:
    found = (Path(migrations.__file__).parent / "versions").glob("[0-9]*.py")
    return sorted(path.name.partition("_")[0] for path in found)


async def test_each_earlier_version_takes_the_next_in_a_new_process(database_of_the_services: URL) -> None:
    for revision in revisions():
        database = Database(postgres_engine(database_of_the_services))  # knows nothing of pgvector yet
        async with database.transaction() as connection:
            await connection.run_sync(migrations.upgrade, dimension=8, revision=revision)
        await database.close()
    database = Database(postgres_engine(database_of_the_services))
    await _prepare(database)
    async with database.connection() as connection:
        assert await connection.scalar(text("SELECT version_num FROM dossier_migration")) == revisions()[-1]
    await database.close()


@pytest.mark.parametrize("dimension", [8, 1536, 4000])
async def test_vectors_have_the_models_length_and_an_index(empty_database: Database, dimension: int) -> None:
    await _prepare(empty_database, dimension=dimension)
    async with empty_database.connection() as connection:
        column = await connection.scalar(
            text(
                """
                SELECT format_type(atttypid, atttypmod)
                FROM pg_attribute
                WHERE attrelid = 'chunk'::regclass AND attname = 'embedding'
                """
            )
        )
        index = await connection.scalar(text("SELECT indexdef FROM pg_indexes WHERE indexname = 'ix_chunk_embedding'"))
    assert column == f"vector({dimension})"
    assert f"halfvec({dimension})" in index
    assert "m='16'" in index
    assert "ef_construction='200'" in index


async def test_another_models_vectors_are_refused_with_both_ways_on(empty_database: Database) -> None:
    await _prepare(empty_database, identity="one")
    with pytest.raises(EmbeddingMismatch, match="python -m services reembed") as refused:
        await _prepare(empty_database, identity="two")
    assert "DOSSIER_EMBEDDING_MODEL=" in str(refused.value)
    await _prepare(empty_database, identity="one")
