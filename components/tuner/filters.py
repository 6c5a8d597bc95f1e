"""Which documents are searched: by document, source, date, metadata, in a popover; all in the URL."""

from collections import Counter
from collections.abc import Sequence
from datetime import date

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components import url_state
from components.tuner.memory import Searchable
from services.models import DocumentSummary, SearchFilters
from services.text.dates import end_of_day, start_of_day

EARLIEST, LATEST = date(1000, 1, 1), date(2100, 12, 31)
LISTS = ("document", "source", "metadata")
KEYS = (*LISTS, "since", "until")
OF = "filters_of_collection"


def show(searchable: Searchable) -> SearchFilters:
    """Beside them, the sidebar says from where one looks."""
    if st.session_state.setdefault(OF, searchable.collection) != searchable.collection:
        st.session_state[OF] = searchable.collection
        forget_documents()
    count = count_filters()
    label = f"Filters ({count})" if count else "Filters"
    with st.popover(label, icon=":material/filter_alt:", help="Search only some of the documents"):
        filters = _controls(searchable)
        st.button("Clear all filters", icon=":material/filter_alt_off:", on_click=clear_filters, disabled=not count)
    return filters


def _controls(searchable: Searchable) -> SearchFilters:
    documents, total = searchable.documents, searchable.total
    titles = unique_titles(documents)
    ids = {title: document.id for title, document in zip(titles, documents, strict=True)}
    chosen = st.multiselect(
        "Documents",
        titles,
        key="document",
        on_change=url_state.bind("document", [], _among(titles)),
        placeholder="all documents",
    )
    if total > len(documents):
        st.caption(f"The newest {len(documents):,} of {total:,} documents can be chosen here; any by its source.")
    sources = st.multiselect(
        "Sources",
        sorted({document.source for document in documents}),
        key="source",
        on_change=url_state.bind("source", [], url_state.TEXTS),
        accept_new_options=True,
        placeholder="all sources",
    )
    metadata = st.multiselect(
        "Metadata",
        metadata_pairs(documents),
        key="metadata",
        on_change=url_state.bind("metadata", [], url_state.TEXTS),
        accept_new_options=True,
        placeholder="name=value",
        help="Documents that have all of these: name=value.",
    )
    since, until = st.columns(2)
    first, last = _day(since, "From", "since"), _day(until, "Until", "until")
    st.caption("By the documents' own dates; both days are included.")
    return SearchFilters(
        document_ids=tuple(ids[title] for title in chosen),
        sources=tuple(sources),
        metadata=read_pairs(metadata),
        since=start_of_day(first),
        until=end_of_day(last) if last else None,
    )


def _among(titles: Sequence[str]) -> url_state.Kind:
    """A document that is gone is no choice any more."""
    kept = set(titles)
    return url_state.Kind(lambda words: [word for word in words if word in kept], url_state.TEXTS.write)


def _day(place: DeltaGenerator, label: str, key: str) -> date | None:
    on_change = url_state.bind(key, None, url_state.DAY)
    chosen = place.date_input(label, None, EARLIEST, LATEST, key=key, format="YYYY-MM-DD", on_change=on_change)
    return chosen if isinstance(chosen, date) else None


def count_filters() -> int:
    """How many kinds of filters are set, by the URL that the controls follow."""
    return sum(bool(st.query_params.get(key)) for key in KEYS)


def clear_filters() -> None:
    url_state.change_address(without=KEYS)


def forget_documents() -> None:
    """What was chosen among the documents of one is not in the next."""
    url_state.change_address(without=LISTS)


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


def read_pairs(written: Sequence[str]) -> dict[str, str]:
    """What has no `=` is no filter."""
    split = (text.partition("=") for text in written if "=" in text)
    return {name.strip(): value.strip() for name, _, value in split}
