"""A second quotation only where it adds something that was asked for."""

from services.agent.offline.answer.quotes.other_words import (
    nearest_word,
    reword_question,
    unmentioned_words,
    words_to_compare,
)
from services.agent.offline.reading.question import read_question
from tests.agent.offline.answer.test_answer import NAMES
from tests.agent.offline.asking import NOW, composed, found
from tests.samples import hit


def asked(question):
    return read_question(question, NAMES, NOW)


def told(question, *hits):
    return composed(asked(question), found(hits))


def test_a_row_of_a_table_does_not_bring_its_neighbours():
    rates = "| City | Highest rate |\n|---|---|\n| Lisbon | €140 |\n| Warsaw | €115 |\n| Paris | €190 |"
    answer = told("What is the highest rate in Warsaw?", hit("Hotels", rates, 0.9))
    assert "Warsaw | €115" in answer
    assert "Lisbon" not in answer


def test_another_document_that_says_the_same_stands_beside():
    first = hit("Handbook", "The deposit of the flat is £1,080.", 0.9)
    second = hit("Letter", "Your deposit for the flat stays at £1,080 as agreed with Mrs Oakes.", 0.8)
    answer = told("How much is the deposit of the flat?", first, second)
    assert "[1]" in answer
    assert "[2]" in answer


def test_a_cause_may_stand_in_the_sentence_before():
    text = "Merten cannot deliver before August. Ilse cancelled the order of the balance."
    assert "cannot deliver before August" in told("Why did Ilse cancel the order?", hit("Minutes", text, 0.9))


def test_a_sentence_that_takes_back_a_part_is_quoted_with_the_one_before_it():
    text = (
        "Tickets that you buy yourself are not refunded. Unless the desk was closed at that time and nobody answered."
    )
    assert "Unless the desk was closed" in told("Are tickets that I buy refunded?", hit("Travel", text, 0.9))


def test_when_something_may_be_done_asks_for_a_condition_and_no_date():
    text = "The landlord may enter after notice in writing, unless there is an emergency."
    answer = told("When may the landlord enter?", hit("Agreement", text, 0.9))
    assert answer.startswith("Agreement: “The landlord may enter"), "no date is missed"


def test_code_keeps_its_lines():
    text = "# Install\n\n```sh\npip install tidewatch\ntidewatch --version\n```\n"
    answer = told("How do I install tidewatch?", hit("tidewatch", text, 0.9))
    assert answer.endswith("[1]:\n\n> ```sh\n> pip install tidewatch\n> tidewatch --version\n> ```")


def test_a_word_that_no_passage_has_is_asked_for_in_the_word_that_means_nearly_the_same():
    brought = found((hit("Agreement", "No animals may be kept in the flat.", 0.9),))
    question = asked("Are pets kept in the flat?")
    assert unmentioned_words(question, brought, ["pets", "flat"]) == ("pets",)
    assert "animals" in words_to_compare(brought)
    assert nearest_word({"animals": 0.82, "flat": 0.2}) == "animals"
    assert nearest_word({"cat": 0.66}) is None, "what is only of the same kind is something else"
    assert reword_question(question, {"pets": "animals"}).asked == "Are animals kept in the flat?"
