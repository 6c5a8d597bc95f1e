"""/graph: neighbourhood, entities, timeline, diff, facts."""

from typing import Annotated

from fastapi import APIRouter, Query

from services.api.dependencies import AsOf, OneCollection, OpenDoor
from services.api.shapes import READABLE, Cursor, EntityType, ErrorShape, FactsShape, NeededMoment, WrittenMoment
from services.errors import InvalidInput
from services.models import Diff, EntityPage, Neighborhood, Timeline
from services.moments import moment

CURSOR = "the `next_cursor` of the page before; nothing in it is to be read or made up"

router = APIRouter(prefix="/graph", tags=["graph"])

UNKNOWN: dict[int | str, dict[str, object]] = {404: {"model": ErrorShape, "description": "No entity has that name"}}


@router.get("/neighborhood/{entity:name}", responses=UNKNOWN)
async def neighborhood(door: OpenDoor, entity: str, as_of: AsOf, collection: OneCollection = None) -> Neighborhood:
    return await door.call(door.services.graph.within(collection).neighborhood(entity, as_of=as_of))


@router.get("/entities")
async def entities(
    door: OpenDoor,
    type: Annotated[EntityType | None, Query(description="one of the types in the graph")] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[Cursor | None, Query(description=CURSOR)] = None,
) -> EntityPage:
    return await door.call(door.services.graph.entities(type=type, limit=limit, cursor=cursor))


@router.get("/timeline/{entity:name}", responses=UNKNOWN)
async def timeline(
    door: OpenDoor,
    entity: str,
    start_date: WrittenMoment | None = None,
    end_date: WrittenMoment | None = None,
    collection: OneCollection = None,
) -> Timeline:
    start, end = moment(start_date, "start_date"), moment(end_date, "end_date")
    return await door.call(door.services.graph.within(collection).timeline(entity, start, end))


@router.get("/diff/{entity:name}", responses=UNKNOWN)
async def diff(
    door: OpenDoor,
    entity: str,
    start: Annotated[NeededMoment, Query(alias="from")],
    end: Annotated[NeededMoment, Query(alias="to")],
    include_undated: bool = False,
    collection: OneCollection = None,
) -> Diff:
    first, last = moment(start, "from"), moment(end, "to")
    if first is None or last is None:
        raise InvalidInput("Give both dates: from=1998-01-01&to=2001-01-01.")
    graph = door.services.graph.within(collection)
    return await door.call(graph.diff(entity, first, last, include_undated=include_undated))


@router.get("/facts")
async def facts(
    door: OpenDoor,
    as_of: AsOf,
    query: Annotated[str, Query(min_length=1, max_length=1000, json_schema_extra=READABLE)],
    limit: Annotated[int, Query(ge=1, le=50)] = 10,
    relation: str | None = None,
    collection: OneCollection = None,
) -> FactsShape:
    found = door.services.graph.within(collection).search_facts(query, limit=limit, relation=relation, as_of=as_of)
    return FactsShape(query=query, facts=list(await door.call(found)))
