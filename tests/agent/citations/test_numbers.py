"""Numbers of citations: the same passage keeps its number, and a streamed answer counts from [1]."""

import pytest

from services.agent.citations.numbers import CitationNumbers, Renumbering
from tests.samples import citation

FIRST, SECOND, THIRD = citation("A", "alpha"), citation("B", "beta"), citation("A", "gamma", 10)


@pytest.fixture
def register():
    register = CitationNumbers()
    for one in (FIRST, SECOND, THIRD):
        register.number(one)
    return register


def test_a_passage_keeps_its_number(register):
    assert [register.number(one) for one in (FIRST, SECOND, THIRD, FIRST)] == [1, 2, 3, 1]
    assert register.markers([SECOND, FIRST, SECOND]) == "[2][1]"


@pytest.mark.parametrize(
    ("deltas", "text"),
    [
        (["It is so [3]. And so [1]. Again [3]."], "It is so [1]. And so [2]. Again [1]."),
        (["It is so ", "[", "3", "]", ". And ", "so [1", "]."], "It is so [1]. And so [2]."),
        (["Both [3, 1]."], "Both [1][2]."),
        (["At the end [2]"], "At the end [1]"),
        (["Made up [7]."], "Made up [7?]."),
        (["A [link](http://example.org) and [2](http://example.org)"], None),
        (["The list [2024] and x[i]"], "The list [2024] and x[i]"),
        (["an open [", " bracket"], "an open [ bracket"),
        (["So 【", "3†L4", "-L9】, so 【1】."], "So [1], so [2]."),
        (["So [3†source], so [^1], so [ 1 ; 3 ]."], "So [1], so [2], so [2][1]."),
        (["All of [1", "–", "3]."], "All of [1][2][3]."),
        (["Graded [0-5] or [3-1] or 【open."], "Graded [0-5] or [3-1] or 【open."),
    ],
)
def test_a_streamed_answer_counts_from_one(register, deltas, text):
    renumbering = Renumbering(register)
    shown = "".join([*(renumbering.feed(delta) for delta in deltas), renumbering.finish()])
    assert shown == (text or "".join(deltas))


def test_the_cited_passages_are_in_the_order_of_the_answer(register):
    renumbering = Renumbering(register)
    renumbering.feed("So [3]. And [1].")
    renumbering.finish()
    assert renumbering.cited == [THIRD, FIRST]


ELSEWHERE = citation("A", "The failure of the gate is described elsewhere [3]. [1] R. Castellane, Building Kolm.")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("A: “The failure of the gate is described elsewhere [3].” [4]", "A: “… elsewhere [3].” [1]"),
        ("The gate “is described elsewhere [3]” [4], and it fell [3].", "… elsewhere [3]” [1], and it fell [2]."),
        (
            "A: “[1] R. Castellane, Building Kolm.” [4] Then [2].",
            "A: “[1] R. Castellane, Building Kolm.” [1] Then [2].",
        ),
        ("He said “the gate fell [2]” and [4].", "He said “the gate fell [1]” and [2]."),
        ("So “[2]” is a number [4].", "So “[1]” is a number [2]."),
        ('Quoted: "described elsewhere [3]" [4]', 'Quoted: "described elsewhere [3]" [1]'),
        ("“The gate fell.” [4]\n\n“… is described elsewhere [3].” [1]", "“The gate fell.” [1]\n\n“… [3].” [2]"),
    ],
)
@pytest.mark.parametrize("size", [1, 3, 1000])
def test_a_number_within_a_literal_quotation_stays_as_it_is(register, text, shown, size):
    register.number(ELSEWHERE)
    renumbering = Renumbering(register)
    parts = [text[at : at + size] for at in range(0, len(text), size)]
    told = "".join([*map(renumbering.feed, parts), renumbering.finish()])
    beginning, _, end = shown.partition("…")
    assert told.startswith(beginning)
    assert told.endswith(end)
    assert renumbering.rewrite(text) == told
