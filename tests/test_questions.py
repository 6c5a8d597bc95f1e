"""What is asked, and from where: two frozen models that every door builds."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from pydantic import ValidationError

from services.models import Question, Viewpoint
from services.text.dates import end_of_day

THEN = datetime(1980, 1, 1, tzinfo=UTC)


def test_now_and_ever_are_two_meanings_of_no_date():
    now, ever = Viewpoint.now(), Viewpoint.ever()
    assert now != ever
    assert now.or_ever() == ever
    assert (now.as_of, ever.as_of) == (None, None)
    assert abs(now.moment - datetime.now(UTC)).total_seconds() < 60


def test_a_date_stays_where_facts_of_any_time_would_be_asked_for_without_one():
    then = Viewpoint(as_of=THEN)
    assert then.or_ever() == then
    assert then.moment == THEN
    assert then.with_ended().ended


@pytest.mark.parametrize(("viewpoint", "counts"), [(Viewpoint.now(), True), (Viewpoint(as_of=THEN), False)])
def test_undated_facts_count_now_and_not_at_a_date_unless_it_is_said(viewpoint, counts):
    assert viewpoint.counts_undated is counts
    for said in (True, False):
        assert viewpoint.model_copy(update={"undated": said}).counts_undated is said


def test_a_clock_without_a_zone_is_utc():
    assert Viewpoint(known_on=datetime(1980, 1, 1)) == Viewpoint(known_on=THEN)  # noqa: DTZ001  that is the point


def test_the_same_question_sent_twice_is_equal_and_another_field_makes_another():
    home = uuid4()
    one = Question(prompt=" Who? ", viewpoint=Viewpoint(as_of=THEN), conversation=home)
    assert one == Question(prompt="Who?", viewpoint=Viewpoint(as_of=THEN)).in_conversation(home)
    changes = {"profile": "Graph", "text_weight": 0.5, "replace_from": 0, "viewpoint": Viewpoint.now(), "model": "x"}
    for name, value in changes.items():
        assert one.model_copy(update={name: value}) != one


def test_neither_can_be_changed():
    with pytest.raises(ValidationError):
        Question(prompt="Who?").profile = "Graph"
    with pytest.raises(ValidationError):
        Viewpoint.now().as_of = THEN


def test_a_day_ends_with_its_last_second():
    assert end_of_day(THEN.date()).isoformat() == "1980-01-01T23:59:59+00:00"
