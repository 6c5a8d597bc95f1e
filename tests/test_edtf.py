"""Dates in a facts file: each writing becomes the moments that it allows, or is refused with a reason."""

from datetime import UTC, date, datetime

import pytest

from services.models import ImpreciseDate
from services.models.dates import FOREVER
from services.models.edtf import NoDate, read_date


def first(year: int, month: int = 1, day: int = 1) -> datetime:
    return datetime(year, month, day, tzinfo=UTC)


def last(year: int, month: int = 12, day: int = 31) -> datetime:
    return datetime(year, month, day, 23, 59, 59, 999_999, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "earliest", "latest", "precision"),
    [
        ("1997-07-04", first(1997, 7, 4), first(1997, 7, 4), "day"),
        ("1997-07", first(1997, 7), last(1997, 7), "month"),
        ("1996-02", first(1996, 2), last(1996, 2, 29), "month"),
        ("1997", first(1997), last(1997), "year"),
        ("1997~", first(1997), last(1997), "year"),
        ("1997?", first(1997), last(1997), "year"),
        ("1997-07~", first(1997, 7), last(1997, 7, 31), "month"),
        ("1997-XX", first(1997), last(1997), "year"),
        ("1997-07-XX", first(1997, 7), last(1997, 7, 31), "month"),
        ("199X", first(1990), last(1999), "decade"),
        ("19XX", first(1900), last(1999), "range"),
        ("../1990", None, last(1990), "range"),
        ("/1990", None, last(1990), "range"),
        ("1990/..", first(1990), FOREVER, "range"),
        ("1997/1999", first(1997), last(1999), "range"),
        ("1997-07-04/1997-08-02", first(1997, 7, 4), first(1997, 8, 2), "range"),
        ("2011-09-24/2013-09", first(2011, 9, 24), last(2013, 9, 30), "range"),
        ("1997~/1999?", first(1997), last(1999), "range"),
        ("1997-21", first(1997, 3), last(1997, 5, 31), "range"),
        ("[1997,1998]", first(1997), last(1998), "range"),
        ("1997-07-04T10:30:00Z", first(1997, 7, 4).replace(hour=10, minute=30), None, "time"),
        ("1997-07-04T01:00:00+03:00", first(1997, 7, 3).replace(hour=22), None, "time"),
        ("1997-07-04T00:00:00Z", first(1997, 7, 4), None, "day"),
        ("12 March 1998", first(1998, 3, 12), None, "day"),
        ("March 1998", first(1998, 3), last(1998, 3), "month"),
        (1997, first(1997), last(1997), "year"),
        (date(1997, 7, 4), first(1997, 7, 4), None, "day"),
    ],
)
def test_a_writing_allows_the_moments_from_its_first_to_its_last(text, earliest, latest, precision):
    read = read_date(text)
    assert (read.earliest, read.latest, read.precision) == (earliest, latest or earliest, precision)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("yesterday-ish", "is no date: 'yesterday-ish'"),
        ("1997-02-30", "is no date"),
        ("1997-13", "is no date"),
        ("1998/1997", "ends before it begins"),
        ("../..", "names no date on either side"),
        ("{1997,1998}", "no one moment"),
        ("-0044", "outside the years 1 to 9999"),
        ("Y170000002", "no one moment between the years 1 and 9999"),
        ("1" * 200, "too long"),
        ("", "is no date"),
        (True, "is no date"),
        (19.97, "is no date"),
    ],
)
def test_what_is_no_date_is_refused_with_a_reason(text, reason):
    with pytest.raises(NoDate, match=reason):
        read_date(text)


FORMS = ("1997-07-04", "1997-07", "1997", "1997~", "199X", "../1990", "1990/..", "1997/1999", "1997-21", "[1997,1998]")


@pytest.mark.parametrize("text", FORMS)
def test_what_is_written_back_is_read_as_the_same(text):
    assert read_date(text).edtf == text
    assert read_date(read_date(text).edtf) == read_date(text)


def test_words_are_kept_and_written_back_as_edtf():
    read = read_date("March 1998")
    assert (read.text, read.edtf) == ("March 1998", "1998-03")


def test_the_last_years_have_no_last_moment():
    assert ImpreciseDate.of(first(9999), "year").latest == FOREVER
    assert read_date("999X").latest == last(9999)
