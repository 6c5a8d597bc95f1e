"""Files that are gone from a watched folder: whether their documents go, too, is asked here."""

import streamlit as st

from components import links, markdown
from components.backend import run, services
from components.dates import day
from services.models import GoneFile


def show() -> None:
    """Nothing where nothing is gone."""
    gone = run(services().watches.gone_files())
    if not gone:
        return
    st.header("Files gone from watched folders")
    st.caption("Their documents are still here. Delete them as well, or keep them as documents of their own.")
    for file in gone:
        with st.container(border=True):
            show_file(file)


def show_file(file: GoneFile) -> None:
    left, right = st.columns([3, 2], vertical_alignment="center")
    left.markdown(f"**{markdown.literal(file.title)}**")
    left.caption(markdown.literal(f"{file.source}, gone from {file.address} since {day(file.gone_at)}"))
    key = f"{file.watch_id}-{file.document_id}"
    with right.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center"):
        links.show("documents", "Open", id=str(file.document_id))
        st.button("Delete", key=f"gone-delete-{key}", on_click=decide_on_file, args=(file, True))
        st.button("Keep", key=f"gone-keep-{key}", on_click=decide_on_file, args=(file, False))


def decide_on_file(file: GoneFile, delete: bool) -> None:
    run(services().watches.decide(file, delete=delete))
