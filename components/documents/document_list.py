"""The documents in a table: filter, sort, open."""

import pandas as pd
import streamlit as st

from components import links, markdown
from components.backend import run, services
from components.dates import day
from components.sidebar import collection as collection_choice
from components.sidebar import viewpoint as sidebar
from services.models import DocumentPage, DocumentSummary, Viewpoint
from services.text.wording import count_of

PAGE = 100
FIELDS = {"newest in Dossier": "created_at", "date": "reference_time", "title": "title", "facts": "fact_count"}
GRAPH_STATES = {"done": "in the graph", "pending": "waiting for the graph", "failed": "failed", "off": "no graph work"}


def show() -> None:
    library = services().library
    with st.container(horizontal=True, vertical_alignment="bottom"):
        words = st.text_input(
            "Filter",
            key="documents_filter",
            bind="query-params",
            placeholder="title, file or note",
            on_change=first_page,
        )
        order = st.selectbox("Sort by", list(FIELDS), key="documents_order", bind="query-params", width=200)
    viewpoint = sidebar.current()
    offset = PAGE * (st.session_state.get(page_key(), 1) - 1)
    page = run(library.list(PAGE, offset, text=words or "", viewpoint=viewpoint, order=FIELDS[order]))  # type: ignore[arg-type]
    undated(viewpoint)
    if page.total == 0:
        nothing(words or "", viewpoint)
        return
    table(page, viewpoint)
    pages = -(-page.total // PAGE)
    if pages > 1:
        st.number_input(f"Page of {pages}", 1, pages, key=page_key(), width=140)


def first_page() -> None:
    """Fewer documents may have fewer pages."""
    st.session_state[page_key()] = 1


def page_key() -> str:
    """Each collection has its own pages."""
    return f"documents_page-{collection_choice.current()}"


def undated(viewpoint: Viewpoint) -> None:
    """Where one looks at what was published by a date, those without one are left out, and counted."""
    count = run(services().library.undated(viewpoint)) if viewpoint.published_by is not None else 0
    if count:
        st.caption(f"{count_of(count, 'undated document')} left out: nobody says when they were written.")


def nothing(words: str, viewpoint: Viewpoint) -> None:
    if words:
        where = f" of the collection {viewpoint.collection}" if viewpoint.collection else ""
        said = f"No title, file or note{where} has “{words}” in it."
        st.info(markdown.literal(said), icon=":material/search_off:")
        return
    if viewpoint.published_by is not None or viewpoint.known_on is not None:
        st.info("No document is dated by the day chosen, or was here by then.", icon=":material/search_off:")
        return
    st.info("There are no documents yet.", icon=":material/folder_open:")
    links.show("sources", "Add documents", icon=":material/upload_file:")


def table(page: DocumentPage, viewpoint: Viewpoint) -> None:
    st.caption(f"{page.total} document{'s' if page.total != 1 else ''}. Click one to read it.")
    choice = st.dataframe(
        pd.DataFrame([row(summary, viewpoint) for summary in page.documents]),
        hide_index=True,
        width="stretch",
        height=min(38 + 35 * len(page.documents), 640),
        on_select="rerun",
        selection_mode="single-cell",
        key="documents_table",
        column_config={
            "title": st.column_config.TextColumn(width="large"),
            "date": st.column_config.TextColumn(help="When the document was written: what was known by then."),
            "facts": st.column_config.NumberColumn(help="Facts of the graph that cite this document."),
        },
        alt="Documents",
    )
    cells = choice["selection"]["cells"]
    if cells and cells[0][0] < len(page.documents):
        st.query_params.from_dict({"id": str(page.documents[cells[0][0]].id)})
        st.rerun()


def row(summary: DocumentSummary, viewpoint: Viewpoint) -> dict[str, object]:
    return {
        "title": summary.title,
        "date": day(summary.reference_time) + (" (later)" if viewpoint.is_later(summary.reference_time) else ""),
        "file": summary.source,
        "chunks": summary.chunk_count,
        "facts": summary.fact_count,
        "status": GRAPH_STATES[summary.graph_state],
    }
