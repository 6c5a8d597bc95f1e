"""/documents: list, one, ingest, delete."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from services.api.dependencies import WRITES, FromWhere, OpenDoor
from services.api.shapes import DocumentShape, DocumentsShape, ErrorShape, GivenText, IngestedShape
from services.api.uploads import REQUEST_BODY, draft_of
from services.models import LONGEST_COLLECTION

router = APIRouter(tags=["documents"])

MISSING: dict[int | str, dict[str, object]] = {404: {"model": ErrorShape, "description": "There is no such document"}}


@router.get("/documents")
async def list_documents(
    door: OpenDoor,
    viewpoint: FromWhere,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    offset: Annotated[int, Query(ge=0, le=2**31)] = 0,
) -> DocumentsShape:
    found = door.services.library.list(limit=limit, offset=offset, viewpoint=viewpoint)
    return DocumentsShape.of(await door.call(found))


@router.get("/documents/{document_id}", responses=MISSING)
async def get_document(door: OpenDoor, document_id: str, viewpoint: FromWhere) -> DocumentShape:
    return DocumentShape.of(await door.call(door.services.library.get(document_id, viewpoint=viewpoint)))


@router.post(
    "/documents",
    status_code=201,
    responses={200: {"model": IngestedShape, "description": "It is there already"}, **WRITES},
    openapi_extra=REQUEST_BODY,
)
async def add_document(
    door: OpenDoor,
    request: Request,
    response: Response,
    collection: Annotated[
        GivenText | None,
        Query(min_length=1, max_length=LONGEST_COLLECTION, description="where it goes; else the configured"),
    ] = None,
) -> IngestedShape:
    """Multipart with a `file` (and optional `title`, `source`, `reference_time`, `metadata`), or JSON."""
    ingestion = door.services.ingestion.into(collection)
    draft = await draft_of(request, ingestion.read)
    ingested = await door.call(ingestion.add(draft))
    response.status_code = 200 if ingested.status == "unchanged" else 201
    return IngestedShape.of(ingested, draft)


@router.delete("/documents/{document_id}", status_code=204, responses={**MISSING, **WRITES})
async def delete_document(door: OpenDoor, document_id: str) -> None:
    await door.call(door.services.ingestion.delete(document_id))
