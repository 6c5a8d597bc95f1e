"""Closes the sidebar in a narrow window: Streamlit does so for telephones only."""

from pathlib import Path

import streamlit as st

_closer = st.components.v2.component(
    "dossier_narrow_window", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def close_sidebar() -> None:
    _closer(key="narrow-window", height=1)
