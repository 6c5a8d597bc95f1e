"""What a client sends as a new document: a form with a file, or JSON; and how much of it is read at most."""

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import Request
from pydantic import TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, Headers, UploadFile
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.api.security import error_response
from services.api.shapes import GivenMetadata, NewDocument
from services.errors import InvalidInput
from services.models import DocumentDraft, Metadata
from services.text.cleaning import document_text
from services.text.dates import moment

FORM_OVERHEAD = 100_000
"""Bytes of a form beside its file: field names, boundaries, metadata."""

REQUEST_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": NewDocument.model_json_schema()},
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {
                        "file": {"type": "string", "format": "binary"},
                        "title": {"type": "string"},
                        "source": {"type": "string"},
                        "reference_time": {"type": "string", "description": "ISO 8601; when it was written"},
                        "metadata": {"type": "string", "description": "a JSON object"},
                    },
                }
            },
        },
    }
}

Read = Callable[[bytes, str], DocumentDraft]
Keep = Callable[[DocumentDraft, bytes, str], Awaitable[DocumentDraft]]
_METADATA: TypeAdapter[Metadata] = TypeAdapter(GivenMetadata)


async def draft_of(request: Request, read: Read, keep: Keep) -> DocumentDraft:
    """`read` makes a draft of a file and its name, and takes its time; `keep` keeps the file. Raises InvalidInput,
    UnreadableDocument."""
    if request.headers.get("content-type", "").startswith("multipart/form-data"):
        async with request.form() as form:
            return await _draft_of_form(form, read, keep)
    try:
        return NewDocument.model_validate_json(await request.body()).draft()
    except ValidationError as error:
        wanted = "Send JSON with title, content and optionally source, metadata, reference_time; or a form with a file."
        raise InvalidInput(f"{_first(error)} {wanted}") from error


async def _draft_of_form(form: FormData, read: Read, keep: Keep) -> DocumentDraft:
    upload = form.get("file")
    if not isinstance(upload, UploadFile) or not upload.filename:
        raise InvalidInput("The form has no file. Send it in the field `file`.")
    changes = {name: text for name in ("title", "source") if (text := document_text(_field(form, name)).strip())}
    when = moment(_field(form, "reference_time"), "reference_time")
    metadata = _metadata(_field(form, "metadata") or "{}")
    data = await upload.read()
    draft = await run_in_threadpool(read, data, upload.filename)
    given = draft.model_copy(
        update={
            **changes,
            "reference_time": when or draft.reference_time,
            "warnings": () if when else draft.warnings,
            "metadata": draft.metadata | metadata,
        }
    )
    return await keep(given, data, upload.filename)


def _field(form: FormData, name: str) -> str:
    value = form.get(name) or ""
    if not isinstance(value, str):
        raise InvalidInput(f"{name} must be a plain field of the form, not a file.")
    return value


def _metadata(text: str) -> Metadata:
    try:
        return _METADATA.validate_json(text)
    except ValidationError as error:
        raise InvalidInput(f'metadata: {_first(error)} Send a JSON object such as {{"author": "…"}}.') from error


def _first(error: ValidationError) -> str:
    found = error.errors(include_input=False, include_url=False)[0]
    place = ".".join(str(part) for part in found["loc"])
    return f"{place}: {found['msg']}." if place else f"{found['msg']}."


class LimitBody:
    """Reads no more than `max_bytes` of a request, whether or not it announced its length."""

    def __init__(self, app: ASGIApp, max_bytes: int) -> None:
        self._app = app
        self._max_bytes = max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "")
        if announced.isdecimal() and int(announced) > self._max_bytes:
            await self._too_large()(scope, receive, send)
            return
        read_bytes = 0

        async def counted() -> Message:
            nonlocal read_bytes
            message = await receive()
            read_bytes += len(message.get("body", b""))
            if read_bytes > self._max_bytes:
                raise HTTPException(413, self._sentence)
            return message

        await self._app(scope, counted, send)

    def _too_large(self) -> JSONResponse:
        return error_response(413, "too_large", self._sentence)

    @property
    def _sentence(self) -> str:
        megabytes = self._max_bytes // 1_000_000
        return f"More than {megabytes} MB were sent. Split the document, or raise DOSSIER_MAX_FILE_MB."
