"""The list of tool calls says how many there are, not only how many it shows."""

from components.run_list import Choice, counted, summary
from services.models import ToolStatistics


def statistics(name, calls, failed):
    return ToolStatistics(name=name, calls=calls, failed=failed, median_ms=1, p95_ms=2, slowest_ms=3)


ROWS = [statistics("hybrid_search", 90, 3), statistics("get_document", 20, 0)]


def test_calls_are_counted_as_they_are_filtered():
    assert counted(ROWS, Choice(None, False, "latest")) == 110
    assert counted(ROWS, Choice("get_document", False, "latest")) == 20
    assert counted(ROWS, Choice(None, True, "slowest")) == 3


def test_a_list_that_is_cut_says_so():
    assert summary(100, 1110, "slowest") == "The slowest 100 of 1,110 calls."
    assert summary(20, 20, "latest") == "20 calls"
    assert summary(0, 0, "latest") == "No call fits these filters."
