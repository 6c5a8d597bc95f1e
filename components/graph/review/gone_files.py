"""Files that are gone from a watched folder: whether their documents go, too, is asked here."""

from functools import partial

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
    title = f"**{markdown.literal(file.title)}**"
    where = markdown.literal(f"{file.source}, gone from {file.address} since {day(file.gone_at)}")
    with decisions.show_row(key, is_open, title, where, controls=3) as row:
        links.show("documents", "Open", id=str(file.document_id))
        for label, delete in (("Delete", True), ("Keep", False)):
            decide = partial(decide_on_file, file, delete)
            row.show_button(label, decide, key=f"gone-{label.lower()}-{key}", failed="Nothing was decided.")


def decide_on_file(file: GoneFile, delete: bool) -> Decided:
    run(services().watches.decide(file, delete=delete))
    return Decided("Its document was deleted." if delete else "Kept as a document of its own.")
