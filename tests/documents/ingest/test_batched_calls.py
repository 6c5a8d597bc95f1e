"""Work that gathers while earlier work is under way."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from services.documents.ingest.batched_calls import LOOK_SECONDS, BatchedCalls
from services.stores.batches import batches


@dataclass
class Slow:
    """Work that goes on when it is let; each call is written down."""

    calls: list[list[int]] = field(default_factory=list)
    go_on: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, keys: Sequence[int]) -> Mapping[int, str]:
        self.calls.append(list(keys))
        await self.go_on.wait()
        if 13 in keys:
            raise ValueError("not that one")
        return {key: f"done {key}" for key in keys}


async def asked(together: BatchedCalls[int, str], *keys: int, hold: float = 0) -> list["asyncio.Task[str]"]:
    tasks = [asyncio.create_task(together(key, hold=hold)) for key in keys]
    for _ in range(20):
        await asyncio.sleep(0)
    return tasks


async def test_what_is_asked_for_during_work_is_done_together_afterwards() -> None:
    slow = Slow()
    together = BatchedCalls(slow, 3)
    tasks = [*await asked(together, 1), *await asked(together, 2, 3, 4, 5)]
    slow.go_on.set()
    assert await asyncio.gather(*tasks) == [f"done {key}" for key in range(1, 6)]
    assert slow.calls == [[1], [2, 3, 4], [5]]


async def test_a_key_is_worked_on_once_and_again_when_it_is_asked_for_during_its_work() -> None:
    slow = Slow()
    together = BatchedCalls(slow, 3)
    tasks = [*await asked(together, 1), *await asked(together, 2, 2, 1)]
    assert together.is_at(1)
    assert not together.is_at(2)
    slow.go_on.set()
    await asyncio.gather(*tasks)
    assert slow.calls == [[1], [2, 1]]


async def test_who_no_longer_waits_stops_the_work_and_the_others_begin_anew() -> None:
    slow = Slow()
    together = BatchedCalls(slow, 3)
    (first,) = await asked(together, 0)
    second, third, also_third = await asked(together, 2, 3, 3)
    first.cancel()
    await asked(together)
    assert slow.calls == [[0], [2, 3]]
    also_third.cancel()
    second.cancel()
    await asyncio.wait([second, also_third])
    slow.go_on.set()
    assert await third == "done 3"
    assert slow.calls == [[0], [2, 3], [3]]


async def test_those_of_which_the_work_says_nothing_are_worked_on_again_beside_what_came_meanwhile() -> None:
    calls, go_on = list[list[int]](), asyncio.Event()

    async def smaller_half(keys: Sequence[int]) -> Mapping[int, str]:
        calls.append(list(keys))
        await go_on.wait()
        return {key: f"done {key}" for key in sorted(keys)[: (len(keys) + 1) // 2]}

    together = BatchedCalls(smaller_half, 4)
    tasks = [*await asked(together, 9, 1), *await asked(together, 2)]
    go_on.set()
    assert await asyncio.gather(*tasks) == ["done 9", "done 1", "done 2"]
    assert calls == [[9, 1], [9, 2], [9]]


async def test_all_hear_of_what_went_wrong_and_the_next_are_done() -> None:
    slow = Slow()
    together = BatchedCalls(slow, 3)
    tasks = [*await asked(together, 13), *await asked(together, 2)]
    slow.go_on.set()
    with pytest.raises(ValueError, match="not that one"):
        await tasks[0]
    assert await tasks[1] == "done 2"


async def test_calls_wait_for_those_that_are_to_come_and_are_worked_on_with_them() -> None:
    slow = Slow()
    slow.go_on.set()
    together = BatchedCalls(slow, 3)
    with together.more_to_come(), together.more_to_come():
        first = await asked(together, 1, hold=60)
        await asyncio.sleep(3 * LOOK_SECONDS)
        second = await asked(together, 2, hold=60)
        await asyncio.sleep(3 * LOOK_SECONDS)
        assert slow.calls == []
    assert await asyncio.gather(*first, *second) == ["done 1", "done 2"]
    assert slow.calls == [[1, 2]]


async def test_as_many_as_are_done_together_wait_for_no_more() -> None:
    slow = Slow()
    slow.go_on.set()
    together = BatchedCalls(slow, 3)
    with together.more_to_come():
        tasks = await asked(together, 1, 2, 3, 4, hold=60)
        await asyncio.gather(*tasks[:3])
        assert slow.calls == [[1, 2, 3]]
    await tasks[3]
    assert slow.calls == [[1, 2, 3], [4]]


async def test_nobody_waits_for_ever_for_what_is_to_come() -> None:
    slow = Slow()
    slow.go_on.set()
    together = BatchedCalls(slow, 3)
    with together.more_to_come():
        assert await together(1, hold=2 * LOOK_SECONDS) == "done 1"


async def test_a_call_that_is_not_to_be_held_back_goes_at_once_with_those_that_are() -> None:
    slow = Slow()
    slow.go_on.set()
    together = BatchedCalls(slow, 3)
    with together.more_to_come():
        held = await asked(together, 1, hold=60)
        assert await together(2) == "done 2"
        assert await held[0] == "done 1"
        again = await asked(together, 1, hold=60)
        await asyncio.sleep(2 * LOOK_SECONDS)
        assert await together(1) == "done 1"
    await again[0]
    assert slow.calls == [[1, 2], [1]]


async def test_what_is_left_over_from_a_call_is_held_back_no_longer() -> None:
    calls = list[list[int]]()

    async def only_the_first(keys: Sequence[int]) -> dict[int, str]:
        calls.append([*keys])
        return {keys[0]: f"done {keys[0]}"}

    together = BatchedCalls(only_the_first, 2)
    with together.more_to_come():
        tasks = await asked(together, 1, 2, hold=60)
        assert await asyncio.gather(*tasks) == ["done 1", "done 2"]
    assert calls == [[1, 2], [2]]


async def test_a_call_that_is_given_up_while_it_waits_for_others_is_not_worked_on() -> None:
    slow = Slow()
    slow.go_on.set()
    together = BatchedCalls(slow, 3)
    with together.more_to_come():
        given_up, kept = await asked(together, 1, 2, hold=60)
        given_up.cancel()
        await asyncio.wait([given_up])
    assert await kept == "done 2"
    assert slow.calls == [[2]]


def test_batches_leave_nothing_out() -> None:
    assert list(batches(range(5), 2)) == [[0, 1], [2, 3], [4]]
