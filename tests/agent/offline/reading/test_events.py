"""Times that a question gives by what happened then."""

import pytest

from services.agent.offline.planning import follow_up_calls, plan_calls, planning_reasons
from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.question import read_question
from services.agent.offline.reading.times.events import date_event, read_event
from services.agent.profiles import PROFILES
from tests.agent.offline.asking import NOW, composed, found
from tests.samples import fact, hit

TOOLS = PROFILES[0].tools
LOSS = hit(
    "Orbiters",
    "Columbia opened the programme on 12 April 1981, and Challenger flew first in 1983. "
    "Columbia rode home from Texas, the first orbiter lost for a day, on 2 May 1981. "
    "Long after, on 1 February 2003, Columbia was lost. The museum at Halvern opened in May 1985. "
    "It had shown the schooner Astrid, sold to Odring for a crown on 30 August 2022.",
)


@pytest.mark.parametrize(
    ("question", "told", "rest", "months"),
    [
        ("Who led NASA when Columbia was lost?", "Columbia was lost", "Who led NASA", 0),
        ("When Columbia was lost, who led NASA?", "Columbia was lost", "who led NASA", 0),
        ("Who owned it during the second flight?", "the second flight", "Who owned it", 0),
        ("Who led NASA ten years before Apollo 11?", "Apollo 11", "Who led NASA", -120),
        ("who led nasa a decade after skylab was launched", "skylab was launched", "who led nasa", 120),
    ],
)
def test_an_event_is_read_beside_what_is_asked(question, told, rest, months):
    event = read_event(question)
    assert event is not None
    assert (event.happening, event.question_without_it, event.months) == (told, rest, months)


@pytest.mark.parametrize(
    "question",
    [
        "When was Columbia lost?",
        "When did Columbia fly while Webb led NASA?",
        "What happened when Nauka arrived?",
        "getting married remotely during a long stay",
        "Who led ESA before Aschbacher?",
    ],
)
def test_what_is_asked_for_is_no_event(question):
    assert read_event(question) is None


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("Who led NASA when Columbia was lost?", "2003-02-01", "2003-02-02"),
        ("Who led NASA two years after Columbia was lost?", "2005-02-01", "2005-02-02"),
        ("Who led NASA when the Halvern museum opened?", "1985-05-01", "1985-06-01"),
        ("Who led NASA when the Astrid was sold?", "2022-08-30", "2022-08-31"),
    ],
)
def test_the_sentence_that_tells_it_dates_it(question, start, end):
    event = read_event(question)
    assert event is not None
    dated = date_event(event, [LOSS], NOW)
    assert dated is not None
    assert (f"{dated.time.start:%Y-%m-%d}", f"{dated.time.end:%Y-%m-%d}") == (start, end)


def test_what_no_passage_tells_has_no_date():
    event = read_event("Who led NASA when Buran was lost?")
    assert event is not None
    assert date_event(event, [LOSS], NOW) is None


FACTS = (
    fact("O'Keefe led NASA", "NASA", "Sean O'Keefe", "2001-12-21", "2005-02-01"),
    fact("Goldin led NASA", "NASA", "Daniel Goldin", "1992-04-01", "2001-11-17"),
    fact("Rodotà led ESA", "ESA", "Antonio Rodotà", "1997-07-01", "2003-07-01"),
)


def test_the_state_at_that_time_is_asked_of_the_graph_and_told():
    planned = read_question("Who led NASA when Columbia was lost?", NameIndex.of(["NASA", "Columbia"]), NOW)
    assert {"query": "Columbia was lost"} in [dict(call.args) for call in plan_calls(planned, TOOLS)]
    assert planned.entities == ("NASA",), "what happened to is not what is asked about"
    dated = planned.dated_by([LOSS], NOW)
    assert "1 Feb 2003" in planning_reasons(dated)[0]
    calls = follow_up_calls(dated, FACTS, TOOLS, NOW)
    assert [dict(call.args) for call in calls] == [{"entity_name": "NASA", "reference_time": "2003-02-01T00:00:00Z"}]
    text = composed(dated, found((LOSS,), FACTS[:2]))
    assert text.startswith("O'Keefe led NASA (from 21 Dec 2001 until 1 Feb 2005).")
    assert "“Long after, on 1 February 2003, Columbia was lost.”" in text
    assert "Goldin" not in text


def test_without_a_name_the_entities_of_the_relation_are_asked():
    planned = read_question("Who led the agency when Columbia was lost?", NameIndex.of(["Columbia"]), NOW)
    calls = follow_up_calls(planned.dated_by([LOSS], NOW), FACTS, TOOLS, NOW)
    assert [call.args["entity_name"] for call in calls] == ["NASA", "ESA"]


def test_a_date_that_nothing_gives_is_said_to_be_missing():
    planned = read_question("Who led NASA when Buran was lost?", NameIndex.of(["NASA"]), NOW)
    unsettled = planned.dated_by([LOSS], NOW)
    assert unsettled is planned
    text = composed(unsettled, found((LOSS,), FACTS))
    assert text.split("\n\n")[0] == "Nothing that was found gives a date for “when Buran was lost”."
