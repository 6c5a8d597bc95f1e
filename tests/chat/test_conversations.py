"""Conversations in Postgres: what one replica stores, another one reads."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from services.chat.conversations import CLOCKS, Conversations, conversation_title, join_deltas
from services.chat.suggestions import follow_ups, starter_questions
from services.chat.traces import CallFilter, Period, Traces
from services.errors import InvalidInput, NotFound
from services.models import Answer, Entity, Question, TextDelta, ThinkingDelta, ToolCall, ToolResult, Usage, Viewpoint
from services.stores.postgres import Database, postgres_engine
from tests.chat.test_runs import finished
from tests.samples import citation, fact, named


@pytest.fixture
async def asked(workbench):
    """One answered question about NASA, in a conversation of its own."""
    run = await workbench.runs().start(Question(prompt="Who was in charge of NASA on 1 March 2005?"))
    await finished(run)
    return run


@pytest.fixture
async def replica(workbench):
    """Another process's door to the same database."""
    database = Database(postgres_engine(workbench.database.engine.url))
    yield Conversations(database)
    await database.close()


async def test_another_replica_sees_the_same_events(asked, replica):
    turn = (await replica.get(asked.conversation_id)).turns[0]
    assert turn.status == "done"
    assert [one.model_dump() for one in turn.events] == [one.model_dump() for one in join_deltas(asked.events)]
    assert turn.answer is not None
    assert turn.answer.model_dump() == asked.events[-1].model_dump()


async def test_a_title_is_made_of_the_question_and_can_be_changed(asked, replica):
    assert (await replica.get(asked.conversation_id)).summary.title == asked.prompt
    await replica.rename(asked.conversation_id, " Administrators ")
    assert (await replica.get(asked.conversation_id)).summary.title == "Administrators"
    with pytest.raises(InvalidInput):
        await replica.rename(asked.conversation_id, "  ")


@pytest.mark.parametrize(
    ("words", "found"), [("CHARGE OF nasa", True), ("Frederick Gregory", True), ("penguin%", False)]
)
async def test_search_looks_in_questions_and_answers(asked, replica, words, found):
    ids = {summary.id for summary in await replica.list(words)}
    assert (asked.conversation_id in ids) == found


async def test_the_latest_conversation_comes_first(workbench, asked, replica):
    newer = await workbench.runs().start(Question(prompt="RS-25"))
    await finished(newer)
    assert [summary.id for summary in await replica.list(limit=2)] == [newer.conversation_id, asked.conversation_id]
    await finished(await workbench.runs().start(Question(prompt="GenCorp", conversation=asked.conversation_id)))
    assert (await replica.list(limit=1))[0].id == asked.conversation_id


async def test_delete_takes_turns_and_traces_with_it(workbench, asked, replica):
    await replica.delete(asked.conversation_id)
    with pytest.raises(NotFound):
        await replica.get(asked.conversation_id)
    with pytest.raises(NotFound):
        await replica.delete(asked.conversation_id)
    assert asked.conversation_id not in {run.conversation_id for run in await workbench.traces.runs()}


async def test_thumbs_are_kept_with_their_note_and_taken_back(asked, replica):
    await replica.rate(asked.id, -1, " too long ")
    turn = await replica.turn(asked.id)
    assert (turn.thumbs, turn.thumbs_note) == (-1, "too long")
    await replica.rate(asked.id, None)
    assert (await replica.turn(asked.id)).thumbs is None


async def test_asking_again_replaces_the_turn_and_those_after_it(workbench, asked, replica):
    runs = workbench.runs()
    await finished(await runs.start(Question(prompt="RS-25", conversation=asked.conversation_id)))
    again = await runs.start(
        Question(prompt="Who led NASA in 1995?", conversation=asked.conversation_id, replace_from=0)
    )
    await finished(again)
    turns = (await replica.get(asked.conversation_id)).turns
    assert [(turn.turn_index, turn.prompt) for turn in turns] == [(0, "Who led NASA in 1995?")]


async def test_turns_of_a_conversation_count_up(workbench, asked, replica):
    await finished(await workbench.runs().start(Question(prompt="RS-25", conversation=asked.conversation_id)))
    conversation = await replica.get(asked.conversation_id)
    assert [turn.turn_index for turn in conversation.turns] == [0, 1]
    assert conversation.summary.turn_count == 2


async def test_failed_calls_can_be_looked_at_alone(workbench, asked, replica):
    events = [
        event.model_copy(update={"is_error": True}) if getattr(event, "name", "") == "hybrid_search" else event
        for event in asked.events
    ]
    await replica.save(asked.id, tuple(events), "done")
    failed = await Traces(workbench.database).runs(CallFilter(failed_only=True))
    assert {run.name for run in failed if run.turn_id == asked.id} == {"hybrid_search"}
    assert all(run.is_error for run in failed)


async def test_traces_are_rows_by_tool_and_by_time(workbench, asked):
    traces = Traces(workbench.database)
    mine = [run for run in await traces.runs(limit=500) if run.turn_id == asked.id]
    assert {run.name for run in mine} >= {"hybrid_search", "get_entity_history"}
    assert all(run.conversation_id == asked.conversation_id and run.duration_ms for run in mine)
    slowest = [run.duration_ms for run in await traces.runs(order="slowest") if run.duration_ms is not None]
    assert slowest == sorted(slowest, reverse=True)
    assert {run.name for run in await traces.runs(CallFilter("hybrid_search"))} == {"hybrid_search"}
    asked_for = CallFilter(words=f" {asked.prompt.upper()} ")
    assert await traces.count(asked_for) == len(await traces.runs(asked_for, limit=500)) >= len(mine)
    assert await traces.count(CallFilter(words="%")) < await traces.count()
    statistics = {one.name: one for one in await traces.statistics()}
    assert statistics["hybrid_search"].calls >= 1
    assert statistics["hybrid_search"].slowest_ms >= statistics["hybrid_search"].median_ms


def test_neighbouring_deltas_are_stored_as_one():
    events = [ThinkingDelta(delta="a"), ThinkingDelta(delta="b"), TextDelta(delta="c"), TextDelta(delta="d")]
    assert join_deltas(events) == (ThinkingDelta(delta="ab"), TextDelta(delta="cd"))


def test_a_long_question_makes_a_short_title():
    assert conversation_title("word " * 50).endswith("…")
    assert len(conversation_title("word " * 50)) <= 80


def test_follow_ups_speak_of_what_the_answer_rested_on():
    gregory = fact("Gregory led NASA", "NASA", "Frederick Gregory", "2005-02-20", "2005-04-14")
    griffin = fact("Griffin led NASA", "NASA", "Michael Griffin", "2005-04-14")
    result = ToolResult(
        id="1",
        name="graph_search",
        result=[],
        duration_ms=1,
        is_error=False,
        facts=(gregory, griffin),
        citations=(citation("A", "x"),),
    )
    questions = follow_ups("Who led NASA?", [result])
    assert questions[0] == "What has changed at NASA since 14 Apr 2005?"
    assert "How are NASA and Frederick Gregory connected?" in questions
    told = Answer(text="He did [1].", citations=(citation("B", "x"),), usage=Usage(), model="offline")
    assert follow_ups("Who?", [result.model_copy(update={"facts": ()}), told]) == ("What else does “B” say?",)
    assert not follow_ups("Who led NASA?", [result, told.model_copy(update={"citations": ()})])


def test_follow_ups_tell_nothing_later_than_the_date_they_will_be_asked_from():
    """The answer may have looked from today: the date was set when it was there."""
    then = datetime(1974, 6, 1, tzinfo=UTC)
    early = fact("Fletcher led NASA", "NASA", "James Fletcher", "1971-04-27", "1977-05-01", title="Early")
    late = fact("Bolden led NASA", "NASA", "Charles Bolden", "2009-07-17", title="Late")
    cited = [one.model_copy(update={"document_date": datetime(1972, 1, 1, tzinfo=UTC)}) for one in early.citations]
    later = [one.model_copy(update={"document_date": datetime(2010, 1, 1, tzinfo=UTC)}) for one in late.citations]
    facts = (early.model_copy(update={"citations": cited}), late.model_copy(update={"citations": later}))
    result = ToolResult(id="1", name="graph_search", result=[], duration_ms=1, is_error=False, facts=facts)
    told = Answer(text="Both [1][2].", citations=(*cited, *later), usage=Usage(), model="offline")
    questions = follow_ups("Who leads NASA?", [result, told], Viewpoint(as_of=then))
    assert "How are NASA and James Fletcher connected?" in questions
    assert "What else does “Early” say?" in follow_ups("x", [told], Viewpoint(as_of=then))
    assert not [one for one in questions if "Bolden" in one or "Late" in one or "1977" in one]
    written = Viewpoint(published_by=datetime(1970, 1, 1, tzinfo=UTC))
    assert not follow_ups("Who leads NASA?", [result, told], written)


def test_follow_ups_ask_for_no_change_where_none_is_known():
    founded = fact("Ada founded Ferries", "Ada Lindqvist", "Ferries", "1931-01-01", "1957-01-01")
    owned = fact("Ferries owns Gull", "Ferries", "Gull", "1960-01-01")
    told = ToolResult(id="1", name="graph_search", result=[], duration_ms=1, is_error=False, facts=(founded, owned))
    questions = follow_ups("Who founded Ferries?", [told])
    assert not [one for one in questions if "since 1957" in one]
    assert "How has Ada Lindqvist changed over time?" in questions
    undated = told.model_copy(update={"facts": (fact("E14 stops pump", "Error E14", "Pump 2"),)})
    assert not [one for one in follow_ups("What is error E14?", [undated]) if "changed" in one]


def entity_of(name: str, kind: str = "Station") -> Entity:
    return Entity(uuid=named(name), name=name, type=kind, summary="")


def test_starters_ask_about_entities_of_different_types():
    mir, x, nasa, e14 = entity_of("Mir"), entity_of("X"), entity_of("NASA", "Agency"), entity_of("Error E14", "")
    entities = {
        mir: [fact("Ada led Mir", "Mir", "Ada", "1990-01-01", "1992-01-01")],
        x: [fact("Ada led X", "X", "Ada", "1990-01-01", "1992-01-01")],
        nasa: [
            fact(f"{name} led NASA", "NASA", name, since) for name, since in (("A", "1990-01-01"), ("B", "1992-01-01"))
        ],
        e14: [fact(f"E14 stops {name}", "Error E14", name) for name in ("Pump 1", "Pump 2", "Pump 3")],
    }
    assert starter_questions(entities, ()) == (
        "How has Mir changed over time?",
        "How has NASA changed over time?",
        "What is connected to Error E14?",
    )
    assert starter_questions({e14: entities[e14][:2]}, ()) == ()


def test_a_person_whose_office_ended_is_not_asked_to_have_changed():
    ada = entity_of("Ada Lindqvist", "Person")
    led = fact("Ada Lindqvist led Mir", "Mir", "Ada Lindqvist", "1990-01-01", "1992-01-01")
    assert starter_questions({ada: [led]}, ()) == ("What is known of Ada Lindqvist over time?",)


async def test_events_are_json_all_the_way(asked):
    for event in asked.events:
        assert json.loads(event.model_dump_json())["type"] == event.type


async def test_a_turn_keeps_from_where_it_was_asked(workbench, replica):
    clocks = {name: datetime(1980 + index, 1, 1, tzinfo=UTC) for index, name in enumerate(CLOCKS)}
    question = Question(prompt="Who?", viewpoint=Viewpoint(**clocks, collection="main"))
    begun = await workbench.conversations.begin(question)
    kept = await replica.turn(begun.id)
    assert kept.question == question.in_conversation(begun.conversation_id)
    again = await workbench.conversations.begin(kept.question.model_copy(update={"replace_from": 0}))
    assert (again.turn_index, again.viewpoint) == (0, question.viewpoint)


async def test_an_answer_is_one_line_with_its_calls_and_how_long_it_took(workbench, asked):
    traces = Traces(workbench.database)
    asked_for = CallFilter(words=asked.prompt)
    (mine,) = [one for one in await traces.answers(asked_for) if one.turn_id == asked.id]
    calls = [event for event in asked.events if isinstance(event, ToolCall)]
    assert (mine.prompt, mine.calls, mine.failed) == (asked.prompt, len(calls), 0)
    assert mine.total_ms == asked.events[-1].usage.total_ms
    assert all(call.begun_ms is not None and 0 <= call.begun_ms <= mine.total_ms for call in calls)
    assert await traces.count_answers(asked_for) >= 1
    assert await traces.count_answers(CallFilter("no such tool")) == 0
    slowest = [one.total_ms for one in await traces.answers(order="slowest") if one.total_ms is not None]
    assert slowest == sorted(slowest, reverse=True)


async def test_only_calls_of_the_period_are_listed_and_counted(workbench, asked):
    traces, now = Traces(workbench.database), datetime.now(UTC)
    lately, before = Period(since=now - timedelta(hours=1)), Period(until=now - timedelta(days=1))
    assert asked.id in {run.turn_id for run in await traces.runs(CallFilter(period=lately), limit=500)}
    assert asked.id not in {run.turn_id for run in await traces.runs(CallFilter(period=before), limit=500)}
    assert {one.name for one in await traces.statistics(None, lately)} >= {"hybrid_search"}
    assert not await traces.statistics(None, before)
