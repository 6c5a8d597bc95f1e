"""`python -m services` as a shell sees it: help, exit status, and errors in one line on stderr."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from services.__main__ import COMMANDS, Commands, main
from services.settings import ROOT

COMMAND = [sys.executable, "-m", "services"]


def clean_environment(data_dir: Path, **variables: str) -> dict[str, str]:
    ours = ("DOSSIER_", "OPENAI_", "DATABASE_", "NEO4J_", "PORT", "OTEL_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return kept | {"DOSSIER_DATA_DIR": str(data_dir), **variables}


def run(data_dir: Path, *arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    environment = clean_environment(data_dir, **variables)
    return subprocess.run([*COMMAND, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=90)


def only_line(ended: "subprocess.CompletedProcess[str]") -> str:
    lines = ended.stderr.strip().splitlines()
    assert len(lines) == 1, ended.stderr
    assert ended.stdout == ""
    return lines[0]


def test_help_lists_every_command_and_loads_no_library(tmp_path: Path) -> None:
    code = (
        "import runpy, sys; sys.argv = ['services', '--help']\ntry: runpy.run_module('services', run_name='__main__')\n"
    )
    heavy = "{'streamlit', 'sqlalchemy', 'neo4j', 'pydantic_ai', 'fastapi', 'onnxruntime'}"
    check = f"except SystemExit as end: print(end.code, sorted({heavy} & set(sys.modules)))"
    told = subprocess.run([sys.executable, "-c", code + check], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert told.stdout.strip().splitlines()[-1] == "0 []"
    assert all(f"  {name} " in told.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help_of_its_own(name: str) -> None:
    told = CliRunner().invoke(main, [name, "--help"])
    assert told.exit_code == 0, told.output
    assert f"{name} " in told.output
    assert len(told.output.splitlines()) > 4


def test_the_commands_are_what_they_are_called() -> None:
    group = main
    assert isinstance(group, Commands)
    assert group.list_commands(group.make_context("services", ["status"])) == list(COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "status", "part"),
    [
        (["serch"], 2, "No such command 'serch'"),
        (["search"], 2, "Missing argument"),
        (["search", "x", "--text-weight", "3"], 2, "--help"),
    ],
)
def test_a_wrong_call_is_one_line_and_status_2(tmp_path: Path, arguments: list[str], status: int, part: str) -> None:
    ended = run(tmp_path, *arguments)
    assert ended.returncode == status
    assert part in only_line(ended)


def test_a_wrong_setting_is_one_line_and_status_1(tmp_path: Path) -> None:
    ended = run(tmp_path, "status", PORT="eighty")
    assert ended.returncode == 1
    assert "PORT" in only_line(ended)


def test_a_closed_pipe_is_no_stack_trace(tmp_path: Path) -> None:
    program = subprocess.Popen(
        [*COMMAND, "--help"], cwd=ROOT, env=clean_environment(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert program.stdout is not None
    program.stdout.close()
    assert program.stderr is not None
    assert b"Traceback" not in program.stderr.read()
    program.wait(60)


def test_ctrl_c_says_stopped(tmp_path: Path) -> None:
    program = subprocess.Popen(
        [*COMMAND, "mcp"],
        cwd=ROOT,
        env=clean_environment(tmp_path, DATABASE_URL="postgresql://u@10.255.255.1:5432/never"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(6)  # while it waits for a database that does not answer
    program.send_signal(signal.SIGINT)
    _, said = program.communicate(timeout=60)
    assert program.returncode in (1, 130)
    assert "Traceback" not in said
