"""What a name is."""

import pytest

from services.graph.by_rule.names.entities import Mention, naming


@pytest.mark.parametrize(
    ("words", "label", "kind"),
    [
        ("Agnes Thorvald", "GPE", "Person"),
        ("Rosalind Achebe", "", "Person"),
        ("Agnes Thorvald School", "GPE", "Organisation"),
        ("Alice Springs", "GPE", "Place"),
        ("Ada 95", "GPE", "Product"),
        ("Carl Zeiss", "ORG", "Organisation"),
        ("Wharf Lane", "PERSON", "Place"),
        ("Hawick Archive", "GPE", "Organisation"),
    ],
)
def test_a_given_name_and_a_names_last_word_say_more_than_the_model(words, label, kind):
    assert naming([Mention(words, 0, label)], words, {}).types[words] == kind
