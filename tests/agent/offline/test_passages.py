"""Sentences that can be quoted alone."""

import pytest

from services.agent.offline.passages import quotable

ORBITER = """## Columbia
Columbia opened the programme on 12 April 1981. It broke up on 1 February 2003, and its crew of seven died.

## Enterprise
It glided in 1977 and never left the atmosphere."""


def test_a_sentence_that_points_back_is_quoted_with_the_one_before_it():
    first, second, third = quotable(ORBITER)
    assert first.text == "Columbia opened the programme on 12 April 1981."
    assert second.text == f"{first.text} It broke up on 1 February 2003, and its crew of seven died."
    assert ORBITER[second.sentence.start : second.sentence.end] == second.text
    assert third.text.startswith("It glided"), "what stands under another heading is not what it points to"


def test_a_sentence_knows_its_heading():
    assert [one.heading for one in quotable(ORBITER)] == ["Columbia", "Columbia", "Enterprise"]


@pytest.mark.parametrize(
    ("second", "points_back"),
    [
        ("Under him the trams came back.", True),
        ("On the day of his death it rained.", True),
        ("The company has been based in Bethesda.", True),
        ("The river Asker joins it at Vinding.", False),
        ("In 1999 the salmon were seen again.", False),
    ],
)
def test_what_points_back_is_told_by_its_beginning(second, points_back):
    told = quotable(f"Gunnar Solheim was mayor for twenty years. {second}")
    assert told[1].text.startswith("Gunnar") is points_back
