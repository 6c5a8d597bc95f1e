"""Questions of two steps: an entity that another one describes, and which of two stayed longer."""

import pytest

from services.agent.offline.answer.answer import described_entity_answers
from services.agent.offline.planning import follow_up_calls
from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.question import read_question
from services.agent.offline.two_steps import described_entity, question_with_name, question_with_person
from services.agent.profiles import PROFILES
from services.models import AnswerParagraph
from tests.agent.offline.asking import NOW, composed, found
from tests.samples import fact

NAMES = NameIndex.of(["Volvo Cars", "Geely", "Ford", "RS-25", "Rocketdyne", "Ann Lee", "Bo Ek", "ESA"])
FORD = fact("Ford owned Volvo Cars", "Volvo Cars", "Ford", "1999-03-31", "2010-08-02", "OWNED_BY")
GEELY = fact("Geely owns Volvo Cars", "Volvo Cars", "Geely", "2010-08-02", None, "OWNED_BY")
CHIEF = fact("Ann Lee leads Geely", "Geely", "Ann Lee", "2015-01-01", None, "LED_BY")
MADE = fact("Rocketdyne made the RS-25", "RS-25", "Rocketdyne", "1971-07-01", None, "BUILT_BY")
LEE = fact("Ann Lee led ESA", "ESA", "Ann Lee", "2001-01-01", "2007-07-01", "LED_BY")
TRAINED = fact("Bo Ek trained at the Vesper Academy", "Bo Ek", "Vesper Academy", relation="TRAINED_AT")
EK = fact("Bo Ek led ESA", "ESA", "Bo Ek", "2007-07-01", "2009-01-01", "LED_BY")

LEADERS = [("Ann Leeuwen", "2001-01-01", "2007-07-01"), ("Bo Ekman", "2007-07-01", "2009-01-01")]


def read(question):
    return read_question(question, NAMES, NOW)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Who leads the company that owns Volvo Cars?", "Geely"),
        ("Who led the owner of Volvo Cars in 2005?", "Ford"),
        ("Where is the firm which makes the RS-25 based?", "Rocketdyne"),
        ("When was the car maker that is owned by Geely founded?", "Volvo Cars"),
        ("When was the car maker that Geely owns founded?", "Volvo Cars"),
        ("Which foundation finances the school at which Bo Ek trained?", "Vesper Academy"),
        ("Who led ESA in 2005?", None),
        ("Who was the owner of Volvo Cars?", None),
        ("Compare the owner of Volvo Cars in 2005 and in 2015.", None),
        ("Who were the owners of Volvo Cars in 2005?", None),
        ("Who leads the club that sings about Volvo Cars?", None),
    ],
)
def test_a_description_means_the_entity_that_a_fact_names(question, name):
    one = described_entity(read(question), (FORD, GEELY, MADE, TRAINED), NOW)
    assert (one.name if one else None) == name


def test_the_second_step_asks_what_was_asked_of_the_one_that_was_found():
    question = read("Who leads the company that owns Volvo Cars?")
    calls = follow_up_calls(question, (GEELY,), PROFILES[0].tools, NOW)
    assert [dict(call.args) for call in calls] == [
        {"query": "Who leads Geely?"},
        {"query": "Who leads Geely?", "entity_name": "Geely"},
    ]
    one = described_entity(question, (GEELY,), NOW)
    second = read(question_with_name(question, one))
    assert described_entity_answers(second, one, found((), (GEELY, CHIEF)), NOW)
    assert not described_entity_answers(second, one, found((), (GEELY,)), NOW)


def test_who_stayed_longer_is_told_with_both_terms():
    question = read("Who led ESA longer, Bo Ek or Ann Lee?")
    asked = {call.args["entity_name"] for call in follow_up_calls(question, (), PROFILES[0].tools, NOW)}
    assert asked == {"ESA", "Ann Lee", "Bo Ek"}
    assert composed(question, found((), (EK, LEE))).split("\n\n") == [
        "Ann Lee stayed longer, by the dates in the knowledge graph: "
        "6 years and 6 months against 1 year and 6 months of Bo Ek.",
        "Ann Lee led ESA (from 1 Jan 2001 until 1 Jul 2007).",
        "Bo Ek led ESA (from 1 Jul 2007 until 1 Jan 2009).",
    ]


def test_surnames_joined_by_or_are_compared_as_well():
    question = read("Who stayed longer at ESA, Ek or Lee?")
    assert question.entities == ("ESA",)
    people = NameIndex.of(["Ann Leeuwen", "Bo Ekman", "ESA"])
    question = read_question("Who stayed longer at ESA, Ekman or Leeuwen?", people, NOW)
    assert set(question.entities) == {"ESA", "Bo Ekman", "Ann Leeuwen"}
    terms = [fact(f"{one} led ESA", "ESA", one, begun, ended) for one, begun, ended in LEADERS]
    assert composed(question, found((), terms)).startswith("Ann Leeuwen stayed longer")


def test_of_one_whose_dates_are_not_known_nothing_is_compared():
    assert "stayed longer" not in composed(read("Who led ESA longer, Bo Ek or Ann Lee?"), found((), (EK,)))


def test_who_came_after_him_is_asked_of_the_person_that_the_first_answer_tells():
    people = NameIndex.of(["ESA", "Ann Lee", "Bo Ek"], ["Ann Lee", "Bo Ek"])
    first = read_question("Who led ESA in 2005, and who came after her?", people, NOW).parts[0]
    by_fact = [AnswerParagraph(kind="facts", text="Ann Lee led ESA", facts=(LEE,))]
    by_quotation = [AnswerParagraph(kind="quotation", text="…", quotations=("Ann Lee led ESA for six years.",))]
    of_two = [AnswerParagraph(kind="quotation", text="…", quotations=("Ann Lee led ESA, and Bo Ek assisted.",))]
    nothing = [AnswerParagraph(kind="remark", text="No passage says this.")]
    for told in (by_fact, by_quotation):
        assert question_with_person(first, "after", told, people) == "Who came after Ann Lee at ESA?"
    assert question_with_person(first, "after", of_two, people) == ""
    assert question_with_person(first, "after", nothing, people) == ""
