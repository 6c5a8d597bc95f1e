"""No secret reaches a log, and nothing that is no news."""

import subprocess
import sys

import pytest

from services.logs import without_secrets


@pytest.mark.parametrize(
    "line",
    [
        "connecting to postgresql://dossier:HUNTER2@db.example/dossier?ssl=require",
        "bolt://neo4j:HUNTER2@127.0.0.1:7687 refused",
        "Authorization: Bearer HUNTER2",
        "api_key=HUNTER2&x=1",
        '{"password": "HUNTER2"}',
        "invalid key sk-HUNTER2HUNTER2",
    ],
)
def test_secrets_are_masked(line: str) -> None:
    assert "HUNTER2" not in without_secrets(line)


def test_other_text_stays_as_it_is() -> None:
    line = "2026-01-01 INFO: 12 tokens used, see http://127.0.0.1:8501/documents?id=3"
    assert without_secrets(line) == line


def test_two_writers_that_meet_are_no_warning() -> None:
    """The driver, which tries again by itself, says so at the level of a warning."""
    program = (
        "from neo4j._async.work import session; from services.logs import configure_logging;"
        "configure_logging('info'); session.log.warning('tried again'); session.log.error('lost')"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stderr
    assert "lost" in told
    assert "tried again" not in told
