"""The list of conversations: search, open, begin anew; rename, export and delete the one that is open."""

from collections.abc import Sequence
from uuid import UUID

import streamlit as st

from components import markdown
from components.backend import run, services
from components.dates import day
from services.agent.transcript import as_json, as_markdown
from services.models import ConversationSummary

PARAMETER = "conversation"
BEGUN = "answer_begun_here"
"""The key of the answer that this session began last, until it turns to a new conversation."""


def current() -> UUID | None:
    """The conversation in the URL; None: a new one."""
    try:
        return UUID(st.query_params.get(PARAMETER, ""))
    except ValueError:
        return None


def open_conversation(conversation_id: UUID | None) -> None:
    if conversation_id is None:
        st.query_params.pop(PARAMETER, None)
        st.session_state.pop(BEGUN, None)
    else:
        st.query_params[PARAMETER] = str(conversation_id)


def show(opened: ConversationSummary | None) -> None:
    with st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="bottom", gap="small"):
        st.button(
            "New",
            icon=":material/add:",
            key="conversation_new",
            on_click=open_conversation,
            args=(None,),
            disabled=opened is None,
        )
        with st.popover("Conversations", icon=":material/list:"):
            words = st.text_input(
                "Search conversations", key="conversation_search", placeholder="words of a question or an answer"
            )
            entries(run(services().conversations.list(words, 30)), opened)
        if opened is not None:
            with st.popover("This conversation", icon=":material/more_horiz:"):
                manage(opened)


def entries(found: Sequence[ConversationSummary], opened: ConversationSummary | None) -> None:
    if not found:
        st.caption("No conversation has these words.")
    for summary in found:
        count = f"{summary.turn_count} question{'s' if summary.turn_count != 1 else ''}"
        st.button(
            markdown.literal(summary.title),
            key=f"open-{summary.id}",
            help=f"{count}, last on {day(summary.updated_at)}",
            type="primary" if opened and opened.id == summary.id else "tertiary",
            on_click=open_conversation,
            args=(summary.id,),
            width="stretch",
        )


def manage(opened: ConversationSummary) -> None:
    key = f"title-{opened.id}"
    # It may have been renamed in another tab. A field that is not on the page yet begins with its default alone.
    is_other = st.session_state.get(key, opened.title) != opened.title
    if is_other:
        st.session_state[key] = opened.title
    title = "" if is_other else opened.title
    st.text_input("Title", title, key=key, max_chars=200, on_change=rename, args=(opened.id, key))
    export(opened)
    if st.checkbox("Delete it, with its answers and traces", key=f"delete-sure-{opened.id}"):
        st.button(
            "Delete for good",
            key=f"delete-{opened.id}",
            icon=":material/delete:",
            type="primary",
            on_click=delete,
            args=(opened.id,),
        )


def rename(conversation_id: UUID, key: str) -> None:
    """Only what the user has written: another tab's field may still show an older title. Nothing is no title."""
    if st.session_state[key].strip():
        run(services().conversations.rename(conversation_id, st.session_state[key]))


def export(opened: ConversationSummary) -> None:
    left, right = st.columns(2)
    left.download_button(
        "Markdown",
        lambda: as_markdown(run(services().conversations.get(opened.id))),
        f"{opened.id}.md",
        "text/markdown",
        key=f"markdown-{opened.id}",
        on_click="ignore",
        icon=":material/download:",
        help="Questions, answers and their sources, to read or print.",
    )
    right.download_button(
        "JSON",
        lambda: as_json(run(services().conversations.get(opened.id))),
        f"{opened.id}.json",
        "application/json",
        key=f"json-{opened.id}",
        on_click="ignore",
        icon=":material/download:",
        help="Everything, with each tool call and its result.",
    )


def delete(conversation_id: UUID) -> None:
    run(services().conversations.delete(conversation_id))
    open_conversation(None)
