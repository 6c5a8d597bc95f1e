"""The knowledge base as a tool for other agents: its name, its function schema, and a node for a LangGraph StateGraph.

    graph.add_node(TOOL_NAME, knowledge_base_node(services))

LangGraph itself is not needed: the node is an async function from state to a change of state.
"""

import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import takewhile
from typing import Any, TypeGuard

from services.agent.deps import ResearchDeps, ResearchServices
from services.agent.invocation import invoke
from services.agent.profiles import USES
from services.agent.schemas import Form, Schema, schema_in_form
from services.agent.tools.result import error_messages
from services.errors import DossierError

logger = logging.getLogger(__name__)

TOOL_NAME = "retrieve_knowledge_base"
DEFAULT_DOMAIN = "this collection of documents"
RESPONSE = "llm_response_with_actions"
NOTHING_FOUND = "No specific information was found for your query in the knowledge base."
BAD_RESULT = "There was an issue processing information from the knowledge base."

EXAMPLE = '{"query": "…"}'

State = Any  # LangGraph's own: whatever its schema says
Node = Callable[[State], Awaitable[dict[str, Any]]]


PARAMETERS: Schema = {
    "type": "object",
    "properties": {"query": {"type": "string", "description": "The question or the key words."}},
    "required": ["query"],
    "additionalProperties": False,
}


def function_schema(domain: str = DEFAULT_DOMAIN, form: Form = "openai") -> Schema:
    """For `tools=[…]` of a chat completion of OpenAI or Anthropic, or Gemini's `function_declarations`."""
    does = f"Retrieve passages from the knowledge base about {domain} that answer a question."
    when = f"Use it when {USES[TOOL_NAME].format(domain=domain)}, before answering from memory."
    return schema_in_form(form, TOOL_NAME, f"{does} {when}", PARAMETERS)


def _failure_message(why: str) -> str:
    return f"Information retrieval failed: {why}"


def knowledge_base_node(services: ResearchServices) -> Node:
    """Answers the tool calls of the last model response; an unknown tool's call gets an error, the others run."""

    async def node(state: State) -> dict[str, Any]:
        calls = _calls_of_state(state)
        responses = [await _response(services, call) for call in calls]
        return _change_of_state(state, calls, responses)

    return node


def _calls_of_state(state: State) -> list[dict[str, Any]]:
    """Of `llm_response_with_actions` where the state has it, else of the last message; answered ones are left out.

    A response is a message with its calls, or a list of calls as mappings or as objects.
    """
    messages, response = _field(state, "messages") or (), _field(state, RESPONSE)
    if response is None:
        return _tool_calls(messages)
    answered = {_field(message, "tool_call_id") for message in takewhile(_is_answer, reversed(messages))}
    calls = [_call(raw) for raw in response] if _is_list(response) else _calls(response)
    return [call for call in calls if call["id"] not in answered]


def _is_answer(message: object) -> bool:
    return _kind(message) == "tool"


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _tool_calls(messages: Sequence[object]) -> list[dict[str, Any]]:
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
    return [_call(raw) for calls in told if _is_list(calls) for raw in calls if raw is not None]


def _call(raw: object) -> dict[str, Any]:
    """OpenAI's own objects and mappings have a function with a name, LangChain's the name itself."""
    function = _field(raw, "function")
    named, written = (raw, "args") if function is None else (function, "arguments")
    name = _field(named, "name") or ""
    return {"id": _field(raw, "id") or "", "name": name, "args": _arguments(_field(named, written))}


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
        result = await invoke(ResearchDeps(services), TOOL_NAME, {"query": call["args"].get("query", "")})
    except DossierError as error:
        return {**about, "content": [{"error": str(error)}]}
    return {**about, "content": result.result}


def _change_of_state(
    state: State, calls: Sequence[Mapping[str, Any]], responses: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    failed = [message for response in responses for message in error_messages(response["content"])]
    change: dict[str, Any] = {
        "agent_turn_tool_calls": [*_of_this_turn(state, "agent_turn_tool_calls", "id"), *calls],
        "agent_turn_tool_responses": [
            *_of_this_turn(state, "agent_turn_tool_responses", "tool_call_id"),
            *responses,
        ],
        "executed_tool_responses": list(responses),
        "rag_context": _context(responses),
    }
    if failed or _field(state, "error_message"):
        change["error_message"] = "; ".join(failed) or None
    return change


def _context(responses: Sequence[Mapping[str, Any]]) -> list[str]:
    """All texts that were found; where there is none, the one sentence that says why, a failure before an absence."""
    contents = [response["content"] for response in responses]
    texts = [text for content in contents for text in _chunk_texts(content)]
    return texts or sorted(map(_reason_for_none, contents), key=NOTHING_FOUND.__eq__)[:1]


def _of_this_turn(state: State, name: str, identified_by: str) -> list[Mapping[str, Any]]:
    """What is recorded so far, without what belongs to model messages before the last question."""
    messages = list(_field(state, "messages") or ())
    questions = [place for place, message in enumerate(messages) if _kind(message) in ("human", "user")]
    earlier = {call["id"] for message in messages[: questions[-1] if questions else 0] for call in _calls(message)}
    return [one for one in _field(state, name) or () if one[identified_by] not in earlier]


def rag_context(content: object) -> list[str]:
    """The chunks' texts, or the one message that says why there are none."""
    return _chunk_texts(content) or [_reason_for_none(content)]


def _chunk_texts(content: object) -> list[str]:
    """None where the content is no list of chunks."""
    rows = content if isinstance(content, list) else []
    texts = [row.get("chunk_text") if isinstance(row, Mapping) else None for row in rows]
    return [str(text) for text in texts] if all(isinstance(text, str) for text in texts) else []


def _reason_for_none(content: object) -> str:
    if content == []:
        return NOTHING_FOUND
    failed = error_messages(content) if isinstance(content, list) else []
    return _failure_message(failed[0]) if failed else BAD_RESULT
