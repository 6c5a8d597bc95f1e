"""GET /search: the same hits as the tools and the tuner."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from services.api.counting import counted_as
from services.api.dependencies import FromWhere, OpenDoor
from services.api.shapes import SearchShape
from services.models import SearchFilters, SearchMode
from services.text.queries import QueryText

router = APIRouter(tags=["search"])


@router.get("/search")
@counted_as("search")
async def search(
    door: OpenDoor,
    viewpoint: FromWhere,
    query: Annotated[QueryText, Query()],
    mode: SearchMode = "hybrid",
    text_weight: Annotated[float | None, Query(ge=0, le=1, allow_inf_nan=False)] = None,
    limit: Annotated[int | None, Query(ge=1, le=50)] = None,
    document_id: Annotated[list[UUID] | None, Query(description="as `document`, by ids alone")] = None,
) -> SearchShape:
    filters = SearchFilters(document_ids=tuple(document_id or ()))
    found = door.services.search.search(
        query, mode, limit=limit, text_weight=text_weight, viewpoint=viewpoint, filters=filters
    )
    return SearchShape.of(await door.call(found))
