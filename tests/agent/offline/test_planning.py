"""The offline model's rules: which tools it calls, with what, for which question."""

from datetime import UTC, datetime

import pytest

from services.agent.offline.planning import plan_calls, planning_reasons
from services.agent.offline.reading.names import NameIndex
from services.agent.offline.reading.question import PreviousTurn, read_question
from services.agent.profiles import PROFILES
from tests.samples import fact

NOW = datetime(2026, 11, 21, tzinfo=UTC)
NAMES = NameIndex.of(
    ["NASA", "Mir", "Unity", "International Space Station", "Space Station", "Charles Bolden", "SpaceX"]
)
ANALYST = PROFILES[0].tools
HYBRID_RAG = PROFILES[1].tools


def calls(question, tools=ANALYST, earlier=""):
    read = read_question(question, NAMES, NOW, PreviousTurn(earlier))
    return {call.name: dict(call.args) for call in plan_calls(read, tools)}


def test_a_state_at_a_day_asks_the_history_with_that_day():
    called = calls("Who was in charge of NASA on 1 March 2005?")
    assert called["get_entity_history"] == {"entity_name": "NASA", "reference_time": "2005-03-01T00:00:00Z"}
    assert called["hybrid_search"] == {"query": "Who was in charge of NASA on 1 March 2005?"}
    assert "get_entity_timeline" not in called


def test_a_span_asks_the_timeline_between_its_ends_as_well():
    called = calls("Who headed NASA in Q3 1998?")
    assert called["get_entity_timeline"] == {
        "entity_name": "NASA",
        "start_date": "1998-07-01T00:00:00Z",
        "end_date": "1998-10-01T00:00:00Z",
    }


def test_a_year_of_nobody_known_is_searched_without_the_year_too():
    asked = plan_calls(read_question("Who was the librarian in 1985?", NAMES, NOW), ANALYST)
    queries = [call.args["query"] for call in asked if call.name == "hybrid_search"]
    assert queries[:2] == ["Who was the librarian in 1985?", "Who was the librarian?"]
    known = plan_calls(read_question("Who led NASA in 1985?", NAMES, NOW), ANALYST)
    assert [call.args["query"] for call in known if call.name == "hybrid_search"] == ["Who led NASA in 1985?"]


def test_each_date_of_a_comparison_is_asked_for():
    planned = plan_calls(read_question("Who led NASA and SpaceX in 1995, in 2010 and today?", NAMES, NOW), ANALYST)
    asked = [dict(call.args) for call in planned if call.name == "get_entity_history"]
    assert {one["entity_name"] for one in asked} == {"NASA", "SpaceX"}
    assert {one["reference_time"][:4] for one in asked} == {"1995", "2010", "2026"}


def test_since_reaches_the_history_as_a_timestamp():
    assert calls("What has changed at NASA since January?")["get_entity_history"] == {
        "entity_name": "NASA",
        "since": "2026-01-01T00:00:00Z",
    }


def test_a_change_without_a_date_asks_for_the_whole_history():
    assert calls("How has Mir changed over time?")["get_entity_history"] == {"entity_name": "Mir"}


def test_a_relationship_is_asked_about_the_one_entity_named():
    assert calls("Who owns SpaceX?")["search_knowledge_graph"]["entity_name"] == "SpaceX"


def test_two_entities_are_not_narrowed_to_one():
    assert "entity_name" not in calls("How are NASA and SpaceX connected?")["search_knowledge_graph"]


def test_a_plain_topic_is_searched_in_the_documents_only():
    assert set(calls("RS-25")) == {"hybrid_search"}


def test_a_question_without_anything_to_be_found_as_typed_is_searched_by_meaning_too():
    planned = plan_calls(read_question("getting married remotely during a long stay", NAMES, NOW), ANALYST)
    assert [dict(call.args).get("text_weight") for call in planned if call.name == "hybrid_search"] == [None, 0.0]


def test_quotes_stay_in_the_query():
    assert calls('Where does "Wally Funk" appear?')["hybrid_search"]["query"] == 'Where does "Wally Funk" appear?'


def test_a_question_about_the_documents_lists_them():
    assert calls("Which documents are there?") == {"list_documents": {"limit": 100}}


def test_a_pronoun_takes_the_entity_of_the_question_before():
    assert "get_entity_history" not in calls("Who led it in 1995?")
    assert calls("Who led it in 1995?", earlier="Tell me about NASA")["get_entity_history"]["entity_name"] == "NASA"


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
@pytest.mark.parametrize(
    "question",
    [
        "Who led NASA in 1995?",
        "What is microgravity?",
        "RS-25",
        "everything about Mir",
        "Which documents are there?",
    ],
)
def test_only_tools_of_the_profile_are_called_and_at_least_one(profile, question):
    called = calls(question, profile.tools)
    assert called
    assert set(called) <= set(profile.tools)


def test_an_overview_uses_the_comprehensive_search_where_there_is_one():
    assert "perform_comprehensive_search" in calls("Tell me everything about Mir", HYBRID_RAG)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("who runs the International Space Station?", ("International Space Station",)),
        ("NASA's plans for Mir", ("NASA", "Mir")),
        ("unity of purpose", ("Unity",)),
        ("In unity they went to Mir", ("Mir",)),
        ("what does nasa do", ("NASA",)),
        ("no names here", ()),
    ],
)
def test_names_known_to_the_graph_are_found_longest_first(text, names):
    assert NAMES.names_in(text) == names


def test_the_reasons_say_what_the_rules_saw():
    said = " ".join(planning_reasons(read_question("Who led NASA in 1995?", NAMES, NOW)))
    assert "NASA" in said
    assert "1 Jan 1995" in said


@pytest.mark.parametrize("question", ["?", "what is the", "🚀🚀", "  "])
def test_a_question_without_a_word_to_search_for_calls_nothing(question):
    assert calls(question) == {}


def test_a_question_that_points_back_is_searched_with_the_name_it_points_at():
    earlier = "Who led NASA in 1995?"
    assert calls("And its budget?", earlier=earlier)["hybrid_search"] == {"query": "And its budget? NASA"}
    assert calls("And who was next?", earlier=earlier)["hybrid_search"]["query"] == f"And who was next? {earlier}"


def test_an_abbreviation_is_searched_as_the_documents_write_it():
    assert calls("ISS crew size")["hybrid_search"] == {"query": "ISS crew size International Space Station"}


def test_a_series_asks_for_the_whole_history():
    assert calls("List the heads of NASA")["get_entity_history"] == {"entity_name": "NASA"}
    assert "get_entity_history" not in calls("Who heads NASA?")


def test_a_date_within_a_name_is_no_date():
    names = NameIndex.of(["Long March 5"])
    assert read_question("Why was Long March 5 out of action?", names, NOW).times == ()
    assert len(read_question("Where was Long March 5 in 2018?", names, NOW).times) == 1


def test_a_pronoun_for_somebody_means_the_one_that_was_told():
    before = PreviousTurn("Who leads NASA?", (fact("Isaacman leads NASA", "NASA", "Jared Isaacman", "2025-12-18"),))
    names = NameIndex.of(["NASA", "Jared Isaacman"])
    assert read_question("When did he start?", names, NOW, before).entities == ("Jared Isaacman",)
    assert read_question("When did it start?", names, NOW, before).entities == ("NASA",)


def test_then_is_the_date_that_was_told():
    before = PreviousTurn("When was Mir launched?", (), ("The core of Mir was launched on 20 February 1986.",))
    (time,) = read_question("Who led NASA then?", NAMES, NOW, before).times
    assert (time.words, time.start) == ("then", datetime(1986, 2, 20, tzinfo=UTC))
    assert read_question("Who led NASA then?", NAMES, NOW).times == ()


def test_documents_of_a_topic_are_searched_for():
    assert calls("Which documents mention the Tar Lane?") == {"hybrid_search": {"query": "Tar Lane", "limit": 20}}
    assert set(calls("list all documents")) == {"list_documents"}


@pytest.mark.parametrize(
    ("question", "searched"),
    [
        ("and today?", "and today? Who led NASA ?"),
        ("since when?", "since when? Who led NASA in 1995?"),
        ("And in 2010?", "And in 2010? Who led NASA ?"),
    ],
)
def test_a_question_of_a_time_alone_goes_on_from_the_one_before(question, searched):
    asked = read_question(question, NAMES, NOW, PreviousTurn("Who led NASA in 1995?"))
    assert asked.entities == ("NASA",)
    assert asked.text == searched


def test_a_pronoun_is_searched_with_the_name_that_no_entity_has():
    asked = read_question("when did she get the medal?", NAMES, NOW, PreviousTurn("Who was Frances Kelsey?"))
    assert asked.text == "when did she get the medal? Frances Kelsey"


def test_a_rule_that_is_left_out_does_nothing():
    question = "Who were the heads of NASA when Columbia was lost?"
    whole = read_question(question, NAMES, NOW)
    without = read_question(question, NAMES, NOW, without=frozenset({"events", "series"}))
    assert (whole.event is None, "series" in whole.purposes) == (False, True)
    assert (without.event is None, "series" in without.purposes) == (True, False)


def test_a_number_or_a_month_is_no_entity():
    assert NameIndex.of(["May", "1990", "Monday", "May Day"]).names_in("Who led it on 1990 in May, on May Day?") == (
        "May Day",
    )


@pytest.mark.parametrize(
    ("question", "asks_graph"),
    [
        ("How many modules had Mir?", True),
        ("What happened to Mir?", True),
        ("mir", True),
        ("Which documents are there?", False),
        ("how do people live in orbit?", False),
    ],
)
def test_where_the_names_could_not_be_read_the_graph_is_asked_for_any_name_and_says_that_it_cannot(
    question, asks_graph
):
    for names, is_asked in ((NameIndex(is_read=False), asks_graph), (NameIndex(), False)):
        read = read_question(question, names, NOW)
        assert any("graph" in call.name for call in plan_calls(read, ANALYST)) == is_asked
