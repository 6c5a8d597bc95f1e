"""Numbers that a source has in brackets are never told as the answer's own."""

import pytest

from services.agent.citations.numbers import CitationNumbers, Renumbering
from services.agent.offline.answer.findings import findings
from services.agent.offline.answer.quotes.choice import unscored_quote
from services.agent.offline.answer.quotes.paragraphs import quotations
from services.agent.offline.passages import quotable_sentences
from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.question import read_question
from services.text.markers import own_markers
from tests.agent.offline.asking import NOW, composed, found, metadata
from tests.samples import fact, hit

OTHERS = tuple(hit(f"Other {number}", f"Nothing is told of it in volume {number}.", 0.1) for number in range(5))
SENTENCES = [
    "The failure of the second spillway gate is described elsewhere [3].",
    "[2] O. Brack wrote of the seepage at Kolm in her thesis.",
    "The yield fell by half [1, 4], as measured twice [5].",
    "The lake was full in 1964.[3] It has never been full since.",
    "Let cells[2] be the water of the second gate [1].",
    "The seepage [1][2] was seen by all of the guards.",
]


@pytest.mark.parametrize("said", SENTENCES)
def test_a_quotation_is_literal_after_its_citations_are_counted(said):
    own = hit("Kolm Dam", said, 0.9)
    brought, register = found((*OTHERS, own)), CitationNumbers()
    for one in (*OTHERS, own):
        register.number(one.citation)
    quotes = [unscored_quote(own, one) for one in quotable_sentences(said)]
    renumbering = Renumbering(register)
    for paragraph in quotations(quotes, brought):
        told = renumbering.rewrite(paragraph.text)
        assert f"“{paragraph.quotations[0]}” [1]" in told
        assert [one[0] for one in own_markers(told, [said])] == ["[1]"]
    assert renumbering.cited == [own.citation]


def test_in_titles_and_facts_they_stand_in_round_brackets():
    names = NameIndex.of(["O. Brack"])
    wrote = fact("[2] O. Brack wrote Seepage at Kolm [7]", "O. Brack", "Seepage", relation="WROTE", title="Kolm [3]")
    own = hit("Kolm [3]", "O. Brack wrote of the seepage at Kolm, in her thesis of 1978.", 0.9)
    question = read_question("What did O. Brack write?", names, NOW)
    told = composed(question, findings([metadata([own], [wrote])], (), ()))
    assert "(2) O. Brack wrote Seepage at Kolm (7)" in told
    assert "Kolm (3): “O. Brack" in told
