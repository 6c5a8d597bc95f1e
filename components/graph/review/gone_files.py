"""Files that are gone from a watched folder: whether their documents go, too, is asked here."""

import streamlit as st

from components import links, markdown
from components.backend import run, services
from components.dates import day
from components.graph.review import decisions
from components.graph.review.decisions import Decided
from services.models import GoneFile


def show() -> None:
    """Nothing where nothing is gone."""
    gone = {f"{file.watch_id}-{file.document_id}": file for file in run(services().watches.gone_files())}
    shown = list(decisions.keep_rows("gone", gone))
    if not shown:
        return
    st.header("Files gone from watched folders")
    st.caption("Their documents are still here. Delete them as well, or keep them as documents of their own.")
    for key, file, is_open in shown:
        with st.container(border=True):
            show_file(key, file, is_open)


def show_file(key: str, file: GoneFile, is_open: bool) -> None:
    left, right = st.columns([3, 2], vertical_alignment="center")
    left.markdown(f"**{markdown.literal(file.title)}**")
    left.caption(markdown.literal(f"{file.source}, gone from {file.address} since {day(file.gone_at)}"))
    if not is_open:
        decisions.show_decided(key, left)
    with right.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center"):
        links.show("documents", "Open", id=str(file.document_id))
        for label, delete in (("Delete", True), ("Keep", False)):
            st.button(
                label,
                key=f"gone-{label.lower()}-{key}",
                disabled=not is_open,
                on_click=decide_on_file,
                args=(key, file, delete),
            )


def decide_on_file(key: str, file: GoneFile, delete: bool) -> None:
    def act() -> Decided:
        run(services().watches.decide(file, delete=delete))
        return Decided("Its document was deleted." if delete else "Kept as a document of its own.")

    decisions.decide(key, act, "Nothing was decided.")
