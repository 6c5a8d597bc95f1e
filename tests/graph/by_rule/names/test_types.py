"""What a name is."""

import pytest

from services.graph.by_rule.names.entities import name_entities
from services.graph.by_rule.names.types import Mention
from services.graph.by_rule.reader import Reader


@pytest.mark.parametrize(
    ("words", "label", "kind"),
    [
        ("Agnes Thorvald", "GPE", "Person"),
        ("Rosalind Achebe", "", "Person"),
        ("Agnes Thorvald School", "GPE", "Organisation"),
        ("Alice Springs", "GPE", "Place"),
        ("Ada 95", "GPE", "Product"),
        ("Josiah Holt", "ORG", "Person"),
        ("Martin Space Center", "ORG", "Organisation"),
        ("Wharf Lane", "PERSON", "Place"),
        ("Hawick Archive", "GPE", "Organisation"),
    ],
)
def test_a_given_name_and_a_names_last_word_say_more_than_the_model(words, label, kind):
    assert name_entities([Mention(words, 0, label)], words, {}).types[words] == kind


def test_a_firm_that_people_work_at_is_a_firm_whatever_its_founder_was_called():
    mention = Mention("Carl Zeiss", 0, "ORG", is_organisation=True)
    assert name_entities([mention], "", {}).types["Carl Zeiss"] == "Organisation"


def types(reader: Reader, text: str) -> dict[str, str]:
    return {one.name: one.type for one in reader.read("A note", text, {}).entities}


@pytest.mark.parametrize("label", ["ORG", "PERSON", ""])
def test_what_something_is_in_is_a_place(label):
    mentions = [Mention("Veldhoven", 0, label, is_in=True), Mention("Veldhoven", 1, "", is_in=False)]
    assert name_entities(mentions, "", {}).types["Veldhoven"] == "Place"
    assert name_entities([Mention("Congress", 0, label, is_in=True)], "", {}).types["Congress"] != "Place"


def test_a_share_in_a_firm_is_in_no_place(reader):
    assert types(reader, "Ada Roe has a stake in Boeing.")["Boeing"] == "Organisation"


def test_a_war_ends_its_name(reader):
    assert {"First World War", "Bayer"} <= types(reader, "After the First World War Bayer lost its plants.").keys()


def test_a_given_name_that_is_a_surname_too_leaves_it_to_the_model():
    assert name_entities([Mention("Martin Marietta", 0, "ORG")], "", {}).types["Martin Marietta"] == "Organisation"
