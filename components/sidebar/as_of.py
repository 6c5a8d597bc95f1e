"""The date that the whole workbench looks from: one control in the sidebar."""

from datetime import date, datetime

import streamlit as st

from components import url_state
from services.text.dates import end_of_day

KEY = "as_of_date"
LINKED, NOW = "as_of", "now"
EARLIEST = date(1800, 1, 1)
LATEST = date(2100, 12, 31)


def show(page: str) -> None:
    """The sidebar's control. The date is in the URL, so a link or a reload keeps it. `page` is the one shown."""
    url_state.follow_link(page, KEY, (LINKED, NOW))
    st.date_input(
        "As of",
        value=None,
        key=KEY,
        min_value=EARLIEST,
        max_value=LATEST,
        format="YYYY-MM-DD",
        bind="query-params",
        help="Look at everything as it was at the end of this day; what began or ended later is not told. Empty: now.",
    )


def current() -> datetime | None:
    """The end of the chosen day in UTC; None: now."""
    chosen = st.session_state.get(KEY)
    return end_of_day(chosen) if isinstance(chosen, date) else None


def choose(chosen: date | None) -> None:
    """For callbacks of other controls, such as the graph page's stepping."""
    st.session_state[KEY] = chosen


def link_parameters(moment: datetime | None) -> dict[str, str]:
    """The parameter of a link to a page that is to look from then; None: from now."""
    return {KEY: f"{moment:%Y-%m-%d}"} if moment else {LINKED: NOW}
