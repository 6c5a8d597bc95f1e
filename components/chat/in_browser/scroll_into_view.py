"""Keeps the latest question at the top of the window when its answer comes, and the field ready to be typed in."""

from pathlib import Path
from uuid import UUID

import streamlit as st

_scroll = st.components.v2.component(
    "dossier_into_view",
    html='<div class="room"></div>',
    js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
)


def follow(answer_id: UUID | None, *, running: bool) -> None:
    """At the end of the page. `answer_id`: of the answer that comes, or came last; None: nothing was asked."""
    _scroll(key="into-view", data={"id": str(answer_id) if answer_id else None, "running": running}, height="content")
