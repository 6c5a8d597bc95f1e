"""A run against a server that speaks the wire format: what is asked of it, and what becomes of its answers."""

import json
from dataclasses import replace

import pytest

from services.errors import PostgresUnavailable
from services.models import Answer, ChatError, Question, TextDelta, ToolCall, ToolResult
from tests.chat.following import SEARCH, SLOW, finished, kinds
from tests.openai_server import Reply, ToolUse, Trouble


async def test_a_streamed_answer_counts_its_citations_from_one(online, server):
    server.say(SEARCH, Reply(text="Gregory led it [3]. Before him O'Keefe [1]. So it was [3]. Made up [77]."))
    run = await online.runs().start(Question(prompt="Who led NASA?"))
    answer = (await finished(run))[-1]
    assert answer.text == "Gregory led it [1]. Before him O'Keefe [2]. So it was [1]. Made up [77?]."
    result = next(event for event in run.events if isinstance(event, ToolResult))
    assert list(answer.citations) == [result.citations[2], result.citations[0]]
    assert len([event for event in run.events if isinstance(event, TextDelta)]) > 5
    assert answer.usage.input_tokens > 0
    assert answer.model == "test-model"


async def test_what_no_database_holds_and_no_terminal_should_obey_is_replaced_and_the_answer_is_kept(online, server):
    search = Reply(tools=(ToolUse("hybrid_search", {"query": "Mir\0 \ud800"}),))
    server.say(search, Reply(text="Half \ud83d of it, \0 and an \x1b[2Jend."))
    run = await online.runs().start(Question(prompt="What\0 is Mir?"))
    events = await finished(run)
    stored = (await online.conversations.get(run.conversation_id)).turns[-1]
    assert events[-1].text == "Half \ufffd of it, \ufffd and an \ufffd[2Jend."
    assert (stored.status, stored.prompt, stored.events[-1]) == ("done", "What\ufffd is Mir?", events[-1])


async def test_the_model_learns_the_numbers_and_the_rules(online, server):
    server.say(SEARCH, Reply(text="Done."))
    await finished(await online.runs().start(Question(prompt="Who led NASA?")))
    first, second = server.asked("/chat/completions")
    assert "material to quote and to judge" in str(first["messages"])
    assert {tool["function"]["name"] for tool in first["tools"]} >= {"hybrid_search", "get_entity_history"}
    instructions, *conversation = second["messages"]
    hits = json.loads(conversation[-1]["content"])
    assert [message["role"] for message in conversation] == ["user", "assistant", "tool"]
    assert instructions["role"] == "system"
    for number, hit in enumerate(hits, 1):
        assert f"[{number}] = chunk {hit['chunk_id']}" in instructions["content"]


async def test_what_the_graph_calls_its_entities_never_becomes_an_instruction(online, server):
    about_nothing = ToolUse("get_entity_relationships", {"entity_name": "Rocketdine"})
    server.say(Reply(tools=(about_nothing,)), Reply(text="Not known."))
    await finished(await online.runs().start(Question(prompt="Who owns Rocketdine?", profile="Hybrid RAG")))
    instructions, *conversation = server.asked("/chat/completions")[-1]["messages"]
    assert "Rocketdyne" in conversation[-1]["content"]
    assert "Rocketdyne" not in instructions["content"]
    assert "search the documents with hybrid_search" in instructions["content"]


async def test_parallel_calls_are_run_together_and_all_answered(online, server):
    server.say(
        Reply(
            tools=(ToolUse("hybrid_search", {"query": "Mir"}), ToolUse("get_entity_history", {"entity_name": "NASA"}))
        ),
        Reply(text="Both."),
    )
    events = await finished(await online.runs().start(Question(prompt="Two things")))
    assert {event.name for event in events if isinstance(event, ToolResult)} == {"hybrid_search", "get_entity_history"}
    assert kinds(events) == ["tool_call", "tool_result", "text", "answer"]


async def test_text_before_a_call_is_shown_and_is_no_part_of_the_answer(online, server):
    server.say(Reply(text="Let me look.", tools=SEARCH.tools), Reply(text="Found."))
    events = await finished(await online.runs().start(Question(prompt="Look")))
    assert kinds(events) == ["text", "tool_call", "tool_result", "text", "answer"]
    assert events[-1].text == "Found."


async def test_unfit_arguments_are_shown_as_an_error_and_the_model_may_try_again(online, server):
    server.say(Reply(tools=(ToolUse("hybrid_search", {"query": "Mir", "limit": "many"}),)), SEARCH, Reply(text="Done."))
    events = await finished(await online.runs().start(Question(prompt="Look")))
    results = [event for event in events if isinstance(event, ToolResult)]
    assert [result.is_error for result in results] == [True, False]
    assert events[-1].text == "Done."


async def test_a_tool_that_does_not_exist_does_not_end_the_run(online, server):
    server.say(Reply(tools=(ToolUse("launch_rocket", {}),)), Reply(text="Then not."))
    events = await finished(await online.runs().start(Question(prompt="Look")))
    assert any(isinstance(event, ToolResult) and event.is_error for event in events)
    assert events[-1].text == "Then not."


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (Trouble(401), "refused the key (401). Check OPENAI_API_KEY."),
        (Trouble(404), "does not know this model, or this address (404)"),
        (Trouble(429, retry_after=0.05), "too many requests (429)"),
        (Trouble(429, retry_after=3600), "It asks for 3600 seconds of patience"),
        (Trouble(402), "no credit left"),
        (Trouble(400, "8192 tokens at most", "context_length_exceeded"), "too long for the chat model. Ask for less"),
        (
            Trouble(400, "the key sk-1 may call no tools"),
            "Check that the model set with DOSSIER_CHAT_MODEL can call tools",
        ),
        (Trouble(500), "failed (500)"),
        (Trouble(0), "did not answer"),
        (Reply(), "The chat model answered nothing."),
        (Reply(text=" \n "), "The chat model answered nothing."),
        (Reply(tools=(ToolUse("launch_rocket", {}),)), "called a tool wrongly several times"),
    ],
)
async def test_a_failing_server_is_said_in_a_sentence(online, server, trouble, words):
    server.answer_with(lambda request: trouble)
    run = await online.runs().start(Question(prompt="Hello"))
    error = (await finished(run))[-1]
    assert isinstance(error, ChatError)
    assert error.code == "model_unavailable"
    assert words in error.message
    assert "sk-1" not in error.message
    assert run.status == "failed"


async def test_an_empty_answer_is_asked_for_again_in_messages_that_every_server_takes(online, server):
    server.say(SEARCH, Reply(), Reply(text="Here it is."))
    answer = (await finished(await online.runs().start(Question(prompt="Look"))))[-1]
    asked = [[message["role"] for message in request.body["messages"]] for request in server.requests]
    assert answer.text == "Here it is."
    assert asked[1:] == [["system", "user", "assistant", "tool"]] * 2


@pytest.mark.parametrize(
    ("finish", "code", "words"),
    [("length", "limit_reached", "end of the length"), ("content_filter", "model_unavailable", "refused to answer")],
)
async def test_an_answer_that_its_server_ended_is_kept_as_stopped_and_said_so(online, server, finish, code, words):
    server.say(Reply(text="So far and", finish=finish))
    run = await online.runs().start(Question(prompt="Hello"))
    answer, error = (await finished(run))[-2:]
    assert (answer.text, answer.stopped, error.code, run.status) == ("So far and", True, code, "failed")
    assert words in error.message


async def test_calls_whose_ids_a_server_uses_again_are_told_apart(online, server):
    def called(*queries: str) -> Reply:
        return Reply(tools=tuple(ToolUse("hybrid_search", {"query": query}, id="call_0") for query in queries))

    server.say(called("Mir", "NASA"), called("Rocketdyne"), Reply(text="Done."))
    run = await online.runs().start(Question(prompt="Three things"))
    await finished(run)
    events = (await online.conversations.get(run.conversation_id)).turns[-1].events
    queries = {event.id: event.args["query"] for event in events if isinstance(event, ToolCall)}
    assert sorted(queries.values()) == ["Mir", "NASA", "Rocketdyne"]
    assert queries.keys() == {event.id for event in events if isinstance(event, ToolResult)}


async def test_a_call_whose_name_and_id_cannot_be_kept_is_kept_under_others(online, server):
    server.say(Reply(tools=(ToolUse("launch\0\ud800" * 50, {}, id="\udfff" * 500),)), Reply(text="Then not."))
    run = await online.runs().start(Question(prompt="Look"))
    await finished(run)
    turn = (await online.conversations.get(run.conversation_id)).turns[-1]
    call, result = turn.events[:2]
    assert (turn.status, call.id, call.name) == ("done", result.id, result.name)
    assert call.name.startswith("launch\ufffd\ufffdlaunch")


async def test_a_rate_limit_that_passes_is_not_noticed(online, server):
    server.say(Trouble(429, retry_after=0.05), Reply(text="Here."))
    assert (await finished(await online.runs().start(Question(prompt="Hello"))))[-1].text == "Here."


async def test_a_connection_cut_in_the_middle_keeps_what_was_said(online, server):
    server.say(Reply(text="This much came through and no more than that.", cut_after=4))
    events = await finished(await online.runs().start(Question(prompt="Hello")))
    assert kinds(events)[-2:] == ["answer", "error"]
    answer = next(event for event in events if isinstance(event, Answer))
    assert answer.stopped
    assert answer.text.startswith("This much")


async def test_an_answer_whose_citations_cannot_be_checked_is_given_unchecked(online, server):
    class LostLibrary:
        async def contents(self, _):
            raise PostgresUnavailable("Postgres is down.")

    server.say(SEARCH, Reply(text="So it was, says the passage [1]."))
    run = await replace(online, library=LostLibrary()).runs().start(Question(prompt="Hello"))
    answer = (await finished(run))[-1]
    assert (run.status, len(answer.citations), answer.checks) == ("done", 1, ())


async def test_a_slow_first_token_is_waited_for(online, server):
    server.say(Reply(text="At last.", first_token_delay=0.6))
    answer = (await finished(await online.runs().start(Question(prompt="Hello"))))[-1]
    assert answer.text == "At last."
    assert answer.usage.first_token_ms >= 600


async def test_a_cost_is_shown_where_prices_are_set(online, server):
    priced = online.with_settings(price_input=1.0, price_output=2.0)
    server.say(Reply(text="Cheap."))
    usage = (await finished(await priced.runs().start(Question(prompt="Hello"))))[-1].usage
    assert usage.cost == pytest.approx((usage.input_tokens + 2 * usage.output_tokens) / 1_000_000)


@pytest.mark.parametrize(
    ("limit", "words"),
    [({"max_steps": 2}, "2 steps (DOSSIER_MAX_STEPS)"), ({"max_tokens": 50}, "50 tokens (DOSSIER_MAX_TOKENS)")],
)
async def test_a_work_limit_ends_the_run_with_a_clear_message(online, server, limit, words):
    server.answer_with(lambda request: SEARCH)
    events = await finished(await online.with_settings(**limit).runs().start(Question(prompt="Go on for ever")))
    assert isinstance(events[-1], ChatError)
    assert events[-1].code == "limit_reached"
    assert words in events[-1].message


async def test_a_crowd_of_calls_ends_the_run_before_any_is_made(online, server):
    server.say(Reply(tools=(ToolUse("hybrid_search", {"query": "NASA"}),) * 101))
    events = await finished(await online.runs().start(Question(prompt="Search a hundred times")))
    assert "called tools too often" in events[-1].message
    assert not [event for event in events if isinstance(event, ToolResult)]


async def test_a_run_that_takes_too_long_is_ended(online, server):
    server.say(SLOW)
    run = await online.with_settings(max_seconds=0.5).runs().start(Question(prompt="Hello"))
    events = await finished(run)
    assert "longer than 0.5 seconds" in events[-1].message
    assert run.status == "failed"


async def test_hostile_text_reaches_the_model_as_tool_result_only(online, server):
    server.say(SEARCH, Reply(text="Done."))
    await finished(await online.runs().start(Question(prompt="Who led NASA?")))
    messages = server.asked("/chat/completions")[-1]["messages"]
    content = next(message for message in messages if message["role"] == "tool")["content"]
    told = [message["content"] for message in messages if message["role"] == "user"]
    assert "Griffin" in content or "Goldin" in content or "NASA" in content
    assert all("Griffin" not in text and "Goldin" not in text for text in map(str, told))
