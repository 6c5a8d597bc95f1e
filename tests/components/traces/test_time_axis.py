"""An answer's calls on one axis: each where it began, as long as it took, the answer behind them."""

from datetime import UTC, datetime
from uuid import uuid4

from components.traces.time_axis import bars_of_turn, bars_table
from services.models import Answer, ToolCall, ToolResult, Turn, Usage, Viewpoint


def turn(*events):
    return Turn(
        id=uuid4(),
        conversation_id=uuid4(),
        turn_index=0,
        prompt="Who led NASA?",
        profile="default",
        viewpoint=Viewpoint.now(),
        status="done",
        events=events,
        model="offline",
        thumbs=None,
        thumbs_note="",
        created_at=datetime(2026, 1, 2, tzinfo=UTC),
    )


def call(name: str, begun: float | None) -> ToolCall:
    return ToolCall(id=name, name=name, args={}, begun_ms=begun)


def result(name: str, lasted: float, *, failed: bool = False) -> ToolResult:
    return ToolResult(id=name, name=name, result=[], duration_ms=lasted, is_error=failed)


ANSWER = Answer(text="So.", citations=(), usage=Usage(total_ms=100), model="offline")


def test_calls_and_answer_share_one_axis():
    found = bars_of_turn(turn(call("a", 10), call("b", 20), result("b", 30), result("a", 20), ANSWER))
    assert [(one.name, one.begun, one.lasted, one.kind) for one in found] == [
        ("a", 10, 20, ""),
        ("b", 20, 30, ""),
        ("the answer", 50, 50, "answer"),
    ]
    html = bars_table(found)
    assert "left: 10.00%; width: 20.00%" in html
    assert "left: 50.00%; width: 50.00%" in html


def test_a_failed_call_and_one_that_was_stopped_are_marked():
    found = bars_of_turn(turn(call("a", 0), result("a", 5, failed=True), call("b", 6)))
    assert [one.kind for one in found] == ["failed", "failed"]
    assert "· failed" in bars_table(found)


def test_an_answer_from_before_beginnings_were_kept_has_no_axis():
    assert bars_of_turn(turn(call("a", None), result("a", 5), ANSWER)) == []


def test_a_hostile_name_of_a_tool_is_text():
    assert "<script>" not in bars_table(bars_of_turn(turn(call("<script>", 0))))
