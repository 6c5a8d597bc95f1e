"""What news pages, reference works and histories have that looks like a fact: headlines, titles, torn names."""

import pytest

from services.graph.by_rule.gate import check_reading
from tests.graph.by_rule.test_gate import document


def told(reader, text: str) -> set[tuple[str, str, str]]:
    return {(fact.subject, fact.relation, fact.object) for fact in reader.read("A note", text, {}).facts}


def names(reader, text: str) -> set[str]:
    return {one.name for one in reader.read("A note", text, {}).entities}


@pytest.mark.parametrize(
    "text",
    [
        "Companies Use Web to Uncover Ellmere's Secrets",
        "Harbour Board Faces Further Delay in Ellmere Amid Orion Row",
        "- The Big Plan Orion Had In Ellmere When It Hired Vega",
        "From Orion on the Ellmere announcement:",
        "By Orion's Editorial Writers",
        "Harbour Board Is Slowest-Growing Board in U.S.",
        "Ellmere has no problem with Orion Ltd.",
        "Ellmere prevented Peter Lang from founding Orion Works.",
    ],
)
def test_a_headline_and_what_is_denied_state_nothing(reader, text):
    joined = {(subject, target) for subject, _, target in told(reader, text)}
    assert not joined & {("Ellmere", "Orion"), ("Peter Lang", "Orion Works"), ("Orion", "Vega")}
    assert not any(relation in ("OF", "IN", "ON") for _, relation, _ in told(reader, text))


@pytest.mark.parametrize(
    ("text", "false"),
    [
        ("The delays have served to placate the U.S., which opposes rewarding Iran.", ("U.S.", "Iran")),
        ("NEW YORK--Verizon Communications is prepping a new app for PCs like the Apple iPad.", ("NEW YORK", "PCs")),
    ],
)
def test_what_is_opposed_and_where_it_was_written_state_nothing(reader, text, false):
    assert false not in {(subject, target) for subject, _, target in told(reader, text)}


def test_a_line_of_names_with_a_small_verb_is_no_headline(reader):
    assert ("Charles Darwin", "MEET", "Thomas Huxley") in told(reader, "Charles Darwin met Thomas Huxley")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The word Darfur means the Land of the Fur.", "Land of the Fur"),
        ("They united the Kingdom of Poland with the Grand Duchy of Lithuania.", "Grand Duchy of Lithuania"),
        ("Nigel Hawthorne starred in “The Madness of King George” in 1994.", "Madness of King George"),
        ("He completed the Debian Administrator's Handbook.", "Debian Administrator's Handbook"),
        ("Saint Vincent and the Grenadines left Britain.", "Saint Vincent and the Grenadines"),
        ("Trinidad and Tobago is in the Caribbean.", "Trinidad and Tobago"),
        ("They live in Rio Grande do Norte and Sergipe.", "Rio Grande do Norte"),
    ],
)
def test_a_name_is_not_torn(reader, text, name):
    assert name in names(reader, text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada Roe met the Mayor of Lesk in Brook.", "Mayor of Lesk"),
        ("Pep Guardiola left Barcelona for Brescia in 2001.", "Barcelona for Brescia"),
        ("In the Middle Ages, Flanders was a county on the border of France.", "Middle Ages"),
        ("They used memory mapped I/O. Video cards by Orion have it.", "/O. Video"),
    ],
)
def test_it_is_no_name(reader, text, name):
    assert name not in names(reader, text)


def test_what_is_on_the_border_of_a_land_is_not_of_it(reader):
    text = "In the Middle Ages, Flanders was a county on the border of France and the Holy Roman Empire."
    found = {(relation, target) for _, relation, target in told(reader, text)}
    assert ("COUNTY_ON_BORDER_OF", "France") in found
    assert ("COUNTY_OF", "France") not in found


def test_where_a_deed_happened_is_not_where_its_doer_is_from(reader):
    text = "After the attack of the Third Reich in Russia, the republic was abolished by Stalin."
    assert ("Third Reich", "IN", "Russia") not in told(reader, text)
    assert ("General Hospital", "IN", "Vienna") in told(
        reader, "He studied the wards of the General Hospital in Vienna."
    )


def test_what_stands_below_a_title_of_one_office_does_not_hold_it(reader):
    assert told(reader, "# The Queen of Ellmere\n\n- Orion Home\n- Vega Blog\n") == set()
    listed = told(reader, "# Directors of the Ellmere Museum\n\n- Ada Roe\n- Peter Finch\n")
    assert ("Ada Roe", "DIRECTOR_OF", "Ellmere Museum") in listed


def test_a_headline_with_a_colon_is_no_key_with_its_value(reader):
    text = "# Orion Ltd\n\nOrion Ltd is a company.\n\nGlobal Meltdown: Investors Are Dumping Nearly Everything\n"
    assert told(reader, text) == set()
    assert ("Orion", "PARENT_COMPANY", "Vega") in told(reader, f"{text}\nParent company: Vega Ltd\n")


def test_names_that_a_preposition_alone_joins_wait_unless_one_is_a_place(reader):
    text = "Everybody agreed to New York Public Radio's Privacy Policy. The first talk was given in Bordeaux, France."
    source, read = document(text), reader.read("A note", text, {})
    checked = check_reading(source, read)
    assert {(one.subject, one.relation, one.object) for one in checked.facts} == {("Bordeaux", "IN", "France")}
    waiting = [one for one in checked.refused if one.draft is not None]
    assert [(one.draft.subject, one.draft.relation) for one in waiting] == [("Privacy Policy", "OF")]
    drafts = [one.draft for one in waiting]
    assert not any(one.draft for one in check_reading(source, read, accepted=drafts).refused)
    assert not any(one.draft for one in check_reading(source, read, rejected=waiting).refused)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("OSS Fuzz no longer finds bugs in Lang Studio.", ("OSS Fuzz", "Lang Studio")),
        ("Had Peter Roe gone from Jena to Lesk, Anna Lang might have stayed in Jena.", ("Peter Roe", "Jena")),
        (
            "Karl Brandt, of Chester Springs, who headed the Troop Committee, retired.",
            ("Chester Springs", "Troop Committee"),
        ),
        ("Selne was one of the towns of the Holy Roman Empire, located on the Rhine.", ("Holy Roman Empire", "Rhine")),
        ("It is spoken in Ireland, Scotland, the Isle of Man and Wales.", ("Ireland", "Scotland")),
        ("Peter Roe, Karl Brandt's brother-in-law, met Anna Lang in Jena.", ("Peter Roe", "Karl Brandt")),
        ("Kit Marland, who joined Rovers from Dunmore United, scored twice.", ("Rovers", "Dunmore United")),
        ("Anna Lang was appointed Project Leader in 1971.", ("Anna Lang", "Project Leader")),
    ],
)
def test_what_is_over_supposed_listed_or_said_of_another_joins_nothing(reader, text, ends):
    assert ends not in {(fact.subject, fact.object) for fact in reader.read("Notes", text, {}).facts}


def test_fields_that_and_joins_are_one_name(reader):
    reading = reader.read("Notes", "SERC funded the Engineering and Physical Sciences Research Council.", {})
    assert [fact.object for fact in reading.facts] == ["Engineering and Physical Sciences Research Council"]


def test_a_decade_with_an_apostrophe_is_one(reader):
    reading = reader.read("Notes", "Peter Roe lived in Jena in the 1920's.", {})
    assert reading.dates == ("192X",)


def test_who_he_is_behind_him_nobody_tells(reader):
    text = "Anna Roe met Thompson. Alfred Barr said of him that he was right. He bought the Lang Gallery."
    assert ("Alfred Barr", "Lang Gallery") not in {(f.subject, f.object) for f in reader.read("Notes", text, {}).facts}


def test_miss_roe_is_not_he(reader):
    text = "Miss Minnie Roe lives in Lesk. He was born in Jena."
    assert ("Minnie Roe", "Jena") not in {(fact.subject, fact.object) for fact in reader.read("Notes", text, {}).facts}


def test_the_second_half_of_a_word_with_a_hyphen_is_no_name(reader):
    text = "The CD-ROMs are sold by Lang Media, which bought them from an ex-Boeing engineer."
    assert names(reader, text) == {"Lang Media", "Boeing"}
