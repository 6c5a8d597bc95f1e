"""What the queue says of itself."""

from types import SimpleNamespace
from uuid import uuid4

import pytest

from components.sources import ingest_queue
from components.sources.ingest_queue import history_words, progress_words, shorten_title, time_left_words
from services.errors import PostgresUnavailable
from services.models import QueueTotals


def test_the_bar_counts_the_whole_batch_and_says_what_is_left():
    totals = QueueTotals(queued=178, running=2, done=150, batch=300, batch_done=120, seconds_left=200)
    assert progress_words(totals) == "120 of 300 done, 2 being worked on, 178 waiting, about 3 min left"
    in_hand = QueueTotals(queued=20, running=42, batch=100, batch_done=38, without_facts=40)
    assert progress_words(in_hand) == "38 of 100 done, 2 being worked on, 20 waiting, 40 in, with facts to follow"
    assert progress_words(QueueTotals(running=1, batch=1)) == "0 of 1 done, 1 being worked on"


def test_the_time_left_is_as_exact_as_it_can_be():
    assert [time_left_words(seconds) for seconds in (0.2, 41, 90, 7200)] == ["1 s", "41 s", "2 min", "2.0 h"]


def test_the_history_counts_what_became_of_all():
    assert history_words(QueueTotals(done=1200, failed=1)) == "1,200 documents added, 1 failed"


def test_a_facts_file_and_what_was_there_already_are_no_documents_that_were_added():
    totals = QueueTotals(done=15, facts_files=1, unchanged=2)
    assert history_words(totals) == "12 documents added, 2 already there, 1 facts file read"
    assert history_words(QueueTotals(done=1, facts_files=1)) == "1 facts file read"


def test_a_long_title_is_cut_between_words_and_one_without_spaces_anywhere():
    assert shorten_title("Annual report") == "Annual report"
    assert shorten_title("water " * 50) == "water " * 15 + "…"
    assert len(shorten_title("x" * 300)) == 92


AWAY = "The database cannot be reached."
JOB = SimpleNamespace(id=uuid4(), title="Annual report")


class AwayJobs:
    """Every change finds the database away."""

    def __getattr__(self, name):
        def change(*_):
            raise PostgresUnavailable(AWAY)

        return change


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (lambda: ingest_queue.retry_job(JOB), "“Annual report” is not tried again."),
        (lambda: ingest_queue.cancel_job(JOB), "“Annual report” was not cancelled."),
        (ingest_queue.cancel_waiting_jobs, "Nothing was cancelled."),
        (ingest_queue.forget_finished_jobs, "The history was not emptied."),
    ],
)
def test_what_is_not_done_while_the_database_is_away_is_told_when_the_queue_is_drawn_next(act, sentence, monkeypatch):
    state, said = {}, []
    monkeypatch.setattr(ingest_queue.st, "session_state", state)
    monkeypatch.setattr(ingest_queue, "services", lambda: SimpleNamespace(jobs=AwayJobs()))
    act()
    monkeypatch.setattr(ingest_queue.st, "toast", lambda words, **_: said.append(words))
    ingest_queue.show_told()
    ingest_queue.show_told()
    assert said == [f"{sentence} {AWAY}"]
