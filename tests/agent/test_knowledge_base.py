"""The knowledge base for other agents: schema, messages, and the node in a real compiled LangGraph StateGraph."""

import logging
from dataclasses import dataclass, field, replace
from typing import Annotated, TypedDict

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import MemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages

from services.agent.knowledge_base import NOTHING_FOUND, TOOL_NAME, function_schema, knowledge_base_node, rag_context
from services.errors import PostgresUnavailable


class State(TypedDict, total=False):
    llm_response_with_actions: object
    messages: Annotated[list[AnyMessage], add_messages]
    agent_turn_tool_calls: list
    agent_turn_tool_responses: list
    executed_tool_responses: list
    rag_context: list[str]
    error_message: str


def compiled(workbench, checkpointer=None, schema=State):
    graph = StateGraph(schema)
    graph.add_node(TOOL_NAME, knowledge_base_node(workbench))
    graph.add_edge(START, TOOL_NAME)
    graph.add_edge(TOOL_NAME, END)
    return graph.compile(checkpointer=checkpointer)


def asking(*calls):
    message = AIMessage(
        content="", tool_calls=[{"id": str(i), "name": name, "args": args} for i, (name, args) in enumerate(calls)]
    )
    return {"messages": [HumanMessage("Who led NASA?"), message]}


async def test_the_node_retrieves_for_the_last_messages_calls(workbench):
    state = await compiled(workbench).ainvoke(asking((TOOL_NAME, {"query": "RS-25"})))
    assert any("RS-25" in text for text in state["rag_context"])
    assert state["agent_turn_tool_calls"] == [{"id": "0", "name": TOOL_NAME, "args": {"query": "RS-25"}}]
    assert state["executed_tool_responses"] == state["agent_turn_tool_responses"]
    assert state["executed_tool_responses"][0]["tool_call_id"] == "0"
    assert "error_message" not in state


async def test_a_second_call_in_the_turn_is_added_for_traceability(workbench):
    graph = compiled(workbench)
    first = await graph.ainvoke(asking((TOOL_NAME, {"query": "RS-25"})))
    second = await graph.ainvoke({**first, **asking((TOOL_NAME, {"query": "Mir"}))})
    assert [call["args"]["query"] for call in second["agent_turn_tool_calls"]] == ["RS-25", "Mir"]
    assert len(second["executed_tool_responses"]) == 1


async def test_an_unknown_tool_gets_an_error_and_the_others_still_run(workbench, caplog):
    with caplog.at_level(logging.WARNING):
        state = await compiled(workbench).ainvoke(asking(("fly", {}), (TOOL_NAME, {"query": "RS-25"})))
    assert state["executed_tool_responses"][0]["content"] == [{"error": "Unknown tool: fly"}]
    assert state["rag_context"]
    assert state["error_message"] == "Unknown tool: fly"
    assert "unknown tool fly" in caplog.text


async def test_unknown_calls_alone_leave_a_sentence_and_no_silence(workbench):
    state = await compiled(workbench).ainvoke(asking(("fly", {})))
    assert state["rag_context"] == ["Information retrieval failed: Unknown tool: fly"]
    assert state["agent_turn_tool_calls"] == [{"id": "0", "name": "fly", "args": {}}]


async def test_texts_that_were_found_stand_without_sentences_beside_them(workbench):
    state = await compiled(workbench).ainvoke(asking((TOOL_NAME, {"query": ""}), (TOOL_NAME, {"query": "RS-25"})))
    assert state["rag_context"]
    assert not any(text.startswith("Information retrieval failed") for text in state["rag_context"])
    assert "empty" in state["error_message"]


@dataclass
class Action:
    name: str
    args: dict
    id: str


CALL = {"name": TOOL_NAME, "args": {"query": "RS-25"}, "id": "7"}


@pytest.mark.parametrize(
    "response",
    [
        AIMessage(content="", tool_calls=[CALL]),
        {"content": "", "tool_calls": [CALL]},
        [CALL],
        [Action(**CALL)],
    ],
    ids=["message", "mapping", "list", "objects"],
)
async def test_the_response_with_actions_comes_before_the_messages(workbench, response):
    given = {**asking(("fly", {})), "llm_response_with_actions": response}
    state = await compiled(workbench).ainvoke(given)
    assert state["agent_turn_tool_calls"] == [{"id": "7", "name": TOOL_NAME, "args": {"query": "RS-25"}}]
    assert state["executed_tool_responses"][0]["tool_call_id"] == "7"
    assert any("RS-25" in text for text in state["rag_context"])


async def test_a_state_without_messages_needs_none(workbench):
    state = await knowledge_base_node(workbench)({"llm_response_with_actions": {"tool_calls": [CALL]}})
    assert any("RS-25" in text for text in state["rag_context"])


async def test_an_action_that_another_node_answered_is_left_alone(workbench):
    actions = [{"name": "fly", "args": {}, "id": "8"}, CALL]
    given = {"llm_response_with_actions": actions, "messages": [ToolMessage("Flown.", tool_call_id="8")]}
    state = await compiled(workbench).ainvoke(given)
    assert [call["id"] for call in state["agent_turn_tool_calls"]] == ["7"]


async def test_an_empty_query_is_a_failure_in_words(workbench):
    state = await compiled(workbench).ainvoke(asking((TOOL_NAME, {"query": ""})))
    assert state["rag_context"][0].startswith("Information retrieval failed: ")
    assert "empty" in state["error_message"]


async def test_a_store_that_is_down_is_a_failure_in_words(workbench):
    class DownSearch:
        async def hybrid(self, *_, **__):
            raise PostgresUnavailable("Postgres is down.")

    state = await compiled(replace(workbench, search=DownSearch())).ainvoke(asking((TOOL_NAME, {"query": "RS-25"})))
    assert state["rag_context"] == ["Information retrieval failed: retrieve_knowledge_base failed: Postgres is down."]


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        ([], [NOTHING_FOUND]),
        ("nonsense", ["There was an issue processing information from the knowledge base."]),
        ([{"id": 1}], ["There was an issue processing information from the knowledge base."]),
        ([{"chunk_text": "a"}, {"chunk_text": "b"}], ["a", "b"]),
        ([{"error": "x"}], ["Information retrieval failed: x"]),
    ],
)
def test_the_context_is_the_texts_or_one_message(content, texts):
    assert rag_context(content) == texts


async def test_another_question_begins_another_turn(workbench):
    graph = compiled(workbench, MemorySaver())
    thread = {"configurable": {"thread_id": "1"}}
    await graph.ainvoke(asking((TOOL_NAME, {"query": ""})), thread)
    question, message = asking((TOOL_NAME, {"query": "RS-25"}))["messages"]
    message.tool_calls[0]["id"] = "second"
    state = await graph.ainvoke({"messages": [question, message]}, thread)
    assert [call["id"] for call in state["agent_turn_tool_calls"]] == ["second"]
    assert [response["tool_call_id"] for response in state["agent_turn_tool_responses"]] == ["second"]
    assert state["error_message"] is None


@dataclass
class TypedState:
    messages: Annotated[list[AnyMessage], add_messages]
    rag_context: list[str] = field(default_factory=list)


async def test_a_state_may_be_a_dataclass(workbench):
    state = await compiled(workbench, schema=TypedState).ainvoke(asking((TOOL_NAME, {"query": "RS-25"})))
    assert any("RS-25" in text for text in state["rag_context"])


async def test_calls_that_another_node_answered_are_left_alone(workbench):
    message = asking(("fly", {}), (TOOL_NAME, {"query": "RS-25"}))["messages"][1]
    state = await compiled(workbench).ainvoke({"messages": [message, ToolMessage("Flown.", tool_call_id="0")]})
    assert [response["name"] for response in state["executed_tool_responses"]] == [TOOL_NAME]


@pytest.mark.parametrize("written", ['{"query": ', '["RS-25"]', ["RS-25"], 5])
async def test_arguments_that_are_no_object_are_a_failure_in_words(workbench, written):
    call = {"id": "1", "function": {"name": TOOL_NAME, "arguments": written}}
    state = await knowledge_base_node(workbench)({"messages": [{"role": "assistant", "tool_calls": [call, None]}]})
    assert "the arguments are no JSON object" in state["rag_context"][0]
    assert len(state["executed_tool_responses"]) == 1


async def test_a_message_without_calls_changes_nothing(workbench):
    state = await compiled(workbench).ainvoke({"messages": [AIMessage(content="No tools needed.")]})
    assert state["rag_context"] == []


async def test_a_plain_openai_message_works_too(workbench):
    call = {"id": "1", "type": "function", "function": {"name": TOOL_NAME, "arguments": '{"query": "RS-25"}'}}
    state = await knowledge_base_node(workbench)({"messages": [{"role": "assistant", "tool_calls": [call]}]})
    assert state["rag_context"]


def test_the_schema_names_the_domain():
    schema = function_schema("treatment guidelines")
    assert schema["function"]["name"] == TOOL_NAME
    assert "treatment guidelines" in schema["function"]["description"]
    assert schema["function"]["parameters"]["required"] == ["query"]
