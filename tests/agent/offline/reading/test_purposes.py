"""What a question is for, and whether it can be read at all."""

import pytest

from services.agent.offline.reading.purposes import is_foreign


@pytest.mark.parametrize(
    "question",
    ["Wer leitet die NASA?", "Was ist Insulin?", "Wem gehört Volvo?", "Qui dirige la NASA ?", "¿Quién fundó LEGO?"],
)
def test_a_question_in_another_language_is_known_by_its_small_words(question):
    assert is_foreign(question)


@pytest.mark.parametrize(
    "question",
    ["Was he in Vienna?", "Who was Carlos de la Cruz?", "Did it die on Mars?", "El Niño", "When did the war end?"],
)
def test_one_in_english_is_read_whatever_names_it_has(question):
    assert not is_foreign(question)
