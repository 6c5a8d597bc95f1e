"""For callbacks: what did not work is said in a toast, and the page then shows how things stand."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from components import markdown
from services.errors import DossierError


@contextmanager
def told(what: str) -> Iterator[None]:
    """`what` is a sentence, such as "The grade was not stored."; the error's own sentence follows it."""
    try:
        yield
    except DossierError as error:
        st.toast(f"{what} {markdown.literal(str(error))}", icon=":material/error:", duration="long")
