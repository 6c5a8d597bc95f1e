"""What stands before every route: which hosts and origins may ask, which key `/api` wants, what a page may load."""

import ipaddress
import secrets
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from pydantic import SecretStr
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from services.errors import InvalidInput
from services.settings import Settings

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self' blob: {inline}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; "
    "font-src 'self' data:; connect-src 'self' blob: data:; frame-src 'self' data: blob:; worker-src 'self' blob:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
)
PROTECTED = ("/api", "/mcp")
OPEN = "/api/health"
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


def check_address(settings: Settings) -> None:
    """Raises InvalidInput when the server would listen beyond this machine without a key."""
    if not _is_loopback(settings.address) and settings.api_key is None:
        raise InvalidInput(
            f"DOSSIER_ADDRESS={settings.address} would open Dossier to the network. "
            "Set DOSSIER_API_KEY as well, or leave the address at 127.0.0.1."
        )


def _is_loopback(address: str) -> bool:
    if address == "localhost":
        return True
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def error_response(status: int, code: str, message: str) -> JSONResponse:
    return JSONResponse({"error": {"code": code, "message": message}}, status)


def guards(settings: Settings, script_sources: Sequence[str] = ()) -> list[Middleware]:
    """Outermost first. `script_sources` name the dashboard's own inline scripts by their hashes."""
    return [
        Middleware(SecurityHeaders, script_sources=script_sources),
        Middleware(KnownHost, names=settings.host_names),
        Middleware(SameOrigin),
        Middleware(RequireApiKey, api_key=settings.api_key),
    ]


async def _refuse(scope: Scope, receive: Receive, send: Send, response: JSONResponse) -> None:
    """A websocket that is closed before it was accepted becomes status 403."""
    if scope["type"] == "websocket":
        await WebSocketClose(code=1008, reason="refused")(scope, receive, send)
    else:
        await response(scope, receive, send)


class SecurityHeaders:
    """A document may hold a script or a remote image: neither is ever loaded, so nothing on a page can leak."""

    def __init__(self, app: ASGIApp, script_sources: Sequence[str] = ()) -> None:
        self._app = app
        self._inline = " ".join(script_sources)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        # The OpenAPI page starts itself from an inline script; no text of a document is ever on it. It names no hash:
        # beside one, 'unsafe-inline' would not count.
        inline = "'unsafe-inline'" if scope["path"].startswith("/api/docs") else self._inline

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                # A foreign file comes with a stricter one.
                headers.setdefault("content-security-policy", CONTENT_SECURITY_POLICY.format(inline=inline))
                headers["x-content-type-options"] = "nosniff"
                headers["referrer-policy"] = "same-origin"
            await send(message)

        await self._app(scope, receive, send_with_headers)


class KnownHost:
    """Refuses to be called by a name that is not ours: another site's name may have been pointed at this machine."""

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self._app = app
        self._names = frozenset(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or self._is_known(host_name(Headers(scope=scope).get("host"))):
            await self._app(scope, receive, send)
            return
        message = "This server does not answer to that host name. Add the name to DOSSIER_ALLOWED_HOSTS."
        await _refuse(scope, receive, send, error_response(400, "unknown_host", message))

    def _is_known(self, name: str) -> bool:
        ends = [name[place:] for place, letter in enumerate(name) if letter == "."]
        return name in self._names or any(f"*{end}" in self._names for end in ends)


def host_name(host: str | None) -> str:
    """The name in a `Host` header: lower case, without port and brackets; empty when it is not one."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # raises ValueError when it is no number
    except ValueError:
        return ""
    return "" if parts.netloc != host or "@" in host else (parts.hostname or "").rstrip(".")


class SameOrigin:
    """Refuses writes and websockets of another site's page: a browser names the page's origin, others name none."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._may_change_something(scope) and self._is_foreign(Headers(scope=scope)):
            response = error_response(403, "foreign_origin", "Requests from pages of other sites are refused.")
            await _refuse(scope, receive, send, response)
            return
        await self._app(scope, receive, send)

    @staticmethod
    def _may_change_something(scope: Scope) -> bool:
        if scope["type"] == "http":
            return scope["method"] not in SAFE_METHODS and scope["path"].startswith(PROTECTED)
        return bool(scope["type"] == "websocket")

    @staticmethod
    def _is_foreign(headers: Headers) -> bool:
        origin = headers.get("origin")
        return origin is not None and origin.split("://")[-1] != headers.get("host")


class RequireApiKey:
    """With a key configured, `/api` (except its health) and `/mcp` want `Authorization: Bearer <key>`."""

    def __init__(self, app: ASGIApp, api_key: SecretStr | None) -> None:
        self._app = app
        self._api_key = api_key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._api_key is None or scope["type"] != "http" or self._may_pass(scope, self._api_key):
            await self._app(scope, receive, send)
            return
        response = error_response(401, "unauthorized", "Send the key as `Authorization: Bearer <DOSSIER_API_KEY>`.")
        response.headers["www-authenticate"] = "Bearer"
        await response(scope, receive, send)

    @staticmethod
    def _may_pass(scope: Scope, api_key: SecretStr) -> bool:
        path = scope["path"].rstrip("/")
        if path == OPEN or not path.startswith(PROTECTED):
            return True
        scheme, _, given = Headers(scope=scope).get("authorization", "").partition(" ")
        # Starlette reads header bytes as latin-1, clients send UTF-8.
        right = secrets.compare_digest(given.strip().encode("latin-1"), api_key.get_secret_value().encode())
        return right and scheme.lower() == "bearer"
