"""Dates as people write them, and the moments that they stand for."""

from datetime import UTC, date, datetime

import pytest

from services.errors import InvalidInput
from services.text.dates import end_of_day, moment


def test_a_chosen_date_stands_for_its_last_second_in_utc():
    assert end_of_day(date(2003, 2, 28)) == datetime(2003, 2, 28, 23, 59, 59, tzinfo=UTC)


def test_a_written_date_without_a_zone_is_utc():
    assert moment("1998-03-12", "as_of") == datetime(1998, 3, 12, tzinfo=UTC)
    assert moment("1998-03-12T06:00:00 02:00", "as_of") == datetime(1998, 3, 12, 4, tzinfo=UTC)


def test_a_word_that_is_no_date_is_refused_with_the_way_to_write_one():
    with pytest.raises(InvalidInput, match="is not a date"):
        moment("soon", "as_of")
