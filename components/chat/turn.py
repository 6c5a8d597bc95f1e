"""One turn of a conversation: the question, the trace with its answer, and what can be done with it next."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from components import markdown
from components.backend import run, services
from components.chat import through_time, tool_trace
from components.chat.in_browser import copy_button
from components.dates import date_of
from services.chat.transcript import answer_as_markdown
from services.models import Answer, ChatError, SearchFilters, Turn, Viewpoint
from services.text.wording import choice_words, count_of, viewpoint_words

Redo = Callable[[Turn], None]
Rate = Callable[[Turn, int | None, str], None]
"""With 1 up, -1 down or None, and a note."""
LONG, LONG_HEIGHT = 1500, 240
"""A question of more characters scrolls within so many pixels."""
ICONS = {
    "again": ":material/refresh:",
    "edit": ":material/edit:",
    "elsewhere": ":material/history:",
    "everywhere": ":material/public:",
}


@dataclass(frozen=True)
class Actions:
    """What the page does when the user asks for it; `edit_form` stands below what was clicked."""

    again: Redo
    edit: Redo
    elsewhere: Redo
    everywhere: Redo
    at_date: through_time.Ask
    rate: Rate
    edit_form: Callable[[Turn, int], None]


def show(turn: Turn, actions: Actions, *, later: int, is_edited: bool) -> None:
    """A finished turn; `later` is the number of turns after it, which go when it is asked again."""
    show_question(turn.prompt, turn.viewpoint, turn.profile, key=str(turn.id))
    with st.chat_message("assistant", avatar=":material/folder_open:"):
        tool_trace.show(turn.events, key=str(turn.id), viewpoint=turn.viewpoint)
        if not any(isinstance(event, Answer | ChatError) for event in turn.events):
            st.warning(
                "This answer was cut off before its end. Ask again to get the whole of it.", icon=":material/cut:"
            )
        through_time.show(turn, actions.at_date)
        with st.container(horizontal=True, vertical_alignment="center", key=f"actions-{turn.id}"):
            ask_or_confirm(turn, actions.again, later)
            show_action(
                "Edit", "edit", turn, actions.edit, "Change the question; this answer and what follows it are replaced."
            )
            show_action(
                "Ask as of …",
                "elsewhere",
                turn,
                actions.elsewhere,
                "Ask the same at another date, profile or setting, and compare.",
            )
            if turn.viewpoint.published_by is not None or not turn.viewpoint.chosen.is_empty:
                help_text = "The same question of all documents; what came after the date is marked as hindsight."
                show_action("Look in all sources", "everywhere", turn, actions.everywhere, help_text)
            if turn.answer is not None and turn.answer.text:
                text = answer_as_markdown(turn.answer, turn.viewpoint)
                copy_button.show(text, key=f"copy-{turn.id}", help_text="The answer and its sources, as Markdown.")
            show_rating(turn, actions.rate)
        if is_edited:
            actions.edit_form(turn, later)


def ask_or_confirm(turn: Turn, call: Redo, later: int) -> None:
    """At once for the last answer; one that others follow takes these with it, so it asks first."""
    help_text = "Ask the same question anew with the profile chosen above; this answer is replaced."
    if not later:
        show_action("Again", "again", turn, call, help_text)
        return
    with st.popover("Again", icon=ICONS["again"], type="tertiary"):
        st.caption(f"{dropped_turns_words(later)} It is asked with the profile chosen above.")
        st.button("Ask again here", key=f"again-{turn.id}", type="primary", on_click=call, args=(turn,))


def dropped_turns_words(later: int) -> str:
    return (
        f"This replaces the answer and drops the {'question' if later == 1 else count_of(later, 'question')} after it."
    )


def show_question(prompt: str, viewpoint: Viewpoint, profile: str, *, key: str) -> None:
    with st.container(key=f"question-{key}"), st.chat_message("user", avatar=":material/person:"):
        with st.container(height=LONG_HEIGHT if len(prompt) > LONG else "content", border=False):
            st.text(prompt)
        with st.container(horizontal=True, gap="xsmall"):
            if viewpoint.as_of is not None:
                st.badge(
                    f"as of {date_of(viewpoint.as_of)}",
                    icon=":material/history:",
                    color="orange",
                    help=f"{viewpoint_words(viewpoint)} Profile {markdown.literal(profile)}",
                )
            if viewpoint.published_by is not None:
                st.badge(
                    f"published by {date_of(viewpoint.published_by)}",
                    icon=":material/newspaper:",
                    color="orange",
                    help="Only what documents dated by then state; undated ones are left out.",
                )
            if viewpoint.known_on is not None:
                st.badge(
                    f"known on {date_of(viewpoint.known_on)}",
                    icon=":material/psychology:",
                    color="orange",
                    help="Only what was in Dossier by then.",
                )
            if not viewpoint.chosen.is_empty:
                show_chosen_sources(viewpoint.chosen)
            if viewpoint.collection is not None:
                st.badge(
                    markdown.literal(viewpoint.collection),
                    icon=":material/folder:",
                    color="blue",
                    help="Only this collection's documents were asked, and the facts that they state.",
                )


def show_chosen_sources(filters: SearchFilters) -> None:
    titles = run(services().library.titles(filters.document_ids))
    named = [f"- {markdown.literal(titles.get(one, 'a document that is gone'))}" for one in filters.document_ids]
    st.badge(
        markdown.literal(choice_words(filters)),
        icon=":material/library_books:",
        color="blue",
        help="\n".join(["Only these documents were asked, and the facts that they state.", "", *named]),
    )


def show_action(label: str, name: str, turn: Turn, call: Redo, help_text: str) -> None:
    st.button(
        label, key=f"{name}-{turn.id}", icon=ICONS[name], type="tertiary", help=help_text, on_click=call, args=(turn,)
    )


def show_rating(turn: Turn, on_rate: Rate) -> None:
    key = f"thumbs-{turn.id}"
    stored = {1: 1, -1: 0}.get(turn.thumbs or 0)

    def changed() -> None:
        on_rate(turn, {1: 1, 0: -1}.get(st.session_state[key]), turn.thumbs_note)

    st.feedback("thumbs", key=key, default=stored, on_change=changed)
    if turn.thumbs is not None:
        show_note(turn, on_rate)


def show_note(turn: Turn, on_rate: Rate) -> None:
    key = f"note-{turn.id}"

    def changed() -> None:
        on_rate(turn, turn.thumbs, st.session_state[key])

    with st.popover("Note" if not turn.thumbs_note else "Note ✓", type="tertiary", help="Say what was good or bad."):
        st.text_area("What was good or bad about this answer?", turn.thumbs_note, key=key, on_change=changed)
