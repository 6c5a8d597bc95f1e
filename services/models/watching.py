"""Folders and web pages that are looked at again and again, and what is gone from them."""

from typing import Literal
from uuid import UUID

from services.models.base import Model, Moment

WatchKind = Literal["folder", "page"]


class Watch(Model):
    """`address` is a folder's path or a page's URL. `collection` None: the configured one. `problem` says why the last
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


class GoneFile(Model):
    """A file that a watched folder no longer has, and its document, which is still here."""

    watch_id: UUID
    address: str
    source: str
    document_id: UUID
    title: str
    gone_at: Moment
