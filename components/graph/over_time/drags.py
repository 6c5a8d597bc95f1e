"""A drag moves the timeline and opens nothing; a click opens what it hits."""

from pathlib import Path

import streamlit as st

_keeper = st.components.v2.component(
    "dossier_timeline_drags", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def keep_from_opening() -> None:
    _keeper(key="timeline-drags", height=1)
