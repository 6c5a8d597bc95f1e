"""What the routes share: the way to the services, and the date that they look from."""

from collections.abc import AsyncGenerator, AsyncIterator, Coroutine
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Query, Request
from starlette.convertors import Convertor, register_url_convertor

from services.agent.tools.result import count_call
from services.api.shapes import DocumentNamed, ErrorShape, GivenText, MetadataNamed, WrittenMoment
from services.backend import Backend
from services.core import Services
from services.documents.choice import MOST_CHOSEN, Choice, parse_pairs
from services.models import DoorName, Metadata, ToolResult, Viewpoint
from services.text.dates import last_moment, moment

T = TypeVar("T")


class Door:
    """The services, whose pools live on another event loop: `await door.call(door.services.…)`."""

    def __init__(self, backend: Backend) -> None:
        self.services: Services = backend.services
        self._backend = backend

    async def call(self, coro: Coroutine[Any, Any, T]) -> T:
        return await self._backend.call(coro)

    async def count_call(self, door: DoorName, args: Metadata, told: ToolResult) -> None:
        await count_call(told.name, self.call(self.services.traces.record(door, args, told)))

    def iterate(self, items: AsyncIterator[T]) -> AsyncGenerator[T, None]:
        return self._backend.iterate(items)


def door(request: Request) -> Door:
    return Door(request.app.state.backend())


class EntityName(Convertor[str]):
    """Whatever a document may call something: slashes and line breaks are no ends of a name."""

    regex = "(?s:.*)"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("name", EntityName())

NO_DOCUMENT: dict[int | str, dict[str, object]] = {
    404: {"model": ErrorShape, "description": "There is no such document"}
}
WRITES: dict[int | str, dict[str, object]] = {
    403: {"model": ErrorShape, "description": "A page of another site may not write"},
    413: {"model": ErrorShape, "description": "More was sent than is read"},
}
OneCollection = Annotated[
    GivenText | None, Query(description="only this one's documents, and the facts that they state")
]


def choice(
    document: Annotated[
        list[DocumentNamed],
        Query(max_length=MOST_CHOSEN, description="only these, by id, title or file name; given more than once"),
    ] = [],  # noqa: B006 – FastAPI copies it
    source: Annotated[list[GivenText], Query(max_length=MOST_CHOSEN, description="only of these sources")] = [],  # noqa: B006
    metadata: Annotated[
        list[MetadataNamed], Query(max_length=100, description="name=value, which the documents must have")
    ] = [],  # noqa: B006
    since: Annotated[WrittenMoment | None, Query(description="only documents dated then or later")] = None,
    until: Annotated[WrittenMoment | None, Query(description="only documents dated by then")] = None,
) -> Choice:
    return Choice(
        documents=tuple(document),
        sources=tuple(source),
        metadata=parse_pairs(metadata),
        since=since,
        until=until,
    )


async def viewpoint(
    door: Annotated[Door, Depends(door)],
    chosen: Annotated[Choice, Depends(choice)],
    as_of: Annotated[WrittenMoment | None, Query(description="the world as it was then")] = None,
    published_by: Annotated[WrittenMoment | None, Query(description="only what documents dated by then state")] = None,
    known_on: Annotated[WrittenMoment | None, Query(description="only what was in Dossier by then")] = None,
    collection: OneCollection = None,
) -> Viewpoint:
    looking = Viewpoint(
        as_of=moment(as_of, "as_of"),
        published_by=last_moment(published_by, "published_by"),
        known_on=last_moment(known_on, "known_on"),
        collection=collection,
    )
    return await door.call(chosen.apply_to(looking, door.services.library))


OpenDoor = Annotated[Door, Depends(door)]
FromWhere = Annotated[Viewpoint, Depends(viewpoint)]
