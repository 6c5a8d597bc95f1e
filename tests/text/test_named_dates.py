"""What a text names of a date: its day, its month, its year, or nothing of it."""

from datetime import UTC, datetime

import pytest

from services.models import ImpreciseDate
from services.text.named_dates import date_from_quote, named_date, named_end, refine_stored_date


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("date", "text", "edtf"),
    [
        ("1997-07-01", "chief executive from 1997 to 2002", "1997"),
        ("1997-07-01", "from July 1997 to 2002", "1997-07"),
        ("1997-07-01", "from 1 July 1997 to 2002", "1997-07-01"),
        ("1997-07-01", "July 1st, 1997", "1997-07-01"),
        ("1997-07-01", "from July to September 1997", "1997-07"),
        ("1997-05-01", "he may have gone in 1997", "1997"),
        ("1997-05-01", "In May 1997 he went", "1997-05"),
        ("1997-03-12", "12/03/1997", "1997-03-12"),
        ("1997-03-12", "1997-03-12T10:00", "1997-03-12"),
        ("1997-03-12", "10–12 March 1997", "1997-03-12"),
        ("1997-03-12", "From 12 to 14 March 1997", "1997-03-12"),
        ("1997-03-12", "am 12. März 1997", "1997-03-12"),
        ("1997-03-12", "el 12 de marzo de 1997", "1997-03-12"),
        ("1997-03-12", "1997年3月12日", "1997-03-12"),
        ("1997-03-12", "12 people in March 1997", "1997-03"),
        ("1997-03-12", "on 12 March 1998, and again in 1997", "1997"),
        ("1997-03-12", "some time in the 1990s", "199X"),
    ],
)
def test_a_date_is_named_as_exactly_as_the_text_says(date, text, edtf):
    named = named_date(moment(date), [text])
    assert named is not None
    assert named.edtf == edtf
    assert named.text is not None
    assert named.text in text


def test_nothing_is_named_by_a_text_about_other_years():
    assert named_date(moment("1997-03-12"), ["in March 1998, 1,997 people and 3.1997 volts", ""]) is None


def test_the_most_exact_of_several_texts_counts():
    named = named_date(moment("1997-03-12"), ["in 1997", "on 12 March 1997", "March 1997"])
    assert named is not None
    assert named.precision == "day"


def test_an_end_is_named_by_the_last_day_before_it():
    ended = named_end(moment("1992-04-01"), ["from 14 May 1989 through 31 March 1992"])
    assert ended == ImpreciseDate.of(moment("1992-04-01"), "day")


@pytest.mark.parametrize(
    ("date", "quote", "edtf"),
    [
        ("1992-04-01", "He took office on 1 April 1992.", "1992-04-01"),
        ("1992-04-01", "He took office in April 1992.", "1992-04"),
        ("1992-04-01", "He took office in 1992.", "1992"),
        ("1992-04-01", "He took office yesterday.", "1992-04-01"),
        ("1992-04-01", "He is in office.", "1992"),
        ("1992-04-01T09:30", "At 9:30 on 1 April 1992 it began.", "1992-04-01T09:30:00Z"),
        ("1992-04-01T09:30", "It began on 1 April 1992.", "1992-04-01"),
    ],
)
def test_a_language_models_day_stays_only_where_the_quote_names_one(date, quote, edtf):
    assert date_from_quote(moment(date), quote).edtf == edtf


def test_a_stored_day_stays_unless_its_texts_name_only_a_month_or_a_year():
    day = ImpreciseDate.of(moment("1997-07-01"), "day")
    assert refine_stored_date(day, ["a quote about something else"]) == day
    assert refine_stored_date(day, ["on 1 July 1997"]) == day
    assert refine_stored_date(day, ["from 1997 to 2002"]).edtf == "1997"
    assert refine_stored_date(ImpreciseDate.of(moment("1997-07-01T10:00"), "time"), ["in 1997"]).precision == "time"
