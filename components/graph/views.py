"""Which of the graph page's views is shown, and how the page is divided."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components import url_state
from components.backend import run, services

LABELS = {
    "graph": ":material/hub: Graph",
    "timeline": ":material/view_timeline: Timeline",
    "changes": ":material/difference: Changes",
    "paths": ":material/route: Paths",
    "review": ":material/rule: Review",
}


def choose_view() -> tuple[str, DeltaGenerator]:
    """The view, and the place beside the choice for stepping through time."""
    left, right = st.container(key="split-views").columns([3, 2], vertical_alignment="top")
    chosen = left.segmented_control(
        "View",
        list(LABELS),
        required=True,
        format_func=counted_labels().__getitem__,
        key="view",
        on_change=url_state.bind_options("view", list(LABELS), "graph"),
        label_visibility="collapsed",
    )
    return chosen or "graph", right


def counted_labels() -> dict[str, str]:
    """What waits for a person is counted in Review's own label: “Review (10)”."""
    waiting = run(services().graph.waiting_count())
    return LABELS | {"review": f"{LABELS['review']} ({waiting:,})"} if waiting else LABELS


def split_columns() -> tuple[DeltaGenerator, DeltaGenerator]:
    """The drawing, and the card of what is chosen beside it; one above the other where it is narrow."""
    left, right = st.container(key="split-graph").columns([3, 1.15], gap="medium")
    return left, right
