"""Which texts speak of a time after a date."""

from datetime import UTC, datetime

import pytest

from services.text.later_dates import names_later_date

THEN = datetime(1974, 6, 1, 23, 59, 59, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "He led it from 1971 to 1977.",
        "It flew on 12 April 1981.",
        "It ended on August 30, 1974.",
        "They left in July 1974.",
        "From 1971–77 she flew.",
        "From 1969-1976 she flew.",
        "Stated on 1974-06-02.",
        "In the 1980s.",
    ],
)
def test_what_names_a_later_day_month_or_year_speaks_of_later(text):
    assert names_later_date(text, THEN)


@pytest.mark.parametrize(
    "text",
    [
        "He led it from 1971.",
        "It began on 1 June 1974.",
        "It began in June 1974.",
        "In 1974 it was so.",
        "Stated on 1974-06-01.",
        "May you live long.",
    ],
)
def test_what_names_no_date_or_an_earlier_one_does_not(text):
    assert not names_later_date(text, THEN)


def test_a_number_that_is_no_year_is_no_date():
    assert not names_later_date("It has 2,024 seats and part XQ-7741.", THEN)
