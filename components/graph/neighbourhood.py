"""The neighbourhood of an entity, grown by what was expanded, drawn with what is left out in words."""

from collections import Counter

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components import markdown, url_state
from components.backend import run, services
from components.graph import export, facts_table, mentioned_together, origin, selection, states
from components.graph.drawing import network, network_data
from components.graph.viewpoint import viewpoint_words
from services.models import Entity, MentionedTogether, Neighborhood, Timeline, Viewpoint
from services.text.wording import count_of, list_words

LIMIT = network_data.MOST_DRAWN + network_data.MOST_NAMED
ABOVE_AND_BELOW = 334
"""Pixels of the page's controls above the drawing, and of the line below it."""
NOT_DRAWN = {"ended": "no longer true", "later": "not yet true", "undated": "undated"}
REACHES = {"1": "1 fact", "2": "2 facts", "3": "3 facts", "4": "4 facts", "5": "5 facts"}


def choose_depth(place: DeltaGenerator) -> int:
    """How many facts away from the entity is still drawn: 1 to 5."""
    chosen = place.selectbox(
        "Reach",
        list(REACHES),
        format_func=REACHES.__getitem__,
        key="depth",
        on_change=url_state.bind_options("depth", list(REACHES), "1"),
        help="How many facts away from the entity is still drawn.",
    )
    return int(chosen)


def load(name: str, depth: int, viewpoint: Viewpoint) -> Neighborhood:
    """With each expanded entity's own facts, in the order in which they were expanded."""
    grown = network_data.merge_neighborhoods([_around(name, depth, viewpoint)])
    for uuid in selection.expanded_entities():
        entity = next((one for one in grown.nodes if str(one.uuid) == uuid), None)
        if entity is not None:
            grown = network_data.merge_neighborhoods([grown, _around(entity.name, 1, viewpoint)])
    return grown


def _around(name: str, depth: int, viewpoint: Viewpoint) -> Neighborhood:
    return run(services().graph.neighborhood(name, depth=depth, limit=LIMIT, viewpoint=viewpoint))


def show(own: Timeline, depth: int, viewpoint: Viewpoint) -> tuple[Entity, ...]:
    """The entities drawn. `own`: the timeline of the entity in the middle."""
    return show_drawing(load(own.entity.name, depth, viewpoint), own, viewpoint)


def show_drawing(neighborhood: Neighborhood, own: Timeline, viewpoint: Viewpoint) -> tuple[Entity, ...]:
    whole, (drawn, named), together = _drawn(neighborhood, viewpoint)
    for _ in selection.expanded_entities():  # of what is only mentioned, too, which may bring more of it
        fresh = [entity for entity in together.entities if str(entity.uuid) in selection.expanded_entities()]
        if not fresh:
            break
        around = [_around(entity.name, 1, viewpoint) for entity in fresh]
        neighborhood = network_data.merge_neighborhoods([neighborhood, *around])
        whole, (drawn, named), together = _drawn(neighborhood, viewpoint)
    mentioned_together.show_offer(drawn, viewpoint)
    entities = (*drawn.nodes, *together.entities)
    network.show(
        entities,
        drawn.edges,
        lambda fact: network_data.state_at(fact, viewpoint.moment),
        together=together.links,
        key="graph",
        centre=drawn.entity,
        title=f"{drawn.entity.name}, {viewpoint_words(viewpoint)}",
        expanded=selection.expanded_entities(),
        message="" if drawn.edges or together.links else nothing_words(own, viewpoint),
        height=500,
        beside=ABOVE_AND_BELOW,
    )
    for missing in (
        own_facts_not_drawn_words(own, drawn, viewpoint) if drawn.edges else "",
        network_data.left_out_words(drawn, named, whole.total_nodes),
        mentioned_together.left_out_words(together),
    ):
        if missing:
            st.caption(f":material/visibility_off: {markdown.literal(missing)}")
    export.show(drawn, key="graph")
    facts_table.show_in_expander(drawn.edges, key="graph_table")
    mentioned_together.show_table(together)
    return entities


def _drawn(
    neighborhood: Neighborhood, viewpoint: Viewpoint
) -> tuple[Neighborhood, tuple[Neighborhood, tuple[Entity, ...]], MentionedTogether]:
    """All that is known of it, what of that is drawn and what only named, and what is mentioned together with that."""
    whole = neighborhood if viewpoint.counts_undated else without_undated(neighborhood)
    capped = network_data.cap_neighborhood(whole if origin.is_shown() else origin.filter_neighborhood(whole))
    return whole, capped, mentioned_together.load(capped[0], viewpoint)


def own_facts_not_drawn_words(own: Timeline, drawn: Neighborhood, viewpoint: Viewpoint) -> str:
    """Which of the facts that the card counts are not in the drawing, and how they get there; empty where all are."""
    there = {fact.uuid for fact in drawn.edges}
    states = Counter(network_data.state_at(fact, viewpoint.moment) for fact in own.facts if fact.uuid not in there)
    if not states:
        return ""
    kinds = [f"{states[state]:,} {word}" for state, word in NOT_DRAWN.items() if states[state]]
    others = states.total() - sum(states[state] for state in NOT_DRAWN)
    kinds += [f"{others:,} with an entity that is not drawn"] if others else []
    switches = {"“Ended and later facts”": states["ended"] + states["later"], "“Undated facts”": states["undated"]}
    switched = list_words([name for name, count in switches.items() if count])
    way = f" Switch on {switched} to see {'it' if states.total() == 1 else 'them'}." if switched and not others else ""
    are, known = "is" if states.total() == 1 else "are", count_of(len(own.facts), "fact")
    return f"{states.total():,} of the {known} of {own.entity.name} {are} not drawn: {list_words(kinds)}.{way}"


def nothing_words(own: Timeline, viewpoint: Viewpoint) -> str:
    return states.nothing_held_words(own.entity.name, len(own.facts), viewpoint)


def without_undated(neighborhood: Neighborhood) -> Neighborhood:
    """For the whole history, which the service gives with undated facts."""
    return origin.keep_facts(neighborhood, lambda fact: fact.began is not None)
