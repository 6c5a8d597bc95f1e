"""When an answer could first have been known, and at which dates it would have been another one."""

from datetime import UTC, date, datetime

import pytest

from services.chat.first_known import MOST_STOPS, first_known, turning_points
from services.models import Answer, ToolResult, Usage, dated_fields
from services.models.edtf import read_date
from tests.samples import citation, fact


def of(year, title, quote="said"):
    moment = None if year is None else datetime(year, 5, 28, tzinfo=UTC)
    return citation(title, quote).model_copy(update={"document_date": moment})


def stated(text, *citations, **dates):
    return fact(text, "NASA", text, **dates).model_copy(update={"citations": citations})


def events(cited, *facts):
    result = ToolResult(id="1", name="x", result=[], duration_ms=1, is_error=False, facts=facts)
    return (result, Answer(text="", citations=tuple(cited), usage=Usage(), model="offline"))


def test_a_fact_was_first_known_by_the_earliest_document_that_states_it():
    late, early = of(1999, "Late"), of(1986, "Early")
    one = stated("Fletcher", late, early)
    assert one.first_stated == early
    assert first_known(events([late], one)) == early


@pytest.mark.parametrize(("ended", "expected"), [(None, "Began"), ("1977-05-01", "Left"), ("1995-01-01", "Began")])
def test_a_fact_with_its_end_was_first_known_by_one_that_can_have_known_the_end(ended, expected):
    began, left, book = of(1971, "Began"), of(1977, "Left"), of(1990, "Book")
    one = stated("Fletcher", book, began, left, valid_at="1971-04-27", invalid_at=ended)
    assert first_known(events([began], one)).document_title == expected


def test_an_answer_is_known_in_full_when_its_last_part_is():
    first, second = of(1986, "First"), of(1990, "Second")
    assert first_known(events([first, second], stated("Fletcher", first))) == second


@pytest.mark.parametrize("cited", [(), (of(None, "Undated"),), (of(1986, "First"), of(None, "Undated"))])
def test_what_stands_in_undated_documents_was_first_known_on_no_known_day(cited):
    assert first_known(events(cited)) is None


def test_the_stops_are_the_changes_of_what_is_told_and_of_what_stood_in_its_place():
    here, there = of(1986, "Here"), of(1987, "There")
    told = stated("Fletcher", here, valid_at="1971-04-27", invalid_at="1977-05-01")
    other = stated("Frosch", there, valid_at="1977-06-21")
    unrelated = fact("Mir", "Mir", "RKA", "1986-02-20", relation="OWNED_BY")
    assert turning_points(events([here], told, other, unrelated)) == (
        (date(1971, 4, 27), "27 Apr 1971"),
        (date(1977, 5, 1), "1 May 1977"),
        (date(1977, 6, 21), "21 Jun 1977"),
    )


def test_what_stood_in_its_place_is_found_on_either_side_of_the_relation():
    here, there = of(2004, "Here"), of(2012, "There")
    first, second, third = (
        fact(f"{one} directs", one, "Playhouse", f"{year}-01-01", relation="DIRECTS").model_copy(
            update={"citations": (cited,)}
        )
        for one, year, cited in (("Oduya", 1991, here), ("Quayle", 2011, there), ("Benoit", 2019, there))
    )
    other = fact("Oduya directs both", "Oduya", "Annex", "1985-01-01", relation="DIRECTS")
    assert [stop.day.year for stop in turning_points(events([here], first, second, third, other))] == [1991, 2011, 2019]


def test_a_stop_names_no_day_that_its_source_does_not_and_has_come_when_the_year_is_over():
    here = of(2003, "Here")
    told = stated("Luton", here).model_copy(update=dated_fields(read_date("1997"), read_date("../2002")))
    assert turning_points(events([here], told)) == (
        (date(1997, 12, 31), "1997"),
        (date(2002, 12, 31), "2002 or earlier"),
    )


def test_there_are_twenty_stops_at_most_the_latest_ones():
    here = of(1986, "Here")
    facts = [stated(f"Head {year}", here, valid_at=f"{year}-01-01") for year in range(1950, 2000)]
    found = turning_points(events([here], *facts))
    assert len(found) == MOST_STOPS
    assert found[-1].day == date(1999, 1, 1)
