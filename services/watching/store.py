"""The rows of what is watched."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import TextClause, text

from services.errors import NotFound
from services.models import GoneFile, Watch, WatchKind
from services.stores.postgres import Database

COLUMNS = """
    id, kind, address, collection, every_seconds, created_at, seen_at, due_at, problem, declared,
    (SELECT count(DISTINCT f.document_id) FROM watched_file AS f WHERE f.watch_id = watch.id) AS document_count
"""
ADD = text(f"""
    INSERT INTO watch (kind, address, collection, every_seconds)
    VALUES (:kind, :address, :collection, :every_seconds)
    ON CONFLICT (address) DO UPDATE
    SET collection = excluded.collection, every_seconds = excluded.every_seconds, due_at = now()
    RETURNING {COLUMNS}
""")  # noqa: S608
DECLARE = text("""
    INSERT INTO watch (kind, address, collection, every_seconds, declared)
    VALUES (:kind, :address, :collection, :every_seconds, true)
    ON CONFLICT (address) DO UPDATE
    SET collection = excluded.collection, every_seconds = excluded.every_seconds, declared = true
""")
UNDECLARE = text("DELETE FROM watch WHERE declared AND NOT address = ANY(:addresses)")
SET_KIND = text("UPDATE watch SET kind = :kind WHERE id = :id AND kind <> :kind")
ALL = text(f"SELECT {COLUMNS} FROM watch ORDER BY address LIMIT 1000")  # noqa: S608
REMOVE = text("DELETE FROM watch WHERE id = :id RETURNING id")
CLAIM = text(f"""
    UPDATE watch
    SET due_at = now() + make_interval(secs => every_seconds)
    WHERE id = (
        SELECT id FROM watch WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING {COLUMNS}
""")  # noqa: S608
HURRY = text("UPDATE watch SET due_at = now() WHERE id = :id")
SEEN = text("""
    UPDATE watch
    SET seen_at = CASE WHEN :problem = '' THEN now() ELSE seen_at END, problem = :problem
    WHERE id = :id
""")
FILES = text("SELECT source, document_id, hash, mark, gone_at FROM watched_file WHERE watch_id = :watch_id")
PUT_FILE = text("""
    INSERT INTO watched_file (watch_id, source, document_id, hash, mark, problem)
    VALUES (:watch_id, :source, :document_id, :hash, :mark, :problem)
    ON CONFLICT (watch_id, source) DO UPDATE
    SET document_id = excluded.document_id, hash = excluded.hash, mark = excluded.mark, problem = excluded.problem,
        gone_at = NULL
""")
SETTLE = text("""
    UPDATE watched_file AS f
    SET document_id = d.id
    FROM document AS d
    JOIN collection AS c ON c.id = d.collection_id
    WHERE f.watch_id = :watch_id AND f.mark = '' AND f.document_id IS NULL
      AND c.name = :collection AND d.source = f.source AND d.deleted_at IS NULL AND d.replaced_at IS NULL
""")
MOVE_DOCUMENT = text("""
    UPDATE document AS v
    SET source = :source, updated_at = now()
    FROM document AS d
    WHERE d.id = :document_id AND v.collection_id = d.collection_id AND v.source = d.source
      AND NOT EXISTS (SELECT FROM document AS o WHERE o.collection_id = d.collection_id AND o.source = :source)
    RETURNING v.id
""")
MOVE_FILE = text("""
    UPDATE watched_file
    SET source = :source, mark = :mark, gone_at = NULL
    WHERE watch_id = :watch_id AND source = :former
""")
MARK_GONE = text("""
    UPDATE watched_file SET gone_at = now()
    WHERE watch_id = :watch_id AND source = ANY(:sources) AND gone_at IS NULL
""")
BACK = text("UPDATE watched_file SET gone_at = NULL WHERE watch_id = :watch_id AND source = ANY(:sources)")
FORGET = text("DELETE FROM watched_file WHERE watch_id = :watch_id AND source = :source RETURNING document_id")
FORGET_EMPTY = text("""
    DELETE FROM watched_file WHERE watch_id = :watch_id AND source = ANY(:sources) AND document_id IS NULL
""")
GONE = text("""
    SELECT f.watch_id, w.address, f.source, f.document_id, d.title, f.gone_at
    FROM watched_file AS f
    JOIN watch AS w ON w.id = f.watch_id
    JOIN document AS d ON d.id = f.document_id
    WHERE f.gone_at IS NOT NULL AND d.deleted_at IS NULL
    ORDER BY f.gone_at, f.source
    LIMIT 500
""")


@dataclass(frozen=True)
class KnownFile:
    """`mark` tells without opening it whether a file has changed, empty while it is taken in for the first time;
    `document_id` None: it could not be read, or its document was deleted."""

    source: str
    document_id: UUID | None
    hash: str
    mark: str
    gone_at: datetime | None


@dataclass(frozen=True)
class WatchStore:
    database: Database

    async def add(self, kind: WatchKind, address: str, collection: str | None, every_seconds: int) -> Watch:
        """What is watched already is due at once, as it is asked for now."""
        given = {"kind": kind, "address": address, "collection": collection, "every_seconds": every_seconds}
        (row,) = await self._run(ADD, given)
        return Watch.model_validate(row)

    async def declare(self, watches: Sequence[tuple[WatchKind, str, str | None, int]]) -> None:
        """Make those that a file declares exactly these: kind, address, collection and seconds of each. The documents
        of others stay."""
        names = ("kind", "address", "collection", "every_seconds")
        await self._run(UNDECLARE, {"addresses": [address for _, address, _, _ in watches]})
        for one in watches:
            await self._run(DECLARE, dict(zip(names, one, strict=True)))

    async def set_kind(self, watch: Watch, kind: WatchKind) -> None:
        await self._run(SET_KIND, {"id": watch.id, "kind": kind})

    async def all(self) -> tuple[Watch, ...]:
        return tuple(Watch.model_validate(row) for row in await self._run(ALL, {}))

    async def remove(self, watch_id: UUID) -> None:
        """Remove the watch; its documents stay. Raises NotFound."""
        if not await self._run(REMOVE, {"id": watch_id}):
            raise NotFound(f"Nothing that is watched has the id {watch_id}.")

    async def claim(self) -> Watch | None:
        """The one that has waited longest, due again after its time: no other replica takes it meanwhile."""
        rows = await self._run(CLAIM, {})
        return Watch.model_validate(rows[0]) if rows else None

    async def hurry(self, watch_id: UUID) -> None:
        await self._run(HURRY, {"id": watch_id})

    async def mark_seen(self, watch: Watch, problem: str) -> None:
        await self._run(SEEN, {"id": watch.id, "problem": problem})

    async def begin(self, watch: Watch, source: str) -> None:
        """A file that is new is about to be taken in: whatever happens then, its document will be found again."""
        await self.put(watch, KnownFile(source, None, "", "", None))

    async def settle(self, watch: Watch, collection: str) -> None:
        """What was begun and cut off has the document that came of it, if one did."""
        await self._run(SETTLE, {"watch_id": watch.id, "collection": collection})

    async def files(self, watch: Watch) -> dict[str, KnownFile]:
        return {row["source"]: KnownFile(**row) for row in await self._run(FILES, {"watch_id": watch.id})}

    async def put(self, watch: Watch, file: KnownFile, problem: str = "") -> None:
        given = {"source": file.source, "document_id": file.document_id, "hash": file.hash, "mark": file.mark}
        await self._run(PUT_FILE, {"watch_id": watch.id, "problem": problem, **given})

    async def move(self, watch: Watch, former: KnownFile, source: str, mark: str) -> None:
        """The document keeps its id, its chunks and its facts."""
        async with self.database.transaction() as connection:
            await connection.execute(MOVE_DOCUMENT, {"document_id": former.document_id, "source": source})
            given = {"watch_id": watch.id, "former": former.source, "source": source, "mark": mark}
            await connection.execute(MOVE_FILE, given)

    async def mark_gone(self, watch: Watch, sources: Sequence[str]) -> None:
        """What brought no document is forgotten at once."""
        await self._run(FORGET_EMPTY, {"watch_id": watch.id, "sources": list(sources)})
        await self._run(MARK_GONE, {"watch_id": watch.id, "sources": list(sources)})

    async def mark_back(self, watch: Watch, sources: Sequence[str]) -> None:
        await self._run(BACK, {"watch_id": watch.id, "sources": list(sources)})

    async def forget(self, watch_id: UUID, source: str) -> UUID | None:
        """The document that it was."""
        rows = await self._run(FORGET, {"watch_id": watch_id, "source": source})
        return rows[0]["document_id"] if rows else None

    async def gone_files(self) -> tuple[GoneFile, ...]:
        return tuple(GoneFile.model_validate(row) for row in await self._run(GONE, {}))

    async def _run(self, statement: TextClause, given: Mapping[str, object]) -> list[dict[str, Any]]:
        async with self.database.transaction() as connection:
            result = await connection.execute(statement, given)
            return [dict(row) for row in result.mappings()] if result.returns_rows else []
