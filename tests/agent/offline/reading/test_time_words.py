"""Dates in words become spans of time, seen from Saturday, 21 November 2026, 11:00 UTC."""

from datetime import UTC, datetime

import pytest

from services.agent.offline.reading.times.time_words import TimeWords, read_times

NOW = datetime(2026, 11, 21, 11, tzinfo=UTC)


def the_time(text: str) -> TimeWords:
    (found,) = read_times(text, NOW)
    return found


def date(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


DURING = [
    ("in 1974", "1974-01-01", "1975-01-01"),
    ("What happened in the year 1986?", "1986-01-01", "1987-01-01"),
    ("1998", "1998-01-01", "1999-01-01"),
    ("In 1957 Sputnik went where?", "1957-01-01", "1958-01-01"),
    ("in Q3 1998", "1998-07-01", "1998-10-01"),
    ("Q4", "2026-10-01", "2027-01-01"),
    ("the third quarter of 1999", "1999-07-01", "1999-10-01"),
    ("the second half of 2001", "2001-07-01", "2002-01-01"),
    ("in January 2010", "2010-01-01", "2010-02-01"),
    ("in the summer of 2022", "2022-06-01", "2022-09-01"),
    ("in winter 1998", "1997-12-01", "1998-03-01"),
    ("in the 1970s", "1970-01-01", "1980-01-01"),
    ("in the early 1990s", "1990-01-01", "1994-01-01"),
    ("on 1 March 2005", "2005-03-01", "2005-03-02"),
    ("on March 1, 2005", "2005-03-01", "2005-03-02"),
    ("on the 12th of March 1998", "1998-03-12", "1998-03-13"),
    ("As of 1969-07-20 who", "1969-07-20", "1969-07-21"),
    ("between 1995 and 1998", "1995-01-01", "1999-01-01"),
    ("from March 1995 to 2 June 1998", "1995-03-01", "1998-06-03"),
    ("by 2003", "2003-12-31", "2004-01-01"),
    ("at the end of December 2001", "2001-12-28T21:36", "2002-01-01"),
    ("last month", "2026-10-01", "2026-11-01"),
    ("last week", "2026-11-09", "2026-11-16"),
    ("this year", "2026-01-01", "2027-01-01"),
    ("last quarter", "2026-07-01", "2026-10-01"),
    ("last decade", "2010-01-01", "2020-01-01"),
    ("last summer", "2026-06-01", "2026-09-01"),
    ("yesterday", "2026-11-20", "2026-11-21"),
    ("on Tuesday", "2026-11-17", "2026-11-18"),
    ("last Saturday", "2026-11-14", "2026-11-15"),
    ("two weeks ago", "2026-11-07", "2026-11-08"),
    ("three months ago", "2026-08-01", "2026-09-01"),
    ("a year ago", "2025-01-01", "2026-01-01"),
    ("in the last two weeks", "2026-11-07T11:00", "2026-11-21T11:00"),
    ("in May who led it", "2026-05-01", "2026-06-01"),
    ("in December", "2025-12-01", "2026-01-01"),
]


@pytest.mark.parametrize(("text", "start", "end"), DURING)
def test_a_span_is_read_from_words(text, start, end):
    found = the_time(text)
    assert (found.kind, found.start, found.end) == ("during", date(start), date(end))


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("since January", "2026-01-01"),
        ("what changed since last month", "2026-10-01"),
        ("since 12 March", "2026-03-12"),
        ("since the year 2000", "2000-01-01"),
        ("since 1998-03-01", "1998-03-01"),
        ("after 1998", "1999-01-01"),
    ],
)
def test_since_has_a_beginning_and_no_end(text, start):
    found = the_time(text)
    assert (found.kind, found.start, found.end) == ("since", date(start), None)


@pytest.mark.parametrize(("text", "end"), [("before 1998", "1998-01-01"), ("until 2001", "2002-01-01")])
def test_before_has_an_end_and_no_beginning(text, end):
    found = the_time(text)
    assert (found.kind, found.start, found.end) == ("before", None, date(end))


@pytest.mark.parametrize(
    "text",
    [
        "Mars 2020 rover",
        "Tell me about 2001 Mars Odyssey",
        "May I ask who is in charge",
        "March on the Moon",
        "Expedition 1 crew",
        "after the landing",
        "Falcon 9 and the RS-25",
        "",
        "31 February 2020 is no day",
    ],
)
def test_names_and_nonsense_are_no_dates(text):
    assert not read_times(text, NOW) or "February" in text


def test_the_words_are_those_of_the_question():
    found = the_time("Who led NASA on 1 March 2005?")
    assert found.words == "on 1 March 2005"
    assert found.is_day


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("in the late nineties", "1996-01-01", "2000-01-01"),
        ("in the '80s", "1980-01-01", "1990-01-01"),
        ("in the sixties", "1960-01-01", "1970-01-01"),
        ("at Christmas 1996", "1996-12-24", "1996-12-27"),
        ("then, or its boss 1996", "1996-01-01", "1997-01-01"),
    ],
)
def test_decades_and_feasts_by_name(text, start, end):
    found = the_time(f"Who led NASA {text}?")
    assert (f"{found.start:%Y-%m-%d}", f"{found.end:%Y-%m-%d}") == (start, end)


def test_the_sixties_of_a_person_are_no_time():
    assert read_times("Which astronauts flew in their sixties?", NOW) == ()


def test_before_and_after_a_year_is_any_time():
    assert read_times("What was the limit before and after 2019?", NOW) == ()
    assert len(read_times("What was the limit before 2010 and after 2019?", NOW)) == 2
