"""Other words for the words of a question."""

import pytest

from services.agent.offline.reading.synonyms import covered_words, implied_words
from services.text.sentences import content_words


@pytest.mark.parametrize(
    ("asked", "text", "is_said"),
    [
        ("parents", "Her father was an engineer.", True),
        ("father", "Her mother taught the piano.", False),
        ("husband", "She married a painter.", True),
        ("wife", "He met her husband.", False),
        ("decided", "The motion was rejected.", True),
        ("rejected", "It was decided at once.", False),
        ("colour", "The lamp is red.", True),
        ("guarantee", "The warranty ends in May.", True),
        ("weight", "It weighs 5 kg.", True),
        ("won", "The contract was awarded to a mill.", True),
        ("awarded", "She won at last.", False),
        ("injured", "He hurt his shoulder.", True),
        ("fine", "We charge 20p a day.", True),
        ("charged", "She paid a fine.", False),
        ("close", "Friday | Hours: 9.30 to 20.00", True),
        ("majority", "It needs two thirds of the votes.", True),
    ],
)
def test_a_word_is_said_by_another_or_by_one_of_its_kind(asked, text, is_said):
    assert bool(covered_words(content_words(asked), content_words(text))) == is_said


@pytest.mark.parametrize(
    ("text", "is_said"), [("It reopens in May.", True), ("The inn was re-opened.", True), ("It reads well.", False)]
)
def test_what_is_done_again_is_done(text, is_said):
    assert (content_words("open") <= implied_words(text)) == is_said
