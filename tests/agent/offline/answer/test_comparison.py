"""Two things that a question compares stand side by side."""

import pytest

from services.agent.offline.answer.comparison import side_by_side
from services.agent.offline.answer.findings import findings
from services.agent.offline.reading.comparison import compared_things
from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.question import read_question
from tests.agent.offline.asking import NOW, metadata
from tests.samples import hit


def told(question, *hits):
    asked = read_question(question, NameIndex(), NOW)
    return "\n".join(one.text for one in side_by_side(asked, findings([metadata(hits)], (), ()), NOW))


@pytest.mark.parametrize(
    ("question", "both"),
    [
        ("Compare Ariane 5 and Falcon 9", ("Ariane 5", "Falcon 9")),
        ("What is the difference between a frog and a toad?", ("a frog", "a toad")),
        ("butter vs. margarine", ("butter", "margarine")),
        ("Compare Jane Doe and John Roe: who stayed longer?", None),
        ("Who stands between France and Spain?", None),
    ],
)
def test_the_two_are_read_from_the_question(question, both):
    assert compared_things(question) == both


def test_each_of_the_two_has_its_own_quotations():
    frogs = hit("Frogs", "A frog has a smooth and wet skin. It leaps far on its long hind legs.")
    toads = hit("Toads", "A toad has a dry skin full of warts. Toads walk more than they leap.")
    text = told("Compare a frog and a toad", frogs, toads)
    assert text.index("smooth and wet") < text.index("full of warts")


def test_a_comparison_with_something_that_nothing_mentions_is_no_comparison():
    frogs = hit("Frogs", "A frog has a smooth and wet skin. It leaps far on its long hind legs.")
    assert told("What is the difference between a frog and a newt?", frogs) == ""
