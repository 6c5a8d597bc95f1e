"""Dots with words in the sidebar: can the workbench be used, and if not, why."""

from collections.abc import Iterator

import streamlit as st

from components.backend import run, services
from components.markdown import literal
from services.errors import DossierError
from services.models import Health, PartHealth

NAMES = {"postgres": "Documents", "graph": "Graph", "embedding": "Embeddings", "chat_model": "Language model"}
COLOURS = {"ok": "green", "starting": "orange", "down": "red", "off": "gray"}
WORDS = {"ok": "ready", "starting": "starting", "down": "down", "off": "not configured"}


UNWELL = "health_unwell"
"""In the session's state: whether a part was away or busy when it was looked at last."""
OFTEN_SECONDS, SELDOM_SECONDS = 5, 15


def show() -> None:
    """Looked at often where something changes by itself soon, else seldom: each time the browser has work."""
    often = st.session_state.get(UNWELL, True)
    st.fragment(run_every=OFTEN_SECONDS if often else SELDOM_SECONDS)(show_parts)()


def show_parts() -> None:
    try:
        health = run(services().health())
    except DossierError as error:
        st.session_state[UNWELL] = True
        st.error(literal(str(error)), icon=":material/error:")
        return
    st.session_state[UNWELL] = any(part.reason and part.status != "off" for part in health.parts.values())
    st.caption("  \n".join(health_lines(health)), help=lacking_words(health))


def health_lines(health: Health) -> Iterator[str]:
    """One for each part; what it is busy with or suffers from stands under it, what it lacks for good in the help."""
    for part, name in NAMES.items():
        state = health.parts[part]  # type: ignore[index]
        yield health_line(name, state)
        if state.reason and state.status != "off":
            yield f"*{literal(state.reason)}*"


def lacking_words(health: Health) -> str | None:
    reasons = [state.reason for state in health.parts.values() if state.status == "off" and state.reason]
    return " ".join(reasons) or None


def health_line(name: str, part: PartHealth) -> str:
    return f":{COLOURS[part.status]}[●] {name}: {WORDS[part.status]}"
