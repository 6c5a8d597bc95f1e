"""The same question at another date or of another collection, with another profile or text_weight; then both answers
side by side."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

import streamlit as st

from components import markdown
from components.backend import run, services
from components.chat import answer as answer_view
from components.chat.in_browser import enter_asks
from components.dates import date_of
from services.models import Answer, Question, ToolResult, Turn, Viewpoint
from services.text.dates import end_of_day
from services.text.wording import choice_words

KEY = "turn_to_ask_elsewhere"


Ask = Callable[[Question], object]


def request_dialog(turn: Turn) -> None:
    st.session_state[KEY] = turn


def show(profiles: list[str], ask: Ask) -> None:
    turn = st.session_state.pop(KEY, None)
    if turn is not None:
        show_dialog(turn, profiles, ask)


@st.dialog("Ask the same question again")
def show_dialog(turn: Turn, profiles: list[str], ask: Ask) -> None:
    st.text(turn.prompt)
    as_of = turn.viewpoint.as_of
    left, right = st.columns([2, 1], vertical_alignment="bottom")  # beside: below, the calendar would cover it
    asks = right.button("Ask", type="primary", key="elsewhere_ask", icon=":material/send:", width="stretch")
    enter_asks.listen(field="elsewhere_date", button="elsewhere_ask")
    day_chosen = left.date_input(
        "As of",
        value=as_of.date() if as_of else None,
        min_value="1800-01-01",
        max_value="2100-12-31",
        format="YYYY-MM-DD",
        key="elsewhere_date",
        help="Empty means now.",
    )
    profile = st.selectbox(
        "Profile",
        profiles,
        index=profiles.index(turn.profile) if turn.profile in profiles else 0,
        key="elsewhere_profile",
    )
    collection = choose_other_collection(turn)
    own = st.toggle("Another text_weight than the saved one", key="elsewhere_own_weight")
    weight = st.slider("text_weight", 0.0, 1.0, 0.3, 0.05, key="elsewhere_weight") if own else None
    model = st.text_input(
        "Model",
        key="elsewhere_model",
        placeholder="the configured one",
        help="A pydantic-ai model string such as openai:gpt-5-mini, or “offline” for quotations without a model.",
    )
    if asks:
        viewpoint = changed_viewpoint(turn.viewpoint, end_of_day(day_chosen) if day_chosen else None, collection)
        changed = {"viewpoint": viewpoint, "profile": profile, "text_weight": weight, "model": model.strip() or None}
        ask(turn.question.model_copy(update=changed))
        st.rerun()


def changed_viewpoint(before: Viewpoint, as_of: datetime | None, collection: str | None) -> Viewpoint:
    """At another date; who looked at what was written by then still does."""
    written_then = before.published_by is not None and before.published_by == before.as_of
    published = as_of if written_then else before.published_by
    return before.model_copy(update={"as_of": as_of, "published_by": published, "collection": collection})


def choose_other_collection(turn: Turn) -> str | None:
    """Offered where there is more than one."""
    collections, asked = run(services().library.collections()), turn.viewpoint.collection
    if len(collections) < 2:
        return None
    return st.selectbox(
        "Collection",
        collections,
        index=collections.index(asked) if asked in collections else None,
        key="elsewhere_collection",
        placeholder="all collections",
        help="Empty: all documents are asked.",
    )


def show_comparison(turns: list[Turn]) -> None:
    """Shown under a question that has been asked more than once: the two latest answers beside each other."""
    before, after = turns[-2:]
    same = is_same_answer(before.answer, after.answer)
    label = "Compare with the earlier answer: it says the same" if same else "Compare with the earlier answer"
    with st.expander(label, icon=":material/compare:"):
        if same:
            st.caption("Both answers are equal, word for word, and cite the same passages.")
        left, right = st.columns(2)
        for column, turn, other in ((left, before, after), (right, after, before)):
            with column:
                st.markdown(f"**{settings_words(turn)}**")
                show_answer_beside(turn, other)


def is_same_answer(one: Answer | None, other: Answer | None) -> bool:
    """The same words of the same passages."""
    if one is None or other is None:
        return False
    return one.text.strip() == other.text.strip() and cited_places(one) == cited_places(other)


def cited_places(answer: Answer) -> list[answer_view.Place]:
    return [answer_view.citation_place(citation) for citation in answer.citations]


def settings_words(turn: Turn) -> str:
    """The date, the collection, the profile, the model and the text_weight: what can be different beside the other."""
    as_of, collection = turn.viewpoint.as_of, turn.viewpoint.collection
    looked = f"As of {date_of(as_of)}" if as_of else "Now"
    written = turn.viewpoint.published_by
    published = f"published by {date_of(written)}" if written else ""
    only = "" if turn.viewpoint.chosen.is_empty else f"only {choice_words(turn.viewpoint.chosen)}"
    weights = {event.used_setting.text_weight for event in turn.events if isinstance(event, ToolResult)}
    used = [f"text_weight {weight:g}" for weight in weights if weight is not None]
    model = turn.answer.model if turn.answer else ""
    return " · ".join(
        markdown.literal(part) for part in (looked, published, collection, only, turn.profile, model, *used) if part
    )


def show_answer_beside(turn: Turn, other: Turn) -> None:
    if turn.answer is None:
        st.caption("No answer was given.")
        return
    st.markdown(answer_view.link_numbers(turn.answer))
    elsewhere = cited_chunks(other.answer)
    for number, citation in enumerate(turn.answer.citations, 1):
        only_here = citation.chunk_id not in elsewhere
        st.markdown(
            f"[{number}] {markdown.literal(citation.document_title)}" + (" :blue-badge[only here]" if only_here else "")
        )


def cited_chunks(answer: Answer | None) -> set[UUID | None]:
    return {citation.chunk_id for citation in answer.citations} if answer else set()
