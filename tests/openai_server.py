"""A small OpenAI-compatible server of our own, so that clients are tested over the wire.

    with OpenAIServer() as server:
        server.say(Reply(text="Hello"))                                   # the next chat completion
        server.say(Reply(tools=(ToolUse("hybrid_search", {"query": "Mir"}),)))   # then a tool call
        server.answer_with(lambda request: Reply(text="…"))               # when no Reply is queued
        server.embed_as(Trouble(status=429))                              # the next embedding request fails
        Settings(openai_base_url=server.url, openai_api_key="test-key")

`requests` holds what was asked, oldest first. Chat completions stream when the request says `stream`. Unscripted
embeddings are hashed bags of words: texts that share words are similar, and the same text always has the same vector.
"""

import asyncio
import hashlib
import json
import math
import re
import socket
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Self

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

Json = dict[str, object]


@dataclass(frozen=True)
class ToolUse:
    name: str
    args: Json
    id: str = ""


@dataclass(frozen=True)
class Reply:
    """One chat completion. `first_token_delay` and `token_delay` are seconds; `cut_after` cuts the connection after so
    many streamed pieces (0: before the first one, and for answers that do not stream)."""

    text: str = ""
    tools: tuple[ToolUse, ...] = ()
    first_token_delay: float = 0
    token_delay: float = 0
    cut_after: int | None = None
    finish: str = ""
    """Why it ended, when it was neither its own end nor a tool call."""


@dataclass(frozen=True)
class Trouble:
    """An error answer; `status` 0 cuts the connection without an answer."""

    status: int
    message: str = "scripted"
    code: str = ""
    retry_after: float | None = None


@dataclass(frozen=True)
class Asked:
    path: str
    body: Json
    key: str


Responder = Callable[[Json], Reply | Trouble]
Vectors = Sequence[Sequence[float]]


class CutConnection(Exception):
    """Raised inside a response so that the server closes the socket in the middle."""


@dataclass
class OpenAIServer:
    dimension: int = 64
    key: str = "test-key"
    """Requests with another bearer key get 401."""
    requests: list[Asked] = field(default_factory=list)
    _chat: deque[Reply | Trouble] = field(default_factory=deque)
    _embeddings: deque[Vectors | Trouble] = field(default_factory=deque)
    _responder: Responder = field(default=lambda request: Reply(text="Unscripted answer."))
    _socket: socket.socket | None = None
    _server: uvicorn.Server | None = None
    _thread: threading.Thread | None = None

    def say(self, *replies: Reply | Trouble) -> None:
        self._chat.extend(replies)

    def answer_with(self, responder: Responder) -> None:
        self._responder = responder

    def embed_as(self, *answers: Vectors | Trouble) -> None:
        self._embeddings.extend(answers)

    def asked(self, path: str) -> list[Json]:
        """Bodies of the requests whose path ends so, oldest first."""
        return [request.body for request in self.requests if request.path.endswith(path)]

    @property
    def url(self) -> str:
        assert self._socket is not None, "the server is not started"
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}/v1"

    def __enter__(self) -> Self:
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self._socket.listen()  # who comes before the server has started waits, and is not refused
        app = Starlette(
            routes=[
                Route("/v1/models", self._models),
                Route("/v1/embeddings", self._embed, methods=["POST"]),
                Route("/v1/deployments/{deployment}/embeddings", self._embed, methods=["POST"]),  # as Azure has them
                Route("/v1/chat/completions", self._complete, methods=["POST"]),
            ]
        )
        self._server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="off"))
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        assert self._server is not None
        assert self._thread is not None
        self._server.should_exit = self._server.force_exit = True
        self._thread.join(timeout=5)

    async def _models(self, request: Request) -> Response:
        return JSONResponse({"object": "list", "data": [{"id": "test-model", "object": "model"}]})

    async def _embed(self, request: Request) -> Response:
        body = await self._noted(request)
        if refusal := self._refusal(request):
            return refusal
        scripted = self._embeddings.popleft() if self._embeddings else None
        if isinstance(scripted, Trouble):
            return _failure(scripted)
        texts = [body["input"]] if isinstance(body["input"], str) else list(body["input"])  # type: ignore[call-overload]
        vectors = scripted if scripted is not None else [hashed_vector(text, self.dimension) for text in texts]
        rows = [{"object": "embedding", "index": i, "embedding": list(vector)} for i, vector in enumerate(vectors)]
        usage = {"prompt_tokens": len(texts), "total_tokens": len(texts)}
        return JSONResponse({"object": "list", "model": body["model"], "data": rows, "usage": usage})

    async def _complete(self, request: Request) -> Response:
        body = await self._noted(request)
        if refusal := self._refusal(request):
            return refusal
        reply = self._chat.popleft() if self._chat else self._responder(body)
        if isinstance(reply, Trouble):
            return _failure(reply)
        if body.get("stream"):
            return StreamingResponse(_pieces(reply, body), media_type="text/event-stream")
        await asyncio.sleep(reply.first_token_delay)
        if reply.cut_after is not None:
            return _cut()
        return JSONResponse(_completion(reply, body))

    async def _noted(self, request: Request) -> Json:
        body: Json = await request.json()
        key = request.headers.get("authorization", "").removeprefix("Bearer ")
        self.requests.append(Asked(request.url.path, body, key))
        return body

    def _refusal(self, request: Request) -> Response | None:
        if request.headers.get("authorization") == f"Bearer {self.key}":
            return None
        return _failure(Trouble(401, "Incorrect API key provided", "invalid_api_key"))


def hashed_vector(text: str, dimension: int) -> list[float]:
    """A bag of words, each hashed to one axis; length 1."""
    vector = [0.0] * dimension
    for word in re.findall(r"\w+", text.lower()) or [text]:
        vector[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4]) % dimension] += 1.0
    length = math.hypot(*vector)
    return [number / length for number in vector]


def _failure(trouble: Trouble) -> Response:
    if trouble.status == 0:
        return _cut()
    error = {"message": trouble.message, "type": "scripted", "param": None, "code": trouble.code or None}
    headers = {} if trouble.retry_after is None else {"retry-after": str(trouble.retry_after)}
    return JSONResponse({"error": error}, trouble.status, headers)


def _cut() -> Response:
    async def nothing() -> AsyncIterator[bytes]:
        yield b""
        raise CutConnection

    return StreamingResponse(nothing(), headers={"content-length": "1000"})


def _completion(reply: Reply, body: Json) -> Json:
    message = {"role": "assistant", "content": reply.text or None, "tool_calls": _tool_calls(reply) or None}
    choice = {"index": 0, "message": message, "finish_reason": _finish_reason(reply), "logprobs": None}
    return {**_head(body, "chat.completion"), "choices": [choice], "usage": _usage(reply, body)}


def _tool_calls(reply: Reply) -> list[Json]:
    return [
        {"id": tool.id or f"call_{i}_{tool.name}", "type": "function", "function": _function(tool)}
        for i, tool in enumerate(reply.tools)
    ]


def _function(tool: ToolUse) -> Json:
    return {"name": tool.name, "arguments": json.dumps(tool.args)}


def _finish_reason(reply: Reply) -> str:
    return reply.finish or ("tool_calls" if reply.tools else "stop")


def _head(body: Json, kind: str) -> Json:
    return {"id": "chatcmpl-test", "object": kind, "created": 1_700_000_000, "model": body.get("model", "test-model")}


def _usage(reply: Reply, body: Json) -> Json:
    asked, said = len(json.dumps(body.get("messages", []))) // 4, max(1, len(reply.text) // 4)
    return {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said}


async def _pieces(reply: Reply, body: Json) -> AsyncIterator[bytes]:
    await asyncio.sleep(reply.first_token_delay)
    for sent, delta in enumerate(_deltas(reply)):
        if sent == reply.cut_after:
            raise CutConnection
        yield _event(body, {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
        await asyncio.sleep(reply.token_delay)
    if reply.cut_after is not None:
        raise CutConnection
    yield _event(body, {"choices": [{"index": 0, "delta": {}, "finish_reason": _finish_reason(reply)}]})
    yield _event(body, {"choices": [], "usage": _usage(reply, body)})
    yield b"data: [DONE]\n\n"


def _deltas(reply: Reply) -> list[Json]:
    """The answer in pieces: text by word, each tool call as its head and then its arguments in two halves."""
    deltas: list[Json] = [{"role": "assistant", "content": word} for word in re.findall(r"\S+\s*|\s+", reply.text)]
    for index, call in enumerate(_tool_calls(reply)):
        function: Json = call["function"]  # type: ignore[assignment]
        arguments = str(function["arguments"])
        head = {**call, "index": index, "function": {"name": function["name"], "arguments": ""}}
        deltas.append({"role": "assistant", "content": None, "tool_calls": [head]})
        for half in (arguments[: len(arguments) // 2], arguments[len(arguments) // 2 :]):
            deltas.append({"tool_calls": [{"index": index, "function": {"arguments": half}}]})
    return deltas or [{"role": "assistant", "content": ""}]


def _event(body: Json, payload: Json) -> bytes:
    return f"data: {json.dumps({**_head(body, 'chat.completion.chunk'), **payload})}\n\n".encode()
