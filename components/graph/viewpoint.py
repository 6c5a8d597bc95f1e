"""From where the graph page looks: the sidebar's viewpoint, with what to do with other times and undated facts."""

from datetime import UTC, datetime

import streamlit as st

from components.dates import date_of, day
from components.sidebar import viewpoint as sidebar
from services.models import Viewpoint


def show(view: str) -> Viewpoint:
    """Each choice is in the URL; only those that the view can use are offered."""
    from_sidebar = sidebar.current()
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        other_times = view == "graph" and _other_times()
        undated = view == "timeline" or _undated(from_sidebar)
    return from_sidebar.model_copy(update={"ended": other_times, "later": other_times, "undated": undated})


def in_words(viewpoint: Viewpoint) -> str:
    today = datetime.now(UTC).replace(hour=0, minute=0)
    return f"as of {date_of(viewpoint.as_of)}" if viewpoint.as_of else f"on {day(today)}"


def _other_times() -> bool:
    return st.toggle(
        "Ended and later facts",
        key="history",
        bind="query-params",
        help="Draw what is no longer or not yet true at the date, too: dashed and grey. Ends that came later are told.",
    )


def _undated(viewpoint: Viewpoint) -> bool:
    is_now = viewpoint.as_of is None
    return st.toggle(
        "Undated facts",
        value=viewpoint.counts_undated,
        key="undated_now" if is_now else "undated_then",
        bind="query-params",
        help="No source says when they began. Counted as true now and left out at a date, unless you say otherwise.",
    )
