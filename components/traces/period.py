"""From which day to which day the traces page counts and lists calls."""

from datetime import date

import streamlit as st

from components import url_state
from services.chat.traces import EVER, Period
from services.text.dates import end_of_day, start_of_day

EARLIEST, LATEST = date(2020, 1, 1), date(2100, 12, 31)


def choose() -> Period:
    """Whole days, both included; a last day before the first one is said, and counts for nothing."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        first, last = _day("From", "runs_from"), _day("Until", "runs_until")
    if first and last and last < first:
        st.warning("The last day is before the first. Every day is shown.", icon=":material/date_range:")
        return EVER
    return Period(start_of_day(first), end_of_day(last) if last else None)


def _day(label: str, key: str) -> date | None:
    on_change = url_state.bind(key, None, url_state.DAY)
    chosen = st.date_input(label, None, EARLIEST, LATEST, key=key, format="YYYY-MM-DD", on_change=on_change, width=180)
    return chosen if isinstance(chosen, date) else None
