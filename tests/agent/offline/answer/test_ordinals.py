"""The first of a kind, where facts that were read by rule begin with a later one."""

from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.question import read_question
from tests.agent.offline.asking import NOW, composed, found
from tests.samples import fact, hit

NAMES = NameIndex.of(["TideCon", "Espoo", "Oaxtepec"], [])
SIXTH = "The sixth TideCon was held in Espoo in July 2005."


def by_rule(text, source, target, valid_at):
    return fact(text, source, target, valid_at, relation="HELD_IN").model_copy(update={"origin": "rule"})


def told(passage):
    facts = [
        by_rule(SIXTH, "TideCon", "Espoo", "2005-07-10"),
        by_rule("The seventh TideCon was held in Oaxtepec in May 2006.", "TideCon", "Oaxtepec", "2006-05-14"),
    ]
    question = read_question("Where was the first TideCon held?", NAMES, NOW)
    return composed(question, found([hit("History", passage, 0.8)], facts))


def test_a_passage_that_says_first_comes_before_a_fact_that_says_sixth():
    first = "The first TideCon was held in Bordeaux, France, in July 2000."
    answer = told(f"{SIXTH} {first}")
    assert first in answer
    assert "The earliest that the knowledge graph records" not in answer
    assert "Facts from the knowledge graph" not in answer


def test_a_later_one_is_never_called_the_earliest():
    assert "The earliest that the knowledge graph records" not in told(SIXTH)
