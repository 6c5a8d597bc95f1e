"""The documents in a table: filter, sort, open."""

import hashlib
from collections.abc import Callable, Sequence

import pandas as pd
import streamlit as st

from components import links, markdown, style, url_state
from components.backend import run, services
from components.documents import bulk, text_search
from components.sidebar import collection as collection_choice
from components.sidebar import viewpoint as sidebar
from services.models import DocumentPage, DocumentSummary, Viewpoint
from services.text.wording import count_of, document_writing_words

PAGE = 100
LONGEST_SAID = 100
QUERY = "documents_query"
SHEET, SHEET_OF = "sheet", "sheet_seen_from"
OPENED = "documents_opened"
"""How often a document was opened from the list."""
FIELDS = {"newest in Dossier": "created_at", "date": "reference_time", "title": "title", "facts": "fact_count"}
DATE_HELP = (
    "When the document was written: what was known by then. “saved”: its text gives no date, only the file says when a "
    "program saved it."
)
GRAPH_STATES = {"done": "in the graph", "pending": "waiting for the graph", "failed": "failed", "off": "no graph work"}


def show() -> None:
    query = st.text_input(
        "Search in the texts",
        key=QUERY,
        placeholder="words or a question; empty: the list",
        icon=":material/search:",
        on_change=url_state.bind(QUERY, ""),
    )
    if query and query.strip():
        text_search.show(query, sidebar.current())
    else:
        show_list()


def show_list() -> None:
    library = services().library
    with st.container(horizontal=True, vertical_alignment="bottom"):
        words = st.text_input(
            "Filter",
            key="documents_filter",
            placeholder="title, file or note",
            on_change=back_to_first_page(url_state.bind("documents_filter", "")),
        )
        orders = list(FIELDS)
        order = st.selectbox(
            "Sort by",
            orders,
            key="documents_order",
            on_change=back_to_first_page(url_state.bind_options("documents_order", orders, orders[0])),
            width=200,
        )
    viewpoint = sidebar.current()
    turn_page = prepare_page(viewpoint)
    offset = PAGE * (st.session_state[SHEET] - 1)
    page = run(library.list(PAGE, offset, text=words or "", viewpoint=viewpoint, order=FIELDS[order]))  # type: ignore[arg-type]
    show_undated_count(viewpoint)
    pages = -(-page.total // PAGE)
    if page.total and not page.documents:  # the link named a page that is no more
        st.query_params.pop(SHEET, None)
        st.rerun()
    if page.total == 0:
        show_nothing_found(words or "", viewpoint)
        return
    show_table(page, viewpoint)
    if pages > 1:
        st.number_input(f"Page of {pages}", 1, pages, key=SHEET, on_change=turn_page, width=140)


def prepare_page(viewpoint: Viewpoint) -> Callable[[], None]:
    """Which page is shown, by the URL; fewer documents may have fewer pages, so from elsewhere one sees the first."""
    if st.session_state.setdefault(SHEET_OF, viewpoint) != viewpoint:
        st.session_state[SHEET_OF] = viewpoint
        st.query_params.pop(SHEET, None)
    return url_state.bind(SHEET, 1, url_state.Kind(read_page_number, url_state.NUMBER.write))


def read_page_number(words: Sequence[str]) -> int:
    """Raises ValueError for what is none."""
    number = int(words[-1])
    if number < 1:
        raise ValueError(number)
    return number


def back_to_first_page(also: Callable[[], None]) -> Callable[[], None]:
    def react() -> None:
        st.query_params.pop(SHEET, None)
        also()

    return react


def show_undated_count(viewpoint: Viewpoint) -> None:
    """Where one looks at what was published by a date, those without one are left out, and counted."""
    count = run(services().library.undated(viewpoint)) if viewpoint.published_by is not None else 0
    if count:
        st.caption(f"{count_of(count, 'undated document')} left out: nobody says when they were written.")


def show_nothing_found(words: str, viewpoint: Viewpoint) -> None:
    """With the way back for who has just deleted all that was listed."""
    show_why_empty(words, viewpoint)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        bulk.show_undo()


def show_why_empty(words: str, viewpoint: Viewpoint) -> None:
    if words:
        where = f" of the collection {viewpoint.collection}" if viewpoint.collection else ""
        said = f"No title, file or note{where} has “{shorten_words(words)}” in it."
        st.info(markdown.literal(said), icon=":material/search_off:")
        return
    if viewpoint.published_by is not None or viewpoint.known_on is not None:
        st.info("No document is dated by the day chosen, or was here by then.", icon=":material/search_off:")
        return
    st.info("There are no documents yet.", icon=":material/folder_open:")
    links.show("sources", "Add documents", icon=":material/upload_file:")


def shorten_words(words: str) -> str:
    """What was looked for, as it is said back."""
    return words if len(words) <= LONGEST_SAID else f"{words[:LONGEST_SAID]}…"


def show_table(page: DocumentPage, viewpoint: Viewpoint) -> None:
    st.caption(f"{count_of(page.total, 'document')}. Click one to read it.")
    acts = st.container()
    choice = st.dataframe(
        pd.DataFrame(table_rows(page.documents, viewpoint)),
        hide_index=True,
        width="stretch",
        height=style.table_height(len(page.documents), 640),
        on_select="rerun",
        selection_mode=["multi-row", "single-cell"],
        key=table_key(),
        column_config={
            "title": st.column_config.TextColumn(width="large"),
            "date": st.column_config.TextColumn(help=DATE_HELP),
            "file": st.column_config.TextColumn(width=190),
            "status": st.column_config.TextColumn(width=150),
            "facts": st.column_config.NumberColumn(help="Facts of the graph that cite this document."),
        },
        alt="Documents",
    )
    ticked = [page.documents[row] for row in choice["selection"]["rows"] if row < len(page.documents)]
    with acts:
        bulk.show(ticked)
    cells = choice["selection"]["cells"]
    if cells and cells[0][0] < len(page.documents):
        st.query_params["id"] = str(page.documents[cells[0][0]].id)
        st.session_state[OPENED] = st.session_state.get(OPENED, 0) + 1
        st.rerun()


def table_key() -> str:
    """Another table for another order: one that only got other rows would take the first click on it for none. And
    another one after a document was opened: who goes back before its page is drawn to the end finds no row chosen."""
    shown = [st.session_state.get(key) for key in ("documents_filter", "documents_order", SHEET, bulk.ROUND, OPENED)]
    return "documents_table-" + hashlib.sha256(repr([*shown, sidebar.current()]).encode()).hexdigest()[:12]


def table_rows(documents: Sequence[DocumentSummary], viewpoint: Viewpoint) -> list[dict[str, object]]:
    """With their collections where they are of all, and there are several."""
    rows = [table_row(summary, viewpoint) for summary in documents]
    if viewpoint.collection is not None or len(collection_choice.last_known()) < 2:
        return rows
    names = run(services().library.collections_of([summary.id for summary in documents]))
    return [row | {"collection": names.get(summary.id)} for row, summary in zip(rows, documents, strict=True)]


def table_row(summary: DocumentSummary, viewpoint: Viewpoint) -> dict[str, object]:
    return {
        "title": summary.title,
        "date": date_words(summary, viewpoint),
        "file": summary.source,
        "chunks": summary.chunk_count,
        "facts": summary.fact_count,
        "status": GRAPH_STATES[summary.graph_state] if summary.enabled else "switched off",
    }


def date_words(summary: DocumentSummary, viewpoint: Viewpoint) -> str:
    """“12 Jun 2024”, “saved 12 Jun 2024” where only the file's own stamp says so, and “(later)” seen from a date."""
    written = summary.reference_time
    later = " (later)" if viewpoint.is_later(written) else ""
    said = document_writing_words(summary.metadata, written)
    return said.removeprefix("written ").removeprefix("file ") + later
