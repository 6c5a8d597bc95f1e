"""GET /search: the same hits as the tools and the tuner."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from services.api.dependencies import AsOf, OneCollection, OpenDoor
from services.api.shapes import READABLE, SearchShape, WrittenMoment
from services.errors import InvalidInput
from services.models import SearchFilters, SearchMode
from services.moments import moment

router = APIRouter(tags=["search"])


@router.get("/search")
async def search(
    door: OpenDoor,
    as_of: AsOf,
    query: Annotated[str, Query(min_length=1, max_length=1000, json_schema_extra=READABLE)],
    mode: SearchMode = "hybrid",
    text_weight: Annotated[float | None, Query(ge=0, le=1, allow_inf_nan=False)] = None,
    limit: Annotated[int | None, Query(ge=1, le=50)] = None,
    collection: OneCollection = None,
    document_id: Annotated[list[UUID] | None, Query()] = None,
    source: Annotated[list[str] | None, Query()] = None,
    since: WrittenMoment | None = None,
    until: WrittenMoment | None = None,
) -> SearchShape:
    if not query.strip():
        raise InvalidInput("query is empty. Write at least one word.")
    filters = SearchFilters(
        collection=collection,
        document_ids=tuple(document_id or ()),
        sources=tuple(source or ()),
        since=moment(since, "since"),
        until=moment(until, "until"),
        as_of=as_of,
    )
    found = door.services.search.search(query, mode, limit=limit, text_weight=text_weight, filters=filters)
    return SearchShape.of(await door.call(found))
