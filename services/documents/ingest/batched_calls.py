"""Calls that arrive while earlier work is under way, or while more are known to come, are batched and done together."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

MOST_TOGETHER = 32
"""Documents: what they say together fits into one transaction most often, and none waits long for the others."""
AT_HAND_SECONDS = 0.2
"""To hold a call back for those that are asked for in the same breath."""
LOOK_SECONDS = 0.05

Key = TypeVar("Key")
Found = TypeVar("Found")


@dataclass
class BatchedCalls(Generic[Key, Found]):
    """`await together(key)`: the outcome for this key of `work`, which gets at most so many keys at once, in the order
    of asking, and says what became of each; those of which it says nothing it gets again. A key that several wait for
    is worked on once; one that is asked for while it is worked on, once more. Inside of `with together.more_to_come()`
    others are on their way, and those that wait are held back for them, until one has waited as long as it may."""

    work: Callable[[Sequence[Key]], Coroutine[Any, Any, Mapping[Key, Found]]]
    most: int = MOST_TOGETHER
    _waiting: dict[Key, list["asyncio.Future[Found]"]] = field(default_factory=dict)
    _held_until: dict[Key, float] = field(default_factory=dict)
    """Of those that wait, by the loop's clock; those that are left over from a call are held back no longer."""
    _under_way: dict[Key, list["asyncio.Future[Found]"]] = field(default_factory=dict)
    _at_work: "asyncio.Task[Mapping[Key, Found]] | None" = None
    _runner: "asyncio.Task[None] | None" = None
    _to_come: int = 0

    async def __call__(self, key: Key, *, hold: float = 0.0) -> Found:
        """`hold`: seconds that it may be held back for others. When nobody waits for it any longer, the work at this
        key ends; that at the others begins anew."""
        loop = asyncio.get_running_loop()
        asked: asyncio.Future[Found] = loop.create_future()
        until = loop.time() + hold
        self._held_until[key] = min(until, self._held_until.get(key, until))
        self._waiting.setdefault(key, []).append(asked)
        if self._runner is None or self._runner.done():
            self._runner = asyncio.create_task(self._run(), name="work done together")
        try:
            return await asked
        except asyncio.CancelledError:
            await self._give_up(key, asked)
            raise

    @contextmanager
    def more_to_come(self) -> Iterator[None]:
        """Until it is left, calls wait for those that will follow."""
        self._to_come += 1
        try:
            yield
        finally:
            self._to_come -= 1

    def is_at(self, key: Key) -> bool:
        return key in self._under_way

    async def _give_up(self, key: Key, asked: "asyncio.Future[Found]") -> None:
        for place in (self._waiting, self._under_way):
            if asked in (askers := place.get(key, [])):
                askers.remove(asked)
                if not askers:
                    del place[key]
                    if place is self._waiting:
                        self._held_until.pop(key, None)
                    elif self._at_work is not None:
                        self._at_work.cancel()
                        await asyncio.wait([self._at_work])

    async def _run(self) -> None:
        while self._waiting:
            await self._gathered()
            keys = [*self._waiting][: self.most]
            self._under_way = {key: self._waiting.pop(key) for key in keys}
            self._held_until = {key: until for key, until in self._held_until.items() if key in self._waiting}
            self._at_work = asyncio.create_task(self.work(keys), name="work on several")
            await asyncio.wait([self._at_work])
            self._hand_out(self._at_work)

    async def _gathered(self) -> None:
        """Until as many wait as are done together, or no more are to come, or one may be held back no longer."""
        now = asyncio.get_running_loop().time
        while self._to_come and 0 < len(self._waiting) < self.most:
            if now() >= min(self._held_until.get(key, 0.0) for key in self._waiting):
                return
            await asyncio.sleep(LOOK_SECONDS)

    def _hand_out(self, done: "asyncio.Task[Mapping[Key, Found]]") -> None:
        asked, self._under_way = self._under_way, {}
        error = None if done.cancelled() else done.exception()
        told = {} if done.cancelled() or error else done.result()
        left = {} if error else {key: askers for key, askers in asked.items() if key not in told}
        self._waiting = {
            key: [*left.get(key, ()), *self._waiting.get(key, ())] for key in dict.fromkeys([*left, *self._waiting])
        }
        for key, future in ((key, future) for key, askers in asked.items() for future in askers if not future.done()):
            if error:
                future.set_exception(error)
            elif key in told:
                future.set_result(told[key])
