"""A call's line reads the same live and replayed, whatever order its arguments come in."""

from components.tool_trace import label, summary
from services.models import ToolCall, ToolResult
from tests.agent.samples import fact


def test_a_label_begins_with_the_subject_and_has_short_dates():
    args = {"end_date": "1975-01-01T00:00:00Z", "start_date": "1974-01-01T00:00:00Z", "entity_name": "NASA"}
    shown = label(ToolCall(id="1", name="get_entity_timeline", args=args)).replace("\\", "")
    assert shown == "`get_entity_timeline` “NASA” · start date 1974-01-01 · end date 1975-01-01"
    again = ToolCall(id="1", name="get_entity_timeline", args=dict(reversed(args.items())))
    assert label(again).replace("\\", "") == shown


def test_a_text_result_counts_its_facts():
    result = ToolResult(id="1", name="get_entity_history", result="NASA: …", duration_ms=1, is_error=False)
    assert summary(result) == "done"
    assert summary(result.model_copy(update={"facts": (fact("NASA is led", "NASA", "Griffin"),)})) == "1 fact"
