"""Which figures a question asks for, and which of a text can answer it."""

import pytest

from services.agent.offline.reading.answer_kinds import answer_kinds, has_kind
from services.agent.offline.reading.numbers.figures import asked_figures, fits_figures, unit_words
from services.agent.offline.reading.numbers.quantities import MONEY, quantities


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("How much does the kettle weigh?", {"mass"}),
        ("How tall is the mast?", {"length"}),
        ("How long is the lease?", {"time", "length"}),
        ("How many days of leave are there?", {"time"}),
        ("How many people work there?", {""}),
        ("At what temperature is glass blown?", {"temperature"}),
        ("What is the monthly rent?", MONEY),
        ("How much does a baker earn an hour?", MONEY),
        ("How much salt does it need?", set()),
        ("How many times was it closed?", set()),
        ("Who is the chair?", set()),
    ],
)
def test_a_question_asks_for_figures_of_a_kind(question, kinds):
    assert asked_figures(question) == kinds


@pytest.mark.parametrize(
    ("question", "text", "fit"),
    [
        ("How much does it weigh?", "It weighs 9.4 kg.", 1.0),
        ("How much does it weigh?", "Weight: 9.4", 0.5),
        ("How much does it weigh?", "It runs for 3 hours.", 0.0),
        ("How many employees are there?", "Employees have 28 days of leave.", 0.0),
        ("How many employees are there?", "There are 412 employees.", 1.0),
        ("How many employees are there?", "It was founded on 3 May 1998.", 0.0),
        ("How much is the fee?", "The fee of 1998 was £5.44.", 1.0),
        ("Who is the chair?", "She has 3 cats.", 1.0),
        ("How many nurses took part?", "Sixty-one nurses took part.", 1.0),
        ("How much do the glasses cost?", "She wore the glasses for 14 nights.", 0.0),
        ("How much do the glasses cost?", "They cost 7.85 million crowns.", 1.0),
        ("How much do the glasses cost?", "Glasses | 14 |", 0.5),
        ("How many goals did he score?", "He scored in the 52nd minute.", 0.0),
    ],
)
def test_a_figure_answers_what_it_measures(question, text, fit):
    assert fits_figures(asked_figures(question), text) == fit


def test_units_say_what_is_measured():
    assert unit_words("Bake at 240 °C.") == {"temperatur"}
    assert unit_words("It costs £5.") == {"money"}, "which may be a price or anything else"


def test_a_price_is_no_time_of_day():
    assert has_kind("number", "C | Senior mechanic | £17.80")
    assert not has_kind("date", "It costs 17.40 euros.")
    assert has_kind("date", "The meeting began at 7.30 pm.")
    assert not has_kind("number", "The meeting began at 17:40.")
    assert "condition" in answer_kinds("From when on is a permit needed?")


@pytest.mark.parametrize(
    ("words", "amount"),
    [("sixty-one nurses", 61), ("nineteen boats", 19), ("twenty four trams", 24), ("the 21st", None)],
)
def test_numbers_in_words_are_read_and_places_in_an_order_are_none(words, amount):
    assert next((one.amount for one in quantities(words)), None) == amount


def test_a_place_in_an_order_counts_nothing():
    assert not has_kind("number", "He scored in the 52nd minute.")


def test_money_asks_for_a_sum_of_it():
    assert asked_figures("How much money is in the bank?") == MONEY


@pytest.mark.parametrize("text", ["The hotel has fourteen rooms.", "It is open from March to October."])
def test_how_much_a_thing_is_no_count_of_things_tells(text):
    assert fits_figures(asked_figures("How much is a room at the hotel?"), text) == 0
    assert fits_figures(asked_figures("How much is a room at the hotel?"), "A room costs £84.") == 1
    assert fits_figures(asked_figures("How much was the discount?"), "They gave 15 percent off.") == 1


@pytest.mark.parametrize("text", ["Some 340 people live there.", "About 40 boats came.", "In 300 cases it failed."])
def test_a_number_at_the_beginning_of_a_sentence_is_in_no_name(text):
    assert has_kind("number", text)
    assert not has_kind("number", "Expedition 5 began.")
