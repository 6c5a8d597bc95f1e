"""REST: the services over HTTP, mounted at `/api`. Every error has one shape, without a stack trace, SQL or secret in it."""

import logging
from collections.abc import Callable

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi_offline import FastAPIOffline
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from services.api import chat, documents, graph, health, search
from services.api.security import error_response
from services.backend import Backend
from services.errors import DossierError
from services.settings import Settings

logger = logging.getLogger(__name__)
CODES = {400: "bad_request", 401: "unauthorized", 404: "not_found", 405: "method_not_allowed", 413: "too_large"}


def build_api(backend: Callable[[], Backend], settings: Settings) -> FastAPI:
    """`backend` is called at each request: the services may open after the routes are built."""
    api = FastAPIOffline(redoc_url=None, title="Dossier", description="Documents and a temporal knowledge graph.")
    api.state.backend = backend
    api.state.settings = settings
    for part in (health, search, documents, graph, chat):
        api.include_router(part.router)
    api.add_exception_handler(DossierError, _ours)
    api.add_exception_handler(RequestValidationError, _invalid)
    api.add_exception_handler(HTTPException, _http)
    api.add_exception_handler(Exception, _unexpected)
    return api


async def _ours(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, DossierError)
    return error_response(error.status, error.code, str(error))


async def _invalid(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    sentences = [f"{'.'.join(str(part) for part in e['loc'][1:]) or 'body'}: {e['msg']}" for e in error.errors()]
    return error_response(422, "invalid_input", "; ".join(sentences))


async def _http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return error_response(error.status_code, CODES.get(error.status_code, "error"), str(error.detail))


async def _unexpected(request: Request, error: Exception) -> JSONResponse:
    logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return error_response(500, "internal", "Something went wrong here; the log has the details.")
