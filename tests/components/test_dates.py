"""Durations as the pages write them."""

import pytest

from components.dates import duration


@pytest.mark.parametrize(
    ("milliseconds", "words"),
    [
        (0.2, "0 ms"),
        (340, "340 ms"),
        (999.7, "1.0 s"),
        (12_345, "12.3 s"),
        (59_960, "1 min 0 s"),
        (200_000, "3 min 20 s"),
        (3_900_000, "1 h 5 min"),
    ],
)
def test_a_duration_is_told_in_the_unit_that_it_is_read_in(milliseconds: float, words: str) -> None:
    assert duration(milliseconds) == words
