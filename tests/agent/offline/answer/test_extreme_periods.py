"""The most and the least over periods that are the columns of a table, and superlatives that measure the same."""

from services.agent.offline.answer.findings import findings
from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.numbers.degrees import read_extreme, tells_extreme
from services.agent.offline.reading.question import read_question
from tests.agent.offline.asking import NOW, composed, metadata
from tests.samples import hit

FIGURES = hit(
    "Annual report",
    "## Five years in figures\n\n| | 2018–19 | 2019–20 | 2020–21 | 2021–22 |\n|---|---|---|---|---|\n"
    "| Visitors | 412,300 | 398,750 | 151,900 | 302,400 |\n| Ticket income, £000 | 4,310 | 4,225 | 1,870 | 4,400 |\n"
    "| Paid staff | 24 | 24 | 24 | 24 |\n\nVisitors were fewer than hoped.",
)
SHIPS = hit(
    "Fleet",
    "| Ship | Crew per shift | Fuel, litres per hour |\n|---|---|---|\n| Tern | 6 | 212 |\n| Skua | 8 | 265 |\n"
    "| Knot | 3 | 88 |\n",
)


def answer(question: str, *passages: object) -> str:
    return composed(read_question(question, NameIndex(), NOW), findings([metadata(tuple(passages))], (), ()))


def test_the_year_with_the_least_of_a_row_is_told_with_its_figure() -> None:
    text = answer("Which year had the fewest visitors, and how many?", FIGURES)
    assert text.startswith("Lowest of 4: 2020–21, with 151,900: Annual report")
    assert "(2018–19 | 2019–20 | 2020–21 | 2021–22)" in text
    assert "“Visitors | 412,300 | 398,750 | 151,900 | 302,400”" in text


def test_a_unit_beside_the_name_of_a_row_is_no_part_of_it() -> None:
    assert answer("When did we have the highest ticket income?", FIGURES).startswith(
        "Highest of 4: 2021–22, with 4,400:"
    )
    assert answer("worst year for ticket income?", FIGURES).startswith("Lowest of 4: 2020–21, with 1,870:")


def test_no_year_is_told_where_all_are_alike_or_something_else_is_asked() -> None:
    assert "Highest of" not in answer("Which year had the most paid staff?", FIGURES)
    assert "Lowest of" not in answer("Which year had the fewest visitors from abroad?", FIGURES)
    assert "Lowest of" not in answer("Which month had the fewest complaints?", FIGURES)


def test_the_verb_between_a_thing_and_what_it_has_most_of_stands_in_no_table() -> None:
    assert "“Skua | 8 | 265”" in answer("Which ship burns the most fuel per hour?", SHIPS)
    assert "“Knot | 3 | 88”" in answer("Which ship uses the least fuel?", SHIPS)


def test_a_preposition_ends_the_noun_of_a_superlative() -> None:
    read = read_extreme("Which ship burns the most fuel per hour?")
    assert read is not None
    assert read.noun == ("fuel",)


def test_only_a_superlative_of_the_same_measure_answers() -> None:
    asked = "Which ship is the biggest?"
    assert tells_extreme(asked, "The Skua is the largest of the three.")
    assert not tells_extreme(asked, "The Tern is the oldest.")
    assert not tells_extreme(asked, "The Knot is the smallest.")
    assert tells_extreme("What is the heaviest load?", "Maximum weight of a vehicle: 38 t")
    assert not tells_extreme("What is the heaviest load?", "Minimum weight of a vehicle: 1 t")
    assert tells_extreme("Which ship has the most cabins?", "The Tern is the oldest."), "a noun has no measure"


def test_a_sentence_with_the_superlative_that_is_meant_is_told_first() -> None:
    prose = hit("Ships", "The oldest ship is the Tern, built in 2003. The Skua (2012) is the largest, with 210 seats.")
    assert (
        answer("which ship is the biggest", prose).split("\n\n")[0].startswith("Ships: “The Skua (2012) is the largest")
    )


def test_a_line_that_announces_steps_is_quoted_with_them() -> None:
    manual = hit(
        "Manual",
        "## Power\n\nIf the power fails while cars are aboard:\n\n1. Press the red button.\n2. Get people off.\n",
    )
    text = answer("power fails with cars aboard, what happens?", manual)
    assert "1. Press the red button. 2. Get people off." in text


def test_what_held_before_stands_back_where_the_question_is_for_now() -> None:
    rules = hit("Rules", "Before 2019 the deposit for a boat was 80 euros. The deposit for a boat is 120 euros.")
    assert answer("What is the deposit for a boat?", rules).startswith("Rules: “The deposit for a boat is 120 euros.”")


def test_a_verb_of_two_words_says_the_same_as_one() -> None:
    history = hit("History", "The merchant Pirie set up the mill in 1923. The mill has a wheel.")
    assert "Pirie set up" in answer("Who founded the mill?", history).split("\n\n")[0]


def test_a_word_that_begins_like_a_month_is_no_period() -> None:
    heads = {"| Jan | Feb | Sept. | December |": True, "| Marketing | Mayor | Octave | Decline |": False}
    for columns, are_periods in heads.items():
        table = f"| Office {columns}\n|---|---|---|---|---|\n| Visitors | 10 | 40 | 30 | 20 |\n"
        text = answer("When were visitors highest?", hit("Counts", table))
        assert ("Highest of 4" in text) is are_periods
