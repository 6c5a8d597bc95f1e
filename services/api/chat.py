"""POST /chat: the answer as server-sent events, the same events that the chat page draws."""

from collections.abc import AsyncIterator

from fastapi import APIRouter
from starlette.concurrency import iterate_in_threadpool
from starlette.responses import StreamingResponse

from services.agent.runs import ChatRun
from services.api.dependencies import OpenDoor
from services.api.shapes import ChatRequest

router = APIRouter(tags=["chat"])


@router.post("/chat", response_class=StreamingResponse)
async def chat(door: OpenDoor, request: ChatRequest) -> StreamingResponse:
    run = await door.call(
        door.services.runs.start(
            request.prompt, profile=request.profile, as_of=request.as_of, conversation_id=request.conversation_id
        )
    )
    headers = {"cache-control": "no-cache", "x-conversation-id": str(run.conversation_id)}
    return StreamingResponse(_events(run), media_type="text/event-stream", headers=headers)


async def _events(run: ChatRun) -> AsyncIterator[str]:
    """One JSON object each. A client that hangs up gives back the reader's lease, which ends the run."""
    async for batch in iterate_in_threadpool(run.tail()):
        for event in batch:
            yield f"data: {event.model_dump_json()}\n\n"
        if not batch:
            yield ": still here\n\n"
