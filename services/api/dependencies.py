"""What the routes share: the way to the services, and dates as people write them in a URL."""

from collections.abc import Coroutine
from datetime import UTC, datetime
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Query, Request

from services.backend import Backend
from services.core import Services
from services.errors import InvalidInput

T = TypeVar("T")


class Door:
    """The services, whose pools live on another event loop: `await door.call(door.services.…)`."""

    def __init__(self, backend: Backend) -> None:
        self.services: Services = backend.services
        self._backend = backend

    async def call(self, coro: Coroutine[Any, Any, T]) -> T:
        return await self._backend.call(coro)


def door(request: Request) -> Door:
    return Door(request.app.state.backend())


def moment(text: str | None, name: str) -> datetime | None:
    """ISO 8601, with or without time and zone (then UTC). Raises InvalidInput."""
    if text is None or not text.strip():
        return None
    try:
        # An unescaped "+" of a zone arrives as a space.
        parsed = datetime.fromisoformat(text.strip().replace(" ", "+", 1) if text.count(":") > 2 else text.strip())
        return (parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise InvalidInput(f"{name}={text!r} is not a date. Write it as 1998-03-12 or 1998-03-12T00:00:00Z.") from error


def as_of(as_of: Annotated[str | None, Query(description="ISO 8601; the world as it was then")] = None) -> datetime | None:
    return moment(as_of, "as_of")


OpenDoor = Annotated[Door, Depends(door)]
AsOf = Annotated[datetime | None, Depends(as_of)]
