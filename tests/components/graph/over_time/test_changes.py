"""Which two days are compared when nobody has chosen them."""

from datetime import date

from components.graph.over_time.changes import default_start

TODAY = date(2020, 6, 30)


def test_ten_years_are_compared():
    assert default_start(TODAY, [date(1990, 1, 1), date(2015, 1, 1)]) == date(2010, 6, 30)


def test_a_first_change_in_these_years_is_among_those_told():
    assert default_start(TODAY, [date(2015, 1, 1), date(2018, 1, 1)]) == date(2014, 12, 31)
    assert default_start(TODAY, [TODAY]) == date(2020, 6, 29)


def test_without_changes_a_day_is_not_compared_with_itself():
    assert default_start(TODAY, []) < TODAY
    assert default_start(TODAY, [date(2030, 1, 1)]) < TODAY
