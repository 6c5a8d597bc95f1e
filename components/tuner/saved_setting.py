"""Which setting the chat, REST and the command line use; saving the one that was tuned; history with undo."""

from collections.abc import Sequence

import streamlit as st

from components import failures, markdown
from components.backend import run, services
from components.dates import day
from components.tuner import setting as tuner_setting
from components.tuner.memory import tuner_memory
from components.url_state import needs_default
from services.models import SavedPreferences, SearchPreferences

WIDTH = 320
"""Pixels of the sentence about the setting in use; a long note takes more lines."""


def show(setting: SearchPreferences, saved: SavedPreferences) -> None:
    """One line: which search is tuned, what is in use, and what can be done about it."""
    is_saved = tuner_setting.is_same_setting(setting, saved.preferences)
    # Both halves keep their width: a button that comes and goes moves nothing to another line.
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content"):
            tuner_setting.show_mode()
            st.markdown(in_use_words(saved), width=WIDTH)
        with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content"):
            if not is_saved:
                _back()
            _use_in_chat(setting, is_saved)
            _history(saved)


def _back() -> None:
    st.button(
        "Back to it",
        icon=":material/undo:",
        type="tertiary",
        key="setting_back",
        help="Try the setting in use again",
        on_click=tuner_setting.forget_setting,
    )


def in_use_words(saved: SavedPreferences) -> str:
    return f"The chat uses **{tuner_setting.setting_words(saved.preferences)}**  \n:small[{origin_words(saved)}]"


def origin_words(saved: SavedPreferences) -> str:
    """When, by whom and why; safe as Markdown."""
    if saved.saved_at is None:
        return "as it comes out of the box"
    who = f" by {markdown.literal(saved.saved_by)}" if saved.saved_by else ""
    note = f" ({markdown.literal(saved.note)})" if saved.note else ""
    return f"saved {day(saved.saved_at)}{who}{note}"


def _use_in_chat(setting: SearchPreferences, is_saved: bool) -> None:
    explanation = (
        "This setting is in use already." if is_saved else "Chat, REST and command line search with it from then on."
    )
    with st.popover(
        "Use in chat", icon=":material/check:", type="primary", disabled=is_saved, help=explanation, key="use_in_chat"
    ):
        st.markdown(f"**{tuner_setting.setting_words(setting)}**")
        st.caption(explanation)
        name = st.session_state.get("setting_by", tuner_memory().judge)
        st.text_input("Your name", name if needs_default("setting_by", name) else "", key="setting_by", max_chars=80)
        st.text_input("Note", key="setting_note", max_chars=200, placeholder="why this setting")
        st.button("Use this setting", type="primary", key="setting_save", on_click=_save, args=(setting,))


def _save(setting: SearchPreferences) -> None:
    name, note = st.session_state["setting_by"].strip(), st.session_state["setting_note"].strip()
    tuner_memory().judge = name or tuner_memory().judge
    with failures.show_as_toast("The setting was not saved."):
        run(services().preferences.save(setting, saved_by=name, note=note))
        st.session_state["setting_note"] = ""
        tuner_setting.forget_setting()
        st.toast(f"The chat uses {tuner_setting.setting_words(setting)} now.", icon=":material/check:")


def _history(saved: SavedPreferences) -> None:
    with st.popover("History", icon=":material/history:", key="setting_history"):
        rows = run(services().preferences.history(20))
        if not rows:
            st.caption("No setting was saved yet: the one out of the box is in use.")
            return
        _entries(rows, saved)
        st.button(
            "Undo the last change",
            icon=":material/undo:",
            key="setting_undo",
            on_click=_undo,
            help="Back to the setting before; the history keeps both.",
        )


def _entries(rows: Sequence[SavedPreferences], saved: SavedPreferences) -> None:
    for row in rows:
        mark = " **in use**" if row.id == saved.id else ""
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"{tuner_setting.setting_words(row.preferences)} · {origin_words(row)}{mark}", width="stretch")
            st.button(
                "Try",
                key=f"setting_try_{row.id}",
                type="tertiary",
                help="Rank with this setting; nothing is saved",
                on_click=tuner_setting.choose_setting,
                args=(row.preferences,),
            )


def _undo() -> None:
    with failures.show_as_toast("The change was not undone."):
        now = run(services().preferences.undo(saved_by=tuner_memory().judge))
        tuner_setting.forget_setting()
        st.toast(f"Back to {tuner_setting.setting_words(now.preferences)}.", icon=":material/undo:")
