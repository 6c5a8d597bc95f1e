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


@st.fragment(run_every=5)
def show() -> None:
    try:
        health = run(services().health())
    except DossierError as error:
        st.error(literal(str(error)), icon=":material/error:")
        return
    st.caption("  \n".join(lines(health)), help=lacking(health))


def lines(health: Health) -> Iterator[str]:
    """One for each part; what it is busy with or suffers from stands under it, what it lacks for good in the help."""
    for part, name in NAMES.items():
        state = health.parts[part]  # type: ignore[index]
        yield line(name, state)
        if state.reason and state.status != "off":
            yield f"*{literal(state.reason)}*"


def lacking(health: Health) -> str | None:
    reasons = [state.reason for state in health.parts.values() if state.status == "off" and state.reason]
    return " ".join(reasons) or None


def line(name: str, part: PartHealth) -> str:
    return f":{COLOURS[part.status]}[●] {name}: {WORDS[part.status]}"
