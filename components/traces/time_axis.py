"""One answer on one axis of time: when each call began, how long it took, and when the first word came."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

import streamlit as st

from components.dates import duration
from services.models import Answer, ToolCall, ToolResult, Turn

NARROWEST = 0.4
"""Per cent of the axis: a shorter bar would not be seen."""
STYLE = """
<style>
.time-axis { width: 100%; border-collapse: collapse; font-size: 0.875rem; }
.time-axis th, .time-axis td { padding: 0.2rem 0.5rem 0.2rem 0; text-align: left; font-weight: 400; border: 0; }
.time-axis td:nth-child(2) { width: 60%; }
.time-axis td:last-child { white-space: nowrap; }
.time-axis .track { position: relative; height: 0.9rem; background: rgba(128, 128, 128, 0.16); border-radius: 3px; }
.time-axis .bar { position: absolute; top: 0; bottom: 0; border-radius: 3px; background: #2a7fbf; }
.time-axis .failed .bar { background: #c4473a; }
.time-axis .answer .bar { background: #7a828c; }
</style>
"""


class Bar(NamedTuple):
    """Milliseconds after the question was taken up."""

    name: str
    begun: float
    lasted: float
    kind: str = ""


def show(turn: Turn) -> None:
    """Nothing of an answer that was written before beginnings were kept."""
    found = bars_of_turn(turn)
    if not found:
        st.caption("When its calls began was not kept yet when this answer was written.")
        return
    st.html(STYLE + bars_table(found))


def bars_of_turn(turn: Turn) -> list[Bar]:
    """The calls in their order, then the answer from its first word to its end."""
    results = {event.id: event for event in turn.events if isinstance(event, ToolResult)}
    calls = [event for event in turn.events if isinstance(event, ToolCall) and event.begun_ms is not None]
    found = [_of_call(call, results.get(call.id)) for call in calls]
    if not found:
        return []
    answer = turn.answer
    if isinstance(answer, Answer):
        began = max([one.begun + one.lasted for one in found])
        found.append(Bar("the answer", began, max(0.0, answer.usage.total_ms - began), "answer"))
    return found


def _of_call(call: ToolCall, result: ToolResult | None) -> Bar:
    has_failed = result is None or result.is_error
    return Bar(call.name, call.begun_ms or 0.0, result.duration_ms if result else 0.0, "failed" if has_failed else "")


def bars_table(found: Sequence[Bar]) -> str:
    """As HTML, with the numbers as words for those who do not see the bars."""
    whole = max(one.begun + one.lasted for one in found) or 1.0
    rows = "".join(_row(one, whole) for one in found)
    head = "<thead><tr><th>call</th><th>when</th><th>began after, took</th></tr></thead>"
    return f'<table class="time-axis">{head}<tbody>{rows}</tbody></table>'


def _row(one: Bar, whole: float) -> str:
    left = min(100 - NARROWEST, one.begun / whole * 100)
    width = max(NARROWEST, min(100 - left, one.lasted / whole * 100))
    bar = f'<div class="track"><div class="bar" style="left: {left:.2f}%; width: {width:.2f}%"></div></div>'
    said = f"{duration(one.begun)}, {duration(one.lasted)}{' · failed' if one.kind == 'failed' else ''}"
    return f'<tr class="{one.kind}"><th scope="row">{escape(one.name)}</th><td>{bar}</td><td>{escape(said)}</td></tr>'
