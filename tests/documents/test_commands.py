"""The command line as its users run it: exit status, one line a bad file, JSON, and the same again."""

import json
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from services.stores.embedded.postgres import EmbeddedPostgres
from tests.conftest import administer

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
async def store_url(embedded_postgres: EmbeddedPostgres) -> AsyncIterator[str]:
    """An empty database, without tables."""
    name = f"command_{uuid.uuid4().hex}"
    await administer(embedded_postgres, f"CREATE DATABASE {name}")
    yield embedded_postgres.url(name, "postgres").render_as_string(hide_password=False)
    await administer(embedded_postgres, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def run(store_url: str, tmp_path: Path) -> Run:
    """`run("ingest", …)` over an empty database of its own, with the local embedding model."""
    environment = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(tmp_path),
        "DATABASE_URL": store_url,
        "DOSSIER_DATA_DIR": str(tmp_path / "data"),
    }

    def command(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
        call = [sys.executable, "-m", "services", *map(str, arguments)]
        return subprocess.run(call, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)

    return command


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "notes"
    root.mkdir()
    (root / "mir.md").write_text("---\ntitle: Mir\ndate: 1998-03-12\n---\nMir flew from 1986 to 2001.")
    (root / "salyut.txt").write_text("Salyut 7 was the last Salyut.")
    return root


def test_a_folder_goes_in_and_the_same_again_changes_nothing(run: Run, folder: Path) -> None:
    first = run("ingest", folder, "--no-graph")
    assert first.returncode == 0, first.stderr
    assert first.stdout == "2 documents (2 created), 2 chunks, 0 facts.\n"
    again = run("ingest", folder, "--no-graph", "--json")
    assert again.returncode == 0, again.stderr
    rows = [json.loads(line) for line in again.stdout.splitlines()]
    assert {(row["title"], row["status"]) for row in rows} == {("Mir", "unchanged"), ("salyut", "unchanged")}


def test_each_bad_file_is_one_line_and_the_others_go_in(run: Run, folder: Path) -> None:
    (folder / "empty.md").touch()
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 nothing")
    (folder / "table.xlsx").write_bytes(b"x")
    (folder / "drawing.dwg").write_bytes(b"x")
    done = run("ingest", folder, folder.parent / "gone.md", "--no-graph", "--facts", "gone.jsonl")
    assert done.returncode == 1
    assert done.stdout == "2 documents (2 created, 5 failed), 2 chunks, 0 facts.\n"
    lines = [line for line in done.stderr.splitlines() if line.startswith(("Error", "Note"))]
    assert len(lines) == 6
    assert sum("“empty.md” is empty." in line for line in lines) == 1
    assert "1 files of the folders are in formats that are not read" in lines[-1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "Name a file or a folder"),
        (("README.md", "--no-graph", "--reference-time", "soon"), "is no date"),
    ],
)
def test_what_cannot_be_done_is_one_line_that_says_what_to_do(run: Run, arguments: tuple[str, ...], words: str) -> None:
    failed = run("ingest", *arguments)
    assert failed.returncode != 0
    assert words in failed.stderr.splitlines()[-1]
    assert "Traceback" not in failed.stderr
