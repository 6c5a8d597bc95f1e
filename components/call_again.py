"""One tool call of a trace again, with other arguments: the old result and the new one side by side."""

from datetime import datetime

import streamlit as st

from components import result_table
from components.backend import run, services
from components.dates import duration
from services.agent.deps import research_deps
from services.agent.invocation import invoke
from services.errors import DossierError
from services.models import Metadata, ToolCall, ToolResult

KEY = "call_to_rerun"


def show(as_of: datetime | None) -> None:
    """Opens when a trace's button has asked for it."""
    asked = st.session_state.pop(KEY, None)
    if asked is not None:
        call, before = asked
        dialog(call, before, as_of)


@st.dialog("Run again with other arguments", width="large")
def dialog(call: ToolCall, before: ToolResult, as_of: datetime | None) -> None:
    st.caption(f"`{call.name}`; the answer above stays as it is.")
    with st.form("call_again", border=False):
        args = {name: field(name, value) for name, value in with_defaults(call).items()}
        st.form_submit_button("Run", icon=":material/play_arrow:", type="primary")
    left, right = st.columns(2)
    with left:
        st.markdown(f"**Before** · {duration(before.duration_ms)}")
        column(before)
    with right:
        after(call.name, {name: value for name, value in args.items() if value not in ("", None)}, as_of)


def after(name: str, args: Metadata, as_of: datetime | None) -> None:
    try:
        result = run(invoke(research_deps(services(), as_of=as_of), name, args))
    except DossierError as error:
        st.error(str(error), icon=":material/error:")
        return
    st.markdown(f"**Now** · {duration(result.duration_ms)}")
    column(result)


def column(result: ToolResult) -> None:
    if result.is_error:
        st.error(result_table.error_text(result.result), icon=":material/error:")
    else:
        result_table.show(result)
    for note in result.notes:
        st.caption(note)


def with_defaults(call: ToolCall) -> Metadata:
    """The call's arguments, and those that a hybrid search can take besides."""
    extra: Metadata = {"limit": 10, "text_weight": 0.3} if call.name == "hybrid_search" else {}
    return extra | call.args


def field(name: str, value: object) -> str | int | float | bool | None:
    words = name.replace("_", " ")
    match value:
        case bool():
            return st.checkbox(words, value)
        case int():
            return int(st.number_input(words, value=value, step=1))
        case float():
            return st.slider(words, 0.0, 1.0, value, 0.05)
        case _:
            return st.text_input(words, "" if value is None else str(value))
