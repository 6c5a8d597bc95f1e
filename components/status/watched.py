"""What is watched: when it was seen last, when it is due, and what is wrong."""

import streamlit as st

from components.backend import run, services
from components.markdown import as_code, literal
from components.sources.watched import state_words


def show() -> None:
    """Nothing where nothing is watched."""
    if watches := run(services().watches.all()):
        st.header("Watched folders and pages")
        told = {one.address: ". ".join(filter(None, [state_words(one), one.problem])) for one in watches}
        st.table({as_code(address): literal(said) for address, said in told.items()}, border="horizontal")
