"""Keeps the latest question at the top of the window when its answer comes, and the field ready to be typed in."""

from pathlib import Path
from uuid import UUID

import streamlit as st

_scroll = st.components.v2.component(
    "dossier_into_view",
    html='<div class="room"></div>',
    js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
)


def follow(answer_id: UUID | None, *, running: bool, passage: tuple[str, str, str] | None = None) -> None:
    """At the end of the page. `answer_id`: of the answer that comes, or came last; None: nothing was asked. A page that
    is opened with a `passage` (document, start, end) beside it shows the place that cites this."""
    known = str(answer_id) if answer_id else None
    _scroll(key="into-view", data={"id": known, "running": running, "passage": passage}, height="content")
