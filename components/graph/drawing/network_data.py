"""A part of the graph as the drawing wants it: built by pyvis, each fact in one state, each type with its mark."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from uuid import UUID

from pydantic import JsonValue
from pyvis.network import Network

from components import style
from components.graph import selection
from services.models import Diff, Entity, Fact, MentionLink, Neighborhood
from services.text.wording import count_of, interval, relation_words

TOGETHER = "together"
"""How two are drawn that are mentioned together."""
MOST_DRAWN = 200
MOST_NAMED = 60
Drawn = list[dict[str, JsonValue]]
StateOf = Callable[[Fact], str]


def state_at(fact: Fact, moment: datetime) -> str:
    """`holds`, `maybe`, `ended`, `later` or `undated`: a key of style.FACT_LINES. `maybe`: as far as its dates tell."""
    if fact.ended is not None and fact.ended.latest <= moment:
        return "ended"
    if fact.began is None:
        return "undated"
    certainty = fact.certainty_at(moment)
    return "later" if certainty is None else "holds" if certainty == "held" else "maybe"


def states_of(diff: Diff) -> dict[UUID, str]:
    """How each fact that differs between two dates is drawn."""
    return {
        **{fact.uuid: "added" for fact in diff.added},
        **{fact.uuid: "gone" for fact in diff.ended},
        **{pair.old.uuid: "replaced" for pair in diff.replaced},
        **{pair.new.uuid: "replacement" for pair in diff.replaced},
    }


def merge_neighborhoods(parts: Sequence[Neighborhood]) -> Neighborhood:
    """The first neighbourhood, grown by the others."""
    entities = {entity.uuid: entity for part in parts for entity in part.nodes}
    facts = {fact.uuid: fact for part in parts for fact in part.edges}
    hidden = [max(0, part.total_nodes - len(part.nodes)) for part in parts]
    return parts[0].model_copy(
        update={
            "nodes": tuple(entities.values()),
            "edges": tuple(facts.values()),
            "total_nodes": len(entities) + sum(hidden),
            "total_edges": max(len(facts), *(part.total_edges for part in parts)),
            "truncated": any(part.truncated for part in parts),
        }
    )


def cap_neighborhood(neighborhood: Neighborhood, most: int = MOST_DRAWN) -> tuple[Neighborhood, tuple[Entity, ...]]:
    """What is drawn, and the entities that are only named; nearest first, as the service ranks them."""
    shown = {entity.uuid for entity in neighborhood.nodes[:most]}
    edges = tuple(f for f in neighborhood.edges if f.source_uuid in shown and f.target_uuid in shown)
    drawn = neighborhood.model_copy(update={"nodes": neighborhood.nodes[:most], "edges": edges})
    return drawn, neighborhood.nodes[most:]


def left_out_words(drawn: Neighborhood, named: Sequence[Entity], total: int) -> str:
    """What is not drawn, in words; empty when everything is."""
    missing = total - len(drawn.nodes)
    if missing <= 0:
        return ""
    names = ", ".join(entity.name for entity in named[:MOST_NAMED])
    others = missing - len(named[:MOST_NAMED])
    more = f" and {others:,} others" if others and names else f"{others:,} entities" if others else ""
    told = f"{missing:,} of {total:,} entities are not drawn: {names}{more}."
    return f"{told} Choose a smaller reach, or look from one of them."


def ends_of(facts: Iterable[Fact], known: Iterable[Entity]) -> tuple[Entity, ...]:
    """The entities that facts join; one that is not known otherwise has a name and no type."""
    entities = {entity.uuid: entity for entity in known}
    ends = ((uuid, name) for f in facts for uuid, name in ((f.source_uuid, f.source), (f.target_uuid, f.target)))
    return tuple(
        entities.get(uuid) or Entity(uuid=uuid, name=name, type="", summary="") for uuid, name in dict(ends).items()
    )


def build_network(
    entities: Sequence[Entity], facts: Sequence[Fact], state_of: StateOf, together: Sequence[MentionLink] = ()
) -> tuple[Drawn, Drawn]:
    """Nodes and edges as pyvis writes them; our own attributes pass through it."""
    graph = Network(directed=True)
    for entity in entities:
        graph.add_node(str(entity.uuid), label=entity.name or "(no name)", type=entity.type, summary=entity.summary)
    for fact in facts:
        graph.add_edge(str(fact.source_uuid), str(fact.target_uuid), **fact_attributes(fact, state_of(fact)))
    for link in together:
        graph.add_edge(str(link.source_uuid), str(link.target_uuid), **weak_attributes(link))
    nodes, edges, *_ = graph.get_network_data()
    return nodes, edges


def fact_attributes(fact: Fact, state: str) -> dict[str, JsonValue]:
    when = interval(fact)
    return {"id": str(fact.uuid), "label": edge_label(fact, state), "fact": fact.fact, "when": when, "state": state}


def weak_attributes(link: MentionLink) -> dict[str, JsonValue]:
    """Without a label: it says nothing of what joins them."""
    return {
        "id": selection.pair_of(link.source_uuid, link.target_uuid),
        "label": "",
        "fact": f"{link.source} and {link.target} are mentioned together.",
        "when": places_words(link.document_count, link.passage_count),
        "state": TOGETHER,
    }


def places_words(documents: int, passages: int) -> str:
    return f"{count_of(documents, 'document')}, {count_of(passages, 'passage')}"


REMARKS = {"undated": " (undated)", "maybe": " (perhaps)"}
SIGNS = {"added": "+ ", "gone": "− ", "passed": "± ", "replaced": "− ", "replacement": "+ "}


def edge_label(fact: Fact, state: str) -> str:
    return f"{SIGNS.get(state, '')}{relation_words(fact.relation)}{REMARKS.get(state, '')}"


def marks_of_types(entities: Iterable[Entity]) -> dict[str, JsonValue]:
    return {name: mark_as_json(name) for name in {entity.type for entity in entities}}


def mark_as_json(type_name: str) -> JsonValue:
    colour, shape = style.mark_of_type(type_name)
    both = {theme: colours[colour] for theme, colours in style.CATEGORY_COLOURS.items()}
    return {**both, "shape": shape, "glyph": style.GLYPHS[shape]}


def lines_as_json() -> dict[str, JsonValue]:
    return {
        state: {
            "word": line.word,
            "light": line.light,
            "dark": line.dark,
            "width": line.width,
            "dashes": list(line.dashes) or None,
            "weak": state == TOGETHER,
        }
        for state, line in style.FACT_LINES.items()
    }
