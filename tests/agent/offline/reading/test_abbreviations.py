"""“CEO” and “chief executive officer”, “Q3” and “third quarter” are the same."""

import pytest

from services.agent.offline.planning import plan_calls
from services.agent.offline.reading.abbreviations import other_forms, with_other_forms
from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.question import read_question
from tests.agent.offline.asking import NOW, composed, found
from tests.samples import hit

NOBODY = NameIndex.of([])


def told(question, *hits):
    return composed(read_question(question, NOBODY, NOW), found(hits))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who is the CFO?", "Chief financial officer: Jonas Wyrsch"),
        ("Who is the chief financial officer?", "Jonas Wyrsch is the company's CFO."),
        ("Where is the HQ?", "The head office is in Zurich."),
        ("What was the revenue in Q3?", "Revenue in the third quarter was CHF 150.7 million."),
        ("What was the revenue in the third quarter?", "Revenue in Q3 was CHF 150.7 million."),
    ],
)
def test_a_short_form_is_answered_by_the_long_one_and_back(question, text):
    answer = told(question, hit("Profile", text, 0.9))
    assert text in answer
    assert "leave out" not in answer


def test_an_ordinary_word_is_no_short_form():
    assert other_forms("They gave it to us.") == frozenset()
    assert with_other_forms("Which of us went?") == ""
    assert with_other_forms("Which state of the US is it?") == "Which state of the United States is it?"


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("Who is the CFO?", "chief financial officer"),
        ("Who is the chief executive?", "CEO"),
        ("Is there a doctor?", "Dr"),
    ],
)
def test_a_search_by_words_is_for_the_other_form_too(question, other):
    calls = plan_calls(read_question(question, NOBODY, NOW), ["hybrid_search"])
    assert any(other in str(call.args["query"]) for call in calls)


def test_of_two_quarters_the_one_that_is_named_comes_first():
    rows = "| Division | Revenue |\n|---|---|\n| Laboratory | 74.9 |\n| Industry | 49.6 |\n"
    second = hit("Valmont: second quarter 2024", rows.replace("74.9", "68.0"), 0.8)
    third = hit("Valmont: third quarter 2024", rows, 0.9)
    answer = told("What was the revenue of Laboratory in the second quarter?", third, second)
    assert "68.0" in answer.split("\n\n")[0]
