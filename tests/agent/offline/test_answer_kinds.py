"""What a question asks for, and which sentences have it."""

import pytest

from services.agent.offline.answer.quotes import chosen_quotes
from services.agent.offline.reading.answer_kinds import asks_for_extreme, share_had, sought
from tests.samples import hit

MUSEUM = hit(
    "Museum",
    "The museum moved into the old ropeworks. Admission to the museum costs 90 crowns. "
    "Visitors came to the museum from Sweden. More visitors than in any other year came in 2023.",
)


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("How many crews lived there?", {"number"}),
        ("What is the price of a ticket?", {"number"}),
        ("When did it fall?", {"date"}),
        ("In which year, and where, was it built?", {"date", "place"}),
        ("who has spent the most days in space", {"person", "extreme"}),
        ("Why was it dropped?", set()),
        ("What lies west of the forest?", set()),
    ],
)
def test_the_sort_of_thing_is_told_by_the_words_of_the_question(question, kinds):
    assert sought(question) == kinds


@pytest.mark.parametrize(
    ("kind", "text", "has"),
    [
        ("number", "It carried 104 satellites.", True),
        ("number", "The crew of seven died.", True),
        ("number", "Expedition 5 began on 15 June 2002.", False),
        ("date", "It closed in May.", True),
        ("date", "It closed after the war.", False),
        ("place", "Pieces fell over the south of Western Australia.", True),
        ("place", "It was launched in July.", False),
        ("extreme", "It made thirty-nine flights, more than any other orbiter.", True),
        ("extreme", "It flew to the west.", False),
    ],
)
def test_a_text_has_it_or_not(kind, text, has):
    assert share_had(frozenset({kind}), text) == has


@pytest.mark.parametrize(
    ("question", "beginning"),
    [
        ("How much does the museum ask of visitors?", "Admission"),
        ("Where do the visitors of the museum live?", "Visitors"),
        ("When did the most visitors come to the museum?", "More"),
    ],
)
def test_the_sentence_that_has_it_is_preferred(question, beginning):
    assert chosen_quotes(question, [MUSEUM], {})[0].sentence.text.startswith(beginning)


def test_an_extreme_is_asked_for_by_a_superlative():
    assert asks_for_extreme("Which is the longest bridge?")
    assert not asks_for_extreme("Which is the forest bridge?")
