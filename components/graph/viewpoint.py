"""From where the graph page looks: the sidebar's viewpoint, with what to do with other times and undated facts."""

from datetime import UTC, datetime

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components import url_state
from components.dates import date_of, day
from components.graph import mentioned_together, paths
from components.sidebar import viewpoint as sidebar
from services.models import Viewpoint


def switch_row() -> DeltaGenerator:
    """The row in which they stand, whoever offers them."""
    return st.container(horizontal=True, vertical_alignment="center", gap="medium")


def show(view: str, row: DeltaGenerator) -> Viewpoint:
    """Each choice is in the URL; only those that the view can use are offered."""
    from_sidebar = sidebar.current()
    with row:
        if view == "graph":
            mentioned_together.choose()
        if view == "paths":
            paths.choose_mentions()
        other_times = (view == "graph" and _other_times()) or (view == "paths" and _any_time())
        undated = view == "timeline" or (view == "paths" and other_times) or _undated(from_sidebar)
    return from_sidebar.model_copy(update={"ended": other_times, "later": other_times, "undated": undated})


def viewpoint_words(viewpoint: Viewpoint) -> str:
    today = datetime.now(UTC).replace(hour=0, minute=0)
    return f"as of {date_of(viewpoint.as_of)}" if viewpoint.as_of else f"on {day(today)}"


def _other_times() -> bool:
    return st.toggle(
        "Ended and later facts",
        key="history",
        on_change=url_state.bind("history", False, url_state.SWITCH),
        help="Draw what is no longer or not yet true at the date, too: dashed and grey. Ends that came later are told.",
    )


def _any_time() -> bool:
    return st.toggle(
        "At any time",
        key="any_time",
        on_change=url_state.bind("any_time", False, url_state.SWITCH),
        help="Chains of facts that need not have been true together, ended, later and undated ones among them.",
    )


def _undated(viewpoint: Viewpoint) -> bool:
    key = "undated_now" if viewpoint.as_of is None else "undated_then"
    return st.toggle(
        "Undated facts",
        key=key,
        on_change=url_state.bind(key, viewpoint.counts_undated, url_state.SWITCH),
        help="No source says when they began. Counted as true now and left out at a date, unless you say otherwise.",
    )
