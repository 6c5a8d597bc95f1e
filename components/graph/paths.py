"""How two entities hang together: the shortest chains of facts, each step with who says so."""

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise

import streamlit as st

from components import markdown, style, url_state
from components.backend import run, services
from components.graph import entity_picker, fact_card
from components.graph.drawing import network
from components.graph.drawing.network_data import state_at
from services.models import Entity, Fact, MentionLink, Path, Timeline, Viewpoint
from services.text.wording import count_of, interval, list_words, relation_words

TARGET = "target"
OVER_MENTIONS = "over_mentions"


def show(own: Timeline, _: int, viewpoint: Viewpoint) -> tuple[Entity, ...]:
    """The entities drawn."""
    source = own.entity.name
    other = choose_target(source)
    if other is None:
        return ()
    over = bool(st.session_state.get(OVER_MENTIONS))
    paths = run(services().graph.paths(source, other, over_mentions=over, viewpoint=viewpoint))
    return draw_paths(paths, source, other, viewpoint)


def choose_mentions() -> bool:
    return st.toggle(
        "Also over mentions",
        key=OVER_MENTIONS,
        on_change=url_state.bind(OVER_MENTIONS, False, url_state.SWITCH),
        help="A step may also lead between two entities that documents only mention together, which states nothing of "
        "what joins them. Each such step says so. Looked for in the documents that name an entity most.",
    )


def choose_target(source: str) -> str | None:
    """The other entity's name; says what to do as long as there is none."""
    label = f"How is {markdown.literal(source)} connected with"
    others = [name for name in entity_picker.entity_names() if name != source]
    chosen = entity_picker.choose_entity(st.container(), label, others, key=TARGET)
    if not chosen:
        st.caption("Choose a second entity to see the shortest chains of facts between the two, each with its sources.")
    return chosen or None


def draw_paths(paths: Sequence[Path], source: str, other: str, viewpoint: Viewpoint) -> tuple[Entity, ...]:
    if not paths:
        over = bool(st.session_state.get(OVER_MENTIONS))
        st.info(markdown.literal(no_path_words(source, other, viewpoint, over)), icon=":material/link_off:")
        return ()
    show_drawing(paths, viewpoint.moment)
    for number, path in enumerate(paths, 1):
        with st.expander(f"**{number}.** {chain_words(path)}", expanded=number == 1):
            for hop, one in enumerate(path.steps):
                show_step(one, f"path_{number}_{hop}", viewpoint)
    return tuple({entity.uuid: entity for path in paths for entity in path.entities}.values())


def no_path_words(source: str, other: str, viewpoint: Viewpoint, over_mentions: bool = False) -> str:
    """With what can still be done: nothing that is on already."""
    when = "" if viewpoint.ended else " at this date" if viewpoint.as_of else " now"
    ways = [
        "" if viewpoint.ended else "switch on “At any time”",
        "" if viewpoint.ended or viewpoint.counts_undated else "count undated facts in",
        "look in all collections" if viewpoint.collection is not None else "",
        "look in all sources" if viewpoint.published_by is not None else "",
        "" if over_mentions else "switch on “Also over mentions”",
    ]
    open_ways = [way for way in ways if way]
    if all(way.startswith("switch on") for way in open_ways):
        open_ways[1:] = [way.removeprefix("switch on ") for way in open_ways[1:]]
    advice = list_words(open_ways, last="or")
    said = f"No chain of at most six facts joins {source} and {other}{when}."
    return f"{said} {advice[0].upper()}{advice[1:]}." if advice else said


def show_drawing(paths: Sequence[Path], moment: datetime) -> None:
    entities = {entity.uuid: entity for path in paths for entity in path.entities}
    facts = {fact.uuid: fact for path in paths for fact in path.facts}
    links = {link.pair: link for path in paths for link in path.mentions}
    first, last = paths[0].entities[0], paths[0].entities[-1]
    network.show(
        list(entities.values()),
        list(facts.values()),
        lambda fact: state_at(fact, moment),
        together=list(links.values()),
        key="paths",
        centre=first,
        title=f"{first.name} and {last.name}",
        height=340,
    )


def chain_words(path: Path) -> str:
    """Entities and the relations between them, on one line."""
    parts = [name_of(path.entities[0])]
    for one, (here, there) in zip(path.steps, pairwise(path.entities), strict=True):
        parts.append(f":gray[{_arrow(one, here)}] {name_of(there)}")
    return " ".join(parts)


def _arrow(one: Fact | MentionLink, here: Entity) -> str:
    if isinstance(one, MentionLink):
        return "⋯ mentioned together with ⋯"
    relation, forward = markdown.literal(relation_words(one.relation)), one.source_uuid == here.uuid
    return f"{'—' if forward else '←'} {relation} {'→' if forward else '—'}"


def name_of(entity: Entity) -> str:
    return f"{style.glyph_of_type(entity.type)} {markdown.literal(entity.name)}"


def show_step(one: Fact | MentionLink, key: str, viewpoint: Viewpoint) -> None:
    """A mention says that it is one, with its first passage."""
    if isinstance(one, MentionLink):
        st.markdown(f"**{markdown.literal(mention_words(one))}** :gray[no fact]")
        shared = run(services().graph.shared_passages(one.source_uuid, one.target_uuid, viewpoint=viewpoint))
        fact_card.show_citations(shared.passages[:1], key=key)
        return
    st.markdown(f"**{markdown.literal(one.fact)}** :gray[{interval(one)}]")
    fact_card.show_citations(one.citations[:2], key=key)


def mention_words(link: MentionLink) -> str:
    where = count_of(link.document_count, "document")
    return f"{link.source} and {link.target} are only mentioned together, in {where}."
