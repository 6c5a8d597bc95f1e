"""REST: the services over HTTP, mounted at `/api`. Every error has one shape, without stack trace, SQL or secret."""

import logging
import re
from collections.abc import Callable

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from fastapi_offline import FastAPIOffline
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.routing import Mount
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.api import chat, documents, editing, graph, health, search, watches
from services.api.security import error_response
from services.api.shapes import ErrorShape
from services.api.uploads import FORM_OVERHEAD, LimitBody
from services.backend import Backend
from services.errors import DossierError
from services.settings import Settings

logger = logging.getLogger(__name__)

CODES = {400: "bad_request", 401: "unauthorized", 404: "not_found", 405: "method_not_allowed", 413: "too_large"}
DESCRIPTION = """Documents and a temporal knowledge graph. Dates are ISO 8601 in UTC. Every error is
`{"error": {"code": "not_found", "message": "…"}}` with the fitting status."""
ERRORS = {
    400: {"model": ErrorShape, "description": "The request cannot be read, or calls the server by a name not its own"},
    401: {"model": ErrorShape, "description": "A key is configured, and the request does not carry it"},
    422: {"model": ErrorShape, "description": "What was sent cannot be understood"},
    503: {"model": ErrorShape, "description": "A store or a model is down or starting"},
}


PARTS = (health, search, editing, documents, watches, graph, chat)


class ApiMount(Mount):
    """Takes every path below it: one with a line break would else be taken for a page of the dashboard."""

    def __init__(self, path: str, api: FastAPI) -> None:
        super().__init__(path, app=api)
        self.path_regex = re.compile(self.path_regex.pattern, re.DOTALL)


def build_api(backend: Callable[[], Backend], settings: Settings) -> FastAPI:
    """`backend` is called at each request: the services may open after the routes are built."""
    api: FastAPI = FastAPIOffline(
        redoc_url=None, title="Dossier", description=DESCRIPTION, version="1", responses=ERRORS
    )
    api.state.backend = backend
    api.state.settings = settings
    for part in PARTS:
        api.include_router(part.router)
    api.add_exception_handler(DossierError, _ours)
    api.add_exception_handler(RequestValidationError, _invalid)
    api.add_exception_handler(HTTPException, _http)
    api.add_middleware(LimitBody, max_bytes=settings.max_file_megabytes * 1_000_000 + FORM_OVERHEAD)
    api.add_middleware(UnexpectedErrors)
    return api


async def _ours(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, DossierError)
    return error_response(error.status, error.code, str(error))


async def _invalid(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    sentences = [_sentence(found["loc"], found["msg"]) for found in error.errors()]
    return error_response(422, "invalid_input", "; ".join(sentences))


def _sentence(place: tuple[str | int, ...], message: str) -> str:
    """The place is (where, name …), where being `query`, `path` or `body`."""
    return f"{'.'.join(str(part) for part in place[1:]) or place[0]}: {message}"


async def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    response = error_response(error.status_code, CODES.get(error.status_code, "error"), str(error.detail))
    response.headers.update(error.headers or {})
    if error.status_code == 405 and (methods := _methods(request)):
        response.headers["allow"] = ", ".join(sorted(methods))
    return response


def _methods(request: Request) -> set[str]:
    """All that the path takes; the framework names those of the first route alone."""
    path = request.scope["path"].removeprefix(request.scope.get("root_path", ""))
    routes = [route for part in PARTS for route in part.router.routes if isinstance(route, APIRoute)]
    return {method for route in routes if route.path_regex.match(path) for method in route.methods or ()}


class UnexpectedErrors:
    """The log has the stack trace, the client a sentence. (Starlette's own handler lets the error through as well.)"""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive, watched)
        except Exception:  # the edge: whatever broke behind it, the client gets the one shape
            logger.exception("%s %s failed", scope["method"], scope["path"])
            if started:
                raise
            response = error_response(500, "internal", "Something went wrong here; the log has the details.")
            await response(scope, receive, send)
