"""Folders and web pages that are looked at again and again, and what is gone from them."""

from typing import Literal
from uuid import UUID

from pydantic import Field

from services.models.base import Model, Moment

WatchKind = Literal["folder", "page", "feed"]


class Watch(Model):
    """`address` is a folder's path or the URL of a page or feed; that it is a feed is known when it was looked at.
    `declared`: `sources.toml` names it. `collection` None: the configured one. `problem` says why the last
    look failed, in a sentence; `seen_at` is when the last look succeeded."""

    id: UUID
    kind: WatchKind
    address: str
    collection: str | None
    every_seconds: int
    created_at: Moment
    seen_at: Moment | None
    due_at: Moment
    problem: str
    document_count: int
    declared: bool = Field(False, exclude_if=lambda declared: not declared)


class FeedEntry(Model):
    """`date` is when it was updated, else published; None: the feed does not say."""

    url: str
    title: str
    date: Moment | None


class Feed(Model):
    title: str
    entries: tuple[FeedEntry, ...]


class GoneFile(Model):
    """A file that a watched folder no longer has, and its document, which is still here."""

    watch_id: UUID
    address: str
    source: str
    document_id: UUID
    title: str
    gone_at: Moment
