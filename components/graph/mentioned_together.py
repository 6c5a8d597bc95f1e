"""What is mentioned together, as weak links on the graph page: the switch, what is drawn, its table, its passages."""

from collections.abc import Sequence
from uuid import UUID

import pandas as pd
import streamlit as st

from components import markdown, url_state
from components.backend import run, services
from components.graph import entity_card, fact_card, selection
from components.graph.drawing.network_data import places_words
from services.models import Entity, Fact, MentionedTogether, MentionLink, Neighborhood, SharedPassages, Viewpoint
from services.text.wording import count_of

KEY = "together"
NOTHING = MentionedTogether()


def choose() -> bool:
    return st.toggle(
        "Mentioned together",
        key=KEY,
        on_change=url_state.bind(KEY, False, url_state.SWITCH),
        help="Draw entities whose names stand close to each other, too: dotted lines. A weak link, which says nothing "
        "of what joins them; two that a drawn fact joins get none.",
    )


def load(drawn: Neighborhood, viewpoint: Viewpoint) -> MentionedTogether:
    """Nothing as long as the switch is off. With the companions of the entity in the middle and of those expanded."""
    if not st.session_state.get(KEY):
        return NOTHING
    expanded = selection.expanded_entities()
    centres = [drawn.entity, *(entity for entity in drawn.nodes if str(entity.uuid) in expanded)]
    found = run(services().graph.mentioned_together(centres, drawn.nodes, viewpoint=viewpoint))
    return without_joined_by_facts(found, drawn.edges)


def without_joined_by_facts(found: MentionedTogether, facts: Sequence[Fact]) -> MentionedTogether:
    """Without the links between entities that a fact joins."""
    joined = {frozenset((fact.source_uuid, fact.target_uuid)) for fact in facts}
    links = tuple(link for link in found.links if link.pair not in joined)
    return found.model_copy(update={"links": links, "total_links": found.total_links - (len(found.links) - len(links))})


def show_offer(drawn: Neighborhood, viewpoint: Viewpoint) -> None:
    """Where no fact is drawn, and documents name something close to the entity."""
    if drawn.edges or st.session_state.get(KEY):
        return
    if run(services().graph.mentions(drawn.entity, viewpoint=viewpoint)).together:
        with st.container(horizontal=True, vertical_alignment="center", key="offer-together"):
            st.markdown("No fact connects these.", width="content")
            st.button("Show what is mentioned together", key="show_together", on_click=_switch_on)


def _switch_on() -> None:
    st.session_state[KEY] = True


def left_out_words(found: MentionedTogether) -> str:
    """What of it is not drawn, in words; empty when everything is."""
    entities = found.total_entities - len(found.entities)
    links = found.total_links - len(found.links)
    parts = [count_of(entities, "entity")] if entities else []
    parts += [count_of(links, "link")] if links else []
    told = [f"Of what is mentioned together, {' and '.join(parts)} in fewest documents are not drawn."] if parts else []
    told += [] if found.is_whole else ["Of very many mentions only the latest were looked at."]
    return " ".join(told)


def show_table(found: MentionedTogether) -> None:
    """For keyboards and screen readers; a row that is chosen opens its passages."""
    if not found.links:
        return
    with st.expander(f"Mentioned together, as a table ({len(found.links)})", icon=":material/table_rows:"):
        st.dataframe(
            pd.DataFrame(table_rows(found.links)),
            hide_index=True,
            width="stretch",
            height=300,
            on_select=lambda: _chosen(found.links),
            selection_mode="single-row",
            key="together_table",
        )


def table_rows(links: Sequence[MentionLink]) -> list[dict[str, str | int]]:
    return [
        {"entity": one.source, "and": one.target, "documents": one.document_count, "passages": one.passage_count}
        for one in links
    ]


def _chosen(links: Sequence[MentionLink]) -> None:
    chosen = st.session_state["together_table"].selection.rows
    if chosen and chosen[0] < len(links):
        selection.choose(pair=selection.pair_of(links[chosen[0]].source_uuid, links[chosen[0]].target_uuid))
    else:
        selection.choose()


def show_card(pair: tuple[UUID, UUID], known: Sequence[Entity], viewpoint: Viewpoint) -> None:
    """The passages in which both stand. `known`: the entities drawn, which it may name."""
    st.button("Back", icon=":material/arrow_back:", key="close_pair", type="tertiary", on_click=selection.choose)
    names = {entity.uuid: entity.name for entity in known}
    both = [names[uuid] for uuid in pair if uuid in names]
    if len(both) < 2:
        st.caption("These two are not drawn from here.")
        return
    shared = run(services().graph.shared_passages(*pair, viewpoint=viewpoint))
    st.markdown(f"**{markdown.literal(both[0])}** and **{markdown.literal(both[1])}**")
    st.caption(f":material/more_horiz: {shared_words(shared)}")
    for number, citation in enumerate(shared.passages):
        with st.container(key=f"pair_citation_{number}", gap=None):
            fact_card.show_quote(citation)
    for name in both:
        entity_card.show_look_from_button(name)


def shared_words(shared: SharedPassages) -> str:
    if not shared.passages:
        return "From here, no document names them close to each other."
    where = f"{places_words(shared.document_count, shared.passage_count)}. No sentence has to say what joins them."
    more = shared.passage_count - len(shared.passages)
    return f"Mentioned together in {where}" + (f" {count_of(more, 'more passage')} not shown." if more > 0 else "")
