"""Tool calls of all conversations, each with the question it served and what it returned."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from components import markdown, result_table
from components.dates import day, duration
from components.page_path import page_path
from services.models import ToolRun, ToolStatistics

ANY = "every tool"


@dataclass(frozen=True)
class Choice:
    name: str | None
    failed_only: bool
    order: Literal["latest", "slowest"]


def filters(names: Sequence[str]) -> Choice:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        order = st.segmented_control(
            "Order", ["latest", "slowest"], default="latest", required=True, key="runs_order", bind="query-params"
        )
        name = st.selectbox("Tool", [ANY, *names], key="runs_tool", bind="query-params", width=260)
        failed = st.toggle("Failed only", key="runs_failed", bind="query-params")
    return Choice(None if name == ANY else name, failed, "slowest" if order == "slowest" else "latest")


def counted(statistics: Sequence[ToolStatistics], choice: Choice) -> int:
    """How many calls fit the filters, of which only the first are listed."""
    fitting = [row for row in statistics if choice.name in (None, row.name)]
    return sum(row.failed if choice.failed_only else row.calls for row in fitting)


def summary(shown: int, total: int, order: str) -> str:
    if not shown:
        return "No call fits these filters."
    if shown < total:
        return f"The {order} {shown} of {total:,} calls."
    return f"{shown} call{'' if shown == 1 else 's'}"


def show(runs: Sequence[ToolRun], total: int, choice: Choice) -> None:
    st.caption(summary(len(runs), total, choice.order))
    for one in runs:
        spent = duration(one.duration_ms) if one.duration_ms is not None else "stopped"
        mark = ":red[failed] · " if one.is_error else ""
        label = f"`{one.name}` · {spent} · {mark}{markdown.literal(one.prompt[:90])} · {day(one.started_at)}"
        # A hundred results at once would take seconds: each is drawn when its line is opened.
        line = st.expander(label, key=f"run-{one.id}", on_change="rerun")
        if line.open:
            with line:
                details(one)


def details(one: ToolRun) -> None:
    st.page_link(
        page_path("chat"),
        label="Open the conversation",
        icon=":material/forum:",
        query_params={"conversation": str(one.conversation_id)},
    )
    st.code(json.dumps(one.args, indent=2, ensure_ascii=False), language="json", wrap_lines=True)
    for note in one.notes:
        st.caption(markdown.literal(note))
    if one.is_error:
        st.error(markdown.literal(result_table.error_text(one.result)))
    elif one.result is not None:
        result_table.show(one.result)
        if not isinstance(one.result, str):  # a text is there as a whole
            result_table.whole(one.result)
