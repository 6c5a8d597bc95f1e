"""Enter in a dialog's date field presses its button."""

from pathlib import Path

import streamlit as st

_enter = st.components.v2.component(
    "dossier_enter_asks", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def listen(*, field: str, button: str) -> None:
    """`field` and `button` are the keys of the two controls."""
    _enter(key=f"enter-{button}", data={"field": field, "button": button}, height=1)
