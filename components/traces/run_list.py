"""Tool calls of all conversations, each with the question it served and what it returned."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar, get_args

import streamlit as st

from components import links, markdown, url_state
from components.chat import result_table, tool_trace
from components.dates import day, duration
from services.chat.traces import CallFilter, Order, Period, traces_as_json
from services.models import DoorName, ToolCall, ToolRun, TracedAnswer
from services.text.wording import count_of

ANY, EVERYWHERE = "every tool", "all"
ORDERS = ["latest", "slowest"]
DOORS: tuple[DoorName, ...] = get_args(DoorName)
DOOR_NAMES: dict[DoorName, str] = {"rest": "REST", "mcp": "MCP", "command line": "the command line", "python": "Python"}
One = TypeVar("One")
STEP = 100
SHOWN = "runs_shown"


@dataclass(frozen=True)
class Choice:
    wanted: CallFilter
    order: Order
    limit: int


def choose_door() -> DoorName | None:
    """None: calls from everywhere."""
    options = [EVERYWHERE, *DOORS]
    chosen = st.segmented_control(
        "Door",
        options,
        required=True,
        key="runs_door",
        on_change=url_state.bind_options("runs_door", options, EVERYWHERE),
    )
    return next((door for door in DOORS if door == chosen), None)


def choose_unit() -> bool:
    """Whether whole answers are listed instead of single calls."""
    units = ["calls", "answers"]
    chosen = st.segmented_control(
        "List", units, required=True, key="runs_of", on_change=url_state.bind_options("runs_of", units, "calls")
    )
    return chosen == "answers"


def choose(names: Sequence[str], door: DoorName | None, period: Period) -> Choice:
    with st.container(horizontal=True, vertical_alignment="top"):
        order = st.segmented_control(
            "Order",
            ORDERS,
            required=True,
            key="runs_order",
            on_change=url_state.bind_options("runs_order", ORDERS, "latest"),
        )
        tools = [ANY, *names]
        name = st.selectbox(
            "Tool", tools, key="runs_tool", on_change=url_state.bind_options("runs_tool", tools, ANY), width=260
        )
        words = st.text_input(
            "Words",
            key="runs_words",
            on_change=url_state.bind("runs_words", ""),
            width=260,
            placeholder="of the question or an argument",
        )
    failed = st.toggle(
        "Failed only", key="runs_failed", on_change=url_state.bind("runs_failed", False, url_state.SWITCH)
    )
    wanted = CallFilter(None if name == ANY else name, door, failed, words or "", period)
    return Choice(wanted, "slowest" if order == "slowest" else "latest", st.session_state.get(SHOWN, STEP))


def summary_words(shown: int, total: int, order: str, noun: str = "call") -> str:
    if not shown:
        return f"No {noun} fits these filters."
    if shown < total:
        return f"The {order} {shown} of {total:,} {noun}s."
    return count_of(shown, noun)


def show(runs: Sequence[ToolRun], total: int, choice: Choice) -> None:
    show_head(runs, summary_words(len(runs), total, choice.order), "calls")
    show_lines(runs, headline, show_details, lambda one: f"run-{one.id}")
    show_more_button(total - len(runs))


def show_head(listed: Sequence[ToolRun] | Sequence[TracedAnswer], words: str, name: str) -> None:
    """How many are listed, and the way to keep them, by the same filters and in the same order."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"{name}_export"):
        st.caption(words, width="content")
        if listed:
            st.download_button(
                "JSON",
                lambda: traces_as_json(listed),
                f"traced-{name}.json",
                "application/json",
                key=f"save_{name}",
                on_click="ignore",
                icon=":material/download:",
                help=f"The {name} listed below, with all that is kept of them.",
                type="tertiary",
            )


def show_lines(
    listed: Sequence[One], headline: Callable[[One], str], details: Callable[[One], None], key: Callable[[One], str]
) -> None:
    """A hundred results at once would take seconds: each is drawn when its line is opened."""
    for one in listed:
        line = st.expander(headline(one), key=key(one), on_change="rerun")
        if line.open:
            with line:
                details(one)


def show_more_button(rest: int) -> None:
    if rest > 0:
        st.button(f"Show {min(STEP, rest)} more", icon=":material/expand_more:", on_click=show_more)


def show_more() -> None:
    st.session_state[SHOWN] = st.session_state.get(SHOWN, STEP) + STEP


def headline(one: ToolRun) -> str:
    """What was called, how long it took, and for which question, where the call does not say it itself."""
    spent = duration(one.duration_ms) if one.duration_ms is not None else "stopped"
    asked = [] if not one.prompt or one.prompt in one.args.values() else [f"for “{shorten_prompt(one.prompt)}”"]
    served = markdown.literal(" · ".join([*asked, *_through(one.door), day(one.started_at)]))
    call = tool_trace.call_label(ToolCall(id=one.call_id, name=one.name, args=one.args))
    return " · ".join([call, spent, *([":red[failed]"] if one.is_error else []), f":gray[{served}]"])


def _through(door: DoorName) -> list[str]:
    """Most calls are of the chat page, which needs no word."""
    return [] if door == "chat" else [f"through {DOOR_NAMES.get(door, door)}"]


def shorten_prompt(prompt: str, longest: int = 60) -> str:
    folded = " ".join(prompt.split())
    return folded if len(folded) <= longest else f"{folded[: longest - 1]}…"


def show_details(one: ToolRun) -> None:
    if one.conversation_id is not None:
        links.show("chat", "Open the conversation", icon=":material/forum:", conversation=str(one.conversation_id))
        st.text(one.prompt)
    st.code(json.dumps(one.args, indent=2, ensure_ascii=False), language="json", wrap_lines=True)
    for note in one.notes:
        st.caption(markdown.literal(note.text))
    if one.is_error:
        st.error(markdown.literal(result_table.error_text(one.result)))
    elif one.result is not None:
        result_table.show(one.result)
        if not isinstance(one.result, str):  # a text is there as a whole
            result_table.show_whole_result(one.result)
