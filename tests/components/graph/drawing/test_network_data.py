"""What is drawn of a part of the graph, and how."""

import json
from itertools import combinations

import pytest

from components import style
from components.graph.drawing.network import file_name
from components.graph.drawing.network_data import (
    build_network,
    cap_neighborhood,
    ends_of,
    left_out_words,
    lines_as_json,
    marks_of_types,
    merge_neighborhoods,
    state_at,
    states_of,
)
from services.models import Diff, MentionLink, Replacement
from tests.components.graph.facts import entity, fact, moment, neighborhood, uuid

NOON = moment("2000-06-01")
HOSTILE = '<img src=x onerror="alert(1)">\'); MATCH (n) DETACH DELETE n //'


@pytest.mark.parametrize(
    ("since", "until", "state"),
    [
        ("1999-01-01", None, "holds"),
        ("1999-01-01", "2001-01-01", "holds"),
        ("2000-06-01", None, "holds"),
        ("1999-01-01", "2000-06-01", "ended"),
        ("2000-06-02", None, "later"),
        (None, None, "undated"),
        (None, "2001-01-01", "undated"),
        (None, "1999-01-01", "ended"),
    ],
)
def test_a_fact_is_drawn_by_its_state_at_the_date(since, until, state):
    assert state_at(fact("a", "LED_BY", "b", since, until), NOON) == state


def test_pyvis_keeps_every_attribute_and_parallel_facts():
    facts = [fact("NASA", "LED_BY", "James Webb", "1961-02-14"), fact("NASA", "KNOWS", "James Webb")]
    nodes, edges = build_network(
        [entity("NASA", "Agency"), entity("James Webb")], facts, lambda one: state_at(one, NOON)
    )
    assert {node["label"]: node["type"] for node in nodes} == {"NASA": "Agency", "James Webb": "Person"}
    assert [edge["label"] for edge in edges] == ["led by", "knows (undated)"]
    assert edges[0]["when"] == "since 14 Feb 1961"
    assert edges[0]["from"] == str(uuid("NASA"))


def test_hostile_names_stay_what_they_are():
    nodes, edges = build_network([entity(HOSTILE), entity("b")], [fact(HOSTILE, HOSTILE, "b")], lambda _: "holds")
    assert nodes[0]["label"] == HOSTILE
    assert edges[0]["fact"] == f"{HOSTILE} {HOSTILE} b"
    assert json.loads(json.dumps(nodes)) == nodes


def test_a_name_makes_a_safe_file_name():
    assert file_name("../../etc/passwd\n<x>") == "etc-passwd-x"
    assert file_name("Ω & 東京") == "Ω-東京"
    assert file_name("///") == "graph"


def test_every_type_of_the_sample_is_told_apart_by_colour_and_shape():
    types = ["Person", "Company", "Agency", "Spacecraft", "Station", "Rocket", "Record", "Place", "Mission", "Contract"]
    types += ["Engine", "Programme", "Country", "Phase", "Instrument"]
    assert len({style.mark_of_type(name) for name in types}) == len(types)


def test_an_unknown_type_never_takes_the_mark_of_a_known_one():
    assert not {style.mark_of_type(f"Type {number}") for number in range(300)} & set(style.MARKS.values())
    assert style.mark_of_type("Wer`ner") == style.mark_of_type("Wer`ner")


def test_the_browser_gets_marks_and_lines_from_the_one_place():
    drawn = marks_of_types([entity("NASA", "Agency"), entity("x", "")])
    assert drawn["Agency"] == {"light": "#0072B2", "dark": "#56B4E9", "shape": "square", "glyph": "■"}
    assert set(drawn) == {"Agency", ""}
    assert set(lines_as_json()) == set(style.FACT_LINES)


def test_facts_are_told_apart_without_colour():
    ways = {name: (line.dashes, line.word) for name, line in style.FACT_LINES.items()}
    assert all(one != other for one, other in combinations(ways.values(), 2))


def test_what_is_mentioned_together_is_a_weak_line_without_a_label():
    one, other = entity("NASA", "Agency"), entity("Mir", "")
    link = MentionLink(
        source_uuid=one.uuid, source="NASA", target_uuid=other.uuid, target="Mir", document_count=1, passage_count=3
    )
    _, (edge,) = build_network([one, other], [], lambda fact: "holds", [link])
    assert (edge["label"], edge["state"], edge["when"]) == ("", "together", "1 document, 3 passages")
    assert [state for state, line in lines_as_json().items() if line["weak"]] == ["together"]


def test_expanding_adds_what_is_new_and_repeats_nothing():
    first = neighborhood("a", fact("a", "KNOWS", "b"))
    second = neighborhood("b", fact("a", "KNOWS", "b"), fact("b", "KNOWS", "c"))
    grown = merge_neighborhoods([first, second])
    assert [one.name for one in grown.nodes] == ["a", "b", "c"]
    assert len(grown.edges) == 2
    assert grown.entity.name == "a"
    assert grown.total_nodes == 3


def test_at_most_two_hundred_are_drawn_and_the_rest_is_named():
    around = neighborhood("hub", *(fact("hub", "KNOWS", f"leaf {n}") for n in range(230)), total=1000)
    drawn, named = cap_neighborhood(around)
    assert len(drawn.nodes) == 200
    assert len(drawn.edges) == 199
    words = left_out_words(drawn, named, around.total_nodes)
    assert words.startswith("800 of 1,000 entities are not drawn: leaf 199, leaf 200")
    assert "and 769 others" in words
    assert left_out_words(around, (), len(around.nodes)) == ""


def test_a_difference_colours_both_sides_of_a_replacement():
    old, new, added, ended = (fact("a", relation, "b") for relation in ("OLD", "NEW", "ADDED", "ENDED"))
    diff = Diff(
        entity=entity("a"),
        start=NOON,
        end=NOON,
        added=(added,),
        ended=(ended,),
        replaced=(Replacement(old=old, new=new),),
    )
    assert states_of(diff) == {
        added.uuid: "added",
        ended.uuid: "gone",
        old.uuid: "replaced",
        new.uuid: "replacement",
    }


def test_the_ends_of_facts_have_their_type_where_it_is_known():
    ends = ends_of([fact("a", "KNOWS", "b")], [entity("a", "Agency")])
    assert [(one.name, one.type) for one in ends] == [("a", "Agency"), ("b", "")]
