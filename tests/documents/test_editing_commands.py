"""`documents`, `change`, `delete`, `restore`, and a question to chosen documents, as they are typed.

In this process: that a shell gets the same is shown by the tests beside this one.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr

from services import __main__, process
from services.settings import Settings
from services.stores.neo4j import GraphStore
from tests.documents.test_commands import Run, folder, store_url

__all__ = ["folder", "store_url"]


@pytest.fixture
def run(
    store_url: str,
    stores_dir: Path,
    graph_store: GraphStore,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Each command attaches to the graph that runs instead of starting one."""
    settings = Settings(
        data_dir=stores_dir, database_url=SecretStr(store_url), openai_api_key=None, openai_base_url=None
    )
    process.use_backend(None, settings)  # type: ignore[arg-type]
    monkeypatch.setattr(__main__, "configure_logging", lambda level: None)

    def command(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
        monkeypatch.setattr(sys, "argv", [__main__.PROGRAM, *map(str, arguments)])
        capsys.readouterr()
        try:
            status = __main__.run()
        except SystemExit as ended:
            status = int(ended.code or 0)
        return subprocess.CompletedProcess(arguments, status, *capsys.readouterr())

    return command


def test_documents_are_chosen_changed_deleted_and_brought_back(run: Run, folder) -> None:
    assert run("ingest", folder, "--no-graph").returncode == 0
    found = run("search", "station Salyut Mir", "--document", "mir.md", "--json")
    assert {hit["document_source"] for hit in json.loads(found.stdout)["hits"]} == {"mir.md"}
    refused = run("search", "Mir", "--document", "soyuz")
    assert (refused.returncode, "No document is called “soyuz”" in refused.stderr) == (1, True)
    changed = run("change", "mir.md", "salyut.txt", "--off", "--move-to", "stations")
    assert changed.stdout == "2 documents changed.\n", changed.stderr
    listed = run("documents", "--collection", "stations", "--json").stdout.splitlines()
    assert {(one["source"], one["enabled"]) for one in map(json.loads, listed)} == {
        ("mir.md", False),
        ("salyut.txt", False),
    }
    assert json.loads(run("search", "Mir", "--json").stdout)["hits"] == []
    assert run("change", "salyut", "--on").returncode == 0
    assert run("delete", "salyut.txt").stdout == "1 document deleted.\n"
    assert "salyut.txt" in run("restore").stdout
    assert run("restore", "salyut.txt").stdout == "1 document brought back.\n"
    assert run("change", "mir.md").returncode == 1


def test_versions_are_listed_with_what_the_newest_has_changed(run: Run, folder) -> None:
    assert run("ingest", folder, "--no-graph").returncode == 0
    text = (folder / "mir.md").read_text()
    (folder / "mir.md").write_text(f"{text}\n\nIt was sunk in 2001.\n")
    assert run("ingest", folder, "--no-graph").returncode == 0
    first, second = map(json.loads, run("versions", "mir.md", "--json").stdout.splitlines())
    assert (first["version"], second["version"], second["replaced_at"]) == (1, 2, None)
    assert first["replaced_at"] is not None
    assert "+It was sunk in 2001." in run("versions", first["id"], "--changes").stdout.splitlines()
    assert len(run("documents").stdout.splitlines()) == 2


def test_a_question_is_asked_of_chosen_documents(run: Run, folder) -> None:
    assert run("ingest", folder, "--no-graph").returncode == 0
    told = run("ask", "When did Mir fly?", "--document", "mir.md", "--model", "offline", "--json")
    assert told.returncode == 0, told.stderr
    events = [json.loads(line) for line in told.stdout.splitlines()]
    assert {one["document_source"] for event in events for one in event.get("citations", ())} == {"mir.md"}
