"""The collection that the whole workbench looks in: one control in the sidebar, one strip under a page's title."""

from contextlib import suppress

import streamlit as st

from components import markdown, url_state
from components.backend import run, services
from services.errors import DossierError

KEY = "collection"
LINKED, ALL = "in", "all"
THERE = "collections_there"


def show(page: str) -> None:
    """The sidebar's control. The choice is in the URL, so a link or a reload keeps it. `page` is the one shown."""
    url_state.follow_link(page, KEY, (LINKED, ALL))
    there = known_collections()
    if len(there) < 2:
        st.caption(f"Collection **{markdown.literal(there[0] if there else services().settings.collection)}**")
        return
    if st.session_state.get(KEY) not in (None, *there):
        choose(None)  # deleted meanwhile
    st.selectbox(
        "Collection",
        there,
        index=None,
        key=KEY,
        bind="query-params",
        placeholder="all collections",
        help="Ask, search and look at one collection: its documents, and the facts that they state. Empty: all.",
    )


def known_collections() -> tuple[str, ...]:
    """Those of the last time while the database is away, which the page says: a control that is not drawn loses what
    was chosen in it, and so do those that come after it."""
    with suppress(DossierError):
        st.session_state[THERE] = run(services().library.collections())
    return last_known()


def last_known() -> tuple[str, ...]:
    """As the sidebar was drawn with them, which comes before the page."""
    known: tuple[str, ...] = st.session_state.get(THERE, ())
    return known


def show_banner() -> None:
    """Under the title of a page that looks in one collection only."""
    chosen = current()
    if chosen is not None:
        st.info(
            f"Collection **{markdown.literal(chosen)}** only: its documents, and the facts that they state.",
            icon=":material/folder:",
        )


def current() -> str | None:
    """None: all of them."""
    chosen = st.session_state.get(KEY)
    return chosen if isinstance(chosen, str) else None


def choose(chosen: str | None) -> None:
    st.session_state[KEY] = chosen


def link_parameters(collection: str | None) -> dict[str, str]:
    """The parameter of a link to a page that is to look in it; None: in all."""
    return {KEY: collection} if collection else {LINKED: ALL}
