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
from services.agent.tools.result import errors
from services.errors import DossierError

logger = logging.getLogger(__name__)

TOOL_NAME = "retrieve_knowledge_base"
DEFAULT_DOMAIN = "this collection of documents"
NOTHING_FOUND = "No specific information was found for your query in the knowledge base."
BAD_RESULT = "There was an issue processing information from the knowledge base."

EXAMPLE = '{"query": "…"}'

State = Any  # LangGraph's own: whatever its schema says
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
        calls = tool_calls(_field(state, "messages") or ())
        responses = [await _response(services, call) for call in calls]
        return _change_of_state(state, calls, responses)

    return node


def tool_calls(messages: Sequence[object]) -> list[dict[str, Any]]:
    """Of the last model message, as `{id, name, args}`, but for those that a tool message after it answers.

    Messages are LangChain's or plain OpenAI ones. Arguments that are no JSON object stay as they were written.
    """
    answered = set[object]()
    for message in reversed(messages):
        if _kind(message) != "tool":
            return [call for call in _calls(message) if call["id"] not in answered]
        answered.add(_field(message, "tool_call_id"))
    return []


def _field(source: object, name: str) -> Any:
    """A state or a message may be a mapping, a dataclass or a pydantic model."""
    return source.get(name) if isinstance(source, Mapping) else getattr(source, name, None)


def _kind(message: object) -> object:
    return _field(message, "role") or _field(message, "type")


def _calls(message: object) -> list[dict[str, Any]]:
    """LangChain puts those whose arguments it cannot read apart."""
    told = [_field(message, name) for name in ("tool_calls", "invalid_tool_calls")]
    return [_call(raw) for calls in told if isinstance(calls, Sequence) for raw in calls if isinstance(raw, Mapping)]


def _call(raw: Mapping[str, Any]) -> dict[str, Any]:
    function = raw.get("function")
    named, written = (function, "arguments") if isinstance(function, Mapping) else (raw, "args")
    return {"id": raw.get("id", ""), "name": named.get("name", ""), "args": _arguments(named.get(written))}


def _arguments(written: object) -> object:
    """A JSON object where it is one, in text or already read; else as it is."""
    if not written:
        return {}
    try:
        parsed = json.loads(written) if isinstance(written, str) else written
    except ValueError:
        return written
    return dict(parsed) if isinstance(parsed, Mapping) else written


async def _response(services: ResearchServices, call: Mapping[str, Any]) -> dict[str, Any]:
    about = {"tool_call_id": call["id"], "name": call["name"]}
    if call["name"] != TOOL_NAME:
        logger.warning("the knowledge base was asked for the unknown tool %s", call["name"])
        return {**about, "content": [{"error": f"Unknown tool: {call['name']}"}]}
    if not isinstance(call["args"], Mapping):
        return {**about, "content": [{"error": f"{TOOL_NAME}: the arguments are no JSON object such as {EXAMPLE}."}]}
    try:
        result = await invoke(research_deps(services), TOOL_NAME, {"query": call["args"].get("query", "")})
    except DossierError as error:
        return {**about, "content": [{"error": str(error)}]}
    return {**about, "content": result.result}


def _change_of_state(
    state: State, calls: Sequence[Mapping[str, Any]], responses: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    own = [response for response in responses if response["name"] == TOOL_NAME]
    failed = [message for response in responses for message in errors(response["content"])]
    change: dict[str, Any] = {
        "agent_turn_tool_calls": [*_of_this_turn(state, "agent_turn_tool_calls", "id"), *calls],
        "agent_turn_tool_responses": [
            *_of_this_turn(state, "agent_turn_tool_responses", "tool_call_id"),
            *responses,
        ],
        "executed_tool_responses": list(responses),
        "rag_context": [text for response in own for text in rag_context(response["content"])],
    }
    if failed or _field(state, "error_message"):
        change["error_message"] = "; ".join(failed) or None
    return change


def _of_this_turn(state: State, name: str, identified_by: str) -> list[Mapping[str, Any]]:
    """What is recorded so far, without what belongs to model messages before the last question."""
    messages = list(_field(state, "messages") or ())
    questions = [place for place, message in enumerate(messages) if _kind(message) in ("human", "user")]
    earlier = {call["id"] for message in messages[: questions[-1] if questions else 0] for call in _calls(message)}
    return [one for one in _field(state, name) or () if one[identified_by] not in earlier]


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
