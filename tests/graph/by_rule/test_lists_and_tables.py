"""Lists of people with their offices, tables, and texts with few or no names."""

import pytest

from services.models import Reading

COMMITTEE = """# Harbour Users' Committee

## Members

- Cllr Per Holm (vice chair)
- Petra Lund, treasurer, since 2019
- Rosalind Achebe, harbour secretary, 2003 to 2009
- Jon Roe, who likes boats

The committee meets on the first Monday of the month, and it is the only one that has a vote.
"""
STAFF = """name: Grace Obi | department: Logistics | position: warehouse lead | office: Aarhus
name: Hugo Silva | department: Logistics | position: technician | office: Aarhus
remark: moved from the old building, without furniture | office: Aarhus
"""


def told(reading: Reading) -> set[tuple[str, str, str]]:
    return {(fact.subject, fact.relation, fact.object) for fact in reading.facts}


def test_an_office_beside_a_name_in_a_list_is_held_in_what_the_heading_names(reader):
    facts = told(reader.read("A note", COMMITTEE, {}))
    assert facts == {
        ("Per Holm", "VICE_CHAIR_OF", "Harbour Users' Committee"),
        ("Petra Lund", "TREASURER_OF", "Harbour Users' Committee"),
        ("Rosalind Achebe", "HARBOUR_SECRETARY_OF", "Harbour Users' Committee"),
    }


def test_the_dates_behind_such_an_office_are_those_of_the_office(reader):
    reading = reader.read("A note", COMMITTEE, {})
    dates = dict(zip([fact.subject for fact in reading.facts], reading.dates, strict=True))
    assert (dates["Petra Lund"], dates["Rosalind Achebe"]) == ("2019/", "2003/2009")


def test_a_table_is_english_by_its_words_though_it_has_no_sentence(reader):
    facts = told(reader.read("Staff", STAFF, {}))
    assert ("Grace Obi", "OFFICE", "Aarhus") in facts


def test_a_list_in_another_language_is_not_read(reader):
    text = "".join(f"- {name}, Kassenwart, stellvertretender Vorsitz\n" for name in ("Anna Berg", "Peter Lund") * 6)
    reading = reader.read("Vorstand", text, {})
    assert (reading.facts, reading.entities) == ((), ())


@pytest.mark.parametrize("text", ["hello my friend", "", "there is nothing here that has a name, and it is short."])
def test_a_text_without_a_name_gives_nothing(reader, text):
    reading = reader.read("note", text, {})
    assert (reading.facts, reading.entities) == ((), ())


def test_what_something_has_is_not_what_the_thing_before_it_is(reader):
    text = "Its stock went to Ellmere Hall, its building to the Brook Trust, which pays one pound a year for it."
    assert not any(relation == "BUILDING_TO" for _, relation, _ in told(reader.read("A note", text, {})))
