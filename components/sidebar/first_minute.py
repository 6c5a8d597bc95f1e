"""What to try on a page for who sees it first: a line that goes for good when it is dismissed; and what an empty store
needs first."""

from pathlib import Path

import streamlit as st

from components import links
from components.backend import run, services
from services.errors import DossierError

HERE = Path(__file__).resolve().parent
TIPS = {
    "chat": "Try “Who led NASA in 1974?”, then click [1] in the answer: the passage opens beside it.",
    "search_tuner": "Try “longest stay in orbit” and drag the slider: the ranking moves between meaning and words.",
    "documents": "Click a row to read a document; its facts and chunks are beside the text.",
    "graph": "Click an entity to see its facts, double-click it to bring more, and step through the dates.",
    "sources": "Drop a file here: its title and date are shown for correction, and nothing is stored before “Ingest”.",
    "traces": "Each call of a tool has a line here: click one to see what was asked and what came back.",
    "status": "Everything that runs, with its place and its size; the line about a backup tells how to make one.",
}
_line = st.components.v2.component(
    "dossier_tip",
    html='<div class="tip" role="note" hidden><span></span><button type="button">Got it</button></div>',
    css=(HERE / "first_minute.css").read_text(encoding="utf-8"),
    js=(HERE / "first_minute.js").read_text(encoding="utf-8"),
)


def show(page: str) -> None:
    """Under the title of `page`."""
    try:
        is_empty = run(services().library.list(limit=1)).total == 0
    except DossierError:
        return  # the page says so
    if is_empty and not services().settings.sample:
        show_nothing_yet(page)
    elif services().settings.sample:
        _line(key=f"tip-{page}", data={"page": page, "words": TIPS[page]}, height="content")


def show_nothing_yet(page: str) -> None:
    """Pages that cannot do without documents; the graph's says so itself, and where they are added and what runs is
    seen without any."""
    if page in ("chat", "traces"):
        st.info("There are no documents yet. What you add can be searched and asked at once.", icon=":material/info:")
        links.show("sources", "Add documents first", icon=":material/upload_file:")
