"""What is done with ticked documents while the database is away: one sentence, and the rows stay ticked."""

from types import SimpleNamespace
from uuid import uuid4

import pytest

from components.documents import bulk
from services.errors import PostgresUnavailable

AWAY = "The database cannot be reached."
ONE = uuid4()
CHANGES = {
    "Nothing was switched off.": lambda: bulk.switch_documents([ONE], False),
    "Nothing was switched on.": lambda: bulk.switch_documents([ONE], True),
    "Nothing was moved.": lambda: bulk.move_documents([ONE]),
    "No date was changed.": lambda: bulk.redate_documents([ONE]),
    "The title was not changed.": lambda: bulk.retitle_document(ONE),
    "Nothing was deleted.": lambda: bulk.delete_documents([ONE]),
    "Nothing was brought back.": lambda: bulk.restore_documents([ONE]),
}


class AwayEditing:
    """Every change finds the database away."""

    def __getattr__(self, name):
        def change(*_, **__):
            raise PostgresUnavailable(AWAY)

        return change


@pytest.fixture
def state(monkeypatch):
    state = {"bulk_collection": "Papers", "bulk_written": None, f"bulk_title-{ONE}": "Another"}
    monkeypatch.setattr(bulk.st, "session_state", state)
    monkeypatch.setattr(bulk, "services", lambda: SimpleNamespace(editing=AwayEditing()))
    return state


@pytest.mark.parametrize("sentence", CHANGES)
def test_a_change_that_was_not_made_is_said_in_one_sentence(sentence, state, monkeypatch):
    said = []
    monkeypatch.setattr(bulk.st, "toast", lambda words, **_: said.append(words))
    CHANGES[sentence]()
    assert said == [f"{sentence} {AWAY}"]
    assert bulk.ROUND not in state  # the table is the same, with the same rows ticked
