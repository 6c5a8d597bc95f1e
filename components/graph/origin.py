"""Facts read by rule: said once on the page, and left out where somebody wants only what a person or a model stated."""

from collections.abc import Callable, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components import url_state
from services.models import Fact, Neighborhood, Timeline


def choose(facts: Sequence[Fact], row: DeltaGenerator) -> bool:
    """Whether facts read by rule are shown; only asked where there are some, in this row of switches."""
    count = sum(fact.origin == "rule" for fact in facts)
    if not count:
        return True
    chosen = row.toggle(
        "Facts read by rule",
        key="by_rule",
        on_change=url_state.bind("by_rule", True, url_state.SWITCH),
        help="Literal sentences of the documents, found without a language model. Off: only what a person or a model "
        "stated.",
    )
    if chosen:
        st.caption(f":material/rule: {count_words(count, len(facts))}")
    return chosen


def is_shown() -> bool:
    return bool(st.session_state.get("by_rule", True))


def count_words(count: int, total: int) -> str:
    share = "All facts" if count == total else f"{count} of the {total} facts"
    return f"{share} of this entity were read by rule: each is a sentence of its document, word by word."


def filter_timeline(own: Timeline, by_rule: bool) -> Timeline:
    kept = tuple(fact for fact in own.facts if by_rule or fact.origin != "rule")
    return own.model_copy(update={"facts": kept})


def filter_neighborhood(neighborhood: Neighborhood) -> Neighborhood:
    """Without facts read by rule, and without entities that only they join."""
    return keep_facts(neighborhood, lambda fact: fact.origin != "rule")


def keep_facts(neighborhood: Neighborhood, is_kept: Callable[[Fact], bool]) -> Neighborhood:
    kept = tuple(fact for fact in neighborhood.edges if is_kept(fact))
    if len(kept) == len(neighborhood.edges):
        return neighborhood
    joined = {uuid for fact in kept for uuid in (fact.source_uuid, fact.target_uuid)} | {neighborhood.entity.uuid}
    nodes = tuple(entity for entity in neighborhood.nodes if entity.uuid in joined)
    lost = len(neighborhood.nodes) - len(nodes)
    return neighborhood.model_copy(
        update={"nodes": nodes, "edges": kept, "total_nodes": neighborhood.total_nodes - lost}
    )
