"""The services, alive on one event loop in one thread.

Database pools and graph drivers belong to the loop that opened them. Streamlit runs pages in threads of its own, REST
on the server's loop; both come here, through `run` and `stream` or `call` and `iterate`.
"""

import asyncio
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager
from queue import SimpleQueue
from typing import Any, TypeVar

from services.core import Services, open_services
from services.settings import Settings

T = TypeVar("T")


class _End:
    """Follows a stream's last item."""


class Backend:
    """Opens the services in the constructor, which raises what they raise; `close` closes them and ends the thread.

    `serving` and `graph` as for `open_services`.
    """

    services: Services

    def __init__(self, settings: Settings, *, serving: bool = True, graph: bool = True) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run_loop, name="services", daemon=True)
        self._thread.start()
        self._closing = asyncio.Event()
        opened: Future[Services] = Future()
        self._lifetime = self._submit(self._live(open_services(settings, serving=serving, graph=graph), opened))
        try:
            self.services = opened.result()
        except BaseException:
            self._give_up()
            raise

    def run(self, coro: Coroutine[Any, Any, T]) -> T:
        """From a thread: run `coro` and wait for its result."""
        self._refuse_own_loop(coro)
        future = self._submit(coro)
        try:
            return future.result()
        finally:
            future.cancel()

    def stream(self, items: AsyncIterator[T]) -> Iterator[T]:
        """From a thread: iterate `items`; leaving the loop early cancels the work behind it."""
        self._refuse_own_loop()
        queue: SimpleQueue[T | _End] = SimpleQueue()
        future = self._submit(_pump(items, queue.put))
        try:
            while not isinstance(item := queue.get(), _End):
                yield item
            future.result()
        finally:
            future.cancel()

    async def call(self, coro: Coroutine[Any, Any, T]) -> T:
        """From another event loop: await `coro`; cancelling the caller cancels it."""
        self._refuse_own_loop(coro)
        return await asyncio.wrap_future(self._submit(coro))

    async def iterate(self, items: AsyncIterator[T]) -> AsyncGenerator[T, None]:
        """From another event loop: iterate `items`; leaving the loop early cancels the work behind it."""
        self._refuse_own_loop()
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[T | _End] = asyncio.Queue()
        future = self._submit(_pump(items, lambda item: loop.call_soon_threadsafe(queue.put_nowait, item)))
        try:
            while not isinstance(item := await queue.get(), _End):
                yield item
            await asyncio.wrap_future(future)
        finally:
            future.cancel()

    @property
    def is_open(self) -> bool:
        return not self._loop.is_closed()

    def close(self) -> None:
        """Once; later calls find nothing to do."""
        if not self.is_open:
            return
        self._loop.call_soon_threadsafe(self._closing.set)
        try:
            self._lifetime.result()
        finally:
            self._submit(_end_others()).result()
            self._stop_loop()

    async def _live(self, opening: AbstractAsyncContextManager[Services], opened: "Future[Services]") -> None:
        # One task opens and closes, for the same reason that one task pumps.
        try:
            async with opening as services:
                opened.set_result(services)
                await self._closing.wait()
        except BaseException as error:
            if opened.done():
                raise
            opened.set_exception(error)

    def _submit(self, coro: Coroutine[Any, Any, T]) -> "Future[T]":
        return asyncio.run_coroutine_threadsafe(coro, self._loop)

    def _refuse_own_loop(self, coro: Coroutine[Any, Any, Any] | None = None) -> None:
        """Waiting there for work that only this loop can do would never end."""
        if threading.current_thread() is self._thread:
            if coro is not None:
                coro.close()
            raise RuntimeError("Already on the services' loop: await the coroutine instead.")

    def _give_up(self) -> None:
        """Interrupted or failed while opening: what was opened is closed before the loop ends."""
        self._lifetime.cancel()
        self._submit(_end_others(cancel=False)).result()
        self._stop_loop()

    def _run_loop(self) -> None:
        self._loop.run_forever()
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def _stop_loop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()


async def _pump(items: AsyncIterator[T], put: Callable[[T | _End], object]) -> None:
    """One task from first item to last: cancel scopes may not move between tasks."""
    try:
        async for item in items:
            put(item)
    finally:
        put(_End())
        if (close := getattr(items, "aclose", None)) is not None:
            await close()  # here and now, not when the garbage collector finds it


async def _end_others(*, cancel: bool = True) -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others if cancel else ():
        task.cancel()
    if others:
        await asyncio.wait(others)
