"""Grades given on the tuner's hits: stored at once, undone one after the other."""

import streamlit as st

from components import failures, markdown
from components.backend import run, services
from components.tuner import memory as tuner_memory
from services.search.models import Judgement

WORDS = ("not relevant", "related", "relevant", "exactly what was sought")


def query_grades(set_name: str, query: str) -> dict[str, Judgement]:
    """By document source."""
    return run(services().judgements.grades(set_name, query))


def give_grade(set_name: str, query: str, document_source: str, grade: int | None) -> None:
    memory = tuner_memory.tuner_memory()
    with failures.show_as_toast("The grade was not stored."):
        before = query_grades(set_name, query).get(document_source)
        run(services().judgements.grade(set_name, query, document_source, grade, judged_by=memory.judge))
        memory.graded.append(tuner_memory.Graded(set_name, query, document_source, before, grade))


def undo_grade() -> None:
    """The last grade of this session, whatever the query was; whose grade stood there before, stands there again."""
    memory = tuner_memory.tuner_memory()
    last = memory.graded[-1]
    grade, judge = (last.before.grade, last.before.judged_by) if last.before else (None, "")
    with failures.show_as_toast("The grade was not undone."):
        run(services().judgements.grade(last.set_name, last.query, last.document_source, grade, judged_by=judge))
        memory.graded.pop()


def show(given: dict[str, Judgement], set_name: str) -> None:
    """Where grades go, how many this query has, and undo."""
    last = tuner_memory.tuner_memory().graded[-1:]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"{graded_words(len(given))} for this query in “{markdown.literal(set_name)}”.", width="stretch")
        st.button(
            "Undo the last grade",
            icon=":material/undo:",
            type="tertiary",
            key="grade_undo",
            disabled=not last,
            on_click=undo_grade,
            help=grade_words(last[0]) if last else "Nothing was graded in this session",
        )


def graded_words(count: int) -> str:
    return "1 document is judged" if count == 1 else f"{count} documents are judged"


def grade_words(graded: tuner_memory.Graded) -> str:
    """Safe as Markdown."""
    now = "taken back" if graded.now is None else f"graded {graded.now}, {WORDS[graded.now]}"
    before = "unjudged" if graded.before is None else f"graded {graded.before.grade}"
    source, query = markdown.literal(graded.document_source), markdown.literal(graded.query)
    return f"{source} for “{query}”: {now}, before that {before}"
