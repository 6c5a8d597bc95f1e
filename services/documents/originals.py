"""Files as they came: kept once however often they come, in Postgres or at a place of the user's, until nothing needs
them any more."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from sqlalchemy import TextClause, text

from services.documents.object_storage import ObjectStorage
from services.documents.reading.apart import digest_of
from services.errors import InvalidInput, NotFound, StoreUnavailable
from services.models import Document, DocumentDraft, Original
from services.settings import Settings
from services.stores.postgres import Database
from services.text.cleaning import document_text

LONGEST_NAME = 200
A_MEGABYTE = 1_000_000

TOUCH = text("UPDATE original SET kept_at = now() WHERE hash = :hash RETURNING hash")
PUT = text("""
    INSERT INTO original (hash, size, content) VALUES (:hash, :size, :content)
    ON CONFLICT (hash) DO UPDATE SET kept_at = now()
""")
TOTAL = text("SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM original")
GET = text("SELECT content FROM original WHERE hash = :hash")
FORGET = text("""
    DELETE FROM original AS o
    WHERE (CAST(:hashes AS text[]) IS NULL AND o.kept_at < now() - interval '1 hour' OR o.hash = ANY(:hashes))
      AND NOT EXISTS (SELECT FROM document AS d WHERE d.original_hash = o.hash)
      AND NOT EXISTS (SELECT FROM ingest_job AS j WHERE j.original_hash = o.hash AND j.task IS NOT NULL)
    RETURNING o.hash
""")
ALL = text("SELECT hash FROM original WHERE content IS NULL")


def original_of(document: Document) -> Original:
    """Raises NotFound where the file is not kept."""
    if document.original is None:
        raise NotFound(f"The file of “{document.title}” is not kept: only its text is here.")
    return document.original


@dataclass(frozen=True)
class Originals:
    """Keeps files as they came. `object_storage` None: in Postgres, so that every replica sees them. `keeps` False:
    what is kept stays, and nothing new is kept."""

    database: Database
    keeps: bool = True
    most_megabytes: int = 10_000
    object_storage: ObjectStorage | None = None

    @classmethod
    def from_settings(cls, database: Database, settings: Settings) -> "Originals":
        place = ObjectStorage(settings.originals_url) if settings.originals_url else None
        return cls(database, settings.keep_originals, settings.max_originals_megabytes, place)

    async def keep(self, draft: DocumentDraft, data: bytes, name: str) -> DocumentDraft:
        """The draft with its file, or with a sentence that says why the file is not kept."""
        if not self.keeps:
            return draft
        hash_ = await asyncio.to_thread(digest_of, data)
        try:
            await self._put(hash_, data)
        except (InvalidInput, StoreUnavailable) as error:
            said = f"The text is in, the file itself is not kept. {error}"
            return draft.model_copy(update={"warnings": (*draft.warnings, said)})
        named = document_text(PurePosixPath(name).name)[-LONGEST_NAME:]
        return draft.model_copy(update={"original": Original(hash=hash_, name=named, size=len(data))})

    async def read(self, original: Original) -> bytes:
        """Raises NotFound when it is gone, StoreUnavailable."""
        rows = await self._run(GET, {"hash": original.hash})
        if not rows:
            raise NotFound(f"The file “{original.name}” is no longer kept.")
        content = rows[0]["content"]
        return await self._outside().read(original.hash) if content is None else bytes(content)

    async def total(self) -> tuple[int, int]:
        """How many files are kept, and their bytes."""
        (row,) = await self._run(TOTAL, {})
        return int(row["files"]), int(row["bytes"])

    async def forget_unused(self, hashes: Sequence[str] | None = None) -> int:
        """Delete those of them that no document and no waiting job names; None: of all that came an hour ago or
        before, for what comes is named soon after."""
        gone = [str(row["hash"]) for row in await self._run(FORGET, {"hashes": hashes and list(hashes)})]
        if self.object_storage is not None:
            await self.object_storage.delete(gone)
        return len(gone)

    async def delete_outside(self) -> None:
        """All that lies at the user's place, before the tables are emptied."""
        if self.object_storage is not None:
            await self.object_storage.delete([str(row["hash"]) for row in await self._run(ALL, {})])

    async def _put(self, hash_: str, data: bytes) -> None:
        if await self._run(TOUCH, {"hash": hash_}):
            return
        _, used = await self.total()
        if used + len(data) > self.most_megabytes * A_MEGABYTE:
            raise InvalidInput(
                f"All files kept take {used / A_MEGABYTE:,.0f} MB, and with this one they would pass the limit of "
                f"{self.most_megabytes:,} MB. Raise DOSSIER_MAX_ORIGINALS_MB, or delete documents."
            )
        if self.object_storage is not None:
            await self.object_storage.write(hash_, data)
        content = data if self.object_storage is None else None
        await self._run(PUT, {"hash": hash_, "size": len(data), "content": content})

    def _outside(self) -> ObjectStorage:
        if self.object_storage is None:
            raise StoreUnavailable("This file was kept at DOSSIER_ORIGINALS_URL, which is not set now. Set it again.")
        return self.object_storage

    async def _run(self, statement: TextClause, given: Mapping[str, object]) -> list[Mapping[str, Any]]:
        async with self.database.transaction() as connection:
            result = await connection.execute(statement, given)
            return [dict(row) for row in result.mappings()] if result.returns_rows else []
