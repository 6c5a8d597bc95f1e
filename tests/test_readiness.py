"""What cannot work is said in one sentence before anything is installed, by the standard library alone."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.readiness import obstacles, port_problem
from services.settings import ROOT
from services.stores import data_folder
from services.stores.data_folder import UnusableFolder, check_data_folder

SET_UP = ("services", "requirements.txt", "constraints.txt", "requirements-local-model.txt", "requirements-dev.txt")
NOBODY = 65534


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """As it comes from git: nothing is installed."""
    for name in SET_UP:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.onnx"))
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def refused(clone: Path, *options: str, **variables: str) -> str:
    """The one line that the set-up ends with; no package can be imported there."""
    ours = ("DOSSIER_", "DATABASE_", "NEO4J_", "PORT", "PYTHON")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    command = [sys.executable, "-S", str(clone / "services" / "setup.py"), *options]
    done = subprocess.run(command, env=kept | variables, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert not (clone / ".venv").exists()
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("Dossier cannot start. ")
    return lines[0]


def test_a_data_folder_that_is_none_is_said_before_anything_is_installed(clone: Path) -> None:
    (clone / "notes.txt").touch()
    said = refused(clone, DOSSIER_DATA_DIR=str(clone / "notes.txt"))
    assert "notes.txt cannot be used" in said
    assert "DOSSIER_DATA_DIR" in said


@pytest.fixture
def other() -> Iterator[int]:
    """A port that another program listens on."""
    with socket.socket() as program:
        program.bind(("127.0.0.1", 0))
        program.listen()
        yield int(program.getsockname()[1])


def test_a_taken_port_is_said_before_anything_is_installed(clone: Path, other: int) -> None:
    assert f"port {other}" in refused(clone, "--run", PORT=str(other))


def test_another_port_is_offered_and_it_is_free(other: int) -> None:
    said = port_problem("127.0.0.1", other)
    assert said is not None
    offered = int(said.partition("PORT=")[2].split()[0])
    assert port_problem("127.0.0.1", offered) is None


def test_nothing_is_in_the_way_here(tmp_path: Path) -> None:
    assert list(obstacles(ROOT, {"DOSSIER_DATA_DIR": str(tmp_path)})) == []


def test_a_folder_with_the_separator_of_paths_is_named(tmp_path: Path) -> None:
    (tmp_path / "a:b").mkdir()
    assert "a:b" in next(obstacles(tmp_path / "a:b", {}))


def test_too_little_room_is_said_with_how_much_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_folder, "ROOM", 10**18)
    with pytest.raises(UnusableFolder, match=r"has \d+ MB left, .* Make room there, or choose another folder"):
        check_data_folder(tmp_path)


@pytest.mark.skipif(os.geteuid() != 0, reason="changes the account, which only root may")
def test_a_folder_that_may_only_be_read_is_said() -> None:
    """By an account that may not write there: root may everywhere."""
    script = f"""
        import os, sys
        from pathlib import Path
        from services.stores.data_folder import UnusableFolder, check_data_folder
        os.setuid({NOBODY})
        try:
            check_data_folder(Path(sys.argv[1]))
        except UnusableFolder as error:
            print(error)
    """
    with tempfile.TemporaryDirectory(prefix="dossier-read-") as folder:
        os.chmod(folder, 0o555)
        command = [sys.executable, "-c", textwrap.dedent(script), folder]
        said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said.startswith(f"The data folder {folder} cannot be used (Permission denied). Give it to the user")


def test_a_stack_trace_of_a_start_is_for_debugging_alone(tmp_path: Path) -> None:
    script = """
        import sys
        import app
        from services.logs import configure_logging
        for level in ("INFO", "DEBUG"):
            configure_logging(level)
            try:
                app.or_exit(lambda: {}["what nobody thought of"])
            except SystemExit as ended:
                print("==", ended, file=sys.stderr)
    """
    variables = {"DOSSIER_LOG_LEVEL": "INFO", "DOSSIER_DATA_DIR": str(tmp_path)}
    command = [sys.executable, "-c", textwrap.dedent(script)]
    said = subprocess.run(command, cwd=ROOT, env=os.environ | variables, capture_output=True, text=True).stderr
    usual, sentence, debugging = said.partition("== Dossier cannot start. Something unexpected went wrong (KeyError:")
    assert sentence
    assert "Traceback" not in usual
    assert "Traceback" in debugging
