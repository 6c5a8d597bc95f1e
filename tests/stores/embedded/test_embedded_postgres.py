"""The embedded PostgreSQL is shared, survives kill -9, ends with its last user and admits nobody else."""

import asyncio
import os
import shutil
import signal
import stat
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg
import psutil
import pytest
from sqlalchemy import text

from services.errors import PostgresUnavailable
from services.stores.embedded.postgres import EmbeddedPostgres
from services.stores.postgres import Database, postgres_engine
from tests.stores.processes import kill, line_of, none_is_left, start, wait_until

ATTACH = """
    import asyncio, sys
    from pathlib import Path
    from services.stores.embedded.postgres import EmbeddedPostgres
    async def main():
        server = EmbeddedPostgres(Path(sys.argv[1]))
        await server.ensure_running()
        print(server.process_id, flush=True)
        sys.stdin.read()
    asyncio.run(main())
"""


@pytest.fixture
def data_dir() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="dossier-pg-"))
    yield path
    assert none_is_left(path)
    shutil.rmtree(path)


@pytest.fixture(scope="module")
def data_dir_of_all() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="dossier-pg-"))
    yield path
    assert none_is_left(path)
    shutil.rmtree(path)


@pytest.fixture(scope="module")
async def server_of_all(data_dir_of_all: Path) -> AsyncIterator[EmbeddedPostgres]:
    server = EmbeddedPostgres(data_dir_of_all)
    await server.ensure_running()
    yield server
    await server.close()


@pytest.fixture
async def server(server_of_all: EmbeddedPostgres) -> EmbeddedPostgres:
    """One of those that need no first start: it runs, also where a test before has killed it."""
    await server_of_all.ensure_running()
    return server_of_all


@pytest.fixture
async def notes(server: EmbeddedPostgres) -> AsyncIterator[Database]:
    database = Database(postgres_engine(server.url()), revive=server.revive)
    async with database.transaction() as connection:
        await connection.execute(text("CREATE TABLE note (content text)"))
        await connection.execute(text("INSERT INTO note VALUES ('committed')"))
    yield database
    async with database.transaction() as connection:
        await connection.execute(text("DROP TABLE note"))
    await database.close()


async def _contents(database: Database, tries: int = 2) -> list[str]:
    """A server process outlives its killed master for a moment, answers one ping and dies: then asked once more."""
    try:
        async with database.connection() as connection:
            return list((await connection.execute(text("SELECT content FROM note"))).scalars())
    except PostgresUnavailable:
        if tries == 1:
            raise
        return await _contents(database, tries - 1)


async def test_kill_9_loses_nothing_and_the_next_use_starts_it_again(server: EmbeddedPostgres, notes: Database) -> None:
    killed = server.process_id
    sessions = psutil.Process(killed).children()
    os.kill(killed, signal.SIGKILL)
    await asyncio.to_thread(psutil.wait_procs, sessions, 20)  # a session answers until it notices
    assert await _contents(notes) == ["committed"]
    assert server.process_id != killed


async def test_kill_9_of_the_process_beside_it_loses_nothing(server: EmbeddedPostgres, notes: Database) -> None:
    keeper = psutil.Process(server.process_id).parent()
    assert keeper is not None
    keeper.kill()
    await asyncio.to_thread(wait_until, lambda: not psutil.pid_exists(server.process_id))
    assert await _contents(notes) == ["committed"]


async def test_kill_9_of_one_of_its_processes_is_waited_out(server: EmbeddedPostgres, notes: Database) -> None:
    async with notes.connection() as connection:
        backend = await connection.scalar(text("SELECT pg_backend_pid()"))
    os.kill(backend, signal.SIGKILL)  # all sessions end, and the server recovers by itself
    assert await _contents(notes) == ["committed"]


async def test_a_second_process_attaches_and_keeps_it_running(data_dir: Path) -> None:
    first, second = start(ATTACH, data_dir), start(ATTACH, data_dir)
    process_id = int(line_of(first))
    assert int(line_of(second)) == process_id
    kill(first)
    await asyncio.sleep(1)
    assert psutil.pid_exists(process_id)
    kill(second)
    wait_until(lambda: none_is_left(data_dir))


async def test_what_was_committed_before_a_crash_of_everything_is_there_after_it(data_dir: Path) -> None:
    other = start(ATTACH, data_dir)
    server_process = psutil.Process(int(line_of(other)))
    server = EmbeddedPostgres(data_dir)
    await server.ensure_running()
    database = Database(postgres_engine(server.url()), revive=server.revive)
    async with database.transaction() as connection:
        await connection.execute(text("CREATE TABLE note (content text)"))
        await connection.execute(text("INSERT INTO note VALUES ('committed')"))
    for process in (server_process.parent(), server_process):
        if process is not None and process.is_running():
            process.kill()
    kill(other)
    assert await _contents(database) == ["committed"]
    await database.close()
    await server.close()


async def test_an_interrupted_first_start_is_begun_anew(data_dir: Path) -> None:
    (data_dir / ".postgres.unfinished").mkdir(parents=True)
    (data_dir / ".postgres.unfinished" / "PG_VERSION").write_text("18")
    server = EmbeddedPostgres(data_dir)
    await server.ensure_running()
    await server.close()


async def test_a_start_that_fails_tells_the_servers_own_reason(data_dir: Path) -> None:
    server = EmbeddedPostgres(data_dir)
    await server.ensure_running()
    await server.close()
    (data_dir / "postgres" / "PG_VERSION").write_text("9.6\n")
    with pytest.raises(PostgresUnavailable, match=r"did not start: .*incompatible with server.* See .*server\.log\."):
        await EmbeddedPostgres(data_dir).ensure_running()


async def test_a_long_path_is_no_obstacle() -> None:
    parent = Path(tempfile.mkdtemp(prefix="dossier-pg-"))
    data_dir = parent / ("a-folder-with-a-long-name-" * 4)
    server = EmbeddedPostgres(data_dir)
    await server.ensure_running()
    sockets = Path(str(server.url().query["host"]))
    assert _mode(sockets) == 0o700
    await server.close()
    assert sockets.name not in os.listdir(sockets.parent)
    shutil.rmtree(parent)


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_files_and_folders_are_the_owners_alone(server: EmbeddedPostgres, data_dir_of_all: Path) -> None:
    assert _mode(data_dir_of_all) == 0o700
    assert _mode(data_dir_of_all / "postgres.password") == 0o600
    assert _mode(data_dir_of_all / "postgres") == 0o700
    assert _mode(Path(str(server.url().query["host"]))) == 0o700


@pytest.mark.parametrize("user", ["postgres", "dossier"])
async def test_without_the_password_nobody_gets_in(server: EmbeddedPostgres, user: str) -> None:
    host = server.url().query["host"]
    for password in ("", "guess"):
        with pytest.raises(asyncpg.InvalidPasswordError):
            await asyncpg.connect(host=host, user=user, password=password, database="dossier")


async def test_no_network_port_is_open(server: EmbeddedPostgres) -> None:
    assert psutil.Process(server.process_id).net_connections("inet") == []


async def test_the_services_role_is_no_superuser(notes: Database) -> None:
    async with notes.connection() as connection:
        assert await connection.scalar(text("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")) is False


@pytest.mark.skipif(os.geteuid() != 0, reason="only root needs another account")
async def test_for_root_it_runs_as_an_ordinary_account_behind_closed_folders(server: EmbeddedPostgres) -> None:
    assert psutil.Process(server.process_id).uids().effective != 0
