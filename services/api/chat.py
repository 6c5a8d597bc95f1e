"""POST /chat: the answer as server-sent events, the same events that the chat page draws."""

from collections.abc import AsyncIterator

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from services.api.dependencies import WRITES, Door, OpenDoor
from services.api.shapes import ChatRequest, ErrorShape
from services.chat.public_events import as_public_json
from services.chat.runs import ChatRun
from services.process import is_stopping

router = APIRouter(tags=["chat"])

EVENT = {"type": "object", "required": ["data"], "properties": {"data": {"type": "string"}}}
EVENTS = {
    200: {
        "description": "One JSON object an event: `tool_call`, `tool_result`, `text`, `answer`, `error`. "
        "The header `x-conversation-id` names the conversation to go on with.",
        "content": {"text/event-stream": {"schema": EVENT}},
    },
    404: {"model": ErrorShape, "description": "There is no such conversation"},
    **WRITES,
}


@router.post("/chat", response_class=StreamingResponse, responses=EVENTS)  # type: ignore[arg-type]
async def chat(door: OpenDoor, request: ChatRequest) -> StreamingResponse:
    viewpoint = await door.call(request.chosen.seen_from(request.viewpoint, door.services.library))
    run = await door.call(door.services.runs.start(request.question(viewpoint), "rest"))
    headers = {"cache-control": "no-cache", "x-accel-buffering": "no", "x-conversation-id": str(run.conversation_id)}
    return StreamingResponse(_stream(door, run), media_type="text/event-stream", headers=headers)


async def _stream(door: Door, run: ChatRun) -> AsyncIterator[str]:
    """A client that hangs up gives back the reader's lease, which ends the run; so does a server that stops."""
    async for batch in door.iterate(run.follow()):
        for written in filter(None, map(as_public_json, batch)):
            yield f"data: {written}\n\n"
        if is_stopping():
            return
        if not batch:
            yield ": still here\n\n"
