"""Which documents the next question is asked of: chosen in a popover beside its field, or by an @ in the question."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

import streamlit as st

from components import markdown, url_state
from components.backend import run, services
from components.tuner.filters import EARLIEST, LATEST, read_pairs
from services.documents.choice import parse_id_or_none
from services.documents.naming import UnclearName, read_mentions
from services.models import DocumentName, SearchFilters, Viewpoint
from services.text.dates import end_of_day, start_of_day
from services.text.wording import count_of

DOCUMENTS, SOURCES, METADATA, SINCE, UNTIL = KEYS = (
    "ask_document",
    "ask_source",
    "ask_metadata",
    "ask_since",
    "ask_until",
)
UNCLEAR = "unclear_mention"
MOST_OFFERED = 1000


class Unclear(NamedTuple):
    """A question with an @ before what is no single document's name."""

    prompt: str
    error: UnclearName


def show(viewpoint: Viewpoint) -> Viewpoint:
    """The viewpoint of the next question."""
    with st.popover(
        popover_label(), icon=":material/library_books:", key="ask_sources", help="Which documents are asked"
    ):
        chosen = show_controls(viewpoint)
        st.button("Ask all documents", icon=":material/public:", on_click=clear_sources, disabled=chosen.is_empty)
    return viewpoint.model_copy(update={"chosen": chosen})


def popover_label() -> str:
    """By the URL, which the controls follow."""
    count = len(st.query_params.get_all(DOCUMENTS))
    others = any(st.query_params.get(key) for key in KEYS[1:])
    parts = [count_of(count, "document")] * bool(count) + ["filtered"] * others
    return f"Sources: {', '.join(parts) or 'all'}"


def show_controls(viewpoint: Viewpoint) -> SearchFilters:
    names = run(services().library.names(viewpoint))
    ids = st.multiselect(
        "Documents",
        offered_documents(names),
        format_func=title_format(names),
        key=DOCUMENTS,
        on_change=url_state.bind(DOCUMENTS, [], IDS),
        placeholder="all documents",
        select_all=False,
        help="Or write @ and a title, a file name or a part of one in your question.",
    )
    if len(names) > MOST_OFFERED:
        st.caption(f"The newest {MOST_OFFERED:,} of {len(names):,} documents can be chosen here; any with @.")
    sources = st.multiselect(
        "Sources",
        list(dict.fromkeys(one.source for one in names[:MOST_OFFERED])),
        key=SOURCES,
        on_change=url_state.bind(SOURCES, [], url_state.TEXTS),
        accept_new_options=True,
        placeholder="all sources",
        select_all=False,
    )
    metadata = st.multiselect(
        "Metadata",
        st.query_params.get_all(METADATA),
        key=METADATA,
        on_change=url_state.bind(METADATA, [], url_state.TEXTS),
        accept_new_options=True,
        placeholder="name=value",
        help="Documents that have all of these: name=value.",
    )
    since, until = st.columns(2)
    with since:
        first = choose_day("From", SINCE)
    with until:
        last = choose_day("Until", UNTIL)
    return SearchFilters(
        document_ids=tuple(found for one in ids if (found := parse_id_or_none(one)) is not None),
        sources=tuple(sources),
        metadata=read_pairs(metadata),
        since=start_of_day(first),
        until=end_of_day(last) if last else None,
    )


IDS = url_state.Kind(
    lambda words: [word for word in words if parse_id_or_none(word) is not None], url_state.TEXTS.write
)


def offered_documents(names: Sequence[DocumentName]) -> list[str]:
    """The newest, and whatever is chosen: also what cannot be seen from here, so that nothing is dropped unsaid."""
    newest = [str(one.id) for one in names[:MOST_OFFERED]]
    return list(dict.fromkeys([*newest, *IDS.read(st.query_params.get_all(DOCUMENTS))]))


def title_format(names: Sequence[DocumentName]) -> Callable[[str], str]:
    """Titles as they are chosen by; one that several documents have is followed by the source."""
    count = Counter(one.title for one in names)
    known = {str(one.id): one.title if count[one.title] == 1 else f"{one.title} ({one.source})" for one in names}
    return lambda document: known.get(document, "a document that is not seen from here")


def choose_day(name: str, key: str) -> date | None:
    chosen = st.date_input(
        name,
        None,
        EARLIEST,
        LATEST,
        key=key,
        format="YYYY-MM-DD",
        on_change=url_state.bind(key, None, url_state.DAY),
    )
    return chosen if isinstance(chosen, date) else None


def clear_sources() -> None:
    url_state.change_address(without=KEYS)


def choose_mentioned(prompt: str, viewpoint: Viewpoint) -> tuple[str, Viewpoint] | None:
    """The question without its mentions, asked of these documents, too. None: one is unclear, and `offer` asks."""
    st.session_state.pop(UNCLEAR, None)
    if "@" not in prompt:
        return prompt, viewpoint
    try:
        found = read_mentions(prompt, run(services().library.names(viewpoint)))
    except UnclearName as error:
        st.session_state[UNCLEAR] = Unclear(prompt, error)
        return None
    ids = tuple(dict.fromkeys((*viewpoint.chosen.document_ids, *found.documents)))
    return found.prompt, viewpoint.model_copy(
        update={"chosen": viewpoint.chosen.model_copy(update={"document_ids": ids})}
    )


def show_unclear_mention(ask: Callable[[str, Viewpoint], None], viewpoint: Viewpoint) -> None:
    """What was meant by an @ that names none or several; a click asks of that document."""
    found: Unclear | None = st.session_state.get(UNCLEAR)
    if found is None:
        return
    hint = (
        "" if found.error.candidates else " Write a part of its title, choose it under “Sources”, or leave the @ out."
    )
    st.warning(f"{markdown.literal(str(found.error))}{hint}", icon=":material/alternate_email:")
    with st.container(horizontal=True):
        for one in found.error.candidates:
            st.button(
                markdown.literal(one.title),
                key=f"meant-{one.id}",
                icon=":material/description:",
                help=markdown.literal(one.source),
                on_click=ask,
                args=(found.error.meaning(found.prompt, one), viewpoint),
            )
