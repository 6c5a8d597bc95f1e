"""One document: what it is, its text with the cited passage, its outline, chunks and facts."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from components import failures, links, markdown, style, url_state
from components.backend import run, services
from components.dates import day
from components.documents import document_page, document_text, passages, versions
from components.documents.shown import check_mark
from services.errors import GraphUnavailable, NotFound
from services.models import Chunk, Document, Fact, SourcePage, Viewpoint, is_dated_by_saving
from services.text.wording import count_of, document_writing_words, interval

VIEWS = ["Text", "Chunks", "Facts"]
PAGED_VIEW, AS_TEXT = "page_view", "as_text"
OF_ONE = ("id", "start", "end", "page", "document_view", PAGED_VIEW, AS_TEXT, versions.COMPARE, links.ANSWER)
"""The parameters of one document, beside those of the list."""
LONG_NAME = "document_id"


def requested_document() -> str:
    """The document that the address names, by `id` or by the name that the parameter has in REST; else nothing."""
    if (named := st.query_params.get(LONG_NAME)) is not None:
        del st.query_params[LONG_NAME]
        st.query_params.setdefault("id", named)
    return st.query_params.get("id", "")


def show(document_id: str, viewpoint: Viewpoint) -> None:
    try:
        document = run(services().library.get(document_id))
    except NotFound:
        show_missing()
        return
    show_back_button()
    st.header(markdown.literal(document.title), anchor=False)
    show_details(document, viewpoint)
    if not versions.show(document, mark_from_url(document)):
        show_reader(document, viewpoint)
    show_delete(document)


def show_reader(document: Document, viewpoint: Viewpoint) -> None:
    pages = run(services().pages.source_pages(document.id)) if document.original is not None else ()
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        with st.container(horizontal=True, vertical_alignment="center", width="content"):
            view = choose_paged_view() if pages else choose_text_view()
            as_text = view in ("Text", "Chunks") and is_plain_text()
        with st.container(horizontal=True, vertical_alignment="center", width="content"):
            show_unmark_button()
            show_original(document)
    if not pages and document.metadata.get("format") == "pdf":
        st.caption("Its pages cannot be shown: the file itself is not kept. Add it again to see them.")
    if view == "Page":
        show_pages(document, pages)
    elif view == "Facts":
        show_facts(document, viewpoint)
    else:
        show_text(document, chunked=view == "Chunks", as_text=as_text)


def mark_from_url(document: Document) -> tuple[int, int] | None:
    return check_mark(st.query_params.get("start"), st.query_params.get("end"), len(document.content))


def choose_text_view() -> str:
    write = url_state.bind_options("document_view", VIEWS, "Text")
    st.segmented_control(
        "View", VIEWS, required=True, key="document_view", label_visibility="collapsed", on_change=write
    )
    return str(st.session_state["document_view"])


def choose_paged_view() -> str:
    """What has pages opens at them, and a citation at its page."""
    write = url_state.bind_options(PAGED_VIEW, ["Page", *VIEWS], "Page")
    st.segmented_control(
        "View", ["Page", *VIEWS], required=True, key=PAGED_VIEW, label_visibility="collapsed", on_change=write
    )
    return str(st.session_state[PAGED_VIEW])


def show_missing() -> None:
    show_back_button()
    st.warning("This document is not here: it was deleted, or the link is incomplete.", icon=":material/search_off:")


def show_back_button() -> None:
    links.show_back_to_answer()
    st.button("All documents", icon=":material/arrow_back:", type="tertiary", on_click=close_document)


def close_document() -> None:
    """Back to the list, as it was filtered and sorted."""
    url_state.change_address(without=OF_ONE)


def show_details(document: Document, viewpoint: Viewpoint) -> None:
    note = document.metadata.get("note")
    written = origin_of_date(document)
    parts = [written, markdown.literal(document.source), f"added {day(document.created_at)}"]
    st.caption(" · ".join(parts), help=markdown.literal(str(note)) if note else None)
    if not document.enabled:
        said = "It is switched off: no search and no answer uses it, and facts that only it states do not count."
        st.info(said, icon=":material/visibility_off:")
    known = document.reference_time or document.created_at
    if viewpoint.is_later(known):
        said = "It was written after the date you look from: what it says of that day it says with hindsight."
        st.warning(said, icon=":material/history:")


def origin_of_date(document: Document) -> str:
    """When it was written, and whether only the file's own stamp says so."""
    is_saving = is_dated_by_saving(document.metadata, document.reference_time)
    if document.reference_time is None:
        return "no date of its own"
    doubt = ", which may be years off: its text gives no date" if is_saving else ""
    return document_writing_words(document.metadata, document.reference_time) + doubt


def show_original(document: Document) -> None:
    """The file as it came, to be saved. Pasted texts have none, nor has what came before files were kept."""
    if document.original is None:
        return
    file = document.original
    st.download_button(
        f"Original file ({size_words(file.size)})",
        data=lambda: run(services().ingestion.originals.read(file)),
        file_name=file.name,
        mime="application/octet-stream",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
        key=f"original-{document.id}",
        help=markdown.literal(f"{file.name}, as it came. SHA-256 {file.hash}"),
    )


def size_words(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 100_000 else f"{max(count / 1e3, 0.1):.1f} kB"


def is_plain_text() -> bool:
    """Whether the text is shown as it is stored."""
    write = url_state.bind(AS_TEXT, False, url_state.SWITCH)
    return st.toggle(
        "As plain text",
        key=AS_TEXT,
        on_change=write,
        help="Every character as it is stored and searched, with the signs that make headings, lists and emphasis.",
    )


def show_text(document: Document, *, chunked: bool, as_text: bool) -> None:
    mark = mark_from_url(document)
    chunks = run(services().library.chunks(document.id)) if chunked else ()
    cited = passages.cited_passages(document, passages.conversation_from_url())
    emphasis = run(services().library.emphasis(document.id))
    document_text.show(document, mark, cited, chunks=chunks, emphasis=emphasis, as_text=as_text)
    if chunked:
        show_chunks(chunks)


def show_pages(document: Document, pages: Sequence[SourcePage]) -> None:
    document_page.show(document, pages, mark_from_url(document))


def show_unmark_button() -> None:
    if st.query_params.get("start"):
        st.button("Remove the mark", icon=":material/ink_eraser:", type="tertiary", on_click=unmark)


def unmark() -> None:
    url_state.change_address(without=["start", "end", "page"])


def show_chunks(chunks: Sequence[Chunk]) -> None:
    st.caption(
        f"{count_of(len(chunks), 'chunk')}, underlined in turn.",
        help="A chunk is what a search finds: a passage short enough for one embedding.",
    )
    rows = [{"chunk": chunk.chunk_index, "tokens": chunk.token_count, "begins": chunk.start_offset} for chunk in chunks]
    st.dataframe(pd.DataFrame(rows), hide_index=True, width="stretch", height=style.table_height(len(rows), 360))


def show_facts(document: Document, viewpoint: Viewpoint) -> None:
    try:
        found = run(services().graph.facts_of_document(document.id, viewpoint=viewpoint))
    except GraphUnavailable as error:
        st.info(markdown.literal(str(error)), icon=":material/hourglass_top:")
        return
    if not found:
        st.info("No fact of the graph cites this document.", icon=":material/hub:")
    for fact in found:
        show_fact_row(fact, document, viewpoint)


def show_fact_row(fact: Fact, document: Document, viewpoint: Viewpoint) -> None:
    with st.container(border=True):
        ended = fact.ended is not None and fact.ended.latest <= viewpoint.moment
        alone = document.replaced_at is not None and {one.document_id for one in fact.citations} == {document.id}
        badges = [":gray-badge[no longer true]"] * ended + [":gray-badge[only this version states it]"] * alone
        st.markdown(f"{markdown.literal(fact.fact)} {' '.join(badges)}")
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(interval(fact))
            for name in (fact.source, fact.target):
                links.show_entity(name, markdown.literal(name))
            for citation in (one for one in fact.citations if one.document_id == document.id):
                links.show_passage(citation, "Show the passage", icon=":material/format_quote:")


def show_delete(document: Document) -> None:
    is_earlier = document.replaced_at is not None
    what = "this version alone" if is_earlier else "this document"
    with st.expander(f"Delete {what}", icon=":material/delete:"):
        also = "" if is_earlier else " So do its earlier versions."
        st.caption(f"Its text, its chunks and the facts that only it supports go, here and in the graph.{also}")
        sure = st.checkbox("I am sure", key=f"delete-sure-{document.id}")
        st.button(
            "Delete",
            key=f"delete-{document.id}",
            disabled=not sure,
            type="primary",
            on_click=delete_document,
            args=(document,),
        )


def delete_document(document: Document) -> None:
    with failures.show_as_toast(f"“{markdown.literal(document.title)}” was not deleted."):
        run(services().ingestion.delete(document.id))
        close_document()
        st.toast(f"“{markdown.literal(document.title)}” was deleted.", icon=":material/delete:")
