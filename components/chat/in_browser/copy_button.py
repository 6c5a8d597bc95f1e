"""A button that puts a text on the clipboard."""

from pathlib import Path

import streamlit as st

HERE = Path(__file__)

_button = st.components.v2.component(
    "dossier_copy",
    html=HERE.with_suffix(".html").read_text(encoding="utf-8"),
    css=HERE.with_suffix(".css").read_text(encoding="utf-8"),
    js=HERE.with_suffix(".js").read_text(encoding="utf-8"),
)


def show(text: str, *, key: str, help_text: str) -> None:
    _button(key=key, data={"text": text, "help": help_text}, width="content", height="content")
