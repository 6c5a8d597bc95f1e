"""A feed: the page of each entry becomes a document of the entry's date, and a new version when that is updated."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from services.documents.ingest.ingestion import Ingestion
from services.errors import DossierError, StoreUnavailable
from services.models import FeedEntry, Watch
from services.watching.fetching import FetchedPage, WebFetcher
from services.watching.store import KnownFile, WatchStore
from services.watching.troubles import in_one_sentence

MOST_AT_ONCE = 20
"""Entries whose pages are fetched at one look, so that other watches have their turn; the others at the next."""


@dataclass(frozen=True)
class FeedEntries:
    store: WatchStore
    ingestion: Ingestion
    fetcher: WebFetcher

    async def look(self, watch: Watch, feed: FetchedPage) -> str:
        """What went wrong with entries, in a sentence; else nothing. Raises UnreadableDocument, StoreUnavailable."""
        await self.store.set_kind(watch, "feed")
        read = await asyncio.to_thread(self.ingestion.reading.feed, feed.data, feed.url)
        known = await self.store.files(watch)
        problems = list[str]()
        for entry in [one for one in read.entries if _is_new(one, known)][:MOST_AT_ONCE]:
            try:
                await self._take(watch, entry)
            except StoreUnavailable:
                raise
            except DossierError as error:
                problems.append(str(error))
                await self.store.put(watch, _as_known(entry, known), str(error))
        return in_one_sentence(problems)

    async def _take(self, watch: Watch, entry: FeedEntry) -> None:
        """An address is fetched and read as that of a page is: it may lead anywhere but inside."""
        page, now = await self.fetcher.fetch(entry.url), datetime.now(UTC)
        ingestion = self.ingestion.for_collection(watch.collection)
        draft = await asyncio.to_thread(ingestion.read, page.data, page.name)
        known = {"feed": watch.address, "url": page.url, "fetched_at": now.isoformat()}
        changes = {
            "source": entry.url,
            "title": entry.title or draft.title,
            "reference_time": min(entry.date or draft.reference_time or now, now),
            "metadata": {**draft.metadata, **known},
        }
        kept = await ingestion.keep(draft.model_copy(update=changes), page.data, page.name)
        stored = await ingestion.store(kept, graph=True, deduplicate=False)
        await self.store.put(watch, KnownFile(entry.url, stored.document_id, "", _mark(entry), None))
        await ingestion.with_graph(stored, graph=True)


def _is_new(entry: FeedEntry, known: Mapping[str, KnownFile]) -> bool:
    """Or updated, or failed before. One whose document was deleted is neither."""
    there = known.get(entry.url)
    return there is None or there.mark != _mark(entry)


def _as_known(entry: FeedEntry, known: Mapping[str, KnownFile]) -> KnownFile:
    """As it was before it failed: it is tried again at the next look."""
    there = known.get(entry.url)
    return there or KnownFile(entry.url, None, "", "", None)


def _mark(entry: FeedEntry) -> str:
    return entry.date.isoformat() if entry.date else "undated"
