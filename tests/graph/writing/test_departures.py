"""Which relation ends which: pure, over the names that reading by rule makes."""

import re

import pytest

from services.graph.writing.departures import LEAVING, has_left, is_replaced, same_office


@pytest.mark.parametrize(
    ("belongs", "leaves", "is_reversed"),
    [
        ("MANAGER_OF", "LEAVE", False),
        ("CHIEF_EXECUTIVE_OF", "STEP_DOWN_AT", False),
        ("JOIN", "RETIRE_FROM", False),
        ("MAYOR_OF", "DIE_AT", False),
        ("WORK_FOR", "RESIGN_FROM", False),
        ("APPOINTED_DIRECTOR_OF", "SACKED_BY", False),
        ("APPOINT", "RESIGN_AT", True),
        ("MANAGER_OF", "SACK", True),
        ("LED_BY", "LEAVE", True),
        ("APPOINT", "DISMISS", False),
    ],
)
def test_who_leaves_belongs_no_more(belongs, leaves, is_reversed):
    assert has_left(belongs, is_reversed, leaves)
    assert not has_left(belongs, not is_reversed, leaves)


@pytest.mark.parametrize(
    ("belongs", "leaves"),
    [
        ("FOUNDER_OF", "LEAVE"),
        ("OWNER_OF", "LEAVE"),
        ("BORN_IN", "LEAVE"),
        ("PLAY_NUMBER_AT", "LEAVE"),
        ("MANAGER_OF", "STEP_IN"),
        ("MANAGER_OF", "VISIT"),
    ],
)
@pytest.mark.parametrize("is_reversed", [False, True])
def test_what_is_no_belonging_or_no_departure_ends_nothing(belongs, leaves, is_reversed):
    assert not has_left(belongs, is_reversed, leaves)


@pytest.mark.parametrize(("name", "is_one"), [("LEAVE", True), ("RESIGNED_FROM", True), ("LEASE", False)])
def test_departures_are_found_by_the_name_of_a_relation(name, is_one):
    assert bool(re.fullmatch(LEAVING, name)) is is_one


def test_an_office_has_a_verb_and_a_noun():
    assert same_office("LEAD", "LEADER_OF")
    assert same_office("MAYOR_OF", "MAYOR_OF")
    assert same_office("COACH", "COACH_OF")
    assert not same_office("DIRECT", "FINANCE_DIRECTOR_OF")
    assert not same_office("JOIN", "LEADER_OF")
    assert not same_office("VISIT", "OWNER_OF")


@pytest.mark.parametrize(
    ("belongs", "is_source", "is_so"),
    [
        ("CAPTAIN_OF", True, True),
        ("CAPTAIN_OF", False, False),
        ("LED_BY", False, True),
        ("JOIN", True, False),
        ("MEMBER_OF", True, False),
        ("FOUNDER_OF", True, False),
    ],
)
def test_an_office_is_taken_over_and_a_membership_is_not(belongs, is_source, is_so):
    assert is_replaced(belongs, is_source) is is_so
