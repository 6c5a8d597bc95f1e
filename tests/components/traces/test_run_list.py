"""The list of tool calls says what each was asked, and how many there are, not only how many it shows."""

import json
from datetime import UTC, datetime
from uuid import uuid4

from components.traces.run_list import headline, summary_words
from services.chat.traces import traces_as_json
from services.models import ToolRun

PROMPT = "Who led NASA in 1974?"


def called(**args):
    return ToolRun(
        id=1,
        turn_id=uuid4(),
        conversation_id=uuid4(),
        conversation_title="NASA",
        prompt=PROMPT,
        call_id="1",
        name="hybrid_search",
        args=args,
        result=[],
        notes=(),
        duration_ms=12,
        is_error=True,
        started_at=datetime(2026, 1, 2, tzinfo=UTC),
    )


def test_a_list_that_is_cut_says_so():
    assert summary_words(100, 1110, "slowest") == "The slowest 100 of 1,110 calls."
    assert summary_words(20, 20, "latest") == "20 calls"
    assert summary_words(0, 0, "latest") == "No call fits these filters."


def test_a_calls_line_says_what_was_asked_and_for_which_question():
    shown = headline(called(query="NASA administrators", limit=5)).replace("\\", "")
    assert shown == (
        "`hybrid_search` “NASA administrators” · limit 5 · 12 ms · :red[failed] · :gray[for “Who led NASA in 1974?” · "
        "2 Jan 2026]"
    )
    assert "for “" not in headline(called(query=PROMPT))


def test_a_call_outside_a_conversation_says_through_which_door_it_came():
    one = called(query="Mir").model_copy(update={"door": "mcp", "prompt": "", "conversation_id": None, "turn_id": None})
    assert ":gray[through MCP · 2 Jan 2026]" in headline(one)


def test_what_is_saved_of_a_list_has_all_that_is_kept_of_each_call():
    (saved,) = json.loads(traces_as_json([called(query="NASA")]))
    assert (saved["name"], saved["args"], saved["prompt"]) == ("hybrid_search", {"query": "NASA"}, PROMPT)
    assert (saved["result"], saved["is_error"], saved["started_at"]) == ([], True, "2026-01-02T00:00:00Z")
