"""The conversation that is open: its turns, the one in the making, and the field to ask in."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import streamlit as st

from components import markdown
from components.backend import run, services
from components.chat import ask_again as ask_elsewhere
from components.chat import call_again, conversation_menu, history, open_tab, scroll_into_view, tool_trace, turn
from components.chat.ask_again import Variant
from components.chat.scope import Scope
from components.chat.turn import Actions
from services.agent.profiles import profiles
from services.chat.runs import ChatRun
from services.chat.suggestions import follow_ups
from services.errors import DossierError, NotFound
from services.models import Conversation, Turn
from services.sample.starters import openers

EDIT = "turn_to_edit"
PROFILE = "chat_profile"
PROMPT = "chat_prompt"
WAIT = "An answer is being written here. Wait for its end, or stop it, and ask then."

Asked = tuple[object, ...]
"""All that tells one question from another."""


@dataclass(frozen=True)
class Begun:
    """The answer that this session began last."""

    run: ChatRun
    asked: Asked


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


def answering() -> ChatRun | None:
    """To be asked before the conversation is read: an answer that ends in between is then read whole."""
    conversation_id = conversation_menu.current()
    return services().runs.of_conversation(conversation_id) if conversation_id else None


def show(conversation: Conversation | None, active: ChatRun | None, scope: Scope) -> None:
    """Its parts have fixed places: what another part drew before is gone at once, also while an answer runs."""
    active = active if conversation else None  # a deleted one has nothing to watch
    finished = [one for one in conversation.turns if active is None or one.id != active.id] if conversation else []
    shown = history.latest(finished)
    past, running, ideas = history.place(shown), st.empty(), st.empty()
    field(scope)
    with past:
        history.show(finished, shown, st.session_state.get(EDIT), ACTIONS)
    if active is not None:
        put_off_dialogs()
        ideas.empty()
        with running.container():
            watch(active)
        st.rerun()
    running.empty()
    with ideas.container():
        suggestions(finished, scope)
    call_again.show()
    ask_elsewhere.show(profile_names(), ask_variant)


def put_off_dialogs() -> None:
    """One would open at the answer's end, out of the blue."""
    asked = [st.session_state.pop(key, None) for key in (call_again.KEY, ask_elsewhere.KEY)]
    if any(asked):
        st.toast(WAIT, icon=":material/pending:")


def watch(active: ChatRun) -> None:
    open_tab.keep(active)
    scope = Scope.of(active.turn)
    turn.question(active.prompt, scope, active.turn.profile)
    with st.chat_message("assistant", avatar=":material/folder_open:"):
        st.button(
            "Stop",
            icon=":material/stop_circle:",
            key=f"stop-{active.id}",
            on_click=active.cancel,
            help="What was written until now is kept.",
        )
        scroll_into_view.once(active.id)
        tool_trace.follow(active.tail(), key=f"live-{active.id}", scope=scope)


def field(scope: Scope) -> None:
    """It can be written in while an answer runs."""
    of = f"the collection “{scope.collection}”" if scope.collection else "the documents and the graph"
    # In a callback, so that one run of the page begins the answer and draws its first sign.
    # Without a limit of its own: the field would refuse a text that is too long without a word.
    st.chat_input(f"Ask about {of}", key=PROMPT, on_submit=submitted, args=(scope,))


def submitted(scope: Scope) -> None:
    prompt = st.session_state.get(PROMPT)
    if prompt and prompt.strip() and not begin(prompt, scope, conversation_menu.current()):
        st.session_state[PROMPT] = prompt  # back into the field


def edit_form(editing: Turn, later: int) -> None:
    with st.form("edit_question"):
        prompt = st.text_area("Change the question", editing.prompt, key=f"edited-{editing.id}", max_chars=20_000)
        if later:
            st.caption(turn.dropped(later))
        with st.container(horizontal=True):
            asked = st.form_submit_button("Ask", type="primary")
            left = st.form_submit_button("Leave it as it is")
    place = editing.conversation_id
    if left or (asked and begin(prompt, Scope.of(editing), place, replace_from=editing.turn_index)):
        st.session_state.pop(EDIT)
        st.rerun()


def suggestions(finished: Sequence[Turn], scope: Scope) -> None:
    """What to ask first, or next."""
    if finished:
        last = finished[-1]
        offer("Go on with", follow_ups(last.prompt, last.events), f"follow-{last.id}", scope, last.conversation_id)
    else:
        questions = run(openers(services().library, services().graph, scope.collection))
        offer("Ask something, or begin with one of these", questions, "starter", scope, None)


def offer(heading: str, questions: Sequence[str], key: str, scope: Scope, conversation_id: UUID | None) -> None:
    if not questions:
        return
    st.caption(heading)
    with st.container(gap="xxsmall"):
        for index, question in enumerate(questions):
            st.button(
                markdown.literal(question),
                key=f"{key}-{index}",
                icon=":material/arrow_forward:",
                type="tertiary",
                on_click=chosen,
                args=(question, scope, conversation_id),
            )


def chosen(question: str, scope: Scope, conversation_id: UUID | None) -> None:
    begin(question, scope, conversation_id)


def begin(
    prompt: str,
    scope: Scope,
    conversation_id: UUID | None,
    *,
    profile: str | None = None,
    text_weight: float | None = None,
    model: str | None = None,
    replace_from: int | None = None,
) -> bool:
    """Start a run and put its conversation into the URL. False: it was not asked, and the page says why."""
    profile = profile or st.session_state.get(PROFILE) or profile_names()[0]
    asked = (prompt.strip(), scope, profile, text_weight, model, replace_from)
    busy = running_here(conversation_id)
    if busy is not None:
        return is_asked_twice(busy, asked)
    try:
        started = run(
            services().runs.start(
                prompt,
                profile=profile,
                conversation_id=conversation_id,
                as_of=scope.as_of,
                collection=scope.collection,
                text_weight=text_weight,
                model=model,
                replace_from=replace_from,
            )
        )
    except DossierError as error:
        # A message of its own: a button's or a dialog's rerun would wipe what is drawn here.
        st.toast(markdown.literal(str(error)), icon=":material/error:", duration="infinite")
        return False
    open_tab.keep(started)
    st.session_state[conversation_menu.BEGUN] = Begun(started, asked)
    conversation_menu.open_conversation(started.conversation_id)
    return True


def running_here(conversation_id: UUID | None) -> ChatRun | None:
    """The answer that runs in this conversation; for a new one, what a click of a moment ago has begun."""
    if conversation_id is not None:
        return services().runs.of_conversation(conversation_id)
    begun: Begun | None = st.session_state.get(conversation_menu.BEGUN)
    return begun.run if begun is not None and not begun.run.finished else None


def is_asked_twice(busy: ChatRun, asked: Asked) -> bool:
    """Whether this very question is being answered: it was sent twice. Else the page says that one must wait."""
    begun: Begun | None = st.session_state.get(conversation_menu.BEGUN)
    conversation_menu.open_conversation(busy.conversation_id)
    if begun is not None and begun.run is busy and begun.asked == asked:
        return True
    st.toast(WAIT, icon=":material/pending:")
    return False


def ask_again(one: Turn) -> None:
    begin(one.prompt, Scope.of(one), one.conversation_id, profile=one.profile, replace_from=one.turn_index)


def ask_variant(one: Turn, variant: Variant) -> None:
    begin(
        one.prompt,
        variant.scope,
        one.conversation_id,
        profile=variant.profile,
        text_weight=variant.text_weight,
        model=variant.model,
    )


def edit(one: Turn) -> None:
    st.session_state[EDIT] = one


def rate(one: Turn, thumbs: int | None, note: str) -> None:
    run(services().conversations.rate(one.id, thumbs, note))


ACTIONS = Actions(ask_again, edit, ask_elsewhere.request, rate, edit_form)


def profile_names() -> list[str]:
    return [profile.name for profile in profiles(services().settings.profiles_file)]


def profile_selector() -> None:
    described = {
        profile.name: f"{profile.help} Tools: {', '.join(profile.tools)}."
        for profile in profiles(services().settings.profiles_file)
    }
    chosen = st.selectbox(
        "Profile", list(described), key=PROFILE, bind="query-params", help="Which tools the agent has."
    )
    st.caption(described[chosen])
