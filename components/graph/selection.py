"""What is chosen on the graph page, kept in its URL: an entity or a fact, and the entities that were expanded."""

from typing import NamedTuple

import streamlit as st

ENTITY, FACT, EXPANDED = "node", "fact", "expand"


class Selection(NamedTuple):
    """Ids, as the URL has them; at most one of the two."""

    entity: str | None
    fact: str | None


def current() -> Selection:
    fact = st.query_params.get(FACT)
    return Selection(None if fact else st.query_params.get(ENTITY), fact)


def choose(entity: str | None = None, fact: str | None = None) -> None:
    for name, value in ((ENTITY, entity), (FACT, fact)):
        if value:
            st.query_params[name] = value
        else:
            st.query_params.pop(name, None)


def expanded() -> list[str]:
    return list(dict.fromkeys(st.query_params.get_all(EXPANDED)))


def expand(entity: str) -> None:
    st.query_params[EXPANDED] = [*expanded(), entity]


def collapse(entity: str) -> None:
    st.query_params[EXPANDED] = [other for other in expanded() if other != entity]


def forget() -> None:
    """For another entity: nothing is chosen, nothing expanded."""
    choose()
    st.query_params.pop(EXPANDED, None)
