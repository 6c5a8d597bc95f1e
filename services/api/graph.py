"""/graph: neighbourhood, entities, timeline, diff, facts."""

from typing import Annotated

from fastapi import APIRouter, Query

from services.api.counting import counted_as
from services.api.dependencies import FromWhere, OpenDoor
from services.api.shapes import Cursor, EntityType, ErrorShape, FactsShape, NeededMoment, WrittenMoment
from services.errors import InvalidInput
from services.models import Diff, EntityPage, Neighborhood, NeighborhoodWithMentions, Timeline
from services.text.dates import last_moment, moment
from services.text.queries import QueryText

CURSOR = "the `next_cursor` of the page before; nothing in it is to be read or made up"

MENTIONED_TOGETHER = (
    "also what documents name close to the entity, as weak links that state nothing, in a field of that name"
)

BEGAN_ONLY = "of the range: only facts that began in it, not all that held"

router = APIRouter(prefix="/graph", tags=["graph"])

UNKNOWN: dict[int | str, dict[str, object]] = {404: {"model": ErrorShape, "description": "No entity has that name"}}


@router.get("/neighborhood/{entity:name}", responses=UNKNOWN)
@counted_as("get_neighborhood")
async def neighborhood(
    door: OpenDoor,
    entity: str,
    viewpoint: FromWhere,
    mentioned_together: Annotated[bool, Query(description=MENTIONED_TOGETHER)] = False,
) -> NeighborhoodWithMentions | Neighborhood:
    graph = door.services.graph
    around = await door.call(graph.neighborhood(entity, viewpoint=viewpoint))
    if not mentioned_together:
        return around
    links = await door.call(graph.mentioned_together([around.entity], around.nodes, viewpoint=viewpoint))
    return NeighborhoodWithMentions(**dict(around), mentioned_together=links)


@router.get("/entities")
@counted_as("find_entities")
async def entities(
    door: OpenDoor,
    viewpoint: FromWhere,
    type: Annotated[EntityType | None, Query(description="one of the types in the graph")] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[Cursor | None, Query(description=CURSOR)] = None,
) -> EntityPage:
    return await door.call(door.services.graph.entities(type, limit, cursor, viewpoint=viewpoint))


@router.get("/timeline/{entity:name}", responses=UNKNOWN)
@counted_as("get_timeline")
async def timeline(
    door: OpenDoor,
    entity: str,
    viewpoint: FromWhere,
    start_date: WrittenMoment | None = None,
    end_date: WrittenMoment | None = None,
    began_only: Annotated[bool, Query(description=BEGAN_ONLY)] = False,
) -> Timeline:
    start, end = moment(start_date, "start_date"), last_moment(end_date, "end_date")
    graph = door.services.graph
    return await door.call(graph.timeline(entity, start, end, began_only=began_only, viewpoint=viewpoint))


@router.get("/diff/{entity:name}", responses=UNKNOWN)
@counted_as("get_diff")
async def diff(
    door: OpenDoor,
    entity: str,
    viewpoint: FromWhere,
    start: Annotated[NeededMoment, Query(alias="from")],
    end: Annotated[NeededMoment, Query(alias="to")],
    include_undated: bool = False,
) -> Diff:
    first, last = moment(start, "from"), moment(end, "to")
    if first is None or last is None:
        raise InvalidInput("Give both dates: from=1998-01-01&to=2001-01-01.")
    view = viewpoint.model_copy(update={"undated": include_undated})
    return await door.call(door.services.graph.diff(entity, first, last, viewpoint=view))


@router.get("/facts")
@counted_as("search_facts")
async def facts(
    door: OpenDoor,
    viewpoint: FromWhere,
    query: Annotated[QueryText, Query()],
    limit: Annotated[int, Query(ge=1, le=50)] = 10,
    relation: str | None = None,
) -> FactsShape:
    found = door.services.graph.search_facts(query, limit=limit, relation=relation, viewpoint=viewpoint.or_ever())
    return FactsShape(query=query, facts=list(await door.call(found)))
