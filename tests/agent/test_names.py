"""Entities that a question names."""

import pytest

from services.agent.names import NameIndex, initials

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
    assert NAMES.found_in(question) == found


def test_initials_that_two_names_share_stand_for_neither():
    names = NameIndex.of(["Russian Space Agency", "Romanian Space Agency"])
    assert names.found_in("Who leads the RSA?") == ()


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Federal Agency of the Air", "FAA"),
        ("Japan Aerospace Exploration Agency", "JAEA"),
        ("Department of Defense and Energy", "DDE"),
        ("Deep Space 1", ""),
        ("SpaceX", ""),
    ],
)
def test_initials_are_of_three_capitalised_words(name, letters):
    assert initials(name) == letters
