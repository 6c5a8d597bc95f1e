"""Facts that are still being read: what is not there yet is not said to be unknown."""

import streamlit as st

from components.backend import run, services
from services.text.wording import count_of


def show() -> bool:
    """How many documents' facts are missing, until they are there; nothing, and false, where none are."""
    if waiting := _waiting():
        st.info(
            f"Facts are still being read: {count_of(waiting, 'document')} to go. This page goes on by itself.",
            icon=":material/hourglass_top:",
        )
        _look_again(waiting)
    return waiting > 0


@st.fragment(run_every=3)
def _look_again(before: int) -> None:
    if _waiting() != before:
        st.rerun(scope="app")


def _waiting() -> int:
    return run(services().ingestion.graph.waiting())
