"""Enter and Escape take the date that was typed into a date field, on every page."""

from pathlib import Path

import streamlit as st

_taker = st.components.v2.component(
    "dossier_typed_dates", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def take_typed_dates() -> None:
    _taker(key="typed-dates", height=1)
