"""What a feed lists, in RSS or Atom: the address, title and date of each entry. Their pages have their texts."""

import calendar
import io
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urljoin

import feedparser

from services.errors import UnreadableDocument
from services.models import Feed, FeedEntry
from services.text.cleaning import document_text

MOST_ENTRIES = 200
LONGEST_TITLE = 500


def read_feed(data: bytes, url: str) -> Feed:
    """`url` is where the feed lies, for addresses that count from there. Raises UnreadableDocument for what is no
    feed."""
    found = feedparser.parse(io.BytesIO(data), sanitize_html=False, resolve_relative_uris=False)
    if not found.version and not found.entries:
        raise UnreadableDocument(f"{url} is neither a page nor a feed that can be read.")
    entries = {entry.url: entry for entry in _entries(found.entries[:MOST_ENTRIES], url)}
    return Feed(title=_line(found.feed.get("title")), entries=tuple(entries.values()))


def _entries(given: list[Mapping[str, Any]], url: str) -> Iterator[FeedEntry]:
    for entry in given:
        if link := str(entry.get("link") or "").strip():
            date = _moment(entry, "updated_parsed") or _moment(entry, "published_parsed")
            yield FeedEntry(url=urljoin(url, link), title=_line(entry.get("title")), date=date)


def _moment(entry: Mapping[str, Any], name: str) -> datetime | None:
    """feedparser tells times in UTC; some of them are none."""
    try:
        return datetime.fromtimestamp(calendar.timegm(entry[name]), UTC)
    except (KeyError, TypeError, ValueError, OverflowError, OSError):
        return None


def _line(text: object) -> str:
    return " ".join(document_text(str(text or "")).split())[:LONGEST_TITLE]
