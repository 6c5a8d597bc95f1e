"""The dashboard's page as the browser gets it, and what it gets at an address where nothing is.

Streamlit looks for its own server below each page's path before it asks at the root, and each look is an error in the
browser's console; so the page says where the server is. An unknown path would show Streamlit's page with a dialog.
"""

from collections.abc import Iterable, Mapping
from html import escape

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

HERE = "{ BACKEND_BASE_URL: window.location.origin, MAIN_PAGE_BASE_URL: window.location.origin }"
SCRIPT = f"<script>window.__streamlit = {HERE}</script>"
NOT_OURS = ("/api", "/mcp", "/_stcore", "/media", "/static", "/component", "/app")
"""Below these paths others answer."""
NOTHING_HERE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Nothing here · Dossier</title>
<style>
  :root {{ color-scheme: light dark; }}
  body {{ font: 17px/1.6 system-ui, sans-serif; max-width: 36rem; margin: 15vh auto; padding: 0 1.5rem; }}
  a {{ color: #0b63a5; }} code {{ overflow-wrap: anywhere; }}
  @media (prefers-color-scheme: dark) {{ a {{ color: #6cb6f0; }} }}
</style>
</head>
<body>
<main>
<h1>There is nothing here</h1>
<p>Dossier has no page <code>{path}</code>. The link may be incomplete, or the page may have another name.</p>
<ul>{links}</ul>
</main>
</body>
</html>
"""


def with_server(html: str) -> str:
    """Streamlit's page, told that its server is at the root."""
    return html.replace("<head>", f"<head>{SCRIPT}", 1)


class FrontPage:
    """`html`: the dashboard's page, as `with_server` makes it; `pages`: titles by path, the first of which is also at
    the root."""

    def __init__(self, app: ASGIApp, html: str, pages: Mapping[str, str]) -> None:
        self._app = app
        self._page = html
        self._pages = dict(pages)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self._answer(scope) if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") else None
        await (answer or self._app)(scope, receive, send)

    def _answer(self, scope: Scope) -> Response | None:
        path, first = scope["path"], next(iter(self._pages))
        if path == first:
            query = scope["query_string"].decode("latin-1")
            return RedirectResponse(f"/?{query}" if query else "/")
        if path == "/" or path in self._pages:
            return HTMLResponse(self._page, headers={"cache-control": "no-cache"})
        if self._is_asked_by_a_reader(scope) and not any(_is_below(path, other) for other in NOT_OURS):
            return HTMLResponse(nothing_here(path, self._pages.items()), 404)
        return None

    def _is_asked_by_a_reader(self, scope: Scope) -> bool:
        """And not by a page for a file; one page with a slash at its end is led to the one without by Streamlit."""
        path = scope["path"]
        is_file = "." in path.rpartition("/")[2]
        wanted = Headers(scope=scope).get("accept", "")
        return "text/html" in wanted and not is_file and path.rstrip("/") not in self._pages


def _is_below(path: str, other: str) -> bool:
    return path == other or path.startswith(f"{other}/")


def nothing_here(path: str, pages: Iterable[tuple[str, str]]) -> str:
    links = "".join(f'<li><a href="{escape(page)}">{escape(title)}</a></li>' for page, title in pages)
    return NOTHING_HERE.format(path=escape(path), links=links)
