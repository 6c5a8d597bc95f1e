"""MCP over HTTP, opened at its first request: its library takes a second to import, and most starts never need it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send

from services.backend import Backend

if TYPE_CHECKING:
    from fastmcp.server.http import StarletteWithLifespan


class McpDoor:
    """An ASGI application for `path`; `open` is to be entered in the server's lifespan."""

    def __init__(self, backend: Callable[[], Backend], path: str) -> None:
        self._backend = backend
        self._path = path
        self._app: StarletteWithLifespan | None = None
        self._task: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        self._closing, self._lock = asyncio.Event(), asyncio.Lock()
        try:
            yield
        finally:
            self._closing.set()
            if self._task is not None:
                await self._task

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (await self._opened())(scope, receive, send)

    async def _opened(self) -> "StarletteWithLifespan":
        async with self._lock:
            if self._app is None:
                app = await run_in_threadpool(self._build)
                ready = asyncio.Event()
                self._task = asyncio.create_task(self._live(app, ready))
                await ready.wait()
                self._app = app
            return self._app

    def _build(self) -> "StarletteWithLifespan":
        from services.api.mcp import mcp_over_http

        return mcp_over_http(self._backend, self._path)

    async def _live(self, app: "StarletteWithLifespan", ready: asyncio.Event) -> None:
        """One task enters and leaves: the library's task group may not move between tasks."""
        async with app.lifespan(app):
            ready.set()
            await self._closing.wait()
