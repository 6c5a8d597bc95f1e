"""Beside the drawing: the card of what was chosen, else of the entity that the page is about."""

from uuid import UUID

import streamlit as st

from components.backend import run, services
from components.graph import entity_card, fact_card, selection
from components.graph.viewpoint import Looking
from components.sidebar import collection
from services.models import Entity, Timeline


def show(timeline: Timeline, drawn: tuple[Entity, ...], looking: Looking) -> None:
    """`timeline`: of the entity that the page is about; `drawn`: the entities that can have been clicked."""
    chosen = selection.current()
    if chosen.fact:
        _fact(chosen.fact, looking)
        return
    entity = next((one for one in drawn if str(one.uuid) == chosen.entity), timeline.entity)
    is_centre = entity.uuid == timeline.entity.uuid
    own = timeline if is_centre else run(collection.graph().timeline(entity.name, known_on=looking.known_on))
    entity_card.show(entity, own.facts, as_of=looking.as_of, is_centre=is_centre)


def _fact(uuid: str, looking: Looking) -> None:
    graph = services().graph
    fact = run(graph.fact(uuid, known_on=looking.known_on))
    st.button("Back", icon=":material/arrow_back:", key="close_fact", type="tertiary", on_click=selection.choose)
    fact_card.show(fact, as_of=looking.as_of, changes=run(graph.fact_changes(UUID(uuid))), key="fact")
    for name in dict.fromkeys((fact.source, fact.target)):
        entity_card.look_from_button(name)
