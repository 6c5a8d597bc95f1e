"""Brings the answer that begins into view: Streamlit follows a growing page only for a reader who is at its end."""

from pathlib import Path
from uuid import UUID

import streamlit as st

_scroll = st.components.v2.component(
    "dossier_into_view", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def once(answer_id: UUID) -> None:
    _scroll(key=f"into-view-{answer_id}", data={"id": str(answer_id)})
