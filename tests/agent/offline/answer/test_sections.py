"""The whole list below the heading that a question names."""

import pytest

from services.agent.offline.reading.question import read_question
from tests.agent.offline.answer.test_answer import NAMES
from tests.agent.offline.asking import NOW, composed, found
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
    assert "- Give adrenaline" not in told("What treatment is there for malaria?", hit("Anaphylaxis", text, 0.9))


def test_numbered_sections_below_a_title_are_not_its_list():
    text = (
        "5. Officers. The members elect a chair and a treasurer.\n"
        "6. Surplus. Half of the surplus goes into the reserve.\n"
        "7. Ending. What remains goes to a charity."
    )
    assert "charity" not in told("Which officers are elected?", hit("Rules", text, 0.9))


ACTIONS = (
    "# Group, 3 June 2024\n\n## Actions\n\n| Action | Who |\n|---|---|\n| Harbour samples | Kofi |\n| Tape | Ruben |"
)


def test_a_table_below_the_heading_is_told_by_its_rows():
    answer = told("What are the actions of 3 June 2024?", hit("Group, 3 June 2024", ACTIONS, 0.9))
    assert "Harbour samples | Kofi" in answer
    assert "Tape | Ruben" in answer


def test_a_question_for_one_row_does_not_bring_them_all():
    answer = told("Which action is Ruben's?", hit("Group, 3 June 2024", ACTIONS, 0.9))
    assert "Tape | Ruben" in answer
    assert "Harbour" not in answer


def test_lists_of_other_days_are_not_named_where_the_day_is_told_elsewhere():
    told_elsewhere = hit("Group, 3 June 2024", "## Talk\n\nThe budget was discussed and the boat was booked.", 0.9)
    answer = told("What did the committee decide on 3 June 2024?", minutes("3 March 2024"), told_elsewhere)
    assert "Nothing found lists" not in answer


def test_prose_below_a_heading_is_told_as_a_whole():
    text = "## Officers\n\nThe chair is elected. The treasurer must be a member.\n\n## Rooms\n\nThe hall is let."
    answer = told("Which officers are there?", hit("Rules", text, 0.9))
    assert "“The chair is elected. The treasurer must be a member.”" in answer
    assert "hall" not in answer


def test_a_question_in_bold_is_the_heading_of_its_answer():
    text = "**How do I get a key?** Ask the porter; Jo hands them out.\n\n**Where is the hall?** In Mill Lane."
    answer = told("Who hands out keys?", hit("Questions", text, 0.9))
    assert "How do I get a key?: “Ask the porter; Jo hands them out.”" in answer


def test_what_stands_below_the_heading_of_causes_tells_why():
    text = (
        "## Summary\n\nOn 11 March the couriers were paid twice by the office.\n\n"
        "## Root cause\n\nThe program sent the batch once more after a timeout."
    )
    assert "sent the batch once more" in told("Why were couriers paid twice?", hit("Review", text, 0.9))
