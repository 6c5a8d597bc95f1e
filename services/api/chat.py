"""POST /chat: the answer as server-sent events, the same events that the chat page draws."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from fastapi import APIRouter
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

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
    viewpoint = await door.call(request.chosen.apply_to(request.viewpoint, door.services.library))
    run = await door.call(door.services.runs.start(request.question(viewpoint), "rest"))
    headers = {"cache-control": "no-cache", "x-accel-buffering": "no", "x-conversation-id": str(run.conversation_id)}
    return EventStream(_stream(door, run), media_type="text/event-stream", headers=headers)


class EventStream(StreamingResponse):
    """Closes what it reads from when it ends, however it ends, and does not leave that to the collector."""

    def __init__(self, events: AsyncGenerator[str, None], **options: Any) -> None:
        super().__init__(events, **options)
        self.events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self.events):
            await super().__call__(scope, receive, send)


async def _stream(door: Door, run: ChatRun) -> AsyncGenerator[str, None]:
    """A client that hangs up gives back the reader's lease, which ends the run; so does a server that stops."""
    async with aclosing(door.iterate(run.follow())) as batches:
        async for batch in batches:
            for written in filter(None, map(as_public_json, batch)):
                yield f"data: {written}\n\n"
            if is_stopping():
                return
            if not batch:
                yield ": still here\n\n"
