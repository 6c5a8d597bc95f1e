"""From where the graph page looks: the world's clock, ours, and what to do with facts that have no date."""

from datetime import UTC, date, datetime
from typing import NamedTuple

import streamlit as st

from components.dates import date_of, day
from components.sidebar import as_of
from services.text.dates import end_of_day


class Looking(NamedTuple):
    """`as_of` None: now. `known_on` None: with all that is known today."""

    as_of: datetime | None
    known_on: datetime | None
    include_undated: bool
    whole_history: bool

    @property
    def moment(self) -> datetime:
        return self.as_of or datetime.now(UTC)

    @property
    def in_words(self) -> str:
        return f"as of {date_of(self.as_of)}" if self.as_of else f"on {day(_midnight())}"


def _midnight() -> datetime:
    return datetime.now(UTC).replace(hour=0, minute=0)


def show(view: str) -> Looking:
    """Each choice is in the URL; only those that the view can use are offered."""
    moment = as_of.current()
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        whole = view == "graph" and _history()
        include_undated = view == "timeline" or _undated(moment)
        known_on = _known_on()
    return Looking(moment, known_on, include_undated, whole)


def _history() -> bool:
    return st.toggle(
        "Ended and later facts",
        key="history",
        bind="query-params",
        help="Draw what is no longer or not yet true at the date, too: dashed and grey.",
    )


def _undated(moment: datetime | None) -> bool:
    """Now, it counts, since nothing says that it ended; at a date it does not, since nothing says that it had begun."""
    return st.toggle(
        "Undated facts",
        value=moment is None,
        key="undated_now" if moment is None else "undated_then",
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


def strip(looking: Looking) -> None:
    """Said on the page as long as the second clock is set."""
    if looking.known_on is not None:
        known = date_of(looking.known_on)
        st.info(
            f"With what Dossier had learnt by **{known}**: facts learnt later are left out, and a fact whose end was "
            "learnt later is still open.",
            icon=":material/psychology:",
        )
