"""GET /health: can documents be searched, and how is each part."""

from fastapi import APIRouter, Response

from services.api.dependencies import OpenDoor
from services.api.shapes import HealthShape

router = APIRouter(tags=["health"])


@router.get("/health", responses={503: {"model": HealthShape}})
async def health(door: OpenDoor, response: Response) -> HealthShape:
    found = await door.call(door.services.health())
    response.status_code = 200 if found.ok else 503
    return HealthShape.of(found)
