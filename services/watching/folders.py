"""A folder and its documents: edits and moves are followed, a deletion waits for a question in Review.

Nothing relies on what a file system reports: each look compares the whole folder with what is known of it, file by
file, so that a look that was cut short at any point is made good by the next one.
"""

import asyncio
import hashlib
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from services.documents.ingest.folders import EXPORTED, FoundFile, files_in
from services.documents.ingest.ingestion import Ingestion
from services.errors import DossierError, InvalidInput, StoreUnavailable
from services.models import Watch
from services.watching.store import KnownFile, WatchStore
from services.watching.troubles import in_one_sentence

logger = logging.getLogger(__name__)

Known = Mapping[str, KnownFile]


@dataclass(frozen=True)
class FolderMirror:
    store: WatchStore
    ingestion: Ingestion

    async def look(self, watch: Watch) -> str:
        """What went wrong with files, in a sentence; else nothing. Raises InvalidInput for what is no folder,
        StoreUnavailable."""
        folder = Path(watch.address)
        there = await asyncio.to_thread(_file_marks, folder)
        await self.store.settle(watch, watch.collection or self.ingestion.collection)
        known = await self.store.files(watch)
        missing = {source: file for source, file in known.items() if source not in there}
        changed = [source for source, (_, mark) in there.items() if source not in known or known[source].mark != mark]
        await self.store.mark_back(watch, [source for source in there if source in known and known[source].gone_at])
        problems = list[str]()
        for source in changed:
            try:
                await self._take(watch, there[source][0].path, source, there[source][1], known, missing)
            except StoreUnavailable:
                raise
            except DossierError as error:
                problems.append(str(error))
        await self.store.mark_gone(watch, list(missing))
        return in_one_sentence(problems)

    async def _take(
        self, watch: Watch, path: Path, source: str, mark: str, known: Known, missing: dict[str, KnownFile]
    ) -> None:
        """A file that is new, moved or changed; what could not be read is not tried again before it changes."""
        ingestion = self.ingestion.for_collection(watch.collection)
        try:
            data = await asyncio.to_thread(ingestion.bytes_of, path, source)
        except DossierError as error:
            await self.store.put(watch, KnownFile(source, None, "", mark, None), str(error))
            raise
        hash_ = hashlib.sha256(data).hexdigest()
        former = next((file for file in missing.values() if file.hash == hash_ and file.document_id), None)
        if source not in known and former is not None:
            del missing[former.source]
            await self.store.move(watch, former, source, mark)
            return
        there = known.get(source)
        if there is not None and there.hash == hash_ and there.document_id:  # touched, or saved without a change
            await self.store.put(watch, KnownFile(source, there.document_id, hash_, mark, None))
            return
        if there is None or there.document_id is None:
            await self.store.begin(watch, source)
        try:
            draft = await asyncio.to_thread(ingestion.read, data, source)
            kept = await ingestion.keep(draft, data, source)
            stored = await ingestion.store(kept, graph=True, deduplicate=False)
        except StoreUnavailable:
            raise
        except DossierError as error:
            document = there.document_id if there is not None else None  # as it was before it could not be read
            await self.store.put(watch, KnownFile(source, document, hash_, mark, None), str(error))
            raise
        await self.store.put(watch, KnownFile(source, stored.document_id, hash_, mark, None))
        await ingestion.with_graph(stored, graph=True)


def _file_marks(folder: Path) -> dict[str, tuple[FoundFile, str]]:
    """The files by the sources that they have, below the folder's own name, each with size and time of change."""
    if not folder.is_dir():
        raise InvalidInput(f"{folder} is not there or is no folder; its documents stay. Put it back, or stop watching.")
    found = dict[str, tuple[FoundFile, str]]()
    for file in files_in([folder]):
        if file.path.name == EXPORTED:
            continue
        try:
            state = file.path.stat()
        except OSError:  # it went between the two looks: the next one knows
            continue
        found[f"{folder.name}/{file.source}"] = file, f"{state.st_size} {state.st_mtime_ns}"
    return found
