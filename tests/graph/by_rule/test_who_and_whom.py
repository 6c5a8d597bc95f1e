"""Who does what a verb says, where the parser or the words make it hard to see."""

import pytest

from services.models import Reading


def dated(reading: Reading) -> set[tuple[str, str, str, str]]:
    facts = zip(reading.facts, reading.dates, strict=True)
    return {(fact.subject, fact.relation, fact.object, dates) for fact, dates in facts}


def told(reading: Reading) -> set[tuple[str, str, str]]:
    return {(fact.subject, fact.relation, fact.object) for fact in reading.facts}


@pytest.mark.parametrize(
    ("sentence", "facts"),
    [
        (
            "On 1 October 2003 Brandt Optics, LGW and NASDA were merged into Zeiss University.",
            {("LGW", "MERGED_INTO", "Zeiss University"), ("NASDA", "MERGED_INTO", "Zeiss University")},
        ),
        (
            "Between 9 March 2008 and 29 July 2014 Ariane 5 launched the Zeiss 3.",
            {("Ariane 5", "LAUNCH", "Zeiss 3")},
        ),
        (
            "In May 1950 DRB and KLM signed the Oslo Treaty.",
            {("DRB", "SIGN", "Oslo Treaty"), ("KLM", "SIGN", "Oslo Treaty")},
        ),
    ],
)
def test_names_between_a_date_and_the_verb_do_what_it_says(reader, sentence, facts):
    assert facts <= told(reader.read("A note", sentence, {}))


@pytest.mark.parametrize(
    "sentence",
    [
        "On 1 October 2003 in Jena were found the lenses of Brandt Optics.",
        "In May 1950 Jena was told of Brandt Optics by nobody.",
    ],
)
def test_a_place_before_the_verb_is_not_who_does_it(reader, sentence):
    assert ("Jena", "FIND", "Brandt Optics") not in told(reader.read("A note", sentence, {}))


@pytest.mark.parametrize(
    "sentence",
    [
        "Peter Lang, Maria Brandt and Paul Reed joined Brandt Optics in 1980.",
        "Alan Bean, Owen Garriott and Jack Lousma joined Brandt Optics in 1980.",
        "Peter Lang, Clara Roth, Maria Brandt and Paul Reed joined Brandt Optics in 1980.",
    ],
)
def test_of_a_list_of_names_each_does_it(reader, sentence):
    facts = told(reader.read("A note", sentence, {}))
    assert all(
        (name, "JOIN", "Brandt Optics") in facts
        for name in sentence.split(" joined")[0].replace(" and ", ", ").split(", ")
    )


@pytest.mark.parametrize(
    ("sentence", "false"),
    [
        ("Peter Lang, the owner of Carl Zeiss and Lang Glass, joined Brandt Optics.", "Lang Glass"),
        ("Peter Lang, son of Anna Lang and Paul Lang, joined Brandt Optics.", "Paul Lang"),
    ],
)
def test_what_is_inserted_is_no_part_of_a_list(reader, sentence, false):
    assert (false, "JOIN", "Brandt Optics") not in told(reader.read("A note", sentence, {}))


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        (
            "Brandt Optics and Lang Glass signed a contract in 1950.",
            ("Brandt Optics", "SIGN_CONTRACT_WITH", "Lang Glass", "1950"),
        ),
        ("Norway and Sweden concluded a treaty in 1905.", ("Norway", "CONCLUDE_TREATY_WITH", "Sweden", "1905")),
        (
            "Brandt Optics and Lang Glass announced their merger in August 1994.",
            ("Brandt Optics", "ANNOUNCE_MERGER_WITH", "Lang Glass", "1994-08"),
        ),
    ],
)
def test_two_who_sign_an_agreement_sign_it_with_each_other(reader, sentence, fact):
    assert fact in dated(reader.read("A note", sentence, {}))


@pytest.mark.parametrize(
    "sentence",
    [
        "Brandt Optics and Lang Glass signed contracts with Carl Zeiss in 1950.",
        "Norway and Sweden signed the treaty with Denmark in 1905.",
        "Brandt Optics and Lang Glass lost a contract in 1950.",
        "Brandt Optics and Lang Glass each signed a contract in 1950.",
    ],
)
def test_two_who_sign_with_a_third_or_each_for_itself_do_not(reader, sentence):
    joined = {frozenset((one.subject, one.object)) for one in reader.read("A note", sentence, {}).facts}
    assert not joined & {frozenset(("Brandt Optics", "Lang Glass")), frozenset(("Norway", "Sweden"))}


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("Maria Brandt visited the Lang factory in Ghent.", ("Lang", "FACTORY_IN", "Ghent")),
        ("Fire destroyed a Philips building in Eindhoven.", ("Philips", "BUILDING_IN", "Eindhoven")),
        ("Peter Lang opened a mill at the Tammer rapids in Tampere.", ("Tammer", "RAPID_IN", "Tampere")),
    ],
)
def test_a_building_that_bears_a_name_stands_where_the_sentence_says(reader, sentence, fact):
    assert fact in told(reader.read("A note", sentence, {}))


@pytest.mark.parametrize(
    "sentence",
    [
        "Maria Brandt met a Lang engineer in Ghent.",
        "Maria Brandt saw the Lang factory in May 1950.",
        "The Lang years in Ghent ended.",
    ],
)
def test_what_is_no_building_does_not_stand_there(reader, sentence):
    assert not [one for one in reader.read("A note", sentence, {}).facts if one.subject == "Lang"]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "Maria Stone took command from Peter Lang on 19 October 2007.",
            ("Maria Stone", "TAKE_COMMAND_AT", "Harland University", "2007-10-19"),
        ),
        (
            "Maria Stone gave the office to Peter Lang on 19 October 2007.",
            ("Peter Lang", "GIVEN_OFFICE_AT", "Harland University", "2007-10-19"),
        ),
        (
            "Maria Stone was the second woman in the post, from May 2012 to June 2013.",
            ("Maria Stone", "BE_IN_POST_AT", "Harland University", "2012-05/2013-06"),
        ),
        (
            "Maria Stone handed the university to Peter Lang on 29 March 2022.",
            ("Harland University", "HANDED_TO", "Peter Lang", "2022-03-29"),
        ),
    ],
)
def test_an_office_is_taken_and_handed_on(reader, text, fact):
    assert fact in dated(reader.read("Rectors of Harland University since 1990", text, {}))


@pytest.mark.parametrize(
    "text",
    [
        "Maria Stone took command of the ship from Peter Lang.",
        "Maria Stone gave the book to Peter Lang.",
        "Maria Stone was the second woman in the room.",
        "Maria Stone gave the command to fire.",
    ],
)
def test_what_else_is_taken_and_given_is_no_office(reader, text):
    reading = reader.read("Rectors of Harland University since 1990", text, {})
    assert not [one for one in reading.facts if "Harland University" in (one.subject, one.object)]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "Austria and Norway joined Interpol University in 1987, and Finland followed in 1995.",
            ("Finland", "JOIN", "Interpol University", "1995"),
        ),
        (
            "Peter Lang moved to Paris in 1990, and Maria Brandt followed in 1991.",
            ("Maria Brandt", "MOVE_TO", "Paris", "1991"),
        ),
    ],
)
def test_who_follows_does_the_same(reader, text, fact):
    assert fact in dated(reader.read("A note", text, {}))


@pytest.mark.parametrize(
    "text",
    [
        "Peter Lang moved to Paris in 1990, and Maria Brandt followed the case in 1991.",
        "Peter Lang moved to Paris in 1990, and Maria Brandt followed him to London in 1991.",
        "Peter Lang moved to Paris in 1990. Maria Brandt followed in 1991.",
        "Peter Lang moved to Paris in 1990, and Maria Brandt did not follow in 1991.",
    ],
)
def test_who_follows_something_else_does_not(reader, text):
    assert ("Maria Brandt", "MOVE_TO", "Paris") not in told(reader.read("A note", text, {}))
