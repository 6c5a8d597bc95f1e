"""Links to Dossier's own pages. Only here is `st.page_link` called.

Streamlit looks for a page's file beside the main script. Ours is components/shell.py and the pages lie elsewhere, so a
page is always named by its whole path.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import streamlit as st

from services.models import Citation

PAGES = Path(__file__).resolve().parent.parent / "pages"
ANSWER = "answer"
"""The parameter of a document's page that names the conversation one has come from."""
PASSAGE = "passage"
"""The parameter of the chat that names the passage beside it: document, first and last offset."""
TITLES = {
    "chat": "Chat",
    "search_tuner": "Search tuner",
    "documents": "Documents",
    "graph": "Graph",
    "sources": "Add documents",
    "traces": "Tool traces",
    "status": "Status",
}
"""The pages by the names of their files, which are their paths; the first is also at the root."""


def page_file(name: str) -> Path:
    """`page_file("documents")`: where the script of that page lies."""
    return PAGES / f"{name}.py"


def show(page: str, label: str, *, icon: str | None = None, help: str | None = None, **parameters: str) -> None:
    """A link to `page` on the screen; `parameters` become the query of its URL. `label` and `help` are Markdown."""
    st.page_link(str(page_file(page)), label=label, icon=icon, help=help, query_params=parameters)


def open_page(page: str, **parameters: Sequence[str]) -> NoReturn:
    """Go there at once, as after a click on a button."""
    st.switch_page(page_file(page), query_params=parameters)


def show_passage(citation: Citation, label: str, *, icon: str | None = None, help: str | None = None) -> None:
    """A link that opens the cited document at the cited passage."""
    passage = {"start": str(citation.start_offset), "end": str(citation.end_offset)}
    show("documents", label, icon=icon, help=help, id=str(citation.document_id), **passage)


def show_entity(name: str, label: str, *, help: str | None = None, **parameters: str) -> None:
    """A link that opens the graph page at an entity."""
    show("graph", label, icon=":material/hub:", help=help, entity=name, **parameters)


def show_back_to_answer() -> None:
    """On a document's page, where one has come from an answer that cites it: with the passage beside it again."""
    if conversation := st.query_params.get(ANSWER):
        marked = [st.query_params.get(name, "") for name in ("id", "start", "end")]
        passage = {PASSAGE: " ".join(marked)} if all(marked) else {}
        show("chat", "Back to the answer", icon=":material/forum:", conversation=conversation, **passage)


def markdown_link(page: str, label: str) -> str:
    """The link in Markdown, for the middle of a sentence."""
    return f"[{label}](/{page})"
