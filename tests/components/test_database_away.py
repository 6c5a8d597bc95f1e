"""What a click cannot do while the database is away is one sentence, and the page goes on as it was."""

from types import SimpleNamespace
from uuid import uuid4

import pytest

from components.chat import chat, conversation_menu
from components.documents import document_view
from components.sources import watched
from services.errors import PostgresUnavailable

AWAY = "The database cannot be reached."
ONE = SimpleNamespace(id=uuid4(), title="Annual report")
ACTS = {
    "“Annual report” was not deleted.": (document_view, lambda: document_view.delete_document(ONE)),
    "The conversation was not renamed.": (
        conversation_menu,
        lambda: conversation_menu.rename_conversation(ONE.id, "title"),
    ),
    "The conversation was not deleted.": (conversation_menu, lambda: conversation_menu.delete_conversation(ONE.id)),
    "What you say of the answer was not stored.": (chat, lambda: chat.rate_answer(ONE, 1, "")),
    "Nothing was looked at.": (watched, lambda: watched.look_now(ONE)),
    "It is still watched.": (watched, lambda: watched.stop_watch(ONE)),
}


class AwayServices:
    """Whatever is asked of any part of it, the database is away."""

    def __getattr__(self, name):
        return self

    def __call__(self, *_, **__):
        raise PostgresUnavailable(AWAY)


@pytest.mark.parametrize("sentence", ACTS)
def test_what_was_not_done_is_said_in_one_sentence(sentence, monkeypatch):
    module, act = ACTS[sentence]
    said, address = [], {"conversation": str(ONE.id), "id": str(ONE.id)}
    monkeypatch.setattr(module, "services", AwayServices)
    monkeypatch.setattr(module.st, "session_state", {"title": "Another"})
    monkeypatch.setattr(module.st, "query_params", address)
    monkeypatch.setattr(module.st, "toast", lambda words, **_: said.append(words))
    act()
    assert said == [f"{sentence} {AWAY}"]
    assert address == {"conversation": str(ONE.id), "id": str(ONE.id)}
