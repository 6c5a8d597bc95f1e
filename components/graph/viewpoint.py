"""From where the graph page looks: the sidebar's viewpoint, with our own clock and what to do with undated facts."""

from datetime import UTC, date, datetime

import streamlit as st

from components.dates import date_of, day
from components.sidebar import as_of
from components.sidebar import viewpoint as sidebar
from services.models import Viewpoint
from services.text.dates import end_of_day


def show(view: str) -> Viewpoint:
    """Each choice is in the URL; only those that the view can use are offered."""
    from_sidebar = sidebar.current()
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        ended = view == "graph" and _history()
        undated = view == "timeline" or _undated(from_sidebar)
        known_on = _known_on()
    return from_sidebar.model_copy(update={"ended": ended, "undated": undated, "known_on": known_on})


def in_words(viewpoint: Viewpoint) -> str:
    today = datetime.now(UTC).replace(hour=0, minute=0)
    return f"as of {date_of(viewpoint.as_of)}" if viewpoint.as_of else f"on {day(today)}"


def _history() -> bool:
    return st.toggle(
        "Ended and later facts",
        key="history",
        bind="query-params",
        help="Draw what is no longer or not yet true at the date, too: dashed and grey.",
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


def _known_on() -> datetime | None:
    with st.popover(
        "As known on", icon=":material/psychology:", help="A second clock: what Dossier had learnt by a day."
    ):
        chosen = st.date_input(
            "With what Dossier knew at the end of",
            value=None,
            key="known_on",
            min_value=as_of.EARLIEST,
            max_value=as_of.LATEST,
            format="YYYY-MM-DD",
            bind="query-params",
            help="Empty: with all that is known today. When things were true is another matter: the sidebar's date.",
        )
    return end_of_day(chosen) if isinstance(chosen, date) else None


def strip(viewpoint: Viewpoint) -> None:
    """Said on the page as long as the second clock is set."""
    if viewpoint.known_on is not None:
        known = date_of(viewpoint.known_on)
        st.info(
            f"With what Dossier had learnt by **{known}**: facts learnt later are left out, and a fact whose end was "
            "learnt later is still open.",
            icon=":material/psychology:",
        )
