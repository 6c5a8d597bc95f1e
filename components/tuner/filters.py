"""Which documents are searched: by document, source, date, metadata, in a popover; all in the URL."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, time

import streamlit as st

from components.tuner.memory import Searchable
from services.models import DocumentSummary, SearchFilters
from services.text.dates import end_of_day

EARLIEST, LATEST = date(1000, 1, 1), date(2100, 12, 31)
LISTS = ("document", "source", "metadata")
KEYS = (*LISTS, "since", "until")
OF = "filters_of_collection"


def show(searchable: Searchable) -> SearchFilters:
    """Beside them, the sidebar says from where one looks."""
    if st.session_state.setdefault(OF, searchable.collection) != searchable.collection:
        st.session_state[OF] = searchable.collection
        forget_documents()
    count = active()
    label = f"Filters ({count})" if count else "Filters"
    with st.popover(label, icon=":material/filter_alt:", help="Search only some of the documents"):
        filters = _controls(searchable)
        st.button("Clear all filters", icon=":material/filter_alt_off:", on_click=clear, disabled=not count)
    return filters


def _controls(searchable: Searchable) -> SearchFilters:
    documents, total = searchable.documents, searchable.total
    titles = unique_titles(documents)
    ids = {title: document.id for title, document in zip(titles, documents, strict=True)}
    chosen = st.multiselect("Documents", titles, key="document", bind="query-params", placeholder="all documents")
    if total > len(documents):
        st.caption(f"The newest {len(documents):,} of {total:,} documents can be chosen here; any by its source.")
    sources = st.multiselect(
        "Sources",
        sorted({document.source for document in documents}),
        key="source",
        bind="query-params",
        accept_new_options=True,
        placeholder="all sources",
    )
    metadata = st.multiselect(
        "Metadata",
        metadata_pairs(documents),
        key="metadata",
        bind="query-params",
        accept_new_options=True,
        placeholder="name=value",
        help="Documents that have all of these: name=value.",
    )
    since, until = st.columns(2)
    first = since.date_input("From", None, EARLIEST, LATEST, key="since", bind="query-params", format="YYYY-MM-DD")
    last = until.date_input("Until", None, EARLIEST, LATEST, key="until", bind="query-params", format="YYYY-MM-DD")
    st.caption("By the documents' own dates; both days are included.")
    return SearchFilters(
        document_ids=tuple(ids[title] for title in chosen),
        sources=tuple(sources),
        metadata=pairs(metadata),
        since=beginning(first),
        until=end_of_day(last) if last else None,
    )


def active() -> int:
    """How many kinds of filters are set; before the first run of the controls, by the URL that they start from."""
    given = [st.session_state[key] if key in st.session_state else st.query_params.get(key) for key in KEYS]
    return sum(bool(value) for value in given)


def clear() -> None:
    for key in KEYS:
        st.session_state[key] = [] if key in LISTS else None


def forget_documents() -> None:
    """What was chosen among the documents of one is not in the next."""
    for key in LISTS:
        st.session_state[key] = []


def unique_titles(documents: Sequence[DocumentSummary]) -> list[str]:
    """Titles as they are chosen by; one that several documents have is followed by the source."""
    count = Counter(document.title for document in documents)
    return [
        document.title if count[document.title] == 1 else f"{document.title} ({document.source})"
        for document in documents
    ]


def metadata_pairs(documents: Sequence[DocumentSummary]) -> list[str]:
    """`name=value` of what several documents share."""
    count = Counter(
        f"{name}={value}"
        for document in documents
        for name, value in document.metadata.items()
        if isinstance(value, str) and len(value) <= 60
    )
    return sorted(pair for pair, documents_with_it in count.items() if documents_with_it > 1)


def pairs(written: Sequence[str]) -> dict[str, str]:
    """What has no `=` is no filter."""
    split = (text.partition("=") for text in written if "=" in text)
    return {name.strip(): value.strip() for name, _, value in split}


def beginning(day: date | None) -> datetime | None:
    return datetime.combine(day, time(), UTC) if day else None
