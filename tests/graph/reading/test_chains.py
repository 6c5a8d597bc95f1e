"""Chains against plain enumeration, and graphs in which there are more of them than anybody can look at."""

import random
from itertools import permutations

from services.graph.reading.chains import ChainEnd, Chains


def chains(steps, sources="a", targets="z"):
    made = Chains(frozenset(sources), frozenset(targets))
    made.add((one, other, f"{min(one, other)}{max(one, other)}") for one, other in steps)
    return made


def enumerated(steps, longest):
    """All simple chains from a to z, the plain way."""
    there = {*steps, *((other, one) for one, other in steps)}
    between = {end for step in steps for end in step} - {"a", "z"}
    found = [
        ("a", *through, "z")
        for count in range(longest)
        for through in permutations(sorted(between), count)
        if all(step in there for step in zip(("a", *through), (*through, "z"), strict=True))
    ]
    return sorted(found, key=lambda chain: (len(chain), chain))


def test_they_are_those_that_plain_enumeration_finds():
    dice = random.Random(7)
    for _ in range(200):
        steps = {tuple(dice.sample("abcdez", 2)) for _ in range(dice.randrange(1, 12))}
        expected = enumerated(steps, 4)
        assert chains(steps).shortest(1000, 4) == expected
        assert chains(steps).shortest(3, 4) == expected[:3]


def test_the_facts_of_a_chain_are_those_of_its_steps_in_either_direction():
    made = chains([("m", "a"), ("z", "m")])
    (chain,) = made.shortest(10, 6)
    assert made.facts_of(chain) == ["am", "mz"]


def test_no_chain_leads_through_another_entity_of_its_ends_names():
    made = chains([("a", "b"), ("b", "z"), ("b", "y")], sources="ab", targets="z")
    assert made.shortest(10, 6) == [("b", "z")]


def test_a_hub_with_very_many_leaves_is_no_detour():
    made = chains([("a", "hub"), *(("hub", f"leaf {n}") for n in range(50_000)), ("hub", "z")])
    assert made.shortest(10, 6) == [("a", "hub", "z")]


def test_a_dense_graph_ends_with_the_first_few():
    names = [f"n{n:03}" for n in range(200)]
    made = chains([("a", names[0]), *permutations(names, 2), (names[-1], "z")])
    assert len(made.shortest(10, 6)) == 10


def test_a_side_goes_on_from_what_it_met_for_the_first_time():
    made, side = chains([("a", "b"), ("b", "c"), ("a", "c")]), ChainEnd.at("a")
    side.take(made.neighbours, 10)
    assert (side.frontier, side.depth) == (["b", "c"], 1)
    side.take(made.neighbours, 10)
    assert side.frontier == []
