"""When an answer could first have been known, and a strip of the days on which what it tells changed."""

from collections.abc import Callable
from datetime import date

import streamlit as st

from components import markdown
from services.chat.first_known import TurningPoint, first_known, turning_points
from services.models import Turn
from services.text.wording import stated_when

Ask = Callable[[Turn, date], None]
KNOWN_HELP = "The day of the first document that states the last of what this answer cites."


def show(turn: Turn, ask: Ask) -> None:
    known, found = first_known(turn.events), turning_points(turn.events)
    if known is not None and known.document_date is not None:
        title = markdown.literal(known.document_title)
        st.caption(f"First known in full {stated_when(known)}, by [{title}]({known.url}).", help=KNOWN_HELP)
    if len(found) > 1:
        show_stops(turn, found, ask)


def show_stops(turn: Turn, found: tuple[TurningPoint, ...], ask: Ask) -> None:
    """A click asks the same question as of that day; both answers then stand beside each other."""
    key, words = f"stops-{turn.id}", {stop.day: stop.words for stop in found}

    def chosen() -> None:
        picked = st.session_state.get(key)
        if picked is not None:
            st.session_state[key] = None
            ask(turn, picked)

    with st.popover("Through time", icon=":material/timeline:", type="tertiary"):
        st.pills(
            "Days on which what is told here changed: a click asks as of that day",
            list(words),
            format_func=words.__getitem__,
            key=key,
            on_change=chosen,
        )
