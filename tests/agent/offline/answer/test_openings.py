"""How a section begins whose heading asks what the question asks."""

import pytest

from services.agent.offline.answer.quotes.openings import headings_to_compare, opening_quote
from tests.agent.offline.answer.test_supports import asked
from tests.agent.offline.asking import composed, found
from tests.samples import hit

FAQ = """## 1.4 How do I join a game?

Ask in the lobby. The host lets you in when a seat is free.

## 1.5 Why can't I attack another player?

You have to declare war first. A treaty has to be broken before.

## 1.6 What does a seat cost?

Nothing at all.
"""


def test_the_section_whose_heading_asks_the_same_comes_first():
    passage = hit("Questions", FAQ, 0.9)
    nearness = {"Why can't I attack another player?": 0.83, "How do I join a game?": 0.3}
    answer = composed(asked("Why is it impossible to strike someone?"), found([passage]), nearness)
    assert answer.startswith("Questions › 1.5 Why can't I attack another player?: “You have to declare war first.")


def test_two_headings_that_are_equally_near_lead_nowhere():
    passage = hit("Questions", FAQ, 0.9)
    question = asked("How is it done with a game?")
    near = {"How do I join a game?": 0.6, "Why can't I attack another player?": 0.55}
    assert opening_quote(question, [passage], near) is None
    assert opening_quote(question, [passage], near | {"Why can't I attack another player?": 0.2}) is not None


@pytest.mark.parametrize("question", ["When was the lobby opened?", "Who is the host?", "How many seats are there?"])
def test_one_thing_is_answered_by_a_section_only_below_the_same_question(question):
    passage = hit("Questions", FAQ, 0.9)
    assert opening_quote(asked(question), [passage], {"How do I join a game?": 0.75}) is None
    assert opening_quote(asked(question), [passage], {"How do I join a game?": 0.85}) is not None


def test_a_heading_that_is_only_the_name_in_the_question_is_not_asked_for():
    text = (
        "## Tidewatch\n\nTidewatch was begun by two pilots.\n\n## Prices of Tidewatch\n\nA seat is free for harbours."
    )
    assert headings_to_compare(asked("How can I pay for Tidewatch?"), [hit("Site", text, 0.9)]) == []
    assert headings_to_compare(asked("How do the prices of Tidewatch rise?"), [hit("Site", text, 0.9)]) == [
        "Prices of Tidewatch"
    ]


def test_a_long_section_is_told_as_far_as_it_can_be_quoted():
    text = "## How to leave\n\n" + "Then close the next of all the many doors behind you. " * 30
    quote = opening_quote(asked("How do I leave?"), [hit("House", text, 0.9)], {"How to leave": 0.9})
    assert quote is not None
    assert 300 < len(quote.sentence.text) <= 480


def test_a_line_of_code_is_no_heading_of_a_section():
    text = "## Look\n\nList them:\n\n```\n# ls /proc\n```\n\nThen leave."
    assert headings_to_compare(asked("How do I look?"), [hit("House", text, 0.9)]) == ["Look"]


@pytest.mark.parametrize(("nearness", "is_told_by_sentence"), [(0.55, True), (0.75, False)])
def test_a_heading_that_is_only_near_stands_back_for_a_sentence_that_says_all(nearness, is_told_by_sentence):
    report = hit("Report", "The number of seats fell from six to four, because two players retired.", 0.9)
    answer = composed(
        asked("Why did the number of seats fall?"),
        found([report, hit("Questions", FAQ, 0.6)]),
        {"What does a seat cost?": nearness},
    )
    assert answer.startswith("Report: “The number of seats fell") == is_told_by_sentence
