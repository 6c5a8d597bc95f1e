"""What looks like a fact and is none: the heads of papers, signatures, comparisons, an office of before."""

import pytest


def told(reading) -> set[tuple[str, str, str]]:
    return {(fact.subject, fact.relation, fact.object) for fact in reading.facts}


@pytest.mark.parametrize(
    ("title", "text", "false"),
    [
        ("Annual Report 2019", "Ada Roe, chief executive since 2012, resigned on 9 June 2019.", "Annual Report"),
        ("Quarterly Review", "Peter Finch took office in 2011.", "Quarterly Review"),
        ("Safety Manual", "Clara Vane stepped down as director in 1999.", "Safety Manual"),
        ("A note", "Ada Roe, owner of the Finch brewery and niece of the poet Hugo Lamb, spoke.", "Hugo Lamb"),
        ("A note", "Peter Finch, head of the Harrow works and son of the mayor Jane Crane, spoke.", "Jane Crane"),
        (
            "A note",
            "Ellmere, 1 May 2006\nsigned P. Finch\ncountersigned Prof. J. Crane, Director of Orion Ltd",
            "P. Finch",
        ),
        ("A note", "Compared with its sister, the Harrow Dam, Orion Ltd is small.", "Harrow Dam"),
        ("A note", "Compared with Boeing, Airbus sold more.", "Boeing"),
        ("A note", "Ada Roe has been manager of Orion Ltd since 2024; previously with Vega Ltd.", "Vega"),
        ("A note", "Ada Roe is head of Orion Ltd since 1 May 2024, formerly at Vega Ltd.", "Vega"),
        ("Meeting of the Harland Society", "Minutes: Clara Vane.", "Clara Vane"),
        ("Meeting of the Harland Society", "Compiled by: Clara Vane", "Clara Vane"),
        ("Meeting of the Harland Society", "Subject: Clara Vane", "Clara Vane"),
    ],
)
def test_it_is_no_fact(reader, title, text, false):
    assert all(false not in (subject, target) for subject, _, target in told(reader.read(title, text, {})))


def test_who_countersigned_is_still_the_director(reader):
    text = "Ellmere, 1 May 2006\nsigned P. Finch\ncountersigned Prof. J. Crane, Director of Orion Ltd"
    assert told(reader.read("A note", text, {})) == {("J. Crane", "DIRECTOR_OF", "Orion")}


def test_what_two_nouns_are_of_belongs_to_both(reader):
    text = "Orion Ltd took over the staff and laboratories of Vega Ltd in 1958."
    assert ("Orion", "TAKE_OVER_STAFF_OF", "Vega") in told(reader.read("A note", text, {}))


@pytest.mark.parametrize(
    "text",
    [
        "Ada Roe said with the tensions in Ellmere it would be hard.",
        "Ada Roe spoke to friends, possibly in Ellmere.",
        "The suspected Orion Ltd agent Ada Roe was released.",
        "Ada Roe told visitors, according to a cable of Orion Ltd.",
        "Ada Roe warned growth in Ellmere depended on rain.",
        "Ada Roe saw it. A 28-year-old man left in March, but nobody noticed when he entered Ellmere.",
    ],
)
def test_what_is_doubted_reported_or_about_somebody_without_a_name_is_no_fact(reader, text):
    assert not [fact for fact in reader.read("A note", text, {}).facts if fact.subject == "Ada Roe"]
