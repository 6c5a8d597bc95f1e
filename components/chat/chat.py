"""The conversation that is open: its turns, the one in the making, and the field to ask in."""

from collections.abc import Sequence
from datetime import date
from uuid import UUID

import streamlit as st

from components import failures, markdown, url_state
from components.backend import run, services
from components.chat import ask_again as ask_elsewhere
from components.chat import (
    beside,
    call_again,
    conversation_menu,
    history,
    open_tab,
    sources,
    tool_trace,
    turn,
)
from components.chat.in_browser import scroll_into_view
from components.chat.turn import Actions
from services.agent.profiles import profiles
from services.chat.runs import ChatRun
from services.chat.suggestions import follow_ups
from services.errors import DossierError, NotFound
from services.models import Conversation, Question, Turn, Viewpoint
from services.sample.starters import opening_questions
from services.text.dates import end_of_day

EDIT = "turn_to_edit"
PROFILE = "chat_profile"
PROMPT, UNSENT = "chat_prompt", "unsent_prompt"
"""The field, and what was not asked: it goes back into the field as soon as that is drawn again."""
WAIT = "An answer is being written here. Wait for its end, or stop it, and ask then."


def open_conversation() -> Conversation | None:
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


def active_run() -> ChatRun | None:
    """To be asked before the conversation is read: an answer that ends in between is then read whole."""
    conversation_id = conversation_menu.current()
    return services().runs.of_conversation(conversation_id) if conversation_id else None


def show(conversation: Conversation | None, active: ChatRun | None, viewpoint: Viewpoint) -> None:
    """Its parts have fixed places: what another part drew before is gone at once, also while an answer runs."""
    active = active if conversation else None  # a deleted one has nothing to watch
    finished = [one for one in conversation.turns if active is None or one.id != active.id] if conversation else []
    shown = history.latest_turns(finished)
    past, running, ideas = history.reserve_place(shown), st.empty(), st.empty()
    latest = active.id if active is not None else finished[-1].id if finished else None
    scroll_into_view.follow(latest, running=active is not None, passage=beside.current())
    looking = show_question_field(viewpoint)
    with past:
        history.show(finished, shown, st.session_state.get(EDIT), ACTIONS)
    st.session_state.pop(UNSENT, None)  # not before: a run that ends earlier may not have reached the browser
    if active is not None:
        postpone_dialogs()
        ideas.empty()
        with running.container():
            watch_run(active)
        st.rerun()
    running.empty()
    with ideas.container():
        show_suggestions(finished, looking)
    call_again.show()
    ask_elsewhere.show(profile_names(), begin_run)


def postpone_dialogs() -> None:
    """One would open at the answer's end, out of the blue."""
    asked = [st.session_state.pop(key, None) for key in (call_again.KEY, ask_elsewhere.KEY)]
    if any(asked):
        st.toast(WAIT, icon=":material/pending:")


def watch_run(active: ChatRun) -> None:
    open_tab.keep_run_while_open(active)
    viewpoint = active.turn.viewpoint
    turn.show_question(active.prompt, viewpoint, active.turn.profile, key=f"running-{active.id}")
    with st.chat_message("assistant", avatar=":material/folder_open:"):
        st.button(
            "Stop",
            icon=":material/stop_circle:",
            key=f"stop-{active.id}",
            on_click=active.cancel,
            help="What was written until now is kept.",
        )
        tool_trace.follow(active.tail(), key=f"live-{active.id}", viewpoint=viewpoint)


def show_question_field(viewpoint: Viewpoint) -> Viewpoint:
    """It can be written in while an answer runs. From where it asks: the documents chosen beside it."""
    with st.bottom:
        looking = sources.show(viewpoint)
        sources.show_unclear_mention(submit, looking)
    of = f"the collection “{viewpoint.collection}”" if viewpoint.collection else "the documents and the graph"
    if unsent := st.session_state.get(UNSENT):
        st.session_state[PROMPT] = unsent
    # In a callback, so that one run of the page begins the answer and draws its first sign.
    # Without a limit of its own: the field would refuse a text that is too long without a word.
    st.chat_input(f"Ask about {of}", key=PROMPT, on_submit=submit_field, args=(looking,))
    return looking


def submit_field(viewpoint: Viewpoint) -> None:
    prompt = st.session_state.get(PROMPT)
    if prompt and prompt.strip():
        submit(prompt, viewpoint)


def submit(prompt: str, viewpoint: Viewpoint) -> None:
    asked = False
    with failures.show_as_toast("It was not asked."):
        read = sources.choose_mentioned(prompt, viewpoint)
        asked = read is not None and begin_run(make_question(*read, conversation_menu.current()))
    if not asked:
        st.session_state[UNSENT] = prompt


def show_edit_form(editing: Turn, later: int) -> None:
    with st.form("edit_question"):
        prompt = st.text_area("Change the question", editing.prompt, key=f"edited-{editing.id}", max_chars=20_000)
        if later:
            st.caption(turn.dropped_turns_words(later))
        with st.container(horizontal=True):
            sent = st.form_submit_button("Ask", type="primary")
            left = st.form_submit_button("Leave it as it is")
    changed = {"prompt": prompt.strip(), "profile": chosen_profile(), "replace_from": editing.turn_index}
    if left or (sent and begin_run(editing.question.model_copy(update=changed))):
        st.session_state.pop(EDIT)
        st.rerun()


def show_suggestions(finished: Sequence[Turn], viewpoint: Viewpoint) -> None:
    """What to ask first, or next."""
    if finished:
        last = finished[-1]
        ideas = follow_ups(last.prompt, last.events, viewpoint)
        show_suggested_questions("Go on with", ideas, f"follow-{last.id}", viewpoint, last.conversation_id)
    else:
        questions = run(opening_questions(services().library, services().graph, viewpoint))
        show_suggested_questions("Ask something, or begin with one of these", questions, "starter", viewpoint, None)


def show_suggested_questions(
    heading: str, questions: Sequence[str], key: str, viewpoint: Viewpoint, conversation_id: UUID | None
) -> None:
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
                on_click=ask_suggestion,
                args=(question, viewpoint, conversation_id),
            )


def ask_suggestion(prompt: str, viewpoint: Viewpoint, conversation_id: UUID | None) -> None:
    begin_run(make_question(prompt, viewpoint, conversation_id))


def make_question(prompt: str, viewpoint: Viewpoint, conversation_id: UUID | None) -> Question:
    return Question(prompt=prompt, profile=chosen_profile(), viewpoint=viewpoint, conversation=conversation_id)


def begin_run(question: Question) -> bool:
    """Start a run and put its conversation into the URL. False: it was not asked, and the page says why."""
    busy = run_of_conversation(question.conversation)
    if busy is not None:
        return is_asked_twice(busy, question)
    try:
        started = run(services().runs.start(question))
    except DossierError as error:
        # A message of its own: a button's or a dialog's rerun would wipe what is drawn here.
        st.toast(markdown.literal(str(error)), icon=":material/error:", duration="infinite")
        return False
    open_tab.keep_run_while_open(started)
    st.session_state[conversation_menu.BEGUN] = started
    conversation_menu.open_conversation(started.conversation_id)
    return True


def run_of_conversation(conversation_id: UUID | None) -> ChatRun | None:
    """The answer that runs in this conversation; for a new one, what a click of a moment ago has begun."""
    if conversation_id is not None:
        return services().runs.of_conversation(conversation_id)
    begun: ChatRun | None = st.session_state.get(conversation_menu.BEGUN)
    return begun if begun is not None and not begun.finished else None


def is_asked_twice(busy: ChatRun, question: Question) -> bool:
    """Whether this very question, sent here, is being answered: it was sent twice. Else the page says to wait."""
    conversation_menu.open_conversation(busy.conversation_id)
    is_ours = st.session_state.get(conversation_menu.BEGUN) is busy
    if is_ours and busy.question == question.in_conversation(busy.conversation_id):
        return True
    st.toast(WAIT, icon=":material/pending:")
    return False


def ask_again(one: Turn) -> None:
    """With the profile that is chosen now, as who chooses another one before asking again expects."""
    begin_run(one.question.model_copy(update={"profile": chosen_profile(), "replace_from": one.turn_index}))


def ask_all_sources(one: Turn) -> None:
    """The same, of all sources."""
    begin_run(one.question.model_copy(update={"viewpoint": one.viewpoint.of_all_documents()}))


def ask_at_date(one: Turn, day: date) -> None:
    viewpoint = ask_elsewhere.changed_viewpoint(one.viewpoint, end_of_day(day), one.viewpoint.collection)
    begin_run(one.question.model_copy(update={"viewpoint": viewpoint}))


def edit_question(one: Turn) -> None:
    st.session_state[EDIT] = one


def rate_answer(one: Turn, thumbs: int | None, note: str) -> None:
    with failures.show_as_toast("What you say of the answer was not stored."):
        run(services().conversations.rate(one.id, thumbs, note))


ACTIONS = Actions(
    ask_again, edit_question, ask_elsewhere.request_dialog, ask_all_sources, ask_at_date, rate_answer, show_edit_form
)


def profile_names() -> list[str]:
    return [profile.name for profile in profiles(services().settings.profiles_file)]


def chosen_profile() -> str:
    """Also before its control is drawn, by the URL that it starts from."""
    chosen: str | None = st.session_state.get(PROFILE) or st.query_params.get(PROFILE)
    names = profile_names()
    return chosen if chosen in names else names[0]


def profile_selector() -> None:
    described = {
        profile.name: f"{profile.help} Tools: {', '.join(profile.tools)}."
        for profile in profiles(services().settings.profiles_file)
    }
    chosen = st.selectbox(
        "Profile",
        list(described),
        key=PROFILE,
        on_change=url_state.bind_options(PROFILE, list(described), next(iter(described))),
        help="Which tools the agent has.",
    )
    st.caption(described[chosen])
