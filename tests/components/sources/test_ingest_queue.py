"""What the queue says of itself."""

from components.sources.ingest_queue import history_words, progress_words, time_left_words
from services.models import QueueTotals


def test_the_bar_counts_the_whole_batch_and_says_what_is_left():
    totals = QueueTotals(queued=178, running=2, done=150, batch=300, batch_done=120, seconds_left=200)
    assert progress_words(totals) == "120 of 300 done, 2 being worked on, 178 waiting, about 3 min left"
    assert progress_words(QueueTotals(running=1, batch=1)) == "0 of 1 done, 1 being worked on"


def test_the_time_left_is_as_exact_as_it_can_be():
    assert [time_left_words(seconds) for seconds in (0.2, 41, 90, 7200)] == ["1 s", "41 s", "2 min", "2.0 h"]


def test_the_history_counts_what_became_of_all():
    assert history_words(QueueTotals(done=1200, failed=1)) == "1,200 added, 1 failed"
