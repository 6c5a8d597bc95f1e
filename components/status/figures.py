"""Names with what belongs to them, as a quiet table."""

from collections.abc import Sequence

import streamlit as st

from components.markdown import literal
from services.status import Figure


def show(title: str, figures: Sequence[Figure]) -> None:
    st.header(title)
    st.table({figure.name: literal(figure.amount) for figure in figures}, border="horizontal")
