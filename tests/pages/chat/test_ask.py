"""The command `ask`, on the filled workbench: the trace and the answer that the chat page shows."""

import json

import pytest
from click.testing import CliRunner

from services import process
from services.backend import Backend
from services.commands.ask import ask


@pytest.fixture
def environment(attached_backend: Backend) -> None:
    """The command reads the settings of this process: those of the filled workbench."""
    assert process.settings().data_dir == attached_backend.services.settings.data_dir


def test_the_trace_and_the_cited_answer_are_printed(environment):
    printed = CliRunner().invoke(ask, ["Who led NASA in 1974?"], catch_exceptions=False)
    assert printed.exit_code == 0
    assert "→ hybrid_search" in printed.output
    assert "James Fletcher" in printed.output
    assert "[1]" in printed.output


def test_json_has_the_same_events_as_the_chat(environment):
    printed = CliRunner().invoke(ask, ["Who led NASA in 1974?", "--json"], catch_exceptions=False)
    events = json_objects(printed.stdout)
    assert {event["type"] for event in events} >= {"tool_call", "tool_result", "answer"}


def test_the_date_and_the_profile_are_honoured(environment):
    asked = ["Who leads NASA?", "--as-of", "1974-06-01", "--profile", "Graph"]
    printed = CliRunner().invoke(ask, asked, catch_exceptions=False)
    assert "James Fletcher" in printed.output
    assert "Isaacman" not in printed.output


def json_objects(text: str) -> list[dict[str, object]]:
    """One JSON array, or one object a line."""
    if text.lstrip().startswith("["):
        return json.loads(text)
    return [json.loads(line) for line in text.splitlines() if line.strip()]
