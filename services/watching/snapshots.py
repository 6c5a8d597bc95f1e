"""A web page as dated snapshots: each time that its text has changed, a document of that moment."""

import asyncio
import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime

from services.documents.ingest.ingestion import Ingestion
from services.models import Watch
from services.watching.feeds import FeedEntries
from services.watching.fetching import WebFetcher
from services.watching.store import KnownFile, WatchStore

STAMP, FINE_STAMP = "%Y-%m-%d %H:%M:%S UTC", "%Y-%m-%d %H:%M:%S.%f UTC"
"""The finer one where two snapshots are of one second: each is a document of its own, and stands after the first."""
"""Sorts as time does."""


@dataclass(frozen=True)
class PageSnapshots:
    store: WatchStore
    ingestion: Ingestion
    fetcher: WebFetcher

    async def look(self, watch: Watch) -> str:
        """What went wrong with entries of a feed, else nothing. Raises InvalidInput, StoreUnavailable."""
        page, now = await self.fetcher.fetch(watch.address), datetime.now(UTC)
        if page.is_feed:
            return await FeedEntries(self.store, self.ingestion, self.fetcher).look(watch, page)
        ingestion = self.ingestion.for_collection(watch.collection)
        draft = await asyncio.to_thread(ingestion.read, page.data, page.name)
        hash_ = hashlib.sha256((draft.content or page.data.hex()).encode()).hexdigest()
        known = await self.store.files(watch)
        if known and known[max(known)].hash == hash_:
            return ""
        source = f"{watch.address} ({now.strftime(STAMP)})"
        if source in known:
            source = f"{watch.address} ({now.strftime(FINE_STAMP)})"
        published = draft.reference_time and {"published": draft.reference_time.isoformat()}
        changes = {
            "source": source,
            "title": watch.address if draft.title == "page" else draft.title,
            "reference_time": now,
            "metadata": {**draft.metadata, **(published or {}), "url": page.url, "fetched_at": now.isoformat()},
        }
        kept = await ingestion.keep(draft.model_copy(update=changes), page.data, page.name)
        stored = await ingestion.store(kept, graph=True, deduplicate=False)
        await self.store.put(watch, KnownFile(source, stored.document_id, hash_, "", None))
        await ingestion.with_graph(stored, graph=True)
        return ""
