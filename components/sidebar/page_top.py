"""What is opened begins at its top; what Back leads to, where it was left."""

from pathlib import Path

import streamlit as st

_top = st.components.v2.component("dossier_page_top", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"))


def begin_at_top(page: str, *, scrolls_itself: bool) -> None:
    """`page` is the one shown; one that `scrolls_itself` brings into view what it was opened for."""
    shown = f"{page} {st.query_params.get('id', '')}"  # a document is opened on the page of their list
    _top(key="page-top", data={"shown": shown, "scrolls_itself": scrolls_itself}, height=1)
