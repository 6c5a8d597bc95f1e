"""Which documents are chosen: by themselves, their sources, their metadata or their dates."""

from datetime import datetime
from typing import TypeVar
from uuid import UUID

from services.models.base import Metadata, Model, Moment, StorableText

T = TypeVar("T")
NO_DOCUMENT = UUID(int=0)
"""What no document has for an id: chosen alone, nothing is."""


class SearchFilters(Model):
    """Which documents are looked at: those that fit all of these. Empty means no filter.

    `since` and `until` are dates of documents; an undated one counts by the day it came in.
    """

    document_ids: tuple[UUID, ...] = ()
    sources: tuple[StorableText, ...] = ()
    metadata: dict[StorableText, StorableText] = {}
    since: Moment | None = None
    until: Moment | None = None

    @property
    def is_empty(self) -> bool:
        return self == NO_FILTERS

    def narrow_by(self, other: "SearchFilters") -> "SearchFilters":
        """What fits both."""
        if self.is_empty or other.is_empty:
            return other if self.is_empty else self
        ids, sources = _both(self.document_ids, other.document_ids), _both(self.sources, other.sources)
        contradict = any(self.metadata[name] != other.metadata[name] for name in self.metadata.keys() & other.metadata)
        is_nothing = ids is None or sources is None or contradict
        return SearchFilters(
            document_ids=(NO_DOCUMENT,) if is_nothing else ids or (),
            sources=sources or (),
            metadata=self.metadata | other.metadata,
            since=_last(self.since, other.since),
            until=_first(self.until, other.until),
        )

    def as_json(self) -> Metadata:
        """The filters as JSON, without empty ones."""
        return self.model_dump(mode="json", exclude_defaults=True)


NO_FILTERS = SearchFilters()


def _both(some: tuple[T, ...], others: tuple[T, ...]) -> tuple[T, ...] | None:
    """None: there is a choice, and nothing is in both."""
    if not some or not others:
        return some or others
    return tuple(one for one in some if one in others) or None


def _last(one: datetime | None, other: datetime | None) -> datetime | None:
    return max(filter(None, (one, other)), default=None)


def _first(one: datetime | None, other: datetime | None) -> datetime | None:
    return min(filter(None, (one, other)), default=None)
