"""Answers that called tools, each as a whole: the question, and its calls on one axis of time."""

from collections.abc import Sequence

import streamlit as st

from components import links, markdown
from components.backend import run, services
from components.dates import day, duration
from components.traces import time_axis
from components.traces.run_list import shorten_prompt, show_head, show_lines, show_more_button, summary_words
from services.models import TracedAnswer
from services.text.wording import count_of


def show(answers: Sequence[TracedAnswer], total: int, order: str) -> None:
    show_head(answers, summary_words(len(answers), total, order, "answer"), "answers")
    show_lines(answers, headline, show_details, lambda one: f"answer-{one.turn_id}")
    show_more_button(total - len(answers))


def headline(one: TracedAnswer) -> str:
    spent = duration(one.total_ms) if one.total_ms is not None else "not finished"
    failed = [f":red[{one.failed} failed]"] if one.failed else []
    parts = [markdown.literal(shorten_prompt(one.prompt, 90)), count_of(one.calls, "call"), *failed, spent]
    return " · ".join([*parts, f":gray[{day(one.asked_at)}]"])


def show_details(one: TracedAnswer) -> None:
    turn = run(services().conversations.turn(one.turn_id))
    st.text(one.prompt)
    time_axis.show(turn)
    links.show("chat", "Open the conversation", icon=":material/forum:", conversation=str(turn.conversation_id))
