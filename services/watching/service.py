"""What is watched: folders of this machine and pages of the web, each looked at when it is due."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from watchfiles import Change, awatch

from services.documents.ingest.ingestion import Ingestion
from services.errors import DossierError, InvalidInput, NotFound, StoreUnavailable
from services.models import GoneFile, Watch, WatchKind
from services.watching.fetching import WebFetcher, checked_url
from services.watching.folders import FolderMirror
from services.watching.snapshots import PageSnapshots
from services.watching.sources_file import LATEST, NAME, NOTHING, SOONEST, DeclaredWatch, DeclaredWatches
from services.watching.store import WatchStore

logger = logging.getLogger(__name__)

FOLDER_SECONDS, PAGE_SECONDS = 300, 86_400
"""How often a folder is compared whole, beside at each change in it; and how often a page or feed is fetched."""
STEP_MILLISECONDS = 2000
SETTLED_MILLISECONDS = 500
"""A change counts when nothing has followed it for so long."""


@dataclass(frozen=True)
class Watches:
    """`folder_root`: folders are watched below it alone; None: anywhere that the process may read. `serves_others`:
    then none is watched without a root, for the one who asks may sit at another machine. `declared`: by a file."""

    store: WatchStore
    folders: FolderMirror
    pages: PageSnapshots
    folder_root: Path | None = None
    serves_others: bool = False
    declared: DeclaredWatches = NOTHING

    @classmethod
    def from_ingestion(
        cls,
        ingestion: Ingestion,
        fetcher: WebFetcher,
        folder_root: Path | None = None,
        *,
        serves_others: bool = False,
        declared: DeclaredWatches = NOTHING,
    ) -> "Watches":
        store = WatchStore(ingestion.database)
        folders, pages = FolderMirror(store, ingestion), PageSnapshots(store, ingestion, fetcher)
        return cls(store, folders, pages, folder_root, serves_others, declared)

    async def follow_declared(self) -> None:
        """Watch what `sources.toml` declares, wherever its folders lie: who may write that file may read them. What it
        declares no longer is watched no longer. A file that is not understood changes nothing."""
        if self.declared.problem:
            logger.warning("%s", self.declared.problem)
            return
        await self.store.declare([_to_store(one) for one in self.declared.watches])

    async def add(self, address: str, *, collection: str | None = None, every_seconds: int | None = None) -> Watch:
        """A URL, of the public web, or a folder's path. What is watched already takes collection and interval anew.
        Raises InvalidInput."""
        address = address.strip()
        if "://" in address:
            await self.pages.fetcher.check_public(address)
            return await self.store.add("page", checked_url(address), collection, _clamped(every_seconds, PAGE_SECONDS))
        folder = await asyncio.to_thread(self._folder, address)
        return await self.store.add("folder", str(folder), collection, _clamped(every_seconds, FOLDER_SECONDS))

    def _folder(self, address: str) -> Path:
        if not address:
            raise InvalidInput("Name a folder of the machine that Dossier runs on, or the address of a web page.")
        folder = Path(address).expanduser()
        if not folder.is_absolute():
            raise InvalidInput(f"“{address}” is no web page's URL. If it is a folder, write its whole path, from / on.")
        folder = folder.resolve()
        if self.folder_root is None and self.serves_others:
            raise InvalidInput("Set DOSSIER_WATCH_ROOT first: below which folder anybody may have folders watched.")
        root = self.folder_root.resolve() if self.folder_root is not None else None
        if root is not None and not folder.is_relative_to(root):
            raise InvalidInput(f"Folders are watched below {root} alone (DOSSIER_WATCH_ROOT).")
        if not folder.is_dir():
            raise InvalidInput(f"{folder} is no folder of the machine that Dossier runs on.")
        return folder

    async def all(self) -> tuple[Watch, ...]:
        return await self.store.all()

    async def remove(self, watch_id: UUID) -> None:
        """Watch it no longer; its documents stay. Raises NotFound; InvalidInput for what a file declares."""
        if any(one.id == watch_id and one.declared for one in await self.all()):
            raise InvalidInput(f"It is declared in {self.declared.file or NAME}: take it out there, and start again.")
        await self.store.remove(watch_id)

    async def hurry(self, watch_id: UUID) -> None:
        """Due now, whenever it would have been."""
        await self.store.hurry(watch_id)

    async def gone_files(self) -> tuple[GoneFile, ...]:
        """What is to be decided: files that their folder no longer has, the longest gone first."""
        return await self.store.gone_files()

    async def decide(self, file: GoneFile, *, delete: bool) -> None:
        """Delete the file's document, or keep it and no longer watch it."""
        document_id = await self.store.forget(file.watch_id, file.source)
        if delete and document_id is not None:
            with suppress(NotFound):  # somebody was faster
                await self.folders.ingestion.delete(document_id)

    async def work(self) -> None:
        """Until it is cancelled. A folder is looked at when something changes in it, too."""
        while True:
            try:
                await self.look_at_due()
                await self._follow(await self._folders())
            except StoreUnavailable as error:
                logger.warning("Watching waits: %s", error)
                await asyncio.sleep(STEP_MILLISECONDS / 1000)

    async def look_at_due(self) -> None:
        while (watch := await self.store.claim()) is not None:
            await self.look(watch)

    async def look(self, watch: Watch) -> None:
        """What goes wrong is kept with what is watched. Raises StoreUnavailable."""
        try:
            problem = await (self.folders.look(watch) if watch.kind == "folder" else self.pages.look(watch))
        except StoreUnavailable:
            raise
        except DossierError as error:
            problem = str(error)
        except Exception as error:
            logger.exception("A look at %s failed", watch.address)
            problem = f"It failed ({type(error).__name__}); see the log."
        await self.store.mark_seen(watch, problem)

    async def _folders(self) -> dict[str, UUID]:
        """The paths of those that are there, with the ids of what is watched."""
        watches = [one for one in await self.all() if one.kind == "folder"]
        return {one.address: one.id for one in watches if await asyncio.to_thread(Path(one.address).is_dir)}

    async def _follow(self, folders: Mapping[str, UUID]) -> None:
        """Look at what is due and at what changes in these folders, until the folders are others or made anew.

        All of them are compared once more after the first step: what changed before the changes were followed is told
        by nothing else. Changes that come during a look are told after it.
        """
        is_first = True
        async with aclosing(_changes(list(folders))) as changes:
            async for paths in changes:
                for address, id_ in folders.items():
                    if is_first or any(Path(path).is_relative_to(address) for path in paths):
                        await self.hurry(id_)
                is_first = False
                await self.look_at_due()
                if folders.keys() & set(paths) or await self._folders() != folders:
                    return


async def _changes(folders: Sequence[str]) -> AsyncGenerator[list[str]]:
    """Each time what has changed, or nothing after some seconds; nothing at all where no changes can be followed."""
    try:
        async with aclosing(_notices(folders)) as notices:
            async for found in notices:
                yield [path for _, path in found]
    except (OSError, RuntimeError) as error:
        logger.warning("Changes in folders are found at each comparison only, not at once: %s", error)
    while True:
        await asyncio.sleep(STEP_MILLISECONDS / 1000)
        yield []


def _notices(folders: Sequence[str]) -> AsyncGenerator[set[tuple[Change, str]]]:
    return awatch(
        *folders,
        rust_timeout=STEP_MILLISECONDS,
        yield_on_timeout=True,
        debounce=SETTLED_MILLISECONDS,
        ignore_permission_denied=True,
    )


def _to_store(one: DeclaredWatch) -> tuple[WatchKind, str, str | None, int]:
    if "://" in one.address:
        return "page", one.address, one.collection, one.every_seconds or PAGE_SECONDS
    return "folder", str(Path(one.address).resolve()), one.collection, one.every_seconds or FOLDER_SECONDS


def _clamped(seconds: int | None, usual: int) -> int:
    return max(SOONEST, min(seconds or usual, LATEST))
