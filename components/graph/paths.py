"""How two entities hang together: the shortest chains of facts, each step with who says so."""

from collections.abc import Sequence
from datetime import datetime

import streamlit as st

from components import markdown, style
from components.backend import run, services
from components.graph import entity_picker, fact_card
from components.graph.drawing import network
from components.graph.drawing.network_data import state_at
from services.models import Entity, Fact, Path, Timeline, Viewpoint
from services.text.wording import interval, listed, relation_words

TARGET = "target"


def show(own: Timeline, _: int, viewpoint: Viewpoint) -> tuple[Entity, ...]:
    """The entities drawn."""
    source = own.entity.name
    other = target(source)
    if other is None:
        return ()
    paths = run(services().graph.paths(source, other, viewpoint=viewpoint))
    return draw(paths, source, other, viewpoint)


def target(source: str) -> str | None:
    """The other entity's name; says what to do as long as there is none."""
    label = f"How is {markdown.literal(source)} connected with"
    others = [name for name in entity_picker.names() if name != source]
    chosen = entity_picker.choice(st.container(), label, others, key=TARGET)
    if not chosen:
        st.caption("Choose a second entity to see the shortest chains of facts between the two, each with its sources.")
    return chosen or None


def draw(paths: Sequence[Path], source: str, other: str, viewpoint: Viewpoint) -> tuple[Entity, ...]:
    if not paths:
        st.info(markdown.literal(no_path(source, other, viewpoint)), icon=":material/link_off:")
        return ()
    drawing(paths, viewpoint.moment)
    for number, path in enumerate(paths, 1):
        with st.expander(f"**{number}.** {chain(path)}", expanded=number == 1):
            for hop, fact in enumerate(path.facts):
                step(fact, f"path_{number}_{hop}")
    return tuple({entity.uuid: entity for path in paths for entity in path.entities}.values())


def no_path(source: str, other: str, viewpoint: Viewpoint) -> str:
    """With what can still be done: nothing that is on already."""
    when = "" if viewpoint.ended else " at this date" if viewpoint.as_of else " now"
    ways = [
        "" if viewpoint.ended else "switch on “At any time”",
        "" if viewpoint.ended or viewpoint.counts_undated else "count undated facts in",
        "look in all collections" if viewpoint.collection is not None else "",
        "look in all sources" if viewpoint.published_by is not None else "",
    ]
    advice = listed([way for way in ways if way], last="or")
    said = f"No chain of at most six facts joins {source} and {other}{when}."
    return f"{said} {advice[0].upper()}{advice[1:]}." if advice else said


def drawing(paths: Sequence[Path], moment: datetime) -> None:
    entities = {entity.uuid: entity for path in paths for entity in path.entities}
    facts = {fact.uuid: fact for path in paths for fact in path.facts}
    first, last = paths[0].entities[0], paths[0].entities[-1]
    network.show(
        list(entities.values()),
        list(facts.values()),
        lambda fact: state_at(fact, moment),
        key="paths",
        centre=first,
        title=f"{first.name} and {last.name}",
        height=340,
    )


def chain(path: Path) -> str:
    """Entities and the relations between them, on one line."""
    parts = [name_of(path.entities[0])]
    for fact, here, there in zip(path.facts, path.entities, path.entities[1:], strict=False):
        relation = markdown.literal(relation_words(fact.relation))
        forward = fact.source_uuid == here.uuid
        parts.append(f":gray[{'—' if forward else '←'} {relation} {'→' if forward else '—'}] {name_of(there)}")
    return " ".join(parts)


def name_of(entity: Entity) -> str:
    return f"{style.glyph(entity.type)} {markdown.literal(entity.name)}"


def step(fact: Fact, key: str) -> None:
    st.markdown(f"**{markdown.literal(fact.fact)}** :gray[{interval(fact)}]")
    fact_card.citations(fact.citations[:2], key=key)
