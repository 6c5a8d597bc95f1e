"""The spans of years that a text names, and whether the time asked for lies in one."""

from datetime import UTC, datetime

import pytest

from services.agent.offline.answer.quotes.spoken_times import is_of_other_times, is_past
from services.agent.offline.answer.quotes.year_spans import covers_time, ended_before_year, year_spans
from services.agent.offline.reading.times.time_words import read_times

NOW = datetime(2026, 11, 21, tzinfo=UTC)


def during(year: int):
    (time,) = read_times(f"in {year}", NOW)
    return time


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("Cole Brandt played bass until 2003.", {(None, 2003)}),
        ("Marian Holt (2008 to 2014), Gordon Peel (2014–2021) and Joanna Sidhu (since 2022)",
         {(2008, 2014), (2014, 2021), (2022, None)}),
        ("She studied from 2009 until June 2014.", {(2009, 2014)}),
        ("Between 1996 and 2008 he took pictures.", {(1996, 2008)}),
        ("£3.90 until the end of 2022", {(None, 2022)}),
        ("He was followed by Sheila Marsh, who retired in 1999.", {(None, 1999)}),
        ("supplier: Norda | start: 2023-03-01 | end: 2024-12-31 | value: 16", {(2023, 2024)}),
        ("valid from: 1 May 2019 | price: 4 | valid to: 30 April 2021", {(2019, 2021)}),
        ("It did not open until 2004.", set()),
        ("The band was founded in 1998.", set()),
        ("Call 2008-2014-77 for help.", set()),
    ],
)  # fmt: skip
def test_spans_are_read_open_and_closed(text, spans):
    assert set(year_spans(text)) == spans


@pytest.mark.parametrize(
    ("text", "year", "is_told"),
    [
        ("Cole Brandt played bass until 2003.", 2001, True),
        ("Cole Brandt played bass until 2003.", 2004, False),
        ("three chief executives: Marian Holt (2008 to 2014), Gordon Peel (2014 to 2021)", 2012, True),
        ("Anil Desai, librarian since 1999", 2012, True),
        ("Anil Desai, librarian since 1999", 1998, False),
    ],
)
def test_a_span_covers_the_years_in_it(text, year, is_told):
    assert covers_time(text, during(year)) is is_told
    assert is_of_other_times(text, during(year)) is not is_told


def test_what_had_ended_is_past():
    assert is_past("Walter Prynne led it for 31 years until 1978.", during(1985))
    assert ended_before_year("Walter Prynne led it for 31 years until 1978.", 1985)
    assert not ended_before_year("The operator is Brightways; until August 2021 it was Stag Coaches.", 2024)
    assert not ended_before_year("The library was founded in 1887.", 2024)
    assert not is_past("The library was founded in 1887.", during(1985))


def test_days_as_tables_write_them_are_years_too():
    assert is_of_other_times("car park: Corn Exchange | from: 2024-04-01 | charge: £2.20", during(2021))
    assert not is_of_other_times("part: CX-2024-77 | stock: 4", during(2021))


def test_a_time_before_a_year_is_covered_where_it_is_named_in_these_words():
    (before,) = read_times("How many days were there before 2019?", NOW)
    assert covers_time("Before 2019 it was 22 days.", before)
    assert not is_of_other_times("Before 2019 it was 22 days.", before)
    assert is_of_other_times("From 2020 on it was 25 days.", before)
