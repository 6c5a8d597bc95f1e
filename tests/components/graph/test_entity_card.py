"""An entity's own text: sentences that documents state, each with the document that states it."""

from streamlit.testing.v1 import AppTest

from components.graph.entity_card import stating_titles
from tests.components.graph.facts import fact
from tests.samples import citation


def draw_summary() -> None:
    from components.graph.entity_card import show_summary
    from tests.components.graph.test_entity_card import FACTS

    show_summary("Stated: Halloran joined the board in 2009.\nHalloran left Lundby.", FACTS)
    show_summary("A harbour master, by a model.", FACTS)


FACTS = [
    fact("Halloran", "JOINED", "Board").model_copy(
        update={"fact": "Halloran joined the board in 2009.", "citations": (citation("Minutes", "joined"),)}
    ),
    fact("Halloran", "LEFT", "Lundby").model_copy(
        update={"fact": "Halloran left Lundby", "citations": (citation("Annual report", "left"),)}
    ),
]


def test_each_sentence_stands_by_itself_with_its_document():
    drawn = AppTest.from_function(draw_summary).run()
    assert [one.value for one in drawn.markdown] == [
        "Halloran joined the board in 2009.",
        "Halloran left Lundby.",
        "A harbour master, by a model.",
    ]
    assert [one.value for one in drawn.caption] == ["in “Minutes”", "in “Annual report”"]


def test_a_sentence_of_two_documents_names_both_and_one_of_none_names_nothing():
    twice = [FACTS[0], FACTS[0].model_copy(update={"citations": (citation("Diary", "joined"),)})]
    assert stating_titles("Halloran joined the board in 2009.", twice) == ["Minutes", "Diary"]
    assert stating_titles("Halloran resigned.", twice) == []
