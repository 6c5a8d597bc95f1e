"""The bars of the timeline are reached and opened by keyboard."""

from pathlib import Path

import streamlit as st

_reach = st.components.v2.component(
    "dossier_timeline_keyboard",
    html='<div class="spoken" aria-live="polite"></div>',
    css=".spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }",
    js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
)


def reach_bars() -> None:
    _reach(key="timeline-keyboard", height=1)
