"""Nouns that are written like names, and where a name ends."""

import pytest

from services.graph.by_rule.reader import Reader


def named(reader: Reader, text: str, title: str = "A note") -> set[str]:
    return {one.name for one in reader.read(title, text, {}).entities}


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("Ada Roe let the flat in Elmford to the Lessee. Ada Roe wrote to the Lessee in Elmford.", "Lessee"),
        ("The Operator asked Ada Roe for a berth in Elmford. The Operator paid Ada Roe.", "Operator"),
        ("Ada Roe wrote to the Town. The Town thanked Ada Roe for the bridge at Elmford.", "Town"),
        ("The Station Master met Ada Roe in Elmford. The Station Master thanked Ada Roe.", "Station Master"),
        ("Ada Roe (the “Tenant”) rents a flat in Elmford. The Tenant pays.", "Tenant"),
        ('Ada Roe (the "Tenant") rents a flat in Elmford. The Tenant pays.', "Tenant"),
        ("2. Dredging. Ada Roe came to Elmford.", "Dredging"),
    ],
)
def test_what_a_text_calls_its_parties_is_no_name(reader, text, called):
    names = named(reader, text)
    assert called not in names
    assert "Ada Roe" in names


def test_a_title_of_two_words_is_no_part_of_a_persons_name(reader):
    assert "Elaine Scully" in named(reader, "Harbour Master Elaine Scully thanked Ada Roe.")


def test_a_council_with_a_name_of_its_own_keeps_it(reader):
    assert "Elmford Town Council" in named(reader, "The Elmford Town Council met Ada Roe in the Senate.")


def test_a_name_with_an_owner_is_one(reader):
    names = named(reader, "Ada Roe opened the Children's Room for the Harbour Users' Committee.")
    assert {"Children's Room", "Harbour Users' Committee"} <= names


def test_a_firms_legal_form_may_end_the_sentence(reader):
    reading = reader.read("A note", "The inspectors visited Hansen Quays Ltd. Northport has two other yards.", {})
    assert {one.name for one in reading.entities} == {"Hansen Quays", "Northport"}
    assert reading.sentence_count == 2


def test_a_firms_name_ends_with_its_legal_form(reader):
    assert "Hansen Quays" in named(reader, "Questions go to Hansen Quays Ltd. Answers from Elmford come late.")


def test_an_apostrophe_of_another_kind_is_no_other_name(reader):
    text = "Ada O’Hara founded Brandt Optics. Ada O'Hara left Brandt Optics in 1990. Ada O'Hara joined Lang Glass."
    reading = reader.read("A life", text, {})
    assert {fact.subject for fact in reading.facts} == {"Ada O'Hara"}
    assert "Ada O’Hara" in next(one for one in reading.entities if one.name == "Ada O'Hara").aliases
