"""How long something held is reckoned from the dates of the fact that answers, as precisely as these are."""

import pytest

from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.question import read_question
from tests.agent.offline.asking import NOW, composed, found
from tests.samples import fact, hit

NAMES = NameIndex.of(["NASA", "James Webb"])
WEBB = fact("James Webb was administrator of NASA", "NASA", "James Webb", "1961-02-14", "1968-10-07")
QUESTION = "How long was James Webb administrator of NASA?"


def told(question, one):
    return composed(read_question(question, NAMES, NOW), found(facts=[one]))


@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        (QUESTION, True),
        ("How long did James Webb lead NASA?", True),
        ("For how many years was James Webb administrator of NASA?", True),
        ("Who was administrator of NASA in 1965?", False),
        ("How many years ago did James Webb lead NASA?", False),
        ("How long is the NASA administrator's desk?", False),
    ],
)
def test_it_is_told_where_it_is_asked(question, is_told):
    assert ("By these dates that is 7 years and 8 months." in told(question, WEBB)) is is_told


def test_of_several_facts_it_is_told_of_the_one_that_has_both_ends():
    left = fact("James Webb resigned as administrator of NASA", "NASA", "James Webb", None, "1968-10-07")
    text = composed(read_question(QUESTION, NAMES, NOW), found(facts=[WEBB, left]))
    assert text.count("By these dates that is 7 years and 8 months.") == 1


@pytest.mark.parametrize(
    ("precision", "expected"),
    [
        ({"invalid_precision": "month"}, "about 7 years and 8 months."),
        ({"valid_precision": "year", "invalid_precision": "year"}, "about 8 years."),
        ({"invalid_precision": "decade"}, None),
        ({"invalid_at": None, "invalid_precision": None}, "65 years and 9 months so far."),
        ({"valid_at": None, "valid_precision": None}, None),
    ],
)
def test_it_is_as_precise_as_its_dates(precision, expected):
    text = told(QUESTION, WEBB.model_copy(update=precision))
    assert "James Webb was administrator" in text
    assert (f"By these dates that is {expected}" in text) if expected else ("By these dates" not in text)


def test_the_dates_of_a_fact_are_the_number_that_is_asked_for():
    led = fact("James Webb led NASA", "James Webb", "NASA", "1961-02-14", "1968-10-07")
    passage = hit("Among those who led NASA was James Webb.", "Leaders")
    text = composed(read_question("How long did James Webb lead NASA?", NAMES, NOW), found([passage], [led]))
    assert "By these dates that is 7 years and 8 months." in text
