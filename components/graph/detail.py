"""Beside the drawing: the card of what was chosen, else of the entity that the page is about."""

from uuid import UUID

import streamlit as st

from components.backend import run, services
from components.graph import entity_card, fact_card, mentioned_together, mentions, selection
from services.models import Entity, Timeline, Viewpoint


def show(timeline: Timeline, drawn: tuple[Entity, ...], viewpoint: Viewpoint) -> None:
    """`timeline`: of the entity that the page is about; `drawn`: the entities that can have been clicked."""
    chosen = selection.current()
    if chosen.fact:
        _fact(chosen.fact, viewpoint)
        return
    if chosen.both:
        mentioned_together.show_card(chosen.both, [timeline.entity, *drawn], viewpoint)
        return
    entity = next((one for one in drawn if str(one.uuid) == chosen.entity), timeline.entity)
    is_centre = entity.uuid == timeline.entity.uuid
    own = timeline if is_centre else run(services().graph.timeline(entity.name, viewpoint=viewpoint))
    entity_card.show(entity, own.facts, as_of=viewpoint.as_of, is_centre=is_centre)
    mentions.show(run(services().graph.mentions(entity, viewpoint=viewpoint)))


def _fact(uuid: str, viewpoint: Viewpoint) -> None:
    """With all documents that state it, whichever collection is looked in."""
    graph = services().graph
    fact = run(graph.fact(uuid, viewpoint=viewpoint.model_copy(update={"collection": None})))
    st.button("Back", icon=":material/arrow_back:", key="close_fact", type="tertiary", on_click=selection.choose)
    changes = run(graph.fact_changes(UUID(uuid), viewpoint=viewpoint))
    fact_card.show(fact, as_of=viewpoint.as_of, changes=changes, key="fact")
    for name in dict.fromkeys((fact.source, fact.target)):
        entity_card.show_look_from_button(name)
