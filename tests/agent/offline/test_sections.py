"""The whole list below the heading that a question names."""

import pytest

from services.agent.offline.reading.question import read_question
from tests.agent.offline.asking import NOW, composed, found
from tests.agent.offline.test_answer import NAMES
from tests.samples import hit

MINUTES = """# Committee, {day}

## Roof

The roof was discussed at length. Two offers are too high.

## Decisions

- The hall is painted in May.
- Dogs stay outside.
- The fee rises to £12.

## Next meeting

In the autumn.
"""


def told(question, *hits):
    return composed(read_question(question, NAMES, NOW), found(hits))


def minutes(day):
    return hit(f"Committee, {day}", MINUTES.format(day=day), 0.9)


@pytest.mark.parametrize(
    "question",
    [
        "What did the committee decide?",
        "Which decisions did the committee take?",
        "List the decisions of the committee",
    ],
)
def test_what_was_decided_is_the_list_of_decisions(question):
    answer = told(question, minutes("3 March 2024"))
    assert "The hall is painted in May. - Dogs stay outside. - The fee rises to £12." in answer
    assert "Roof" not in answer


def test_the_day_chooses_among_minutes():
    later = hit("Committee, 9 June 2024", "## Decisions\n\n- The boiler is replaced.\n- Cats stay outside.", 0.95)
    answer = told("What did the committee decide on 3 March 2024?", later, minutes("3 March 2024"))
    assert "Dogs stay outside" in answer
    assert "Cats" not in answer


def test_minutes_of_other_days_do_not_answer_for_the_day_asked_for():
    answer = told("What did the committee decide in August 2024?", minutes("3 March 2024"))
    assert answer.startswith("Nothing found lists this for the time asked for (in August 2024)")
    assert "painted" not in answer


def test_a_day_without_its_year_is_that_of_the_title():
    assert "Dogs stay outside" in told("What did the committee decide on 3 March?", minutes("3 March 2024"))


def test_a_list_about_something_else_is_not_what_is_asked_for():
    text = "## Treatment\n\n- Lay the patient flat.\n- Give adrenaline at once."
    assert "adrenaline" not in told("What treatment is there for malaria?", hit("Anaphylaxis", text, 0.9))


def test_numbered_sections_below_a_title_are_not_its_list():
    text = (
        "5. Officers. The members elect a chair and a treasurer.\n"
        "6. Surplus. Half of the surplus goes into the reserve.\n"
        "7. Ending. What remains goes to a charity."
    )
    assert "charity" not in told("Which officers are elected?", hit("Rules", text, 0.9))
