"""From where an answer looks is told to the offline model with each request."""

from datetime import UTC, datetime

from pydantic_ai.messages import ModelRequest, UserPromptPart

from services.agent.offline.messages import question_time, viewpoint_of, with_viewpoint
from services.models import Viewpoint

JUNE_1993 = datetime(1993, 6, 15, 23, 59, 59, tzinfo=UTC)


def request() -> ModelRequest:
    return ModelRequest(
        parts=[UserPromptPart("What changed last month?", timestamp=datetime(2026, 11, 20, tzinfo=UTC))]
    )


def test_what_is_asked_without_a_date_is_asked_at_its_own_time():
    told = with_viewpoint(request(), Viewpoint(known_on=JUNE_1993))
    assert question_time([request()]) == question_time([told]) == datetime(2026, 11, 20, tzinfo=UTC)
    assert viewpoint_of([told]).known_on == JUNE_1993


def test_what_is_asked_as_of_a_date_is_asked_on_that_date():
    assert question_time([with_viewpoint(request(), Viewpoint(as_of=JUNE_1993))]) == JUNE_1993
