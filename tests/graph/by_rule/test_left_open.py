"""What a sentence leaves open and its heading or the sentence before fills: an office, a seat, “it”, a verb."""

import pytest

from services.models import Reading


def told(reading: Reading) -> set[tuple[str, str, str]]:
    return {(fact.subject, fact.relation, fact.object) for fact in reading.facts}


def dated(reading: Reading) -> set[tuple[str, str, str, str]]:
    facts = zip(reading.facts, reading.dates, strict=True)
    return {(fact.subject, fact.relation, fact.object, dates) for fact, dates in facts}


def ends(reading: Reading) -> set[frozenset[str]]:
    return {frozenset((fact.subject, fact.object)) for fact in reading.facts}


@pytest.mark.parametrize(
    ("title", "heading", "sentence", "fact"),
    [
        (
            "Rectors of Harland University since 1900",
            "The early years",
            "Jane Crane took office in 1921.",
            ("Jane Crane", "TAKE_OFFICE_AT", "Harland University", "1921"),
        ),
        (
            "Presidents of the Ellmere Rowing Club, 1900 to 1950",
            "The Harland Company years",
            "Peter Finch acted from 1931 to 1933.",
            ("Peter Finch", "ACT_AT", "Ellmere Rowing Club", "1931/1933"),
        ),
        (
            "The Ellmere Choral Society and its conductors",
            "Between the wars",
            "Clara Vane filled in from 1926 until May 1927.",
            ("Clara Vane", "FILL_IN_AT", "Ellmere Choral Society", "1926/1927-05"),
        ),
        (
            "The Ellmere Choral Society and its conductors",
            "After the war",
            "Nora Pell was in charge from 1950 to 1961.",
            ("Nora Pell", "BE_IN_CHARGE_AT", "Ellmere Choral Society", "1950/1961"),
        ),
        (
            "Harland University and its rectors",
            "After the fire",
            "Hugo Lamb held the reins from 1961 to 1970.",
            ("Hugo Lamb", "HOLD_REIN_AT", "Harland University", "1961/1970"),
        ),
        (
            "Harland University and its rectors",
            "After the fire",
            "Clara Wick, a lawyer, was at the helm from 1990 until 1996.",
            ("Clara Wick", "BE_AT_HELM_AT", "Harland University", "1990/1996"),
        ),
        (
            "Harland University and its rectors",
            "The Northern Bank years",
            "Emma Roth was acting rector from 2001 to 2006.",
            ("Emma Roth", "ACTING_RECTOR_OF", "Harland University", "2001/2006"),
        ),
        (
            "Harland University",
            "After the fire",
            "Peter Lund was rector of Harland University until 1999, and Greta Holm has been in the post since 1999.",
            ("Greta Holm", "BE_IN_POST_AT", "Harland University", "1999/"),
        ),
    ],
)
def test_a_heading_that_names_an_office_with_its_owner_says_whose_the_offices_below_are(
    reader, title, heading, sentence, fact
):
    assert fact in dated(reader.read(title, f"## {heading}\n\n{sentence}", {}))


@pytest.mark.parametrize(
    ("title", "sentence"),
    [
        ("Walks around Ellmere", "Peter Finch acted from 1931 to 1933."),
        ("Harland Films and its directors", "Peter Finch acted in twelve films from 1931 to 1933."),
        ("Harland Films and its directors", "Peter Finch was in charge of the kitchen from 1931 to 1933."),
        ("Harland Films and its directors", "Peter Finch did not fill in from 1931 to 1933."),
        ("Harland Films and its directors", "Clara Vane filled in the forms in 1931."),
        ("Harland Films and its directors", "Clara Vane was at the top of the mountain in 1931."),
        ("Harland Films and Otley Studios and their directors", "Clara Vane took office in 1931."),
    ],
)
def test_what_is_no_office_has_no_owner(reader, title, sentence):
    assert not reader.read(title, sentence, {}).facts


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "Maria Stone was president of the Harland Club from 1990 to 1999. Paul Frost succeeded her in 1999.",
            ("Paul Frost", "SUCCEED_AT", "Harland Club", "1999"),
        ),
        (
            "Maria Stone was director of the Harland Museum until May 1950. Paul Frost replaced her.",
            ("Paul Frost", "REPLACE_AT", "Harland Museum", ""),
        ),
        (
            "Maria Stone was director of the Harland Museum until May 1950. Paul Frost took her place in June 1950.",
            ("Paul Frost", "TAKE_PLACE_AT", "Harland Museum", "1950-06"),
        ),
    ],
)
def test_who_succeeds_somebody_whose_office_the_sentence_before_tells_succeeds_there(reader, text, fact):
    assert fact in dated(reader.read("A note", text, {}))


@pytest.mark.parametrize(
    "text",
    [
        "Maria Stone was president of the Harland Club until 1999. Paul Frost followed her to Paris.",
        "Maria Stone was president of the Harland Club until 1999. Paul Frost followed her career.",
        "Maria Stone was president of the Harland Club until 1999. Paul Frost did not succeed her.",
        "Maria Stone was president of the Harland Club until 1999. Paul Frost met Jane Otley. He succeeded her.",
    ],
)
def test_who_only_follows_somebody_takes_no_office(reader, text):
    reading = reader.read("A note", text, {})
    assert frozenset(("Paul Frost", "Harland Club")) not in ends(reading)


@pytest.mark.parametrize(
    ("title", "text", "fact"),
    [
        ("Harland Mills Ltd", "Headquarters are in Leeds.", ("Harland Mills", "HEADQUARTERS_IN", "Leeds", "")),
        (
            "Harland Mills Ltd",
            "The head office was at Otley, Yorkshire, from 1950 to 1970.",
            ("Harland Mills", "HEAD_OFFICE_AT", "Otley", "1950/1970"),
        ),
        (
            "A note",
            "Harland University teaches law. Its headquarters are in Leeds.",
            ("Harland University", "HEADQUARTERS_IN", "Leeds", ""),
        ),
        (
            "Harland University",
            "The head office moved from Leeds to London in 1999.",
            ("Harland University", "HEAD_OFFICE_MOVE_TO", "London", "1999"),
        ),
        (
            "Harland University and Otley College",
            "## Otley College\n\nThe seat is in Leeds.",
            ("Otley College", "SEAT_IN", "Leeds", ""),
        ),
    ],
)
def test_a_seat_is_that_of_the_organisation_that_the_heading_names(reader, title, text, fact):
    assert fact in dated(reader.read(title, text, {}))


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Paul Reed and Maria Stone", "Headquarters are in Leeds."),
        ("Harland University and Otley College", "The head office is in Leeds."),
        ("Harland University", "The new head office of the bank is in Leeds."),
        ("Harland University", "The head office was not in Leeds."),
        ("Harland University", "The head office was designed in Leeds."),
    ],
)
def test_a_seat_of_another_or_of_nobody_is_no_fact(reader, title, text):
    assert not reader.read(title, text, {}).facts


@pytest.mark.parametrize(
    ("heading", "text", "fact"),
    [
        ("Sea Lark 2", "Dunn University built the ship in 1904.", ("Dunn University", "BUILD", "Sea Lark 2", "1904")),
        ("Sea Lark 2", "It was designed by Paul Reed.", ("Sea Lark 2", "DESIGNED_BY", "Paul Reed", "")),
        (
            "Sea Lark 2",
            "A storm came. The ship was repaired by Paul Reed.",
            ("Sea Lark 2", "REPAIRED_BY", "Paul Reed", ""),
        ),
        ("Otley College", "Its founder was Jane Otley.", ("Jane Otley", "FOUNDER_OF", "Otley College", "")),
        ("Kelda 3", "The program was written by Jonas Wiik.", ("Kelda 3", "WRITTEN_BY", "Jonas Wiik", "")),
        ("Kelda 3", "It is used by Harland University.", ("Kelda 3", "USED_BY", "Harland University", "")),
    ],
)
def test_a_heading_that_is_a_name_says_what_it_and_the_thing_are(reader, heading, text, fact):
    assert fact in dated(reader.read("A report", f"## {heading}\n\n{text}", {}))


@pytest.mark.parametrize(
    ("heading", "text"),
    [
        ("The voyage of Sea Lark 2", "It was led by Paul Reed."),
        ("Sea Lark 2", "A storm sank the pilot boat. It was built by Paul Reed."),
        ("Sea Lark 2", "Grey Gull 3 left Hull in 1904. Paul Reed built the ship."),
        ("Sea Lark 2 and Grey Gull 3", "It was built by Paul Reed."),
        ("Jane Otley", "It was founded by Paul Reed."),
        ("Harland University", "Paul Reed sailed the ship to Oslo."),
        ("Sea Lark 2", "Paul Reed visited the factory."),
        ("Sea Lark 2", "Paul Reed bought the other ship."),
        ("Sea Lark 2", "It was said that Paul Reed was ill."),
        ("Sea Lark 2", "It rained when Paul Reed came."),
    ],
)
def test_what_it_is_stays_open_where_the_heading_or_the_text_before_may_mean_something_else(reader, heading, text):
    joined = ends(reader.read("A report", f"## {heading}\n\n{text}", {}))
    assert not any(heading in pair or "Sea Lark 2" in pair for pair in joined)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "Maria Stone joined Harland Mills in 1990, and Paul Frost in 1995.",
            ("Paul Frost", "JOIN", "Harland Mills", "1995"),
        ),
        (
            "Norway ratified the Oslo Treaty in 1950 and Sweden in 1951.",
            ("Sweden", "RATIFY", "Oslo Treaty", "1951"),
        ),
        (
            "Maria Stone headed Harland University from 1980 to 1990 and Paul Frost from 1990 to 1997.",
            ("Paul Frost", "HEAD", "Harland University", "1990/1997"),
        ),
        (
            "Maria Stone headed Harland University from 1980 to 1990 and Paul Frost from 1990 to 1997.",
            ("Maria Stone", "HEAD", "Harland University", "1980/1990"),
        ),
    ],
)
def test_a_verb_that_is_said_once_holds_for_the_next_name_with_its_own_date(reader, text, fact):
    assert fact in dated(reader.read("A note", text, {}))


@pytest.mark.parametrize(
    ("text", "false"),
    [
        ("Maria Stone joined Harland Mills in 1990 and moved to Leeds in 1995.", ("Leeds", "JOIN", "Harland Mills")),
        (
            "Maria Stone joined Harland Mills in 1990, and in 1995 Paul Frost left.",
            ("Paul Frost", "JOIN", "Harland Mills"),
        ),
        ("Maria Stone moved to Leeds in 1990 and Paris in 1995.", ("Paris", "MOVE_TO", "Leeds")),
        (
            "Maria Stone did not join Harland Mills in 1990 nor Paul Frost in 1995.",
            ("Paul Frost", "JOIN", "Harland Mills"),
        ),
        (
            "Maria Stone joined Harland Mills in 1990 and met Paul Frost in 1995.",
            ("Paul Frost", "JOIN", "Harland Mills"),
        ),
        (
            "Otley College was bought by Harland University in 1960 and Dunn College in 1962.",
            ("Dunn College", "BOUGHT_BY", "Harland University"),
        ),
        ("Maria Stone visited Norway in 1990 and Sweden in 1995.", ("Sweden", "VISIT", "Norway")),
    ],
)
def test_a_name_with_a_verb_of_its_own_or_of_another_kind_does_not_take_it(reader, text, false):
    assert false not in told(reader.read("A note", text, {}))
