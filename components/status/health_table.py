"""Each part of the workbench with its state and the reason."""

import streamlit as st

from components.markdown import literal
from components.sidebar.health import COLOURS, NAMES, WORDS
from services.models import Health, PartHealth


def show(health: Health) -> None:
    if health.ok:
        st.success("Documents can be searched.", icon=":material/check_circle:")
    else:
        st.error("Documents cannot be searched now. The table says why.", icon=":material/error:")
    rows = {NAMES[part]: state for part, state in health.parts.items()}
    st.table(
        {f":{COLOURS[state.status]}[●] {name}": state_words(state) for name, state in rows.items()}, border="horizontal"
    )


def state_words(state: PartHealth) -> str:
    """`down: PostgreSQL cannot be reached …`; of what is not configured or starting, the reason says so."""
    if state.status in ("off", "starting") and state.reason:
        return literal(state.reason)
    return f"{WORDS[state.status]}: {literal(state.reason)}" if state.reason else WORDS[state.status]
