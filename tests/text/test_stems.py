"""The forms of one word are one word; the tense of a question tells whether it is about now."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from services.agent.offline.reading.synonyms import covered_words, with_synonyms
from services.agent.offline.reading.times.tense import is_present
from services.text.sentences import content_words
from services.text.stems import stem


@pytest.mark.parametrize(
    "forms",
    [
        ("leads", "led", "leading", "leader", "leaders"),
        ("commands", "commanded", "commander"),
        ("owns", "owned", "owner", "owners"),
        ("build", "built", "builders"),
        ("company", "companies", "company's"),
        ("fly", "flies", "flew", "flown", "flights"),
        ("sink", "sinks", "sank", "sunk"),
        ("overthrow", "overthrew", "overthrown"),
        ("bus", "buses"),
        ("gas", "gases"),
    ],
)
def test_forms_of_one_word_have_one_stem(forms):
    assert len({stem(form) for form in forms}) == 1


@pytest.mark.parametrize(("one", "other"), [("station", "state"), ("moon", "month"), ("lead", "lend")])
def test_other_words_keep_apart(one, other):
    assert stem(one) != stem(other)


@pytest.mark.parametrize(
    ("asked", "relation"),
    [
        ("Who was in charge of it?", "led by"),
        ("Who ran it?", "led by"),
        ("Who was its CEO?", "led by"),
        ("Who was its parent?", "owned by"),
        ("Where is it based?", "headquartered in"),
        ("Who manufactured it?", "built by"),
    ],
)
def test_a_relation_is_meant_by_other_words_too(asked, relation):
    assert with_synonyms(content_words(asked)) & content_words(relation)
    assert covered_words(content_words(asked), content_words(relation))
    assert not covered_words(content_words("How much did it cost?"), content_words(relation))


def test_threads_stem_at_once():
    words = [f"{word}{ending}" for word in ("launch", "dock", "orbit", "land") for ending in ("ing", "ed", "s") * 200]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(stem, words)) == [stem(word) for word in words]


def test_a_question_and_a_relation_meet_in_their_stems():
    assert content_words("Who leads NASA?") == content_words("NASA led by")


@pytest.mark.parametrize(
    "question",
    [
        "Who leads NASA?",
        "Who is in charge of NASA?",
        "Which company makes the RS-25?",
        "Which module is operated by ESA?",
        "Who led NASA, and who leads it now?",
        "Who has spent the most days in space?",
        "Which rover has ever driven the farthest?",
        "Who is the oldest person to have been to space?",
        "What is the farthest human-made object?",
    ],
)
def test_the_present_tense_asks_for_now(question):
    assert is_present(question)


@pytest.mark.parametrize(
    "question",
    [
        "Who led NASA?",
        "Who was in charge of NASA?",
        "Which astronaut has ever flown most?",
        "Who had spent the most days by 1990?",
        "How has the record for the longest flight changed hands?",
        "Skylab",
        "RS-25",
    ],
)
def test_the_past_tense_and_bare_words_do_not(question):
    assert not is_present(question)
