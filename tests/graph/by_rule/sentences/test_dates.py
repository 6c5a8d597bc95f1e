"""Dates that sentences name, as EDTF."""

import pytest

from services.graph.by_rule.sentences.dates import date_phrases, first_moment, precision_of


@pytest.mark.parametrize(
    ("sentence", "edtf"),
    [
        ("It was founded in 1997.", ["1997"]),
        ("She led it from 1971 to 1977.", ["1971/1977"]),
        ("He has led it since March 2004.", ["2004-03/"]),
        ("It ran until 3 May 1988.", ["/1988-05-03"]),
        ("from 4 May 2003 until his return on 28 October 2003", ["2003-05-04/2003-10-28"]),
        ("After her departure in March 2020 he ran it until May 2021.", ["2020-03/2021-05"]),
        ("After 1990 the firm kept its name until 1997.", ["1990/1997"]),
        ("After the war of 1990 he left, and came back in 1997.", ["", "1997"]),
        ("from 3 to 7 May 2003", ["2003-05-03/2003-05-07"]),
        ("(1971–1977)", ["1971/1977"]),
        ("On May 30, 1997 it met, and on 2 June 1998 it closed.", ["1997-05-30", "1998-06-02"]),
        ("It was bought by Carl Zeiss on 3 May 1988.", ["1988-05-03"]),
        ("in the 1990s", ["199X"]),
        ("It moved from Seattle to Chicago in September 2001.", ["2001-09"]),
        ("It sold 1980 cars and 1,975 bicycles.", []),
        ("It closed on 31 February 1990.", []),
    ],
)
def test_a_date_is_what_the_sentence_says(sentence, edtf):
    assert [phrase.edtf for phrase in date_phrases(sentence)] == edtf


def test_before_a_date_says_nothing_of_when_it_was():
    (phrase,) = date_phrases("It was sold before 1990.")
    assert phrase.is_loose
    assert phrase.edtf == ""


def test_the_earliest_moment_and_the_precision_of_a_date():
    assert str(first_moment("1997-07"))[:10] == "1997-07-01"
    assert str(first_moment("199X"))[:10] == "1990-01-01"
    assert [precision_of(date) for date in ("1997", "1997-07", "1997-07-04", "199X", None)] == [
        "year",
        "month",
        "day",
        "decade",
        None,
    ]
