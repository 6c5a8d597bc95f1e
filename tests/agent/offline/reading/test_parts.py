"""Two questions in one are read as two, each of which can be asked alone."""

import pytest

from services.agent.offline.reading.comparison import compared_things
from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.parts import compared_parts, question_parts
from services.agent.offline.reading.question import read_question
from tests.agent.offline.asking import NOW


@pytest.mark.parametrize(
    ("question", "second"),
    [
        ("When was the town hall built and who paid for it?", "who paid for the town hall?"),
        ("Who came before Aldous, and who came after him?", "who came after Aldous?"),
        ("When did the mill close, and why?", "why did the mill close?"),
        ("How much did the new roof cost in the end and why was it so dear?", "why was the new roof so dear?"),
        ("Where does Ann live and what is her job?", "what is Ann's job?"),
        ("On what day did the council meet, and how long was it in session?", "how long was the council in session?"),
        ("How many guests per guide are allowed, and what was it before?", "what was guests per guide before?"),
        ("Who wrote the report? Who paid the printer?", "Who paid the printer?"),
    ],
)
def test_the_second_question_takes_from_the_first_what_it_leaves_out(question, second):
    assert question_parts(question)[1] == second


@pytest.mark.parametrize(
    "question",
    [
        "When and where was the treaty signed?",
        "Who was the first chair and when was she elected?",
        "What do the rules say of dogs and cats?",
        "how many trips were made? I have seen two numbers",
        "the bridge and who built it",
        "Which is the tallest tower?",
    ],
)
def test_one_question_stays_one(question):
    assert question_parts(question) == ()


def test_what_is_compared_of_two_is_asked_of_each_in_the_time_that_is_given():
    assert compared_parts(compared_things("Compare the heads of Norvia and Suldania in 2014")) == (
        "Who was the heads of Norvia in 2014?",
        "Who was the heads of Suldania in 2014?",
    )
    assert compared_parts(compared_things("Compare Norvia and Suldania in 2014")) == ()


def test_a_part_without_a_time_has_that_of_the_first():
    read = read_question("How many visits were there in 2019 and how many loans?", NameIndex(), NOW)
    assert [one.times[0].start.year for one in read.parts] == [2019, 2019]


def test_parts_can_be_left_out():
    asked = "When was the town hall built and who paid for it?"
    assert read_question(asked, NameIndex(), NOW, without=frozenset({"parts"})).parts == ()


def test_a_comparison_of_two_heads_is_read_as_two_questions_for_a_person():
    read = read_question("Compare the heads of Norvia and Suldania in 2014", NameIndex(), NOW)
    assert [("person" in one.kinds, len(one.times)) for one in read.parts] == [(True, 1), (True, 1)]


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("Who was the boss of ESA in 2005, and who came after him?", "after"),
        ("Who led ESA in 2005 and who was before her?", "before"),
        ("Who was the head of ESA in 2005 and who was his successor?", "after"),
    ],
)
def test_who_came_beside_the_one_asked_for_waits_for_the_answer(question, place):
    first, second = read_question(question, NameIndex.of(["ESA"]), NOW).parts
    assert first.succession is None
    assert second.succession is not None
    assert (second.succession.place, second.succession.name, second.entities) == (place, (), ("ESA",))
    assert not second.times


def test_who_came_after_somebody_who_is_named_needs_no_answer():
    _, second = read_question("Who led ESA after Ann Lee and who came after her?", NameIndex.of(["ESA"]), NOW).parts
    assert second.succession is not None
    assert second.succession.name == ("ann", "lee")


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "How did Mir and Skylab 2 each come to their end?",
            ("How did Mir end?", "How did Skylab 2 end?"),
        ),
        ("When were Oxbow Mill and Selm founded?", ("When was Oxbow Mill founded?", "When was Selm founded?")),
        ("How do Git and Mercurial differ?", ()),
        ("What did Anna and Ben decide?", ()),
        ("Which year had the fewest visitors and how many?", ()),
    ],
)
def test_what_is_asked_of_either_of_two_is_two_questions(question, parts):
    assert question_parts(question) == parts
