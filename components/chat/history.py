"""The finished turns of a conversation: the latest of them, each with its question or the form to change it."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.chat import ask_again, turn
from components.chat.turn import Actions
from services.models import Turn
from services.text.wording import count_of

STEP = 10
"""From twice as many turns on, the earliest are hidden in whole steps: each takes the browser a tenth of a second."""
MORE = 20
DRAWN = "turns_drawn"
EARLIER = "earlier_turns_wanted"


@dataclass(frozen=True)
class Wanted:
    """So many of the earlier turns are wanted on the screen, in this conversation."""

    conversation_id: UUID
    count: int


@dataclass(frozen=True)
class Drawn:
    """What was drawn in the page's last run, and whether in the second of the two places."""

    turns: tuple[UUID, ...]
    second: bool


def reserve_place(shown: Sequence[Turn]) -> DeltaGenerator:
    """Where they are drawn: the same as before, so that what is open stays open, unless others stood there.

    Those would stay on the screen below or between the new ones until the script ends, which a running answer delays.
    One of two places is taken in turn: an element that is emptied and filled again at once keeps what it held.
    """
    before: Drawn = st.session_state.get(DRAWN, Drawn((), second=False))
    turns = tuple(one.id for one in shown)
    now = Drawn(turns, second=before.second == (turns[: len(before.turns)] == before.turns))
    st.session_state[DRAWN] = now
    first, second = (st.empty(), st.container()) if now.second else (st.container(), st.empty())
    return second if now.second else first


def latest_turns(turns: Sequence[Turn]) -> Sequence[Turn]:
    """The last ten to nineteen, and as many before them as the reader has asked for."""
    wanted: Wanted | None = st.session_state.get(EARLIER)
    hidden = max(0, len(turns) - STEP) // STEP * STEP
    if wanted and turns and wanted.conversation_id == turns[0].conversation_id:
        hidden -= wanted.count
    return turns[max(0, hidden) :]


def show(turns: Sequence[Turn], shown: Sequence[Turn], editing: Turn | None, actions: Actions) -> None:
    hidden = len(turns) - len(shown)
    if hidden:
        show_earlier_button(turns[0].conversation_id, hidden)
    for index, one in enumerate(turns[hidden:], hidden):
        is_edited = editing is not None and editing.id == one.id
        turn.show(one, actions, later=len(turns) - index - 1, is_edited=is_edited)
        same = [other for other in turns[: index + 1] if other.prompt == one.prompt]
        if len(same) > 1:
            ask_again.show_comparison(same)


def show_earlier_button(conversation_id: UUID, hidden: int) -> None:
    st.button(
        f"Show {'the' if hidden <= MORE else f'{MORE} of the'} {count_of(hidden, 'earlier question')}",
        icon=":material/expand_less:",
        key="earlier_turns",
        type="tertiary",
        on_click=reveal_earlier_turns,
        args=(conversation_id,),
    )


def reveal_earlier_turns(conversation_id: UUID) -> None:
    wanted: Wanted | None = st.session_state.get(EARLIER)
    known = wanted.count if wanted and wanted.conversation_id == conversation_id else 0
    st.session_state[EARLIER] = Wanted(conversation_id, known + MORE)
