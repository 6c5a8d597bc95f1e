"""What stands before every route: which hosts and origins may ask, which key `/api` wants, what a page may load."""

import ipaddress
import secrets

from pydantic import SecretStr
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.errors import InvalidInput
from services.settings import Settings

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self' blob:{inline}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self' data:; connect-src 'self' blob: data:; frame-src 'self' data: blob:; worker-src 'self' blob:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
)
PROTECTED = ("/api", "/mcp")
OPEN = "/api/health"
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


def check_address(settings: Settings) -> None:
    """Raises InvalidInput when the server would listen beyond this machine without a key."""
    if not is_loopback(settings.address) and settings.api_key is None:
        raise InvalidInput(
            f"DOSSIER_ADDRESS={settings.address} would open Dossier to the network. "
            "Set DOSSIER_API_KEY as well, or leave the address at 127.0.0.1."
        )


def is_loopback(address: str) -> bool:
    if address == "localhost":
        return True
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def error_response(status: int, code: str, message: str) -> JSONResponse:
    return JSONResponse({"error": {"code": code, "message": message}}, status)


class SecurityHeaders:
    """A document may hold a script or a remote image: neither is ever loaded, so nothing on a page can leak."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        # The OpenAPI page starts itself from an inline script; no text of a document is ever on it.
        inline = " 'unsafe-inline'" if scope["path"].startswith("/api/docs") else ""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["content-security-policy"] = CONTENT_SECURITY_POLICY.format(inline=inline)
                headers["x-content-type-options"] = "nosniff"
                headers["referrer-policy"] = "same-origin"
            await send(message)

        await self._app(scope, receive, send_with_headers)


class SameOrigin:
    """Refuses writes that another site's page sends: a browser names the page's origin, other clients name none."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self._is_foreign_write(scope):
            response = error_response(403, "foreign_origin", "Requests from pages of other sites are refused.")
            await response(scope, receive, send)
            return
        await self._app(scope, receive, send)

    @staticmethod
    def _is_foreign_write(scope: Scope) -> bool:
        if scope["method"] in SAFE_METHODS or not scope["path"].startswith(PROTECTED):
            return False
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        return origin is not None and origin.split("://")[-1] != headers.get("host")


class RequireApiKey:
    """With a key configured, `/api` (except its health) and `/mcp` want `Authorization: Bearer <key>`."""

    def __init__(self, app: ASGIApp, api_key: SecretStr | None) -> None:
        self._app = app
        self._api_key = api_key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._api_key is None or scope["type"] != "http" or self._may_pass(Request(scope)):
            await self._app(scope, receive, send)
            return
        response = error_response(401, "unauthorized", "Send the key as `Authorization: Bearer <DOSSIER_API_KEY>`.")
        response.headers["www-authenticate"] = "Bearer"
        await response(scope, receive, send)

    def _may_pass(self, request: Request) -> bool:
        path = request.url.path.rstrip("/")
        if path == OPEN or not path.startswith(PROTECTED):
            return True
        given = request.headers.get("authorization", "")
        assert self._api_key is not None
        return secrets.compare_digest(given.encode(), f"Bearer {self._api_key.get_secret_value()}".encode())
