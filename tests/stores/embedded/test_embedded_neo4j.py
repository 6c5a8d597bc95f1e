"""The embedded Neo4j is shared, survives kill -9, ends with its last user and admits nobody else."""

import asyncio
import os
import shutil
import signal
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import neo4j
import psutil
import pytest

from services.errors import GraphUnavailable
from services.stores.embedded.jars import JarsUnavailable, class_path
from services.stores.embedded.java_archive import DIRECTORY, neo4j_file
from services.stores.embedded.neo4j import EmbeddedNeo4j
from services.stores.neo4j import EmbeddedGraphServer, GraphStore
from tests.stores.processes import kill, line_of, none_is_left, start, wait_until

ATTACH = """
    import sys
    from pathlib import Path
    from services.stores.embedded.neo4j import EmbeddedNeo4j
    attachment = EmbeddedNeo4j(Path(sys.argv[1])).attach()
    print(attachment.runtime["process_id"], flush=True)
    sys.stdin.read()
"""


@pytest.fixture(scope="module")
def data_dir() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="dossier-neo4j-"))
    yield path
    wait_until(lambda: none_is_left(path))
    shutil.rmtree(path)


async def test_it_is_shared_survives_kill_9_and_ends_with_its_last_user(data_dir: Path) -> None:
    first = start(ATTACH, data_dir)
    process_id = int(line_of(first))
    second = start(ATTACH, data_dir)
    assert int(line_of(second)) == process_id  # attached, not started again
    store = GraphStore(EmbeddedGraphServer(EmbeddedNeo4j(data_dir)), first_pause_seconds=0.1)
    assert store.state.status == "starting"
    store.open()
    await store.ready(timeout=240)
    kill(first)
    kill(second)
    await asyncio.sleep(1)
    await store.write("CREATE (:Note {content: 'committed'})")  # our lease alone keeps it
    os.kill(process_id, signal.SIGKILL)
    await _until_down(store)
    with pytest.raises(GraphUnavailable, match="Documents and search go on"):
        await store.read("RETURN 1")
    await store.ready(timeout=240)
    assert await store.read("MATCH (n:Note) RETURN n.content AS content") == [{"content": "committed"}]
    await store.close()
    assert none_is_left(data_dir)


async def _until_down(store: GraphStore) -> None:
    for _ in range(1200):
        if store.state.status == "down":
            return
        await asyncio.sleep(0.05)
    pytest.fail("nobody noticed")


async def test_a_user_that_is_killed_leaves_no_process_and_loses_nothing(data_dir: Path) -> None:
    alone = start(ATTACH, data_dir)
    server = psutil.Process(int(line_of(alone)))
    addresses = {connection.laddr.ip for connection in server.net_connections("inet") if connection.status == "LISTEN"}
    assert addresses <= {"127.0.0.1", "::ffff:127.0.0.1"}
    _nobody_else_gets_in(data_dir, server)
    assert str(neo4j_file(DIRECTORY)) in {each.path for each in server.memory_maps()}  # the set-up has made it
    kill(alone)
    wait_until(lambda: none_is_left(data_dir))


def _nobody_else_gets_in(data_dir: Path, server: psutil.Process) -> None:
    port = next(each.laddr.port for each in server.net_connections("inet") if each.status == "LISTEN")
    for password in ("neo4j", "", "guess"):
        with (
            neo4j.GraphDatabase.driver(f"bolt://127.0.0.1:{port}", auth=("neo4j", password)) as driver,
            pytest.raises(neo4j.exceptions.AuthError),
        ):
            driver.verify_connectivity()
    assert stat.S_IMODE((data_dir / "neo4j.password").stat().st_mode) == 0o600
    assert stat.S_IMODE((data_dir / "neo4j").stat().st_mode) == 0o700
    assert stat.S_IMODE(data_dir.stat().st_mode) == 0o700


async def test_closing_while_it_starts_leaves_no_process(data_dir: Path) -> None:
    store = GraphStore(EmbeddedGraphServer(EmbeddedNeo4j(data_dir)))
    store.open()
    await asyncio.sleep(0.5)
    await store.close()
    assert none_is_left(data_dir)


def test_missing_jars_are_named_with_the_command_that_fetches_them(tmp_path: Path) -> None:
    with pytest.raises(JarsUnavailable, match="make setup"):
        class_path(tmp_path)
