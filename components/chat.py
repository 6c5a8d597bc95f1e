"""The conversation that is open: its turns, the one in the making, and the field to ask in."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

import streamlit as st

from components import ask_elsewhere, call_again, conversation_menu, tool_trace, turn
from components.ask_elsewhere import Variant
from components.backend import run, services
from services.agent.openers import openers
from services.agent.profiles import profiles
from services.agent.runs import ChatRun
from services.agent.suggestions import follow_ups
from services.errors import DossierError, NotFound
from services.models import Conversation, Turn

EDIT = "turn_to_edit"
PROFILE = "chat_profile"


def opened() -> Conversation | None:
    """The conversation that the URL names; a sentence when it is gone."""
    conversation_id = conversation_menu.current()
    if conversation_id is None:
        return None
    try:
        return run(services().conversations.get(conversation_id))
    except NotFound:
        st.warning("This conversation was deleted. Your next question begins a new one.", icon=":material/delete:")
        conversation_menu.open_conversation(None)
        return None


def show(conversation: Conversation | None, as_of: datetime | None) -> None:
    active = services().runs.of_conversation(conversation.summary.id) if conversation else None
    turns = conversation.turns if conversation else ()
    finished = [one for one in turns if active is None or one.id != active.id]
    history(finished)
    if not turns:
        starters(as_of)
    if active is not None:
        watch(active)
        st.rerun()
    if finished:
        proposals(finished[-1], as_of)
    field(conversation, as_of, answering=active is not None)
    call_again.show(as_of)
    ask_elsewhere.show(profile_names(), ask_variant)


def history(turns: Sequence[Turn]) -> None:
    for index, one in enumerate(turns):
        turn.show(
            one,
            is_last=index == len(turns) - 1,
            on_again=ask_again,
            on_edit=edit,
            on_elsewhere=ask_elsewhere.request,
            on_rate=rate,
        )
        same = [other for other in turns[: index + 1] if other.prompt == one.prompt]
        if len(same) > 1:
            ask_elsewhere.compare(same)


def watch(active: ChatRun) -> None:
    turn.question(active.prompt, active.turn.as_of, active.turn.profile)
    with st.chat_message("assistant", avatar=":material/folder_open:"):
        st.button(
            "Stop",
            icon=":material/stop_circle:",
            key=f"stop-{active.id}",
            on_click=active.cancel,
            help="What was written until now is kept.",
        )
        tool_trace.follow(active.tail(), key=f"live-{active.id}")


def field(conversation: Conversation | None, as_of: datetime | None, *, answering: bool) -> None:
    editing: Turn | None = st.session_state.get(EDIT)
    if editing is not None:
        edit_form(editing)
    prompt = st.chat_input(
        "Ask about the documents and the graph", key="chat_prompt", disabled=answering, max_chars=20_000
    )
    if prompt:
        begin(prompt, as_of, conversation.summary.id if conversation else None)
        st.rerun()


def edit_form(editing: Turn) -> None:
    with st.form("edit_question"):
        prompt = st.text_area("Change the question", editing.prompt, key="edited_prompt")
        left, right = st.columns(2)
        if left.form_submit_button("Ask", type="primary", width="stretch"):
            st.session_state.pop(EDIT)
            begin(prompt, editing.as_of, editing.conversation_id, replace_from=editing.turn_index)
            st.rerun()
        if right.form_submit_button("Leave it as it is", width="stretch"):
            st.session_state.pop(EDIT)
            st.rerun()


def starters(as_of: datetime | None) -> None:
    st.markdown("**Ask something, or begin with one of these**")
    for index, question in enumerate(run(openers(services().library, services().graph))):
        st.button(
            question,
            key=f"starter-{index}",
            icon=":material/arrow_forward:",
            type="tertiary",
            on_click=begin,
            args=(question, as_of, None),
        )


def proposals(last: Turn, as_of: datetime | None) -> None:
    questions = follow_ups(last.prompt, last.events)
    if questions:
        st.caption("Go on with")
    for index, question in enumerate(questions):
        st.button(
            question,
            key=f"follow-{last.id}-{index}",
            icon=":material/subdirectory_arrow_right:",
            type="tertiary",
            on_click=begin,
            args=(question, as_of, last.conversation_id),
        )


def begin(
    prompt: str,
    as_of: datetime | None,
    conversation_id: UUID | None,
    *,
    profile: str | None = None,
    text_weight: float | None = None,
    replace_from: int | None = None,
) -> None:
    """Start a run and put its conversation into the URL."""
    try:
        started = run(
            services().runs.start(
                prompt,
                profile=profile or st.session_state.get(PROFILE) or profile_names()[0],
                conversation_id=conversation_id,
                as_of=as_of,
                text_weight=text_weight,
                replace_from=replace_from,
            )
        )
    except DossierError as error:
        st.error(str(error), icon=":material/error:")
        return
    conversation_menu.open_conversation(started.conversation_id)


def ask_again(one: Turn) -> None:
    begin(one.prompt, one.as_of, one.conversation_id, profile=one.profile, replace_from=one.turn_index)


def ask_variant(one: Turn, variant: Variant) -> None:
    begin(one.prompt, variant.as_of, one.conversation_id, profile=variant.profile, text_weight=variant.text_weight)


def edit(one: Turn) -> None:
    st.session_state[EDIT] = one


def rate(one: Turn, thumbs: int | None) -> None:
    run(services().conversations.rate(one.id, thumbs))


def profile_names() -> list[str]:
    return [profile.name for profile in profiles(services().settings.profiles_file)]


def profile_selector() -> None:
    described = {
        profile.name: f"{profile.help} Tools: {', '.join(profile.tools)}." for profile in profiles(services().settings.profiles_file)
    }
    chosen = st.selectbox(
        "Profile", list(described), key=PROFILE, bind="query-params", help="Which tools the agent has."
    )
    st.caption(described[chosen])
