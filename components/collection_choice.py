"""Which collection is looked in: offered only where there is more than one."""

from collections.abc import Callable, Sequence

import streamlit as st

KEY = "collection"
"""In the URL, too: a link keeps the choice."""


def show(collections: Sequence[str], *, on_change: Callable[[], None] | None = None) -> str | None:
    """None: in all of them."""
    if len(collections) < 2:
        return None
    st.selectbox(
        "Collection",
        collections,
        index=None,
        key=KEY,
        bind="query-params",
        placeholder="all collections",
        on_change=on_change,
        help="Documents are kept apart in collections, each with its own language. Empty: all are searched.",
    )
    return chosen(collections)


def chosen(collections: Sequence[str]) -> str | None:
    """Also before the control has run: then by the URL that it starts from."""
    named = st.session_state[KEY] if KEY in st.session_state else st.query_params.get(KEY)
    return named if named in collections and len(collections) > 1 else None
