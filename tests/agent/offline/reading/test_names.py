"""Entities that a question names."""

import pytest

from services.agent.offline.reading.names import NameIndex, initials, nearest_spellings

NAMES = NameIndex.of(
    ["International Space Station", "United Launch Alliance", "World Health Organization", "NASA", "Mir"]
)


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Who commands the ISS?", ("International Space Station",)),
        ("What is the ISS’s mass?", ("International Space Station",)),
        ("Did ULA or NASA buy it?", ("United Launch Alliance", "NASA")),
        ("who is it?", ()),
        ("WHO warned NASA?", ("World Health Organization", "NASA")),
        ("Is the International Space Station above Mir?", ("International Space Station", "Mir")),
    ],
)
def test_initials_count_as_written(question, found):
    assert NAMES.names_in(question) == found


def test_initials_that_two_names_share_stand_for_neither():
    names = NameIndex.of(["Russian Space Agency", "Romanian Space Agency"])
    assert names.names_in("Who leads the RSA?") == ()


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Federal Agency of the Air", "FAA"),
        ("Japan Aerospace Exploration Agency", "JAEA"),
        ("Department of Defense and Energy", "DDE"),
        ("Deep Space 1", ""),
        ("SpaceX", ""),
        ("International Space Station partnership", ""),
    ],
)
def test_initials_are_of_three_capitalised_words(name, letters):
    assert initials(name) == letters


SPELT = NameIndex.of(["ESA", "Roscosmos", "Arianespace", "Discovery", "International Space Station", "Mir"])


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Who runs the European Space Agency?", ("ESA",)),
        ("Who led Arianspace in 1998?", ("Arianespace",)),
        ("who led roscosmoss then", ("Roscosmos",)),
        ("arianspace ceo 2010", ("Arianespace",)),
        ("What did Voyager discover?", ()),
        ("Who flew to Mars?", ()),
        ("who made this discover", ()),
    ],
)
def test_a_name_is_known_spelt_out_and_with_one_slip(question, found):
    assert SPELT.names_in(question) == found


def test_two_names_one_slip_away_are_neither():
    assert NameIndex.of(["Kristall", "Kristal"]).names_in("Where was Kristalx?") == ()


PARTS = NameIndex.of(["Hubble Space Telescope", "Yelena Kondakova", "James Webb", "James Webb Space Telescope", "NASA"])


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("When did Hubble get its mirror?", ("Hubble Space Telescope",)),
        ("Who flew with Kondakova?", ("Yelena Kondakova",)),
        ("Was Kondakova at NASA?", ("Yelena Kondakova", "NASA")),
        ("Where is Webb?", ()),
        ("Who was Edwin Hubble?", ()),
        ("Hubble constant measured", ()),
        ("Who flew longer with NASA, Kondakova or Hubble?", ("NASA", "Yelena Kondakova", "Hubble Space Telescope")),
        ("Did Kondakova or Hubble stay longer?", ("Yelena Kondakova", "Hubble Space Telescope")),
        ("Who flew longer, Edwin Hubble or Kondakova?", ("Yelena Kondakova",)),
        ("Is there a Telescope in Spain?", ()),
    ],
)
def test_a_part_that_only_one_name_has_stands_for_it(question, found):
    assert PARTS.names_in(question) == found


SLIPS = NameIndex.of(["Blue Origin", "Hubble Space Telescope", "Ericsson", "LEGO", "Unity", "Red Origin"])


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Who founded Blue Orign?", ("Blue Origin",)),
        ("When was Hubbel launched?", ("Hubble Space Telescope",)),
        ("who ran ericson in 2008?", ("Ericsson",)),
        ("When was Lego founded?", ("LEGO",)),
        ("Is there unity among them, or Green Orign?", ()),
        ("Who measured the Hubbel constant?", ()),
    ],
)
def test_a_slip_in_one_word_of_a_name_or_in_its_part_is_understood(question, found):
    assert SLIPS.names_in(question) == found


def test_the_words_that_name_an_entity_are_told():
    assert SLIPS.words_of_names("When was Hubbel launched by blue origin?") == {"hubbel", "blue", "origin"}


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Who was Debian project leader in 2005?", ("Debian",)),
        ("Who is the Acme chief executive officer?", ("Acme",)),
        ("What does the Harbour Project do?", ("Harbour Project",)),
        ("Who is the Prime Minister?", ("Prime Minister",)),
    ],
)
def test_an_office_stands_for_what_is_led(question, found):
    offices = ["Debian Project Leader", "Acme Chief Executive Officer", "Prime Minister"]
    names = NameIndex.of(["Debian", "Debian Project", "Acme", "Harbour", "Harbour Project", *offices])
    assert names.names_in(question) == found


def test_the_word_for_the_office_is_still_asked_for():
    names = NameIndex.of(["Debian", "Debian Project Leader"])
    assert names.words_of_names("Who was Debian project leader in 2005?") == {"debian", "project"}


def test_an_office_of_nothing_in_particular_is_no_name():
    names = NameIndex.of(["Project Leader", "Martin Michlmayr", "Debian"])
    assert names.names_in("How long was Martin Michlmayr project leader?") == ("Martin Michlmayr",)


def test_the_nearest_spelling_does_not_hang_on_the_order_of_the_known_words():
    known = ["cooperative", "co-operative"]
    assert nearest_spellings("cooperatve", known) == nearest_spellings("cooperatve", known[::-1]) == {"cooperative"}
