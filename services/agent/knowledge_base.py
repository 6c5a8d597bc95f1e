"""The knowledge base as a tool for other agents: its name, its function schema, and a node for a LangGraph StateGraph.

    graph.add_node(TOOL_NAME, knowledge_base_node(services))

LangGraph itself is not needed: the node is an async function from state to a change of state.
"""

import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from pydantic import JsonValue

from services.agent.deps import ResearchServices, research_deps
from services.agent.invocation import invoke
from services.agent.outcome import errors
from services.errors import DossierError

logger = logging.getLogger(__name__)

TOOL_NAME = "retrieve_knowledge_base"
DEFAULT_DOMAIN = "this collection of documents"
NOTHING_FOUND = "No specific information was found for your query in the knowledge base."
BAD_RESULT = "There was an issue processing information from the knowledge base."

State = Mapping[str, Any]  # LangGraph's own: whatever its schema says
Node = Callable[[State], Awaitable[dict[str, Any]]]


def function_schema(domain: str = DEFAULT_DOMAIN) -> dict[str, JsonValue]:
    """For `tools=[…]` of an OpenAI-compatible chat completion."""
    return {
        "type": "function",
        "function": {
            "name": TOOL_NAME,
            "description": f"Retrieve passages from the knowledge base about {domain} that answer a question.",
            "parameters": {
                "type": "object",
                "properties": {"query": {"type": "string", "description": "The question or the key words."}},
                "required": ["query"],
                "additionalProperties": False,
            },
        },
    }


def retrieval_failed(why: str) -> str:
    return f"Information retrieval failed: {why}"


def knowledge_base_node(services: ResearchServices) -> Node:
    """Answers the tool calls of the last model message; an unknown tool's call gets an error, the others run."""

    async def node(state: State) -> dict[str, Any]:
        calls = tool_calls(state.get("messages", ()))
        responses = [await _response(services, call) for call in calls]
        return _change_of_state(state, calls, responses)

    return node


def tool_calls(messages: Sequence[object]) -> list[dict[str, Any]]:
    """Of the last message, as `{id, name, args}`, from a LangChain message or from a plain OpenAI one."""
    last = messages[-1] if messages else None
    raw = last.get("tool_calls") if isinstance(last, Mapping) else getattr(last, "tool_calls", None)
    return [_call(one) for one in raw or ()]


def _call(raw: Mapping[str, Any]) -> dict[str, Any]:
    function = raw.get("function")
    if not isinstance(function, Mapping):
        return {"id": raw.get("id", ""), "name": raw.get("name", ""), "args": raw.get("args") or {}}
    return {"id": raw.get("id", ""), "name": function.get("name", ""), "args": _arguments(function.get("arguments"))}


def _arguments(written: object) -> dict[str, Any]:
    if isinstance(written, Mapping):
        return dict(written)
    try:
        parsed = json.loads(str(written or "{}"))
    except ValueError:
        return {}
    return parsed if isinstance(parsed, dict) else {}


async def _response(services: ResearchServices, call: Mapping[str, Any]) -> dict[str, Any]:
    about = {"tool_call_id": call["id"], "name": call["name"]}
    if call["name"] != TOOL_NAME:
        logger.warning("the knowledge base was asked for the unknown tool %s", call["name"])
        return {**about, "content": [{"error": f"Unknown tool: {call['name']}"}]}
    query = call["args"].get("query", "")
    try:
        result = await invoke(research_deps(services), TOOL_NAME, {"query": query})
    except DossierError as error:
        return {**about, "content": [{"error": str(error)}]}
    return {**about, "content": result.result}


def _change_of_state(
    state: State, calls: Sequence[Mapping[str, Any]], responses: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    own = [response for response in responses if response["name"] == TOOL_NAME]
    failed = [message for response in responses for message in errors(response["content"])]
    change: dict[str, Any] = {
        "agent_turn_tool_calls": [*state.get("agent_turn_tool_calls", ()), *calls],
        "agent_turn_tool_responses": [*state.get("agent_turn_tool_responses", ()), *responses],
        "executed_tool_responses": list(responses),
        "rag_context": [text for response in own for text in rag_context(response["content"])],
    }
    return {**change, "error_message": "; ".join(failed)} if failed else change


def rag_context(content: object) -> list[str]:
    """The chunks' texts, or the one message that says why there are none."""
    if not isinstance(content, list):
        return [BAD_RESULT]
    if not content:
        return [NOTHING_FOUND]
    if failed := errors(content):
        return [retrieval_failed(failed[0])]
    texts = [row.get("chunk_text") if isinstance(row, Mapping) else None for row in content]
    return [str(text) for text in texts] if all(isinstance(text, str) for text in texts) else [BAD_RESULT]
