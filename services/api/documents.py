"""/documents: list, one, ingest, delete."""

from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Request, Response

from services.api.dependencies import NO_DOCUMENT, WRITES, FromWhere, OpenDoor
from services.api.shapes import DocumentShape, DocumentsShape, GivenCollection, IngestedShape, VersionsShape
from services.api.uploads import REQUEST_BODY, draft_of
from services.documents.originals import original_of
from services.documents.pages import NARROWEST, WIDEST

router = APIRouter(tags=["documents"])


def _binary(media_type: str, what: str) -> dict[int | str, dict[str, object]]:
    schema = {"schema": {"type": "string", "format": "binary"}}
    return {200: {"description": what, "content": {media_type: schema}}}


A_FILE = _binary("application/octet-stream", "The file")
A_PICTURE = _binary("image/png", "The picture")


@router.get("/documents")
async def list_documents(
    door: OpenDoor,
    viewpoint: FromWhere,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    offset: Annotated[int, Query(ge=0, le=2**31)] = 0,
) -> DocumentsShape:
    found = door.services.library.list(limit=limit, offset=offset, viewpoint=viewpoint)
    return DocumentsShape.of(await door.call(found))


@router.get("/documents/{document_id}", responses=NO_DOCUMENT)
async def get_document(door: OpenDoor, document_id: str, viewpoint: FromWhere) -> DocumentShape:
    return DocumentShape.of(await door.call(door.services.library.get(document_id, viewpoint=viewpoint)))


@router.get("/documents/{document_id}/versions", responses=NO_DOCUMENT)
async def get_versions(door: OpenDoor, document_id: str, viewpoint: FromWhere) -> VersionsShape:
    """Of the document that this is a version of: each has its own id, date and text."""
    found = await door.call(door.services.library.versions(document_id, viewpoint=viewpoint))
    return VersionsShape(versions=list(found))


@router.get("/documents/{document_id}/original", responses={**NO_DOCUMENT, **A_FILE}, response_class=Response)
async def get_original(door: OpenDoor, document_id: str, viewpoint: FromWhere) -> Response:
    """The file as it came, to be saved: no browser opens it in this place."""
    document = await door.call(door.services.library.get(document_id, viewpoint=viewpoint))
    original = original_of(document)
    data = await door.call(door.services.ingestion.originals.read(original))
    return Response(data, media_type="application/octet-stream", headers=_download_headers(original.name))


@router.get("/documents/{document_id}/pages/{number}", responses={**NO_DOCUMENT, **A_PICTURE}, response_class=Response)
async def get_page(
    door: OpenDoor,
    document_id: str,
    number: Annotated[int, Path(ge=1, le=1_000_000, description="from 1, whatever the page's label is")],
    viewpoint: FromWhere,
    width: Annotated[int, Query(ge=NARROWEST, le=WIDEST, description="pixels")] = 1200,
) -> Response:
    """A page of the original as a picture, drawn by us: nothing of the file itself."""
    document = await door.call(door.services.library.get(document_id, viewpoint=viewpoint))
    picture = await door.call(door.services.pages.picture(document, number, width))
    return Response(picture, media_type="image/png", headers=HARMLESS)


HARMLESS = {"content-security-policy": "default-src 'none'; sandbox", "x-content-type-options": "nosniff"}


def _download_headers(name: str) -> dict[str, str]:
    """A file of anybody's is never shown here: it is saved under its name, and may do nothing if it is opened."""
    return {"content-disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}", **HARMLESS}


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
    collection: Annotated[GivenCollection | None, Query(description="where it goes; else the configured")] = None,
) -> IngestedShape:
    """Multipart with a `file` (and optional `title`, `source`, `reference_time`, `metadata`), or JSON."""
    ingestion = door.services.ingestion.for_collection(collection)
    draft = await draft_of(request, ingestion.read, lambda *file: door.call(ingestion.keep(*file)))
    ingested = await door.call(ingestion.add(draft))
    response.status_code = 200 if ingested.status == "unchanged" else 201
    return IngestedShape.of(ingested, draft)


@router.delete("/documents/{document_id}", status_code=204, responses={**NO_DOCUMENT, **WRITES})
async def delete_document(door: OpenDoor, document_id: str) -> None:
    await door.call(door.services.ingestion.delete(document_id))
