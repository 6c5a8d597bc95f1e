"""Connections are found by any usual URL, come back after a loss, and their absence is one clear error."""

import asyncio
import os
import signal
import time

import pytest
from sqlalchemy import select, text

from services.errors import InvalidInput, PostgresUnavailable
from services.search.judgements import JudgementStore
from services.stores.postgres import Database, is_read, postgres_engine, postgres_url, repeatable
from services.stores.tables import collection


@pytest.mark.parametrize(
    ("written", "driver", "query"),
    [
        ("postgres://u:p@h:5433/d", "postgresql+asyncpg", {}),
        ("postgresql://u:p@h:5433/d", "postgresql+asyncpg", {}),
        ("postgresql+asyncpg://u:p@h:5433/d", "postgresql+asyncpg", {}),
        ("postgresql+psycopg://u:p@h:5433/d", "postgresql+asyncpg", {}),
        ("postgresql://u:p@h:5433/d?sslmode=require", "postgresql+asyncpg", {"ssl": "require"}),
        ("postgresql://u:p@h:5433/d?sslmode=require&channel_binding=require", "postgresql+asyncpg", {"ssl": "require"}),
    ],
)
def test_a_url_is_understood_however_it_is_written(written: str, driver: str, query: dict[str, str]) -> None:
    url = postgres_url(written)
    assert (url.drivername, url.username, url.password, url.host, url.port, url.database) == (
        driver,
        "u",
        "p",
        "h",
        5433,
        "d",
    )
    assert dict(url.query) == query


@pytest.mark.parametrize("written", ["", "localhost", "mysql://u@h/d"])
def test_what_is_no_postgres_url_is_refused_in_a_sentence(written: str) -> None:
    with pytest.raises(InvalidInput, match="DATABASE_URL"):
        postgres_url(written)


async def test_an_absent_server_is_tried_three_times_and_then_named() -> None:
    revived: list[float] = []

    async def revive() -> None:
        revived.append(time.monotonic())

    engine = postgres_engine(postgres_url("postgresql://u:SECRET@127.0.0.1:9/d"))
    database = Database(engine, revive=revive, first_pause_seconds=0.01)
    with pytest.raises(PostgresUnavailable, match="cannot be reached") as raised:
        async with database.connection():
            pass
    assert len(revived) == 2  # before the second and the third try
    assert "SECRET" not in str(raised.value)
    assert (await database.health()).status == "down"


async def test_a_wrong_password_is_not_tried_again(database_url) -> None:
    revived: list[int] = []

    async def revive() -> None:
        revived.append(1)

    wrong = Database(postgres_engine(database_url.set(password="wrong")), revive=revive)
    with pytest.raises(PostgresUnavailable, match="password"):
        async with wrong.connection():
            pass
    assert revived == []


async def test_a_statement_may_take_thirty_seconds(database: Database) -> None:
    async with database.connection() as connection:
        assert await connection.scalar(text("SHOW statement_timeout")) == "30s"


async def test_a_statement_that_takes_too_long_is_stopped_and_said(database: Database) -> None:
    with pytest.raises(PostgresUnavailable, match="took longer"):
        await _sleep_for_five_seconds(database)


async def _sleep_for_five_seconds(database: Database) -> None:
    async with database.connection() as connection:
        await connection.execute(text("SET statement_timeout = 50"))
        await connection.execute(text("SELECT pg_sleep(5)"))


async def test_a_lost_connection_is_replaced_by_the_next_one(database: Database) -> None:
    async with database.connection() as connection:
        backend = await connection.scalar(text("SELECT pg_backend_pid()"))
    os.kill(backend, signal.SIGTERM)
    await asyncio.sleep(0.1)  # the news is on its way
    async with database.connection() as connection:
        assert await connection.scalar(text("SELECT pg_backend_pid()")) != backend


async def test_a_connection_that_rested_is_asked_before_use(database: Database, monkeypatch) -> None:
    monkeypatch.setattr("services.stores.postgres.CHECKED_AFTER_SECONDS", 0.0)
    async with database.connection() as connection:
        backend = await connection.scalar(text("SELECT pg_backend_pid()"))
    os.kill(backend, signal.SIGTERM)
    time.sleep(0.1)  # noqa: ASYNC251  # the loop hears nothing of it
    async with database.connection() as connection:
        assert await connection.scalar(text("SELECT pg_backend_pid()")) != backend


async def test_reading_opens_no_transaction(database: Database) -> None:
    async with database.connection() as connection:
        first = await connection.scalar(text("SELECT now()"))
        assert await connection.scalar(text("SELECT now()")) > first


async def test_the_connections_of_a_crowd_are_kept_for_the_next(database: Database) -> None:
    async def server_process() -> int:
        async with database.connection() as connection:
            return (await connection.execute(text("SELECT pg_backend_pid() FROM pg_sleep(0.2)"))).scalar_one()

    first = await asyncio.gather(*(server_process() for _ in range(20)))
    again = await asyncio.gather(*(server_process() for _ in range(20)))
    assert len(set(first)) == 20
    assert set(again) == set(first)


async def test_a_read_whose_connection_is_killed_is_asked_again(database: Database) -> None:
    async with database.connection() as connection:
        process = await connection.scalar(text("SELECT pg_backend_pid()"))
        reading = asyncio.create_task(connection.execute(text("SELECT pg_backend_pid() FROM pg_sleep(0.5)")))
        await asyncio.sleep(0.2)
        os.kill(process, signal.SIGTERM)
        assert (await reading).scalar_one() != process
        await connection.execute(text("CREATE TABLE kept (id integer)"))
    async with database.connection() as connection:
        assert await connection.scalar(text("SELECT count(*) FROM kept")) == 0


@pytest.mark.parametrize(
    "statement", ["INSERT INTO collection (name) VALUES ('x')", "WITH gone AS (DELETE FROM turn RETURNING id) SELECT 1"]
)
def test_what_changes_anything_is_not_asked_again(statement: str) -> None:
    assert is_read(text("\n    SELECT updated_at FROM turn"))
    assert is_read(select(collection))
    assert not is_read(select(collection).with_for_update())
    assert not is_read(text(statement))


async def test_a_change_that_may_be_repeated_is_made_anew_when_its_connection_dies(database: Database) -> None:
    killed: list[int] = []

    @repeatable
    async def change() -> str:
        async with database.transaction() as connection:
            await connection.execute(text("INSERT INTO collection (name) VALUES ('kept')"))
            if len(killed) < 2:
                killed.append(await connection.scalar(text("SELECT pg_backend_pid()")))
                os.kill(killed[-1], signal.SIGTERM)
                await connection.execute(text("SELECT pg_sleep(1)"))
        return "done"

    assert await change() == "done"
    assert len(killed) == 2
    async with database.connection() as connection:
        assert (await connection.execute(text("SELECT name FROM collection"))).scalars().all() == ["kept"]


async def test_a_change_whose_connection_dies_three_times_is_said_to_have_failed(database: Database) -> None:
    tries: list[int] = []

    @repeatable
    async def change() -> None:
        tries.append(1)
        await _cut_the_own_connection(database)

    with pytest.raises(PostgresUnavailable, match="lost on the way"):
        await change()
    assert len(tries) == 3


async def test_a_judgement_set_is_made_though_its_connection_was_killed(database: Database) -> None:
    """Held up by another transaction, so that the connection can be killed in the middle."""
    store = JudgementStore(database)
    async with database.transaction() as other:
        await other.execute(text("LOCK TABLE judgement_set IN EXCLUSIVE MODE"))
        making = asyncio.create_task(store.create("flights"))
        os.kill(await _held_up(database), signal.SIGTERM)
        await asyncio.sleep(0.1)
    await making
    assert [one.name for one in await store.sets()] == ["flights"]


async def _held_up(database: Database) -> int:
    """The server process that waits for a lock; each look is a statement of its own, which sees what is new."""
    waiting = text("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")
    for _ in range(200):
        async with database.connection() as connection:
            if held := (await connection.execute(waiting)).scalars().all():
                return int(held[0])
        await asyncio.sleep(0.05)
    raise AssertionError("nothing waits for a lock")


async def test_a_connection_lost_half_way_is_said(database: Database) -> None:
    with pytest.raises(PostgresUnavailable, match="lost on the way"):
        await _cut_the_own_connection(database)


async def _cut_the_own_connection(database: Database) -> None:
    async with database.transaction() as connection:
        os.kill(await connection.scalar(text("SELECT pg_backend_pid()")), signal.SIGTERM)
        await connection.execute(text("SELECT pg_sleep(1)"))


async def test_a_transaction_commits_at_its_end_and_not_after_an_error(database: Database) -> None:
    async with database.transaction() as connection:
        await connection.execute(text("INSERT INTO collection (name) VALUES ('kept')"))
    with pytest.raises(ZeroDivisionError):
        await _fail_half_way(database)
    async with database.connection() as connection:
        assert (await connection.execute(text("SELECT name FROM collection"))).scalars().all() == ["kept"]


async def _fail_half_way(database: Database) -> None:
    async with database.transaction() as connection:
        await connection.execute(text("INSERT INTO collection (name) VALUES ('lost')"))
        raise ZeroDivisionError
