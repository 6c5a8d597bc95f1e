"""What is chosen on the graph page, kept in its URL: an entity, a fact or two that are mentioned together, and the
entities that were expanded."""

from typing import NamedTuple
from uuid import UUID

import streamlit as st

ENTITY, FACT, PAIR, EXPANDED = "node", "fact", "pair", "expand"
BETWEEN = "~"
"""Stands between the ids of two entities."""


class Selection(NamedTuple):
    """Ids, as the URL has them; at most one of the three."""

    entity: str | None
    fact: str | None
    pair: str | None = None

    @property
    def both(self) -> tuple[UUID, UUID] | None:
        """The two of a pair; None where the URL has none, or what is none."""
        try:
            one, other = (UUID(uuid) for uuid in (self.pair or "").split(BETWEEN))
        except ValueError:
            return None
        return one, other


def current() -> Selection:
    fact, pair = st.query_params.get(FACT), st.query_params.get(PAIR)
    return Selection(None if fact or pair else st.query_params.get(ENTITY), fact, None if fact else pair)


def choose(entity: str | None = None, fact: str | None = None, pair: str | None = None) -> None:
    for name, value in ((ENTITY, entity), (FACT, fact), (PAIR, pair)):
        if value:
            st.query_params[name] = value
        else:
            st.query_params.pop(name, None)


def choose_drawn(entity: str | None, line: str | None) -> None:
    """What was clicked in the drawing: a line is a fact, or joins two that are mentioned together."""
    is_pair = line is not None and BETWEEN in line
    choose(entity, None if is_pair else line, line if is_pair else None)


def pair_of(one: UUID, other: UUID) -> str:
    return f"{one}{BETWEEN}{other}"


def expanded_entities() -> list[str]:
    return list(dict.fromkeys(st.query_params.get_all(EXPANDED)))


def expand_entity(entity: str) -> None:
    st.query_params[EXPANDED] = [*expanded_entities(), entity]


def collapse_entity(entity: str) -> None:
    st.query_params[EXPANDED] = [other for other in expanded_entities() if other != entity]


def clear_selection() -> None:
    """For another entity: nothing is chosen, nothing expanded."""
    choose()
    st.query_params.pop(EXPANDED, None)
