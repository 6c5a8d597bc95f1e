"""From where the whole workbench looks: the sidebar's three clocks and its collection, as one viewpoint."""

from datetime import date, datetime

import streamlit as st

from components import url_state
from components.sidebar import as_of, clock_address, collection
from services.models import Viewpoint
from services.text.dates import end_of_day
from services.text.wording import day as format_day
from services.text.wording import list_words, viewpoint_words

SOURCES, PUBLISHED, KNOWN = "sources", "published_by", "known_on"
ALL, THEN = "from all sources", "from what was written by then"
ANY_DAY, TODAY = "any", "today"
EMPTIED_BY = {SOURCES: ("written", ANY_DAY), PUBLISHED: ("published", ANY_DAY), KNOWN: ("known", TODAY)}
"""The parameter of a link that leaves a control empty."""


def show(page: str) -> None:
    """The sidebar's controls; each choice is in the URL. `page` is the one shown."""
    for key, emptied_by in EMPTIED_BY.items():
        url_state.follow_link(page, key, emptied_by)
    as_of.show(page)
    way_back = st.empty()
    if as_of.current() is not None:
        if SOURCES in st.session_state and st.session_state[SOURCES] is None:
            st.session_state[SOURCES] = ALL  # emptied by a link
        st.radio(
            "Sources",
            [ALL, THEN],
            key=SOURCES,
            bind="query-params",
            label_visibility="collapsed",
            help="From all sources: what later ones tell of that day is marked as hindsight.",
        )
    with st.popover(other_clocks_words(), icon=":material/schedule:", width="stretch", key="other_clocks"):
        _day(
            "Published by",
            PUBLISHED,
            "Only what documents dated by the end of this day state; undated ones are left out.",
        )
        _day(
            "Known on", KNOWN, "Only what Dossier had learnt by the end of this day, with ends as they were known then."
        )
    clock_address.keep_clocks(page, (PUBLISHED, KNOWN))
    if current().has_clock:
        way_back.button("Back to now", icon=":material/update:", on_click=return_to_now, key="to_now", width="stretch")
    else:
        st.caption(viewpoint_words(current()))  # else it stands under the page's title, where it is always seen


def other_clocks_words() -> str:
    """The label of what is behind a click: with what is set there, so that it is seen without one."""
    chosen = {"published by": _chosen_day(PUBLISHED), "known on": _chosen_day(KNOWN)}
    told = [f"{name} {format_day(end_of_day(day))}" for name, day in chosen.items() if day is not None]
    return f"Other clocks: {list_words(told)}" if told else "Other clocks"


def _chosen_day(key: str) -> date | None:
    """Also before the control is drawn, which reads the URL only then."""
    if key not in st.session_state and key in st.query_params:
        try:
            return date.fromisoformat(st.query_params[key])
        except ValueError:
            return None
    chosen = st.session_state.get(key)
    return chosen if isinstance(chosen, date) else None


def _day(label: str, key: str, help_text: str) -> None:
    st.date_input(
        label,
        value=None,
        key=key,
        min_value=as_of.EARLIEST,
        max_value=as_of.LATEST,
        format="YYYY-MM-DD",
        bind="query-params",
        help=help_text,
    )


def current() -> Viewpoint:
    moment = as_of.current()
    written_then = moment if st.session_state.get(SOURCES) == THEN else None
    return Viewpoint(
        as_of=moment,
        published_by=_end_of(PUBLISHED) or written_then,
        known_on=_end_of(KNOWN),
        collection=collection.current(),
    )


def _end_of(key: str) -> datetime | None:
    chosen = st.session_state.get(key)
    return end_of_day(chosen) if isinstance(chosen, date) else None


def show_title(title: str) -> None:
    """The page's title with the strip beside it, so that nothing below moves when it comes or goes."""
    with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="titled"):
        st.title(title, width="content")
        _draw_banner()


def show_banner() -> None:
    """Every page calls this under its title: what holds, when it does not look from now with all that is known. It has
    a place of its own, filled or not: else all that is below would be drawn anew when it comes, and the page scroll
    to its beginning."""
    with st.container():
        _draw_banner()


def _draw_banner() -> None:
    looking = current()
    if looking.has_clock:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.info(viewpoint_words(looking), icon=":material/history:", width="stretch")
            if looking.published_by is not None:
                st.button(
                    "Look in all sources",
                    icon=":material/public:",
                    key="all_sources",
                    type="tertiary",
                    on_click=ask_all_sources,
                )
    collection.show_banner()


def ask_all_sources() -> None:
    st.session_state[PUBLISHED] = None
    if SOURCES in st.session_state:
        st.session_state[SOURCES] = ALL


def return_to_now() -> None:
    """All three clocks: those that are behind “Other clocks” would go on without being seen."""
    as_of.choose(None)
    for key in (PUBLISHED, KNOWN):
        st.session_state[key] = None


def link_parameters(viewpoint: Viewpoint) -> dict[str, str]:
    """The parameters of a link to a page that is to look from there."""
    written_then = viewpoint.published_by is not None and viewpoint.published_by == viewpoint.as_of
    chosen = {
        SOURCES: THEN if written_then else None,
        PUBLISHED: None if written_then else _day_of(viewpoint.published_by),
        KNOWN: _day_of(viewpoint.known_on),
    }
    clocks = dict((key, value) if value else EMPTIED_BY[key] for key, value in chosen.items())
    return as_of.link_parameters(viewpoint.as_of) | clocks | collection.link_parameters(viewpoint.collection)


def _day_of(moment: datetime | None) -> str | None:
    return f"{moment:%Y-%m-%d}" if moment else None
