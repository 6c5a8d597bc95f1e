"""`status` tells what there is, `reset` empties both stores and nothing else."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from services.errors import EmbeddingMismatch
from services.stores.neo4j import GraphStore
from services.stores.postgres import Database
from services.stores.reset import empty_database, empty_graph
from services.stores.schema import prepare_schema
from tests.fakes import FakeEmbedder
from tests.stores.processes import ROOT, none_is_left, wait_until

SECRET = "hunter2hunter2"


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("commands")
    yield path
    wait_until(lambda: none_is_left(path))


def _run(data_dir: Path, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    kept = {"PATH": "/usr/bin:/bin", "HOME": str(data_dir), "DOSSIER_DATA_DIR": str(data_dir / "data"), **environment}
    command = [sys.executable, "-m", "services", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=kept, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120
    )


def test_status_names_each_part_and_the_counts_and_no_secret(data_dir: Path) -> None:
    shown = _run(data_dir, "status", OPENAI_API_KEY=SECRET, DOSSIER_EMBEDDING_MODEL="local")
    assert shown.returncode == 0, shown.stderr
    assert "Documents" in shown.stdout
    assert "pg_dump" not in shown.stdout  # embedded stores are copied
    assert "OPENAI_API_KEY" in shown.stdout
    assert SECRET not in shown.stdout + shown.stderr


def test_status_as_json_has_the_shape_of_health(data_dir: Path) -> None:
    told = json.loads(_run(data_dir, "status", "--json").stdout)
    assert told["ok"] is True
    assert told["postgres"]["status"] == "ok"
    assert told["graph"]["status"] == "off"  # nobody has started it
    assert {"name": "Documents", "amount": "0"} in told["sizes"]


def test_status_fails_in_one_line_when_postgres_is_away(data_dir: Path) -> None:
    failed = _run(data_dir, "status", DATABASE_URL=f"postgresql://u:{SECRET}@127.0.0.1:9/d")
    assert failed.returncode == 1
    assert "PostgreSQL cannot be reached" in failed.stderr.splitlines()[-1]
    assert SECRET not in failed.stderr


def test_reset_wants_a_yes(data_dir: Path) -> None:
    refused = _run(data_dir, "reset")
    assert refused.returncode == 1
    assert "add --yes" in refused.stderr


def test_reset_works_on_fresh_stores_and_leaves_no_process(data_dir: Path) -> None:
    done = _run(data_dir, "reset", "--yes")
    assert done.returncode == 0, done.stderr
    assert none_is_left(data_dir)


async def test_reset_empties_every_table_and_keeps_the_schema(database: Database) -> None:
    async with database.transaction() as connection:
        await connection.execute(text("INSERT INTO collection (name) VALUES ('gone')"))
        await connection.execute(text("INSERT INTO search_setting (preferences) VALUES ('{}')"))
    await empty_database(database)
    async with database.connection() as connection:
        assert await connection.scalar(text("SELECT count(*) FROM collection")) == 0
        assert await connection.scalar(text("SELECT count(*) FROM search_setting")) == 0
        assert await connection.scalar(text("SELECT count(*) FROM dossier_migration")) == 1


async def test_after_a_reset_another_embedding_model_is_welcome(database: Database, embedder: FakeEmbedder) -> None:
    with pytest.raises(EmbeddingMismatch):
        await prepare_schema(database, model="other", identity="other", dimension=16)
    await empty_database(database)
    await prepare_schema(database, model="other", identity="other", dimension=16)
    async with database.connection() as connection:
        index = await connection.scalar(text("SELECT indexdef FROM pg_indexes WHERE indexname = 'ix_chunk_embedding'"))
    assert "halfvec(16)" in index


async def test_reset_deletes_our_nodes_and_no_others(graph_store: GraphStore) -> None:
    await graph_store.write("CREATE (:Entity)-[:RELATES_TO]->(:Entity), (:Episodic), (:SomebodyElses)")
    await empty_graph(graph_store)
    assert await graph_store.read("MATCH (n) RETURN labels(n) AS labels") == [{"labels": ["SomebodyElses"]}]
