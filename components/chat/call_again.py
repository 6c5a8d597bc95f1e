"""One tool call of a trace again, with other arguments: the old result and the new one side by side."""

import streamlit as st

from components import markdown
from components.backend import run, services
from components.chat import result_table
from components.dates import date_of, duration
from services.agent.deps import ResearchDeps
from services.agent.invocation import Kind, invoke, parameters
from services.errors import DossierError
from services.models import Metadata, ToolCall, ToolResult, Viewpoint

KEY = "call_to_rerun"
Value = str | int | float | bool | None


def request_dialog(call: ToolCall, before: ToolResult, viewpoint: Viewpoint) -> None:
    """For a trace's button. `viewpoint`: where the question was asked from."""
    st.session_state[KEY] = call, before, viewpoint


def show() -> None:
    """Opens when a trace's button has asked for it."""
    asked = st.session_state.pop(KEY, None)
    if asked is not None:
        show_dialog(*asked)


@st.dialog("Run again with other arguments", width="large")
def show_dialog(call: ToolCall, before: ToolResult, viewpoint: Viewpoint) -> None:
    st.caption(f"`{call.name}`; the answer above stays as it is.{viewpoint_words(viewpoint)}")
    with st.form("call_again", border=False):
        args = {name: show_field(name, *given) for name, given in with_defaults(call, before).items()}
        st.form_submit_button("Run", icon=":material/play_arrow:", type="primary")
    left, right = st.columns(2)
    with left:
        st.markdown(f"**Before** · {duration(before.duration_ms)}")
        show_result(before)
    with right:
        show_new_result(call.name, {name: value for name, value in args.items() if value not in ("", None)}, viewpoint)


def viewpoint_words(viewpoint: Viewpoint) -> str:
    date = f" It looks from {date_of(viewpoint.as_of)}, as the question did." if viewpoint.as_of else ""
    if viewpoint.collection is None:
        return date
    return f"{date} It asks the collection {markdown.literal(viewpoint.collection)}, as the question did."


def show_new_result(name: str, args: Metadata, viewpoint: Viewpoint) -> None:
    try:
        deps = ResearchDeps(services(), viewpoint=viewpoint, door="chat")
        result = run(invoke(deps, name, args))
    except DossierError as error:
        st.error(markdown.literal(str(error)), icon=":material/error:")
        return
    st.markdown(f"**Now** · {duration(result.duration_ms)}")
    show_result(result)


def show_result(result: ToolResult) -> None:
    if result.is_error:
        st.error(markdown.literal(result_table.error_text(result.result)), icon=":material/error:")
    else:
        result_table.show(result.result, result.facts)
    for note in result.notes:
        st.caption(markdown.literal(note.text))


def with_defaults(call: ToolCall, before: ToolResult) -> dict[str, tuple[Kind, Value]]:
    """All that the tool can be given, as it was given in the call; what was not, as it was used then."""
    weight = before.used_setting.text_weight
    return {
        name: (one.kind, value_of_kind(call.args.get(name), one.kind, weight if name == "text_weight" else one.default))
        for name, one in parameters(call.name).items()
    }


def value_of_kind(value: object, kind: Kind, default: Value) -> Value:
    """What a model has given may be of another kind: then the default."""
    match kind, value:
        case "string", str():
            return value
        case "boolean", bool():
            return value
        case "integer", int() if not isinstance(value, bool):
            return value
        case "number", int() | float() if not isinstance(value, bool):
            return float(value)
    return default


def show_field(name: str, kind: Kind, value: Value) -> Value:
    words = name.replace("_", " ")
    match kind:
        case "boolean":
            return st.checkbox(words, bool(value))
        case "integer":
            return int(st.number_input(words, value=int(value or 0), step=1))
        case "number":
            return st.slider(words, 0.0, 1.0, min(max(float(value or 0), 0.0), 1.0), 0.05)
        case "string":
            return st.text_input(words, "" if value is None else str(value))
