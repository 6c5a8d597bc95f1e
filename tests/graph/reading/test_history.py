"""Histories in words."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from services.graph.reading.history import tell_history
from services.models import Entity, Fact

NASA = Entity(uuid=UUID(int=1), name="NASA", type="Agency", summary="")
TODAY = datetime(2026, 1, 1, tzinfo=UTC)


def day(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def led_by(name, begin, end=None, relation="LED_BY"):
    return Fact(
        uuid=uuid4(),
        fact=f"{name} led NASA.",
        relation=relation,
        source="NASA",
        target=name,
        source_uuid=NASA.uuid,
        target_uuid=uuid4(),
        valid_at=begin and day(begin),
        invalid_at=end and day(end),
        created_at=None,
        expired_at=None,
    )


GOLDIN = led_by("Daniel Goldin", "1992-04-01", "2001-11-17")
OKEEFE = led_by("Sean O'Keefe", "2001-12-21", "2005-02-01")
NELSON = led_by("Bill Nelson", "2021-05-03")
HEADS = [GOLDIN, OKEEFE, NELSON]


def test_the_state_then_and_what_has_changed_since_are_told():
    told = tell_history(NASA, HEADS, None, day("2000-01-01"), TODAY)
    assert told.state == (GOLDIN,)
    assert told.changes is not None
    assert told.changes.replaced[0].new == NELSON
    assert "state on 2000-01-01" in told.text
    assert "replaced: Daniel Goldin led NASA." in told.text
    assert "Bill Nelson led NASA. (NASA led by Bill Nelson; since 2021-05-03)" in told.text


def test_an_end_is_exclusive_to_the_second():
    before = tell_history(NASA, HEADS, None, day("2001-11-17") - timedelta(seconds=1), TODAY)
    at = tell_history(NASA, HEADS, None, day("2001-11-17"), TODAY)
    assert before.state == (GOLDIN,)
    assert at.state == ()
    assert "Nothing is known of 2001-11-17" in at.text


def test_nothing_changed_since_is_said():
    told = tell_history(NASA, HEADS, None, day("2022-01-01"), TODAY)
    assert "Unchanged since 2022-01-01." in told.text


def test_an_entity_that_never_changed_says_when_it_was_first_seen():
    told = tell_history(NASA, [NELSON], None, None, TODAY)
    assert told.text.startswith("NASA: first seen on 2021-05-03, unchanged since.")
    assert "Bill Nelson led NASA." in told.text


def test_since_leaves_out_what_happened_before():
    told = tell_history(NASA, HEADS, day("2003-01-01"), None, TODAY)
    assert "Goldin" not in told.text
    assert "O'Keefe" in told.text
    assert "Nelson" in told.text


def test_nothing_since_is_said_with_the_current_state():
    told = tell_history(NASA, HEADS, day("2022-01-01"), None, TODAY)
    assert "nothing has changed since 2022-01-01" in told.text
    assert told.facts == (NELSON,)


def test_a_long_history_is_told_as_a_pattern():
    many = [
        led_by(f"Head {n}", f"{1950 + n}-01-01", f"{1951 + n}-01-01", "OWNS" if n % 3 == 0 else "LED_BY")
        for n in range(60)
    ]
    told = tell_history(NASA, many, None, None, TODAY)
    pattern = (
        "Pattern: changed 60 times, mostly “led by” (40), between 1950-01-01 and 2009-01-01; 60 of these facts have"
    )
    assert pattern in told.text
    assert "led by 40, owns 20" in told.text
    assert "1950s 10" in told.text
    assert "… and 48 earlier; since and reference_time together tell what happened between two dates." in told.text
    assert told.fact_count == 60
    assert len(told.facts) < 20
    assert told.total_facts == 60


def test_the_newest_change_is_told_however_many_there_are():
    for count in (16, 20, 25, 26):
        many = [led_by(f"Head {n}", f"{1980 + n}-01-01", f"{1981 + n}-01-01") for n in range(count)]
        told = tell_history(NASA, [*many, NELSON], None, None, TODAY)
        listed = [line.facts[0].target for line in told.lines if line.facts]
        assert listed[:3] == ["Bill Nelson", "Bill Nelson", f"Head {count - 1}"]
        assert f"Pattern: changed {count + 1} times" in told.text


def test_the_state_comes_first_and_whole():
    now = [led_by(f"Centre {n}", f"{1960 + n}-01-01", relation="OWNS") for n in range(18)]
    told = tell_history(NASA, [*now, *HEADS], None, None, TODAY)
    assert "19 facts true now" in told.lines[0].text
    assert told.lines[1].text == "True now:"
    assert [line.facts[0] for line in told.lines[2:21]] == [*now, NELSON]


def test_what_changed_between_two_dates_is_told_step_by_step():
    owners = [
        led_by("North American", "1967-01-01", "1996-12-06", "OWNED_BY"),
        led_by("Boeing", "1996-12-06", "2005-08-02", "OWNED_BY"),
        led_by("Pratt & Whitney", "2005-08-02", "2013-06-14", "OWNED_BY"),
        led_by("Aerojet", "2013-06-14", None, "OWNED_BY"),
    ]
    told = tell_history(NASA, owners, None, day("1990-01-01"), TODAY)
    steps = [tuple(fact.target for fact in line.facts) for line in told.lines if line.text == "- replaced: "]
    assert steps == [("Pratt & Whitney", "Aerojet"), ("Boeing", "Pratt & Whitney"), ("North American", "Boeing")]


def test_what_happened_between_two_dates_is_told_from_the_newest_on_and_what_is_cut_is_counted():
    many = [led_by(f"Head {n}", f"{1960 + n}-01-01", f"{1961 + n}-01-01") for n in range(20)]
    told = tell_history(NASA, many, day("1950-01-01"), day("1979-06-01"), TODAY)
    place = [line.text for line in told.lines].index("Between 1950-01-01 and 1979-06-01, the newest first:")
    assert [line.facts[0].target for line in told.lines[place + 1 : place + 3]] == ["Head 19", "Head 18"]
    assert told.lines[place + 16].text.startswith("… and 5 earlier;")
    assert told.fact_count == 20
    none = tell_history(NASA, many, day("1950-01-01"), day("1955-01-01"), TODAY)
    assert "Nothing changed from 1950-01-01 until then." in none.text


def test_what_began_and_ended_in_between_is_told_as_both():
    told = tell_history(
        NASA, [NELSON, led_by("A Mission", "2010-01-01", "2011-01-01", "FLEW")], None, day("2005-01-01"), TODAY
    )
    texts = [(line.text, line.facts[0].target) for line in told.lines if line.facts]
    assert texts == [("- new: ", "Bill Nelson"), ("- ended: ", "A Mission"), ("- new: ", "A Mission")]


def test_undated_facts_are_counted_apart():
    told = tell_history(NASA, [*HEADS, led_by("Somebody", None)], None, day("2000-01-01"), TODAY)
    assert "1 undated fact is known as well." in told.text
    assert told.state == (GOLDIN,)


def test_a_date_in_the_future_has_no_changes():
    told = tell_history(NASA, HEADS, None, day("2030-01-01"), TODAY)
    assert told.changes is None
    assert "future" in told.text


def test_an_entity_without_facts_is_told_so():
    assert "no dated fact is known" in tell_history(NASA, [], None, None, TODAY).text
