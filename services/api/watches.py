"""/watches: folders and web pages that are looked at again and again."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from services.api.dependencies import WRITES, OpenDoor
from services.api.shapes import ErrorShape, GivenCollection, GivenText
from services.models import Watch
from services.watching.sources_file import LATEST, SOONEST

router = APIRouter(tags=["watches"])

MISSING: dict[int | str, dict[str, object]] = {404: {"model": ErrorShape, "description": "Nothing watched has this id"}}


class NewWatch(BaseModel):
    address: GivenText = Field(min_length=1, max_length=2000, description="a folder here, or a web page's URL")
    collection: GivenCollection | None = None
    every_seconds: int | None = Field(None, ge=SOONEST, le=LATEST)


class WatchesShape(BaseModel):
    watches: list[Watch]


@router.get("/watches")
async def list_watches(door: OpenDoor) -> WatchesShape:
    return WatchesShape(watches=list(await door.call(door.services.watches.all())))


@router.post("/watches", status_code=201, responses=WRITES)
async def add_watch(door: OpenDoor, new: NewWatch) -> Watch:
    """What is watched already takes collection and interval anew, and is looked at now."""
    adding = door.services.watches.add(new.address, collection=new.collection, every_seconds=new.every_seconds)
    return await door.call(adding)


@router.delete("/watches/{watch_id}", status_code=204, responses={**MISSING, **WRITES})
async def remove_watch(door: OpenDoor, watch_id: Annotated[UUID, Path()]) -> None:
    """Its documents stay."""
    await door.call(door.services.watches.remove(watch_id))
