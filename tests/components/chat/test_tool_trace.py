"""A call's line reads the same live and replayed, whatever order its arguments come in."""

import pytest
from streamlit.testing.v1 import AppTest

from components.chat.call_again import with_defaults
from components.chat.result_table import passage_on_one_line
from components.chat.tool_trace import call_label, result_summary
from components.chat.trace_links import used_setting_parameters
from services.models import Note, ToolCall, ToolResult, UsedSetting
from tests.samples import fact


def test_a_label_begins_with_the_subject_and_has_short_dates():
    args = {"end_date": "1975-01-01T00:00:00Z", "start_date": "1974-01-01T00:00:00Z", "entity_name": "NASA"}
    shown = call_label(ToolCall(id="1", name="get_entity_timeline", args=args)).replace("\\", "")
    assert shown == "`get_entity_timeline` “NASA” · start date 1974-01-01 · end date 1975-01-01"
    again = ToolCall(id="1", name="get_entity_timeline", args=dict(reversed(args.items())))
    assert call_label(again).replace("\\", "") == shown


def test_a_text_result_counts_its_facts():
    result = ToolResult(id="1", name="get_entity_history", result="NASA: …", duration_ms=1, is_error=False)
    assert result_summary(result) == "done"
    assert result_summary(result.model_copy(update={"facts": (fact("NASA is led", "NASA", "Griffin"),)})) == "1 fact"


def called(name, notes=(), **args):
    result = ToolResult(id="1", name=name, result=[], duration_ms=1, is_error=False, notes=notes)
    return ToolCall(id="1", name=name, args=args), result


SAVED = (
    Note(kind="clamped", text="limit 99 was clamped to 50 (range 1–50)"),
    Note(kind="setting", text="as saved", used=UsedSetting(text_weight=0.85, fusion="rrf")),
)
CUT = Note(kind="setting", text="the model's own", used=UsedSetting(similarity_threshold=0.31))


@pytest.mark.parametrize(
    ("call", "parameters"),
    [
        (called("hybrid_search", SAVED, query="Mir", limit=5), {"text_weight": "0.85", "fusion": "rrf", "limit": "5"}),
        (called("retrieve_knowledge_base", SAVED, query="Mir"), {"text_weight": "0.85", "fusion": "rrf"}),
        (called("vector_search", query="Mir"), {"text_weight": "0.00"}),
        (
            called("semantic_search", (CUT,), query="Mir"),
            {"similarity_threshold": "0.31", "mode": "semantic"},
        ),
        (
            called(
                "auto_search", (Note(kind="reasoning", text="Hybrid search, because it names."), *SAVED), query="Mir"
            ),
            {"text_weight": "0.85", "fusion": "rrf"},
        ),
    ],
)
def test_the_tuner_opens_with_the_setting_that_the_search_used(call, parameters):
    assert used_setting_parameters(*call) == parameters


def test_a_call_runs_again_with_all_that_it_can_be_given_and_as_it_was_used():
    again = with_defaults(*called("hybrid_search", SAVED, query="Mir", limit="many"))
    assert again == {"query": ("string", "Mir"), "limit": ("integer", 10), "text_weight": ("number", 0.85)}
    timeline = with_defaults(*called("get_entity_timeline", entity_name="Mir", nonsense=[1]))
    assert timeline == {
        "entity_name": ("string", "Mir"),
        "start_date": ("string", None),
        "end_date": ("string", None),
        "began_only": ("boolean", False),
    }


def test_a_passage_in_a_table_has_no_marks_of_headings():
    assert passage_on_one_line("## The landing\n\nIssue #4 said\n# so") == "The landing Issue #4 said so"


def broken_off(is_live: bool) -> None:
    """A page of its own: an answer that says one sentence and then fails."""
    from components.chat import tool_trace
    from services.models import Answer, ChatError, CitationCheck, TextDelta, Usage, Viewpoint

    text = "He liked jazz very much."
    checks = (CitationCheck(start=0, end=len(text), number=None, verdict="uncited", detail=""),)
    said = Answer(text=text, citations=(), usage=Usage(), model="test", stopped=True, checks=checks)
    events = (TextDelta(delta=text), said, ChatError(code="model", message="The connection broke off."))
    if is_live:
        tool_trace.follow([events], key="one", viewpoint=Viewpoint.now())
    else:
        tool_trace.show(events, key="one", viewpoint=Viewpoint.now())


@pytest.mark.parametrize("is_live", [True, False])
def test_what_broke_off_keeps_its_marks_above_the_reason(is_live):
    page = AppTest.from_function(broken_off, args=(is_live,)).run()
    assert not page.exception
    assert [text.value for text in page.markdown] == ["He liked jazz very much. :orange-badge[uncited]"]
    assert page.error[0].value == "The connection broke off."
    assert bool(page.warning) is is_live  # nobody has stopped it; that is known once all of it is there
    assert not page.expander  # nothing would be behind it
    assert not [one.value for one in page.caption if "tokens" in one.value]
