"""Names with their amounts: sizes as large numbers, versions and places as a list."""

from collections.abc import Sequence

import streamlit as st

from services.status import Figure

WIDEST_ROW = 4


def show_numbers(title: str, figures: Sequence[Figure]) -> None:
    st.subheader(title)
    for start in range(0, len(figures), WIDEST_ROW):
        row = figures[start : start + WIDEST_ROW]
        for column, figure in zip(st.columns(WIDEST_ROW), row, strict=False):
            column.metric(figure.name, figure.amount)


def show_list(title: str, figures: Sequence[Figure]) -> None:
    st.subheader(title)
    st.table({figure.name: figure.amount for figure in figures}, border="horizontal")
