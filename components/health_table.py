"""Each part of the workbench with its state and the reason, in a table."""

import streamlit as st

from components.health import COLOURS, NAMES, WORDS
from services.models import Health


def show(health: Health) -> None:
    if health.ok:
        st.success("Documents can be searched.", icon=":material/check_circle:")
    else:
        st.error("Documents cannot be searched now. The table says why.", icon=":material/error:")
    for part, name in NAMES.items():
        state = health.parts[part]  # type: ignore[index]
        left, right = st.columns([1, 4])
        left.markdown(f":{COLOURS[state.status]}[●] **{name}** {WORDS[state.status]}")
        right.text(state.reason or "–")
