"""The list of conversations: search, open, begin anew; rename, export and delete the one that is open."""

import re
from collections.abc import Sequence
from uuid import UUID

import streamlit as st

from components import failures, markdown
from components.backend import run, services
from services.chat.transcript import as_json, as_markdown
from services.models import ConversationSummary
from services.text.wording import count_of, day

PARAMETER = "conversation"
STEP = 30
LONGEST_NAME = 60
NEW = "conversation_new"
MENU = "conversations"
LAST = "conversation_looked_at"
"""The key of the one to come back to from another page; not a new one."""
SHOWN = "conversations_shown"
BEGUN = "answer_begun_here"
"""The key of the answer that this session began last, until it turns to a new conversation."""


def current() -> UUID | None:
    """The conversation in the URL; None: a new one."""
    if PARAMETER not in st.query_params and NEW not in st.session_state and LAST in st.session_state:
        st.query_params[PARAMETER] = st.session_state[LAST]  # come back from another page: its button is drawn anew
    try:
        return UUID(st.query_params.get(PARAMETER, ""))
    except ValueError:
        return None


def open_conversation(conversation_id: UUID | None) -> None:
    if conversation_id is None:
        st.query_params.pop(PARAMETER, None)
        st.session_state.pop(BEGUN, None)
        st.session_state.pop(LAST, None)
    else:
        st.query_params[PARAMETER] = str(conversation_id)


def show(opened: ConversationSummary | None) -> None:
    if opened is not None:
        st.session_state[LAST] = str(opened.id)
    with st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="bottom", gap="small"):
        st.button(
            "New",
            icon=":material/add:",
            key=NEW,
            on_click=open_conversation,
            args=(None,),
            disabled=opened is None,
        )
        menu = st.popover("Conversations", icon=":material/list:", key=MENU, on_change="rerun")
        if menu.open:
            with menu:
                show_search(opened)
        if opened is not None:
            with st.popover("This conversation", icon=":material/more_horiz:"):
                show_actions(opened)


def show_search(opened: ConversationSummary | None) -> None:
    """Read anew whenever it is opened."""
    words = st.text_input(
        "Search conversations", key="conversation_search", placeholder="words of a question or an answer"
    )
    shown = st.session_state.get(SHOWN, STEP)
    found = run(services().conversations.list(words, shown + 1))
    if not found:
        st.caption("No conversation has these words." if words.strip() else "Nothing has been asked yet.")
    with st.container(key="list-conversations", gap="xxsmall"):
        show_entries(found[:shown], opened)
    if len(found) > shown:
        st.button("Show older ones", icon=":material/expand_more:", type="tertiary", on_click=show_older)


def show_older() -> None:
    st.session_state[SHOWN] = st.session_state.get(SHOWN, STEP) + STEP


def show_entries(found: Sequence[ConversationSummary], opened: ConversationSummary | None) -> None:
    for summary in found:
        st.button(
            f"{markdown.literal(summary.title)} :gray[· {day(summary.updated_at)}]",
            key=f"open-{summary.id}",
            help=count_of(summary.turn_count, "question"),
            icon=entry_icon(summary, opened),
            type="tertiary",
            on_click=choose_conversation,
            args=(summary.id,),
            width="stretch",
        )


def choose_conversation(conversation_id: UUID) -> None:
    st.session_state[MENU] = False
    open_conversation(conversation_id)


def entry_icon(summary: ConversationSummary, opened: ConversationSummary | None) -> str:
    if services().runs.of_conversation(summary.id) is not None:
        return ":material/pending:"
    return ":material/chat:" if opened and opened.id == summary.id else ":material/chat_bubble_outline:"


def show_actions(opened: ConversationSummary) -> None:
    key = f"title-{opened.id}"
    # It may have been renamed in another tab. A field that is not on the page yet begins with its default alone.
    is_other = st.session_state.get(key, opened.title) != opened.title
    if is_other:
        st.session_state[key] = opened.title
    title = "" if is_other else opened.title
    st.text_input("Title", title, key=key, max_chars=200, on_change=rename_conversation, args=(opened.id, key))
    show_export(opened)
    if st.checkbox("Delete it, with its answers and traces", key=f"delete-sure-{opened.id}"):
        st.button(
            "Delete for good",
            key=f"delete-{opened.id}",
            icon=":material/delete:",
            type="primary",
            on_click=delete_conversation,
            args=(opened.id,),
        )


def rename_conversation(conversation_id: UUID, key: str) -> None:
    """Only what the user has written: another tab's field may still show an older title. Nothing is no title."""
    if st.session_state[key].strip():
        with failures.show_as_toast("The conversation was not renamed."):
            run(services().conversations.rename(conversation_id, st.session_state[key]))


def show_export(opened: ConversationSummary) -> None:
    left, right = st.columns(2)
    left.download_button(
        "Markdown",
        lambda: as_markdown(run(services().conversations.get(opened.id))),
        f"{file_name(opened.title)}.md",
        "text/markdown",
        key=f"markdown-{opened.id}",
        on_click="ignore",
        icon=":material/download:",
        help="Questions, answers and their sources, to read or print.",
    )
    right.download_button(
        "JSON",
        lambda: as_json(run(services().conversations.get(opened.id))),
        f"{file_name(opened.title)}.json",
        "application/json",
        key=f"json-{opened.id}",
        on_click="ignore",
        icon=":material/download:",
        help="Everything, with each tool call and its result.",
    )


def file_name(title: str) -> str:
    """`who-led-nasa-in-1974`: letters and digits of any script."""
    return "-".join(re.findall(r"[^\W_]+", title.lower()))[:LONGEST_NAME].strip("-") or "conversation"


def delete_conversation(conversation_id: UUID) -> None:
    with failures.show_as_toast("The conversation was not deleted."):
        run(services().conversations.delete(conversation_id))
        open_conversation(None)
