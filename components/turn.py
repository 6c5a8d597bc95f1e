"""One turn of a conversation: the question, the trace with its answer, and what can be done with it next."""

from collections.abc import Callable

import streamlit as st

from components import markdown, tool_trace
from components.dates import day
from components.scope import Scope
from services.models import Turn

Redo = Callable[[Turn], None]
Rate = Callable[[Turn, int | None, str], None]
"""With 1 up, -1 down or None, and a note."""
LONG, LONG_HEIGHT = 1500, 240
"""A question of more characters scrolls within so many pixels."""


def show(
    turn: Turn,
    *,
    on_again: Redo,
    on_edit: Redo,
    on_elsewhere: Redo,
    on_rate: Rate,
) -> None:
    """A finished turn; `on_again`, `on_edit`, `on_elsewhere` are called when the user asks for it."""
    question(turn.prompt, Scope.of(turn), turn.profile)
    with st.chat_message("assistant", avatar=":material/folder_open:"):
        tool_trace.show(turn.events, key=str(turn.id), scope=Scope.of(turn))
        if turn.status == "running":
            st.warning(
                "This answer was cut off before its end. Ask again to get the whole of it.", icon=":material/cut:"
            )
        with st.container(horizontal=True, vertical_alignment="center", key=f"actions-{turn.id}"):
            action(
                "Again",
                "again",
                turn,
                on_again,
                "Ask the same question anew; this answer and what follows it are replaced.",
            )
            action("Edit", "edit", turn, on_edit, "Change the question; this answer and what follows it are replaced.")
            action(
                "Ask as of …",
                "elsewhere",
                turn,
                on_elsewhere,
                "Ask the same at another date, profile or setting, and compare.",
            )
            rating(turn, on_rate)


def question(prompt: str, scope: Scope, profile: str) -> None:
    with st.chat_message("user", avatar=":material/person:"):
        with st.container(height=LONG_HEIGHT if len(prompt) > LONG else "content", border=False):
            st.text(prompt)
        with st.container(horizontal=True, gap="xsmall"):
            if scope.as_of is not None:
                st.badge(
                    f"as of {day(scope.as_of.replace(hour=0, minute=0))}",
                    icon=":material/history:",
                    color="orange",
                    help=f"Profile {markdown.literal(profile)}",
                )
            if scope.collection is not None:
                st.badge(
                    markdown.literal(scope.collection),
                    icon=":material/folder:",
                    color="blue",
                    help="Only this collection's documents were asked, and the facts that they state.",
                )


def action(label: str, name: str, turn: Turn, call: Redo, help_text: str) -> None:
    icons = {"again": ":material/refresh:", "edit": ":material/edit:", "elsewhere": ":material/history:"}
    st.button(
        label, key=f"{name}-{turn.id}", icon=icons[name], type="tertiary", help=help_text, on_click=call, args=(turn,)
    )


def rating(turn: Turn, on_rate: Rate) -> None:
    key = f"thumbs-{turn.id}"
    stored = {1: 1, -1: 0}.get(turn.thumbs or 0)

    def changed() -> None:
        on_rate(turn, {1: 1, 0: -1}.get(st.session_state[key]), turn.thumbs_note)

    st.feedback("thumbs", key=key, default=stored, on_change=changed)
    if turn.thumbs is not None:
        note(turn, on_rate)


def note(turn: Turn, on_rate: Rate) -> None:
    key = f"note-{turn.id}"

    def changed() -> None:
        on_rate(turn, turn.thumbs, st.session_state[key])

    with st.popover("Note" if not turn.thumbs_note else "Note ✓", type="tertiary", help="Say what was good or bad."):
        st.text_area("What was good or bad about this answer?", turn.thumbs_note, key=key, on_change=changed)
