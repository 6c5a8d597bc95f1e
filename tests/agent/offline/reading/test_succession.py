"""Places in a row: who came before, after, first or last by the graph's dates."""

from datetime import UTC, datetime

import pytest

from services.agent.offline.answer.findings import findings
from services.agent.offline.planning import follow_up_calls
from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.question import PreviousTurn, read_question
from services.agent.offline.successions import holders, successor
from services.agent.profiles import PROFILES
from services.agent.tools.result import ToolMetadata
from tests.agent.offline.asking import NOW, composed
from tests.samples import fact, hit

NAMES = NameIndex.of(["ESA", "Rocketdyne", "Boeing", "Charles Bolden", "NASA"])


def led(text, agency, person, since, until):
    return fact(text, agency, person, since, until, title="Heads")


NOBODY_BEFORE = PreviousTurn()
GIBSON = led("Roy Gibson led ESA", "ESA", "Roy Gibson", "1975-05-31", "1980-05-15")
WOERNER = led("Jan Wörner led ESA", "ESA", "Jan Wörner", "2015-07-01", "2021-03-01")
ASCHBACHER = led("Josef Aschbacher became head of ESA", "ESA", "Josef Aschbacher", "2021-03-01", None)
ESA = (ASCHBACHER, GIBSON, WOERNER)
BOLDEN = led("Charles Bolden led NASA", "NASA", "Charles Bolden", "2009-07-17", "2017-01-20")
LIGHTFOOT = led("Robert Lightfoot was acting head of NASA", "NASA", "Robert Lightfoot", "2017-01-20", "2018-04-23")
BRIDENSTINE = led("Jim Bridenstine led NASA", "NASA", "Jim Bridenstine", "2018-04-23", "2021-01-20")
NASA = (BOLDEN, LIGHTFOOT, BRIDENSTINE)


def read(question, names=NAMES, before=NOBODY_BEFORE):
    return read_question(question, names, NOW, before)


def place_asked(question):
    return read(question).succession


def told(question, facts):
    found = successor(read(question), facts, NOW)
    return found.members if found else ()


@pytest.mark.parametrize(
    ("question", "place", "name"),
    [
        ("Who led ESA before Aschbacher?", "before", ("aschbacher",)),
        ("Who came after Bridenstine at NASA?", "after", ("bridenstine",)),
        ("Who was Wörner succeeded by?", "after", ("worner",)),
        ("Whom did Aschbacher succeed as head of ESA?", "before", ("aschbacher",)),
        ("Who was Wörner's predecessor?", "before", ("worner",)),
        ("Who took over ESA from Jan Wörner?", "after", ("jan", "worner")),
        ("Who owned Rocketdyne before Boeing?", "before", ("boeing",)),
        ("Who preceded Muilenburg as Boeing's chief executive?", "before", ("muilenburg",)),
    ],
)
def test_a_place_beside_somebody_is_read(question, place, name):
    asked = place_asked(question)
    assert (asked.place, asked.name) == (place, name)


@pytest.mark.parametrize(
    "question",
    [
        "Who led ESA before 1990?",
        "Who led NASA after March 2005?",
        "Who was the first woman to head NASA?",
        "When was the first flight of Ariane 5?",
        "Who led ESA last year?",
    ],
)
def test_a_time_or_a_superlative_is_no_place_in_a_row(question):
    assert place_asked(question) is None


def test_the_one_before_and_the_one_after():
    assert told("Who led ESA before Aschbacher?", ESA) == ("Jan Wörner",)
    assert told("who came after worner at esa", ESA) == ("Josef Aschbacher",)


def test_who_only_stood_in_is_followed_by_the_next():
    assert told("Who replaced Charles Bolden?", NASA) == ("Robert Lightfoot", "Jim Bridenstine")


def test_first_last_and_previous():
    assert told("Who was the first head of ESA?", ESA) == ("Roy Gibson",)
    assert told("Who is the latest person to lead ESA?", ESA) == ("Josef Aschbacher",)
    assert told("Who was the previous head of ESA?", ESA) == ("Jan Wörner",)
    assert told("Who led ESA first?", ESA) == ("Roy Gibson",)


def test_an_appointment_belongs_to_the_row_of_what_it_begins():
    appointed = fact("Ann was appointed", "Ann", "ESA", "2026-01-01", None, relation="APPOINTED_TO_LEAD")
    assert told("Who is the latest head of ESA?", (*ESA, appointed)) == ("Ann",)


def test_nobody_comes_after_one_who_has_not_left():
    assert told("Who led ESA after Aschbacher?", ESA) == ()
    planned = read("Who led ESA after Aschbacher?")
    text = composed(planned, findings([ToolMetadata(facts=ESA)], (), ()))
    assert text == (
        "The knowledge graph records nothing of the kind after Josef Aschbacher:\n"
        "- Josef Aschbacher became head of ESA (since 1 Mar 2021)."
    )


def test_the_row_of_the_relation_that_was_asked_for_counts():
    owner = fact("Boeing owned Rocketdyne", "Rocketdyne", "Boeing", "1996-12-06", "2005-08-01", relation="OWNED_BY")
    other = fact("Rockwell owned Rocketdyne", "Rocketdyne", "Rockwell", "1973-01-01", "1996-12-06", relation="OWNED_BY")
    half = fact("Boeing owns half", "Alliance", "Boeing", "2006-12-01", None, relation="BUILT_BY")
    assert told("Who owned Rocketdyne before Boeing?", (half, owner, other)) == ("Rockwell",)


def test_the_row_is_asked_for_in_full_where_only_a_member_was_named():
    question = "Who replaced Charles Bolden?"
    planned = read(question)
    (call,) = follow_up_calls(planned, (BOLDEN,), PROFILES[0].tools, NOW)
    assert (call.name, dict(call.args)) == ("get_entity_timeline", {"entity_name": "NASA"})
    assert follow_up_calls(planned, (BOLDEN,), ("hybrid_search",), NOW) == ()
    assert follow_up_calls(read("Who led NASA?"), (BOLDEN,), PROFILES[0].tools, NOW) == ()


def test_a_hub_that_fits_far_worse_is_not_asked_for():
    question = "Who led ESA before Aschbacher?"
    launch = fact("Aschbacher saw it off", "Pad", "Josef Aschbacher", "2022-01-01", "2022-01-02", relation="VISITED_BY")
    assert holders(read(question), (launch, *ESA)) == ("ESA",)


def test_the_named_entity_is_asked_for_where_no_fact_shows_the_row():
    question = "Who led ESA before Aschbacher?"
    assert holders(read(question), (GIBSON,)) == ("ESA",)


def test_the_answer_names_who_it_was_and_quotes_who_speaks_of_them():
    passage = hit("Directors", "Jan Wörner came from the DLR. Josef Aschbacher is an Austrian, the first to hold it.")
    cited = [passage.citation, *(one.citations[0] for one in ESA)]
    result = ToolMetadata(citations=tuple(cited), numbers=(1, 2, 3, 4), hits=(passage,), facts=ESA)
    planned = read("Who led ESA before Aschbacher?")
    text = composed(planned, findings([result], (), ()))
    assert text.startswith("By the dates in the knowledge graph, before Josef Aschbacher: Jan Wörner led ESA")
    assert "Gibson" not in text
    assert "Directors: “Jan Wörner came from the DLR.” [1]" in text


def test_a_decade_narrows_the_row():
    planned = read("Who was the last head of ESA in the seventies?")
    text = composed(planned, findings([ToolMetadata(facts=ESA)], (), ()))
    assert text.startswith("The latest that the knowledge graph records for ESA: Roy Gibson led ESA")


def test_a_question_for_now_asks_who_followed_where_the_nearest_fact_is_over():
    planned = read("Who has led the longest?")
    (call,) = follow_up_calls(planned, (BOLDEN, ASCHBACHER), PROFILES[0].tools, NOW)
    assert dict(call.args) == {"entity_name": "NASA"}
    assert follow_up_calls(planned, (ASCHBACHER, BOLDEN), PROFILES[0].tools, NOW) == ()


def test_a_question_goes_on_from_the_one_before_and_from_its_answer():
    before = PreviousTurn("Who led ESA in 2018?", (WOERNER,))
    names = NameIndex.of(["ESA", "Jan Wörner"])
    then = read("And who came after him?", names, before)
    assert (then.succession.place, then.succession.name) == ("after", ("jan", "worner"))
    first = read("Who was the first?", names, before)
    assert (first.succession.place, first.entities) == ("first", ("ESA",))
    assert read("Who was the first?", names).succession is None


def test_before_the_present_one_is_the_previous_one():
    assert told("Who led ESA before the current head?", ESA) == ("Jan Wörner",)


def test_the_date_looked_from_decides_who_is_the_present_one():
    planned = read("Who led ESA before the current head?")
    at = datetime(1990, 1, 1, tzinfo=UTC)
    quistgaard = led("Erik Quistgaard led ESA", "ESA", "Erik Quistgaard", "1980-05-15", "1984-09-01")
    result = ToolMetadata(facts=(*ESA, quistgaard), as_of=at)
    text = composed(planned, findings([result], (), ()))
    assert text.startswith("By the dates in the knowledge graph, before Erik Quistgaard: Roy Gibson")


@pytest.mark.parametrize(
    "question",
    ["Why did Aschbacher's predecessor go?", "What happened after Wörner left?", "How did ESA go on after Wörner?"],
)
def test_a_question_for_a_reason_or_an_event_asks_for_no_row(question):
    assert place_asked(question) is None


def test_an_event_that_only_names_somebody_is_no_member_of_a_row():
    rows = (
        fact("Columbia was an orbiter", "Shuttle", "Columbia", "1981-04-12", "2003-02-01", relation="HAS_ORBITER"),
        fact("Endeavour was an orbiter", "Shuttle", "Endeavour", "2003-03-01", "2011-06-01", relation="HAS_ORBITER"),
    )
    assert told("Which crews flew after the loss of Columbia?", rows) == ()
    assert told("Which one flew after Columbia?", rows) == ("Endeavour",)


@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("Who led ESA for the longest time?", ("Josef Aschbacher",)),
        ("Who led NASA the longest?", ("Charles Bolden",)),
        ("Who was the longest-serving head of NASA?", ("Charles Bolden",)),
        ("Who has led NASA for the shortest time?", ("Robert Lightfoot",)),
        ("Which bridge of NASA is the longest?", ()),
    ],
)
def test_the_longest_in_a_row_is_by_the_dates_of_all_stays(question, members):
    assert told(question, (*ESA, *NASA)) == members


def test_stays_of_one_person_are_added_up():
    again = led("Robert Lightfoot led NASA again", "NASA", "Robert Lightfoot", "2022-01-01", None)
    bolden = led("Charles Bolden was in office", "NASA", "Charles Bolden", "2012-07-17", "2017-01-20")
    assert told("Who led NASA for the longest time?", (bolden, *NASA[1:], again)) == ("Robert Lightfoot",)


def test_the_first_of_some_is_no_first_of_a_row():
    assert told("Who led ESA first?", ESA) == ("Roy Gibson",)
    assert told("Which person headed ESA first?", ESA) == ("Roy Gibson",)
    assert told("Which German engineer headed ESA first?", ESA) == ()


@pytest.mark.parametrize(
    ("question", "told_of"),
    [
        ("Who succeeded Maren Dahl?", "Sunniva Berg"),
        ("Who was Maren Dahl's successor?", "Sunniva Berg"),
        ("Who succeeded Dahl as conservator?", "Sunniva Berg"),
        ("Whom did Sunniva Berg succeed?", "Maren Dahl"),
        ("Who came before Maren Dahl?", "Torvald Eik"),
        ("Who succeeded Torvald Eik?", "Maren Dahl"),
    ],
)
def test_a_fact_that_says_who_succeeded_whom_answers(question, told_of):
    said = (
        fact("Sunniva Berg succeeded Maren Dahl", "Sunniva Berg", "Maren Dahl", "2019-07-01", relation="SUCCEED"),
        fact("Torvald Eik was succeeded by Maren Dahl", "Torvald Eik", "Maren Dahl", relation="SUCCEEDED_BY"),
        fact("The Road was restored by Maren Dahl", "The Road", "Maren Dahl", "1986-01-01", relation="RESTORED_BY"),
    )
    names = NameIndex.of(["Maren Dahl", "Sunniva Berg", "Torvald Eik"])
    found = successor(read(question, names), said, NOW)
    assert found.members == (told_of,)
    assert len(found.facts) == 1
