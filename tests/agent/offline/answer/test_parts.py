"""Each half of a question that asks for two things is answered, or said to be not answered."""

from services.agent.offline.answer.parts import NEAREST, NOTHING_MORE, answer_of_parts
from services.agent.offline.answer.remarks import remark
from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.question import read_question
from services.models import AnswerParagraph
from tests.agent.offline.asking import NOW

BUILT = AnswerParagraph(kind="quotation", text="Hall: “It was built in 1904.” [1]")
PAID = AnswerParagraph(kind="quotation", text="Hall: “The guild paid for it.” [2]")
BOTH = AnswerParagraph(kind="quotation", text="Hall: “It was built in 1904 and paid for by the guild.” [3]")
OTHER = AnswerParagraph(kind="quotation", text="Hall: “The roof leaks.” [4]")
CAVEAT = remark("No passage says all of this; the nearest leave out “paid”:")
ON_SECOND = "On “who paid for the hall”:"
QUESTION = read_question("When was the hall built and who paid for it?", NameIndex(), NOW)
WHY = read_question("When did the hall close and why?", NameIndex(), NOW)


def told(question, whole, *parts):
    return [one.text for one in answer_of_parts(question, whole, parts)]


def test_what_the_whole_answer_leaves_out_is_added_under_a_line_of_its_own():
    assert told(QUESTION, [BUILT], [BUILT], [PAID]) == [BUILT.text, ON_SECOND, PAID.text]


def test_one_sentence_that_says_both_stands_alone():
    assert told(QUESTION, [BOTH], [BOTH], [BOTH]) == [BOTH.text]


def test_a_half_that_is_not_answered_is_said_to_be():
    lines = told(QUESTION, [CAVEAT, BUILT], [BUILT], [CAVEAT, OTHER])
    assert lines == ["On “When was the hall built”:", BUILT.text, ON_SECOND, CAVEAT.text, OTHER.text]


def test_where_no_half_is_answered_better_the_whole_answer_is_all():
    assert told(QUESTION, [CAVEAT, BOTH], [CAVEAT, BUILT], [CAVEAT, OTHER]) == [CAVEAT.text, BOTH.text]


def test_a_sentence_without_a_cause_does_not_answer_why():
    assert told(WHY, [BUILT], [BUILT], [BUILT]) == [BUILT.text, "On “why did the hall close”:", NOTHING_MORE]
    assert told(WHY, [BUILT], [BUILT], [BUILT, OTHER])[2] == NEAREST
