"""Three dots with words in the sidebar: can the workbench be used, and if not, why."""

import streamlit as st

from components.backend import run, services
from services.errors import DossierError
from services.models import PartHealth

NAMES = {"postgres": "Documents", "graph": "Graph", "embedding": "Embeddings", "chat_model": "Language model"}
COLOURS = {"ok": "green", "starting": "orange", "down": "red", "off": "gray"}
WORDS = {"ok": "ready", "starting": "starting", "down": "down", "off": "not configured"}


@st.fragment(run_every=5)
def show() -> None:
    st.caption("Status")
    try:
        parts = run(services().health()).parts
    except DossierError as error:
        st.error(str(error))
        return
    for part, name in NAMES.items():
        st.markdown(line(name, parts[part]), help=parts[part].reason or None)  # type: ignore[index]


def line(name: str, part: PartHealth) -> str:
    return f":{COLOURS[part.status]}[●] {name}: {WORDS[part.status]}"
