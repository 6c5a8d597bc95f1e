"""A cited passage beside the chat: its document with the passage marked, and the way to the whole page of it."""

from pathlib import Path
from typing import NamedTuple

import streamlit as st

from components import links, markdown
from components.backend import run, services
from components.chat import conversation_menu
from components.dates import day
from components.documents import document_text, document_view, passages
from components.documents.shown import check_mark
from services.errors import NotFound

KEY = "beside-links"
BELOW_TITLE = 2
"""The rank of a document's highest heading: of the chat only its title comes before it."""
_links = st.components.v2.component("dossier_beside", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"))


class Passage(NamedTuple):
    """As the URL has it: `start` and `end` are offsets in the document, or nothing."""

    document: str
    start: str
    end: str


def show(*, by_itself: bool) -> None:
    """Follows the chat's citations; what is open is in the URL. `by_itself`: a click on a citation draws this alone and
    not the conversation; while an answer runs it would wait for the end.

    Its place is there before it is filled: else all below it would be built anew when the pane opens.
    """
    with st.container():
        (_draw_by_itself if by_itself else _draw)()


def _draw() -> None:
    _links(key=KEY, height=1, on_opened_change=_open)
    passage = current()
    if passage is not None:
        with st.container(key="beside", gap="xsmall"):
            _pane(passage)


_draw_by_itself = st.fragment(_draw)


def current() -> Passage | None:
    words = st.query_params.get(links.PASSAGE, "").split(" ")
    return Passage(*words) if len(words) == len(Passage._fields) else None


def _open() -> None:
    event = st.session_state[KEY].opened
    if event:
        st.query_params[links.PASSAGE] = event["passage"]


def close() -> None:
    st.query_params.pop(links.PASSAGE, None)


def _pane(passage: Passage) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Close", icon=":material/close:", key="close_beside", type="tertiary", on_click=close)
        whole = {"id": passage.document, "start": passage.start, "end": passage.end}
        parameters = {name: value for name, value in (whole | back_to_answer()).items() if value}
        links.show("documents", "Open in Documents", icon=":material/open_in_full:", **parameters)
    try:
        document = run(services().library.get(passage.document))
    except NotFound:
        st.warning("This document is not here any more.", icon=":material/search_off:")
        return
    written = document_view.origin_of_date(document)
    st.markdown(f"**{markdown.literal(document.title)}**")
    st.caption(f"{written} · {markdown.literal(document.source)}")
    if document.replaced_at is not None:
        said = f"An earlier version: a newer one took its place on {day(document.replaced_at)}. Documents shows both."
        st.caption(said)
    mark = check_mark(passage.start, passage.end, len(document.content))
    cited = passages.cited_passages(document, back_to_answer().get(links.ANSWER))
    emphasis = run(services().library.emphasis(document.id))
    document_text.show(
        document,
        mark,
        cited,
        emphasis=emphasis,
        top_rank=BELOW_TITLE,
        on_passage=lambda one: open_at(passage, one),
    )


def open_at(passage: Passage, place: tuple[int, int] | None) -> None:
    if place is not None:
        st.query_params[links.PASSAGE] = " ".join([passage.document, *map(str, place)])


def back_to_answer() -> dict[str, str]:
    """Where a document leads back to."""
    conversation = conversation_menu.current()
    return {links.ANSWER: str(conversation)} if conversation else {}
