"""Each call of a tool through REST or MCP is one line of the log, without a word of the caller's, and is counted."""

import functools
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, ParamSpec, TypeVar, cast
from uuid import uuid4

from fastmcp.exceptions import ToolError
from pydantic import JsonValue

from services.agent.tools.result import as_json, log_line
from services.api.dependencies import Door
from services.errors import DossierError
from services.models import DoorName, Metadata, ToolResult, Viewpoint

T = TypeVar("T")
P = ParamSpec("P")
Count = Callable[[Metadata, ToolResult], Coroutine[Any, Any, None]]
_Route = Callable[P, Coroutine[Any, Any, T]]


async def count_work(
    name: str, door: DoorName, work: Coroutine[Any, Any, T], args: Mapping[str, object], count: Count | None
) -> T:
    """Count the call and return what `work` answers. A failure is counted with its message if that is ours."""
    started, hits, result, has_failed = time.perf_counter(), 0, cast(JsonValue, None), True
    try:
        answer = await work
        hits, result, has_failed = _count_hits(answer), as_json(answer), False
        return answer
    except (ToolError, DossierError) as error:
        result = {"error": str(error)}
        raise
    finally:
        told = ToolResult(
            id=str(uuid4()),
            name=name,
            result=result,
            duration_ms=(time.perf_counter() - started) * 1000,
            is_error=has_failed,
        )
        log_line(name, door, told.duration_ms, hits, told.id, "failed" if has_failed else "ok")
        if count is not None:
            await count(_given_arguments(args), told)


def counted_as(name: str) -> Callable[[_Route[P, T]], _Route[P, T]]:
    """Counts the calls of a REST route, whose `door` is one of its parameters, under the name of the tool."""

    def decorate(route: _Route[P, T]) -> _Route[P, T]:
        @functools.wraps(route)
        async def call(*args: P.args, **kwargs: P.kwargs) -> T:
            door = kwargs["door"]
            assert isinstance(door, Door)
            asked = {key: value for key, value in kwargs.items() if key != "door"}
            return await count_work(
                name, "rest", route(*args, **kwargs), asked, functools.partial(door.count_call, "rest")
            )

        return call

    return decorate


def _given_arguments(arguments: Mapping[str, object]) -> Metadata:
    """The arguments that say something; of a viewpoint, what it sets."""
    said = {
        name: value.model_dump(mode="json", exclude_defaults=True) if isinstance(value, Viewpoint) else as_json(value)
        for name, value in arguments.items()
    }
    return {name: value for name, value in said.items() if value not in (None, [], {})}


def _count_hits(answer: object) -> int:
    """How many items the answer lists, of whichever kind."""
    lists = (getattr(answer, name, None) for name in ("hits", "facts", "edges", "entities", "documents"))
    return next((len(listed) for listed in lists if isinstance(listed, Sequence)), 0)
