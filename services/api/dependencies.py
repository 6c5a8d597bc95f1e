"""What the routes share: the way to the services, and the date that they look from."""

from collections.abc import AsyncIterator, Coroutine
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Query, Request

from services.api.shapes import GivenText
from services.backend import Backend
from services.core import Services
from services.models import Viewpoint
from services.text.dates import last_moment, moment

T = TypeVar("T")


class Door:
    """The services, whose pools live on another event loop: `await door.call(door.services.…)`."""

    def __init__(self, backend: Backend) -> None:
        self.services: Services = backend.services
        self._backend = backend

    async def call(self, coro: Coroutine[Any, Any, T]) -> T:
        return await self._backend.call(coro)

    def iterate(self, items: AsyncIterator[T]) -> AsyncIterator[T]:
        return self._backend.iterate(items)


def door(request: Request) -> Door:
    return Door(request.app.state.backend())


OneCollection = Annotated[
    GivenText | None, Query(description="only this one's documents, and the facts that they state")
]


def viewpoint(
    as_of: Annotated[str | None, Query(description="ISO 8601; the world as it was then")] = None,
    published_by: Annotated[str | None, Query(description="ISO 8601; only what documents dated by then state")] = None,
    known_on: Annotated[str | None, Query(description="ISO 8601; only what was in Dossier by then")] = None,
    collection: OneCollection = None,
) -> Viewpoint:
    return Viewpoint(
        as_of=moment(as_of, "as_of"),
        published_by=last_moment(published_by, "published_by"),
        known_on=last_moment(known_on, "known_on"),
        collection=collection,
    )


OpenDoor = Annotated[Door, Depends(door)]
FromWhere = Annotated[Viewpoint, Depends(viewpoint)]
