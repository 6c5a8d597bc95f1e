"""The inline scripts of a page by their hashes, so that a content security policy can allow these and no others."""

import base64
import hashlib
from collections.abc import Sequence
from html.parser import HTMLParser


def script_sources(html: str) -> tuple[str, ...]:
    """`'sha256-…'` of each script that stands in the page itself (https://www.w3.org/TR/CSP3/#match-element-to-source-list)."""
    page = _Scripts()
    page.feed(html)
    return tuple(_source(script) for script in page.inline)


def _source(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


class _Scripts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.inline: list[str] = []
        self._is_inside = False

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self._is_inside = tag == "script" and "src" not in dict(attrs)
        if self._is_inside:
            self.inline.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._is_inside = False

    def handle_data(self, data: str) -> None:
        if self._is_inside:
            self.inline[-1] += data
