"""Names said by a part of them."""

import pytest

from services.agent.offline.answer.quotes.short_names import words_of_short_names
from services.text.sentences import content_words

PASSAGE = "Calder Athletic met Harbour Rovers. Marta Quispe opened the Ashby Bridge. Pier 12 and United Mills stay."


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Calder Athletic", "Calder's coach is Peter Hale."),
        ("Marta Quispe", "Mrs Quispe left in 2010."),
        ("Marta Quispe", "Quispe left in 2010."),
        ("Ashby Bridge", "The bridge stays open to cyclists."),
        ("Ashby Bridge", "The Bridge stays open to cyclists."),
    ],
)
def test_a_part_of_a_name_means_it_where_the_passage_has_it_in_full(name, sentence):
    assert words_of_short_names([name], PASSAGE, sentence) == content_words(name)
    assert words_of_short_names([name], "Another passage.", sentence) == frozenset()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Marta Quispe", "Owen Quispe stayed."),
        ("Ashby Bridge", "Cars take the Milton Bridge."),
        ("United Mills", "United States exports rose."),
        ("Pier 12", "The pier was closed."),
        ("Harbour Rovers", "Nothing happened."),
    ],
)
def test_a_part_of_another_name_does_not(name, sentence):
    assert words_of_short_names([name], PASSAGE, sentence) == frozenset()
