"""The neighbourhood of an entity, grown by what was expanded, drawn with what is left out in words."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components import markdown, url_state
from components.backend import run
from components.graph import export, facts_table, network, network_data, selection, states
from components.graph.viewpoint import Looking
from components.sidebar import collection
from services.models import Entity, Neighborhood, Timeline

LIMIT = network_data.MOST_DRAWN + network_data.MOST_NAMED
REACHES = {"1": "1 fact", "2": "2 facts", "3": "3 facts", "4": "4 facts", "5": "5 facts"}


def reach(place: DeltaGenerator) -> int:
    """How many facts away from the entity is still drawn: 1 to 5."""
    chosen = place.selectbox(
        "Reach",
        list(REACHES),
        format_func=REACHES.__getitem__,
        key="depth",
        on_change=url_state.prepare("depth", list(REACHES), "1"),
        help="How many facts away from the entity is still drawn.",
    )
    return int(chosen)


def load(name: str, depth: int, looking: Looking) -> Neighborhood:
    """With each expanded entity's own facts, in the order in which they were expanded."""
    grown = network_data.merged([_around(name, depth, looking)])
    for uuid in selection.expanded():
        entity = next((one for one in grown.nodes if str(one.uuid) == uuid), None)
        if entity is not None:
            grown = network_data.merged([grown, _around(entity.name, 1, looking)])
    return grown


def _around(name: str, depth: int, looking: Looking) -> Neighborhood:
    return run(
        collection.graph().neighborhood(
            name,
            depth=depth,
            as_of=looking.as_of,
            limit=LIMIT,
            include_invalid=looking.whole_history,
            known_on=looking.known_on,
            include_undated=looking.include_undated,
        )
    )


def show(own: Timeline, depth: int, looking: Looking) -> tuple[Entity, ...]:
    """The entities drawn. `own`: the timeline of the entity in the middle."""
    return drawing(load(own.entity.name, depth, looking), own, looking)


def drawing(neighborhood: Neighborhood, own: Timeline, looking: Looking) -> tuple[Entity, ...]:
    whole = without_undated(neighborhood) if not looking.include_undated else neighborhood
    drawn, named = network_data.capped(whole)
    network.show(
        drawn.nodes,
        drawn.edges,
        lambda fact: network_data.state_at(fact, looking.moment),
        key="graph",
        centre=drawn.entity,
        title=f"{drawn.entity.name}, {looking.in_words}",
        expanded=selection.expanded(),
        message="" if drawn.edges else nothing(own, looking),
        height=500,
    )
    missing = network_data.left_out(drawn, named, whole.total_nodes)
    if missing:
        st.caption(f":material/visibility_off: {markdown.literal(missing)}")
    export.show(drawn, key="graph")
    facts_table.expander(drawn.edges, key="graph_table")
    return drawn.nodes


def nothing(own: Timeline, looking: Looking) -> str:
    return states.nothing_then(own.entity.name, len(own.facts), looking.known_on, collection.current())


def without_undated(neighborhood: Neighborhood) -> Neighborhood:
    """For the whole history, which the service gives with undated facts."""
    kept = tuple(fact for fact in neighborhood.edges if fact.valid_at is not None)
    if len(kept) == len(neighborhood.edges):
        return neighborhood
    joined = {uuid for fact in kept for uuid in (fact.source_uuid, fact.target_uuid)} | {neighborhood.entity.uuid}
    nodes = tuple(entity for entity in neighborhood.nodes if entity.uuid in joined)
    lost = len(neighborhood.nodes) - len(nodes)
    return neighborhood.model_copy(
        update={"nodes": nodes, "edges": kept, "total_nodes": neighborhood.total_nodes - lost}
    )
