"""One fact: when it was true, since when that is known, who says so, and what has ended it."""

from collections.abc import Sequence
from datetime import UTC, datetime

import streamlit as st

from components import links, markdown
from components.dates import day
from components.graph.drawing.network_data import state_at
from components.snippets import quote_words
from services.models import Citation, Dated, Fact, FactChange
from services.text.wording import (
    citation_title,
    date_phrase,
    first_stated_words,
    relation_words,
    validity_sentence,
)

STATE_BADGES = {
    "holds": (":green-badge[:material/check: true]", "It held at the date you look from."),
    "maybe": (":blue-badge[:material/contrast: may be true]", "Its dates are not exact enough to tell."),
    "ended": (":gray-badge[:material/event_busy: no longer true]", "It had ended by the date you look from."),
    "later": (":gray-badge[:material/schedule: not yet true]", "It began after the date you look from."),
    "undated": (":orange-badge[:material/question_mark: undated]", "No source says when it began."),
}
LOCATED = {
    "sentence": "The nearest sentence of the document; the fact's own quote is not in it.",
    "beginning": "The beginning of the document; no sentence of it was found to say this.",
}
LONGEST_QUOTE = 400


def show(fact: Fact, *, as_of: datetime | None, changes: Sequence[FactChange] = (), key: str) -> None:
    with st.container(gap="xsmall", key=f"{key}_card"):
        _statement(fact, as_of)
        for change in changes:
            st.caption(f":material/history: {markdown.literal(change_sentence(change))}")
        show_citations(fact.citations, key=key)


def _statement(fact: Fact, as_of: datetime | None) -> None:
    badge, why = STATE_BADGES[state_at(fact, as_of or datetime.now(UTC))]
    origin = " · read by rule" if fact.origin == "rule" else ""
    st.markdown(f"{badge} :gray[{markdown.literal(relation_words(fact.relation))}{origin}]", help=why)
    st.markdown(f"**{markdown.literal(fact.fact)}**")
    st.markdown(f"{markdown.literal(fact.source)} → {markdown.literal(fact.target)}")
    st.markdown(f":material/public: {validity_sentence(fact)}", help="The world's clock: when it was true.")
    st.caption(
        f":material/newspaper: {first_known_words(fact)}",
        help="The day of the first document that states it: when one could first have known this.",
    )
    st.caption(
        f":material/psychology: {belief_words(fact)}",
        help="Our clock: when Dossier learnt it and whether it still believes it.",
    )


def first_known_words(fact: Fact) -> str:
    said = first_stated_words(fact.first_stated) if fact.first_stated else ""
    return markdown.literal(said) or "No dated document states it."


def belief_words(fact: Fact) -> str:
    learnt = f"Known since {day(fact.created_at)}" if fact.created_at else "Known since an unrecorded date"
    if fact.expired_at is None:
        return f"{learnt}."
    since = day(fact.expired_at)
    return f"{learnt}; its end since {since}." if fact.ended else f"{learnt}; no longer believed since {since}."


VERBS = {
    "retired": "Retired",
    "changed": "Changed",
    "restored": "Restored",
    "merged": "Moved by a merge",
    "unmerged": "Moved back: a merge was undone",
}


def change_sentence(change: FactChange) -> str:
    """A row of the ledger in a sentence."""
    by = f" by “{change.document_title}”" if change.document_title else ""
    ended = Dated.model_validate({k: value for k, value in change.after.items() if k in Dated.model_fields}).ended
    until = f"; it then ended {date_phrase(ended, with_time=True)}" if ended else ""
    return f"{VERBS[change.kind]}{by} on {day(change.changed_at)}{until}."


def show_citations(found: Sequence[Citation], *, key: str) -> None:
    if not found:
        st.caption(":material/format_quote: No document is cited for it.")
    for number, citation in enumerate(found):
        with st.container(key=f"{key}_citation_{number}", gap=None):
            show_quote(citation)


def show_quote(citation: Citation) -> None:
    """The passage, and a link that opens the document there."""
    quote = quote_words(citation)
    words = quote if len(quote) <= LONGEST_QUOTE else f"{quote[:LONGEST_QUOTE]}…"
    st.markdown(f"> “{markdown.literal(words)}”")
    if citation.located in LOCATED:
        st.caption(f":material/info: {LOCATED[citation.located]}")
    links.show_passage(
        citation,
        markdown.literal(citation_title(citation)),
        icon=":material/description:",
        help=f"Opens “{markdown.literal(citation.document_title)}” at this passage.",
    )
