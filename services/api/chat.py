"""POST /chat: the answer as server-sent events, the same events that the chat page draws."""

from collections.abc import AsyncIterator

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from services.agent.runs import ChatRun
from services.api.dependencies import Door, OpenDoor
from services.api.shapes import ChatRequest
from services.models import ChatEvent
from services.process import is_stopping

router = APIRouter(tags=["chat"])

FIELDS: dict[str, set[str]] = {
    "tool_call": {"type", "id", "name", "args"},
    "tool_result": {"type", "id", "name", "result", "duration_ms", "is_error"},
    "text": {"type", "delta"},
    "answer": {"type", "text", "citations", "usage", "model"},
    "error": {"type", "code", "message"},
}
"""What each event promises; what else the page draws may change."""

EVENTS = {
    200: {
        "description": "One JSON object an event: `tool_call`, `tool_result`, `text`, `answer`, `error`. "
        "The header `x-conversation-id` names the conversation to go on with.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}


@router.post("/chat", response_class=StreamingResponse, responses=EVENTS)  # type: ignore[arg-type]
async def chat(door: OpenDoor, request: ChatRequest) -> StreamingResponse:
    run = await door.call(
        door.services.runs.start(
            request.prompt,
            profile=request.profile,
            as_of=request.as_of,
            conversation_id=request.conversation_id,
            collection=request.collection,
        )
    )
    headers = {"cache-control": "no-cache", "x-accel-buffering": "no", "x-conversation-id": str(run.conversation_id)}
    return StreamingResponse(_stream(door, run), media_type="text/event-stream", headers=headers)


async def _stream(door: Door, run: ChatRun) -> AsyncIterator[str]:
    """A client that hangs up gives back the reader's lease, which ends the run; so does a server that stops."""
    async for batch in door.iterate(run.follow()):
        for event in filter(is_promised, batch):
            yield server_sent(event)
        if is_stopping():
            return
        if not batch:
            yield ": still here\n\n"


def is_promised(event: ChatEvent) -> bool:
    """A model's thinking is for the page alone."""
    return event.type in FIELDS


def server_sent(event: ChatEvent) -> str:
    return f"data: {event.model_dump_json(include=FIELDS[event.type])}\n\n"
