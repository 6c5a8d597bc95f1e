"""Files on their way into the queue: said at once, and again when they are there, or what was not taken in."""

from types import SimpleNamespace

import pytest

from components.sources import upload_form
from components.sources.destination import Destination
from services.errors import PostgresUnavailable
from services.models import DocumentDraft, IngestTask

AWAY = "The database cannot be reached."


class Toast:
    """Keeps what a toast says, and how often files had been queued by then."""

    def __init__(self, queued: list[str]) -> None:
        self.said: list[tuple[str, int]] = []
        self._queued = queued

    def toast(self, words: str, **_: object) -> "Toast":
        self.said.append((words, len(self._queued)))
        return self


@pytest.fixture
def queued() -> list[str]:
    return []


@pytest.fixture
def toast(queued, monkeypatch) -> Toast:
    toast = Toast(queued)
    monkeypatch.setattr(upload_form.st, "toast", toast.toast)
    monkeypatch.setattr(upload_form.st, "session_state", {})
    return toast


def queue_into(queued: list[str], monkeypatch, *, room: int) -> None:
    def queue(_task, *, source):
        if len(queued) == room:
            raise PostgresUnavailable(AWAY)
        queued.append(source)

    services = SimpleNamespace(
        jobs=SimpleNamespace(queue=queue), ingestion=SimpleNamespace(keep=lambda draft, *_: draft)
    )
    monkeypatch.setattr(upload_form, "services", lambda: services)
    monkeypatch.setattr(upload_form, "run", lambda done: done)


def ready_files(*names: str):
    def task(name):
        if name.endswith(".jsonl"):
            return IngestTask()
        return IngestTask(draft=DocumentDraft(title=name, source=name, content="They met."))

    uploads = [SimpleNamespace(name=name, file_id=name, getvalue=lambda: b"They met.") for name in names]
    return [(upload, (upload.name, task(upload.name))) for upload in uploads]


def test_that_files_are_taken_in_is_said_before_the_first_is_and_documents_go_first(toast, queued, monkeypatch):
    queue_into(queued, monkeypatch, room=9)
    upload_form.queue_files(ready_files("facts.jsonl", "may.txt", "june.txt"), Destination())
    assert toast.said == [("Taking in 3 files …", 0), ("3 on the way. You can leave this page.", 3)]
    assert queued == ["may.txt", "june.txt", "facts.jsonl"]
    assert upload_form.st.session_state["uploads_round"] == 1


@pytest.mark.parametrize(
    ("room", "said"),
    [
        (0, "Nothing was taken in."),
        (2, "2 of 3 files are on the way, the others were not taken in."),
    ],
)
def test_what_was_not_taken_in_is_said_and_the_files_stay_in_the_form(room, said, toast, queued, monkeypatch):
    queue_into(queued, monkeypatch, room=room)
    upload_form.queue_files(ready_files("may.txt", "june.txt", "july.txt"), Destination())
    assert toast.said[-1] == (f"{said} {AWAY}", room)
    assert "uploads_round" not in upload_form.st.session_state


def test_a_pasted_text_that_is_not_taken_in_stays_in_its_fields_with_the_reason(toast, queued, monkeypatch):
    pasted = {"pasted_title": "Minutes", "pasted_date": None, "pasted_text": "They met."}
    state = upload_form.st.session_state
    state.update(pasted)
    queue_into(queued, monkeypatch, room=0)
    upload_form.queue_pasted(Destination())
    assert state == {**pasted, upload_form.REFUSAL: f"It was not taken in. {AWAY}"}
    queue_into(queued, monkeypatch, room=1)
    upload_form.queue_pasted(Destination())
    assert (queued, state["pasted_text"], state["pasted_title"]) == (["Minutes"], "", "")


def test_a_pasted_text_without_a_title_stays_in_its_field(toast, queued, monkeypatch):
    pasted = {"pasted_title": " ", "pasted_date": None, "pasted_text": "They met."}
    upload_form.st.session_state.update(pasted)
    queue_into(queued, monkeypatch, room=1)
    upload_form.queue_pasted(Destination())
    assert upload_form.st.session_state == {**pasted, upload_form.REFUSAL: "Give it a title and some text."}
    assert queued == []


def test_files_that_are_new_are_counted_while_they_are_read(toast, monkeypatch):
    said = []

    class Bar:
        def progress(self, _, words):
            said.append(words)

        def empty(self):
            said.append("gone")

    def bar(_, words):
        said.append(words)
        return Bar()

    monkeypatch.setattr(upload_form.st, "progress", bar)
    monkeypatch.setattr(upload_form, "recognise_file", lambda name, _: name)
    first, second = (SimpleNamespace(name=name, file_id=name, getvalue=lambda: b"They met.") for name in "ab")
    assert upload_form.recognise_files([first]) == [(first, "a")]
    upload_form.recognise_files([first, second])
    upload_form.recognise_files([first, second])
    assert said == ["0 of 1 file read", "1 of 1 file read", "gone"] * 2
