"""Servers that speak the protocol almost: what they do is put right before it reaches tools, trace or history."""

import json
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast
from uuid import uuid4

from pydantic_ai import RunContext
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    ModelResponsePart,
    RetryFeedbackPart,
    ToolCallPart,
)
from pydantic_ai.models import ModelRequestContext

from services.agent.deps import ResearchDeps
from services.text import cleaning

ID_LENGTH = 9
"""What the strictest of them accepts, in letters and digits."""
HALF_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
LONGEST_ID = 200
LONGEST_NAME = 64
"""What the protocol allows; a model may make a name up."""


@dataclass
class RepairServerQuirks(AbstractCapability[ResearchDeps]):
    """Some count their calls anew in each answer: then `call_0` would mean all first calls of a run.

    Some answer nothing, now and then: they are asked the same again, without a system message after the question,
    which many refuse.
    """

    async def before_model_request(
        self,
        ctx: RunContext[ResearchDeps],  # noqa: ARG002
        request_context: ModelRequestContext,
    ) -> ModelRequestContext:
        request_context.messages = list(_without_empty_answers(request_context.messages))
        return request_context

    async def after_model_request(
        self,
        ctx: RunContext[ResearchDeps],  # noqa: ARG002
        *,
        request_context: ModelRequestContext,
        response: ModelResponse,
    ) -> ModelResponse:
        return replace(response, parts=list(_with_unique_ids(response.parts, request_context.messages)))


def _without_empty_answers(messages: Sequence[ModelMessage]) -> Iterator[ModelMessage]:
    """Without the requests to say something and the answers that they are about."""
    for message, following in zip(messages, [*messages[1:], None], strict=True):
        if not (_asks_to_say_something(message) or _asks_to_say_something(following)):
            yield message


def _asks_to_say_something(message: ModelMessage | None) -> bool:
    return isinstance(message, ModelRequest) and all(
        isinstance(part, RetryFeedbackPart) and part.retry.cause == "no_output" for part in message.parts
    )


def _with_unique_ids(
    parts: Sequence[ModelResponsePart], messages: Sequence[ModelMessage]
) -> Iterator[ModelResponsePart]:
    """Each call under an id that no other call of the conversation has, and a name that can be kept and sent back."""
    taken = {part.tool_call_id for message in messages for part in message.parts if isinstance(part, ToolCallPart)}
    for part in parts:
        if not isinstance(part, ToolCallPart):
            yield part
            continue
        own = part.tool_call_id if _is_usable(part.tool_call_id, taken) else uuid4().hex[:ID_LENGTH]
        taken.add(own)
        yield _named(part, own)


def _named(call: ToolCallPart, own_id: str) -> ToolCallPart:
    name = cleaning.replace(call.tool_name)[:LONGEST_NAME]
    return replace(call, tool_call_id=own_id, tool_name=name, args=_storable(call.args))


def _storable(args: str | dict[str, Any] | None) -> str | dict[str, Any] | None:
    """Half characters, written as such or as an escape, would make the whole call unreadable."""
    if isinstance(args, dict):
        return cast(dict[str, Any], cleaning.replace_in(args, by=" "))
    if not args or not HALF_CHARACTER.search(args):
        return args
    try:
        read = json.loads(args)
    except ValueError:
        return args  # the model is told what is wrong with it
    return json.dumps(cleaning.replace_in(read, by=" "))


def _is_usable(call_id: str, taken: Collection[str]) -> bool:
    return call_id not in taken and len(call_id) <= LONGEST_ID and cleaning.replace(call_id) == call_id
