"""One entity: what it is, what held of it at the date, and where one can go from it."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

import streamlit as st

from components import markdown, style
from components.graph import selection
from components.graph.drawing.network_data import state_at
from services.models import SUMMARY_MARK, Entity, Fact
from services.text.wording import count_of, date, interval, list_words, relation_words

MOST_FACTS = 8
MOST_RELATIONS = 4


def show(entity: Entity, facts: Sequence[Fact], *, as_of: datetime | None, is_centre: bool) -> None:
    """`facts`: all of this entity's; those that hold are listed, each opens its card."""
    moment = as_of or datetime.now(UTC)
    holding = [fact for fact in facts if state_at(fact, moment) in ("holds", "maybe")]
    st.markdown(f"**{markdown.literal(entity.name)}**")
    told = fact_count_words(facts, holding, as_of)
    st.caption(f"{style.glyph_of_type(entity.type)} {markdown.literal(entity.type) or 'no type'} · {told}")
    if entity.summary:
        show_summary(entity.summary, facts)
    else:
        st.caption(markdown.literal(outline_words(facts)))
    if not is_centre:
        show_look_from_button(entity.name)
    listing = st.container(gap=None, key="list-facts")
    for fact in holding[:MOST_FACTS]:
        listing.button(
            markdown.literal(relation_from(fact, entity) + (" (perhaps)" if state_at(fact, moment) == "maybe" else "")),
            type="tertiary",
            key=f"open_{fact.uuid}",
            on_click=selection.choose,
            kwargs={"fact": str(fact.uuid)},
            help=f"{markdown.literal(fact.fact)} ({interval(fact)})",
        )
    if len(holding) > MOST_FACTS:
        st.caption(f"And {len(holding) - MOST_FACTS} more: see the timeline.")
    if not holding:
        st.caption(f"Nothing is known to hold {'at this date' if as_of else 'now'}.")


def show_summary(summary: str, facts: Sequence[Fact]) -> None:
    """Sentences that documents state stand each by itself, with the document that states it."""
    if not summary.startswith(SUMMARY_MARK):
        st.markdown(markdown.literal(summary))
        return
    for sentence in summary.removeprefix(SUMMARY_MARK).split("\n"):
        st.markdown(markdown.literal(sentence))
        if titles := stating_titles(sentence, facts):
            st.caption(f"in {markdown.literal(list_words([f'“{title}”' for title in titles]))}")


def stating_titles(sentence: str, facts: Sequence[Fact]) -> list[str]:
    """The documents that are cited for the facts of that sentence."""
    citations = (one for fact in facts if fact.fact.rstrip(".!?") == sentence.rstrip(".!?") for one in fact.citations)
    return list(dict.fromkeys(one.document_title for one in citations))


def outline_words(facts: Sequence[Fact]) -> str:
    """Instead of a summary, which only a language model writes: what is known of it, and from when to when."""
    if not facts:
        return "No fact of it is known."
    relations = Counter(relation_words(fact.relation) for fact in facts)
    told = [f"{name} ({count})" for name, count in relations.most_common(MOST_RELATIONS)]
    more = len(relations) - len(told)
    return f"Facts: {list_words([*told, *([count_of(more, 'other relation')] if more else [])])}.{_span(facts)}"


def _span(facts: Sequence[Fact]) -> str:
    dates = [known for fact in facts for known in (fact.began, fact.ended) if known is not None]
    if not dates:
        return " None of it has a date."
    first = date(min(dates, key=lambda known: known.earliest or known.latest))
    last = date(max(dates, key=lambda known: known.earliest or known.latest))
    return f" Dated {first}." if first == last else f" Dates from {first} to {last}."


def fact_count_words(facts: Sequence[Fact], holding: Sequence[Fact], as_of: datetime | None) -> str:
    when = "at this date" if as_of else "now"
    certain = sum(state_at(fact, as_of or datetime.now(UTC)) == "holds" for fact in holding)
    if len(facts) == 1:
        return f"1 fact, {'true' if certain else 'perhaps true' if holding else 'not true'} {when}"
    perhaps = f", {len(holding) - certain} perhaps" if certain < len(holding) else ""
    return f"{count_of(len(facts), 'fact')}, {certain or 'none'} of them true {when}{perhaps}"


def relation_from(fact: Fact, entity: Entity) -> str:
    """`led by → Jared Isaacman`, or against the arrow: `ordered by ← Starliner`."""
    relation = relation_words(fact.relation)
    return f"{relation} → {fact.target}" if fact.source_uuid == entity.uuid else f"{relation} ← {fact.source}"


def show_look_from_button(name: str) -> None:
    st.button(
        f"Look from {markdown.literal(name)}",
        icon=":material/center_focus_strong:",
        key=f"look_from_{name}",
        on_click=look_from,
        args=(name,),
        help="Makes it the entity that this page is about.",
    )


def look_from(name: str) -> None:
    st.session_state["entity"] = name
    selection.clear_selection()
