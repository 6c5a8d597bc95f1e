"""/documents: list, one, ingest, delete."""

import json
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import ValidationError
from starlette.datastructures import UploadFile

from services.api.dependencies import OpenDoor, moment
from services.api.shapes import DocumentShape, DocumentsShape, IngestedShape, NewDocument
from services.documents.readers import read
from services.errors import InvalidInput
from services.models import DocumentDraft

router = APIRouter(tags=["documents"])


@router.get("/documents")
async def list_documents(
    door: OpenDoor, limit: Annotated[int, Query(ge=1, le=100)] = 20, offset: Annotated[int, Query(ge=0, le=2**31)] = 0
) -> DocumentsShape:
    return DocumentsShape.of(await door.call(door.services.library.list(limit=limit, offset=offset)))


@router.get("/documents/{document_id}")
async def get_document(door: OpenDoor, document_id: str) -> DocumentShape:
    return DocumentShape.of(await door.call(door.services.library.get(document_id)))


@router.post("/documents", status_code=201, responses={200: {"model": IngestedShape}})
async def add_document(door: OpenDoor, request: Request, response: Response) -> IngestedShape:
    """Multipart with a `file` (and optional `title`, `source`, `reference_time`, `metadata`), or JSON."""
    draft = await _draft(request)
    ingested = await door.call(door.services.ingestion.add(draft))
    response.status_code = 200 if ingested.status == "unchanged" else 201
    return IngestedShape.of(ingested)


@router.delete("/documents/{document_id}", status_code=204)
async def delete_document(door: OpenDoor, document_id: str) -> None:
    await door.call(door.services.ingestion.delete(document_id))


async def _draft(request: Request) -> DocumentDraft:
    if request.headers.get("content-type", "").startswith("multipart/form-data"):
        return await _draft_of_form(request)
    try:
        return NewDocument.model_validate_json(await request.body()).draft()
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "body"
        raise InvalidInput(f"{place}: {first['msg']}. Send title, content and optionally source, metadata, reference_time.") from error


async def _draft_of_form(request: Request) -> DocumentDraft:
    async with request.form() as form:
        upload = form.get("file")
        if not isinstance(upload, UploadFile) or not upload.filename:
            raise InvalidInput("The form has no file. Send it in the field `file`.")
        draft = await read(await upload.read(), upload.filename, max_megabytes=request.app.state.settings.max_file_megabytes)
        changes = {name: str(form[name]) for name in ("title", "source") if form.get(name)}
        when = moment(str(form["reference_time"]), "reference_time") if form.get("reference_time") else draft.reference_time
        metadata = draft.metadata | _metadata(str(form.get("metadata") or "{}"))
        return draft.model_copy(update={**changes, "reference_time": when, "metadata": metadata})


def _metadata(text: str) -> dict[str, object]:
    try:
        parsed = json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidInput("metadata is not JSON. Send an object such as {\"author\": \"…\"}.") from error
    if not isinstance(parsed, dict):
        raise InvalidInput("metadata must be a JSON object.")
    return parsed
