"""Questions for a reason are answered by the sentence that gives it."""

import pytest

from services.agent.offline.answer.quotes import chosen_quotes
from services.agent.offline.reading.causes import asks_for_cause, gives_cause
from tests.samples import hit


@pytest.mark.parametrize(
    ("question", "is_asked"),
    [
        ("Why was Kistler dropped?", True),
        ("How come the crew died?", True),
        ("What caused the fire?", True),
        ("For what reasons did it fail?", True),
        ("When did it fail?", False),
        ("What was it called, and who knows why not?", False),
    ],
)
def test_a_question_for_a_reason_is_known(question, is_asked):
    assert asks_for_cause(question) is is_asked


def test_the_sentence_with_the_reason_is_preferred():
    passage = hit("Cargo", "Kistler took part in August 2006. NASA dropped Kistler because no money came.")
    why = chosen_quotes("Why did Kistler go?", [passage], {})
    when = chosen_quotes("When did Kistler go?", [passage], {})
    assert (why[0].sentence.text[:4], when[0].sentence.text[:4]) == ("NASA", "Kist")
    assert gives_cause(why[0].sentence.text)
