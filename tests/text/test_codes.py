"""Codes and names in a text."""

import pytest

from services.text.codes import codes, full_names


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("When was version 3.1.0 released?", ["3.1.0"]),
        ("What caused INC-106?", ["INC-106"]),
        ("the wing of the A380", ["A380"]),
        ("Who led NASA in 1974?", []),
        ("Apollo 11 cost 2,314.5 million", []),
    ],
)
def test_codes_are_no_plain_numbers(text, found):
    assert codes(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("How high is Ben Carrick?", ["Ben Carrick"]),
        ("Is Ben Carrick higher than Mount Orb?", ["Ben Carrick", "Mount Orb"]),
        ("Who led NASA in 1974?", []),
        ("How big is Skerra?", []),
    ],
)
def test_full_names_have_two_words_or_more(text, found):
    assert full_names(text) == found
