"""The documents that are there: list, filter, read."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

from pydantic import TypeAdapter
from sqlalchemy import RowMapping, TextClause, text

from services.errors import DocumentNotFound
from services.models import (
    Chunk,
    Document,
    DocumentName,
    DocumentPage,
    DocumentSummary,
    DocumentVersion,
    Emphasis,
    Viewpoint,
    coarse_date,
    is_dated_by_saving,
)
from services.stores.patterns import like_pattern
from services.stores.postgres import Database
from services.stores.visible_documents import IS_READABLE, IS_VISIBLE, visibility_parameters

DocumentOrder = Literal["created_at", "reference_time", "title", "chunk_count", "fact_count", "graph_state"]

Rows = list[RowMapping]
"""Named here: within the class, `list` is the method."""

ORDERS: Mapping[DocumentOrder, str] = {
    "created_at": "d.created_at DESC, d.id DESC",
    "reference_time": "d.reference_time DESC NULLS LAST, d.id",
    "title": "lower(d.title), d.id",
    "chunk_count": "chunk_count DESC, d.id",
    "fact_count": "fact_count DESC, d.id",
    "graph_state": "d.graph_state, d.id",
}
"""Newest, longest and richest first, titles from A; the last column makes pages stable."""

MATCHING = f"""
    FROM document AS d
    WHERE {IS_VISIBLE}
      AND (CAST(:pattern AS text) IS NULL
           OR d.title ILIKE :pattern OR d.source ILIKE :pattern OR d.metadata ->> 'note' ILIKE :pattern)
"""
UNDATED = text(f"""
    SELECT count(*)
    FROM document AS d
    WHERE {IS_VISIBLE} AND d.reference_time IS NULL
""")  # noqa: S608
COUNT = text(f"SELECT count(*) {MATCHING}")
COLUMNS = "d.id, d.title, d.source, d.metadata, d.reference_time, d.created_at, d.updated_at, d.enabled"
VERSION = "d.version, d.replaced_at"
SUMMARIES = {
    order: text(f"""
    SELECT {COLUMNS}, d.graph_state, d.graph_error,
           (SELECT count(*) FROM chunk WHERE chunk.document_id = d.id) AS chunk_count,
           (SELECT count(DISTINCT f.fact_uuid) FROM fact_citation AS f WHERE f.document_id = d.id) AS fact_count
    {MATCHING}
    ORDER BY {by}
    LIMIT :limit OFFSET :offset
    """)  # noqa: S608 – parts of our own, values as parameters
    for order, by in ORDERS.items()
}
ORIGINAL = """
    CASE WHEN o.hash IS NOT NULL
         THEN jsonb_build_object('hash', o.hash, 'name', coalesce(d.original_name, d.source), 'size', o.size)
    END AS original
"""
WHOLE = text(f"""
    SELECT {COLUMNS}, {VERSION}, d.content, {ORIGINAL}
    FROM document AS d
    JOIN collection AS c ON c.id = d.collection_id
    LEFT JOIN original AS o ON o.hash = d.original_hash
    WHERE d.id = ANY(:ids) AND {IS_READABLE}
""")  # noqa: S608
CONTENTS = text("SELECT id, content FROM document WHERE id = ANY(:ids)")
COLLECTIONS_OF = text("""
    SELECT d.id, c.name
    FROM document AS d
    JOIN collection AS c ON c.id = d.collection_id
    WHERE d.id = ANY(:ids) AND d.deleted_at IS NULL
""")
TITLES = text("SELECT id, title FROM document WHERE id = ANY(:ids) AND deleted_at IS NULL")
BY_SOURCE = text(f"""
    SELECT {COLUMNS}, {VERSION}, d.content, {ORIGINAL}
    FROM document AS d
    JOIN collection AS c ON c.id = d.collection_id
    LEFT JOIN original AS o ON o.hash = d.original_hash
    WHERE d.source = :source AND d.deleted_at IS NULL AND d.replaced_at IS NULL
      AND (CAST(:collection AS text) IS NULL OR c.name = :collection)
    ORDER BY d.created_at
    LIMIT 1
""")  # noqa: S608
SUMMARY = text(f"""
    SELECT {COLUMNS}, d.graph_state, d.graph_error,
           (SELECT count(*) FROM chunk WHERE chunk.document_id = d.id) AS chunk_count,
           (SELECT count(DISTINCT f.fact_uuid) FROM fact_citation AS f WHERE f.document_id = d.id) AS fact_count
    FROM document AS d
    WHERE d.id = :id AND d.deleted_at IS NULL
""")  # noqa: S608
VERSIONS = text(f"""
    SELECT v.id, v.title, v.reference_time, v.created_at, v.version, v.replaced_at, v.metadata
    FROM document AS d
    JOIN document AS v ON v.collection_id = d.collection_id AND v.source = d.source
    WHERE d.id = :id AND v.deleted_at IS NULL AND {IS_READABLE}
    ORDER BY v.version
    LIMIT 10000
""")  # noqa: S608
CHUNKS = text("""
    SELECT id, document_id, chunk_index, content, start_offset, end_offset, token_count,
           passage_places(document_id, start_offset, end_offset) AS places
    FROM chunk
    WHERE document_id = :id
    ORDER BY chunk_index
""")
EMPHASIS = text("SELECT emphasis FROM document WHERE id = :id")
EMPHASES = TypeAdapter(tuple[Emphasis, ...])
LANGUAGES = text("SELECT DISTINCT cfgname::text FROM pg_ts_config ORDER BY cfgname")
COLLECTIONS = text("""
    SELECT name
    FROM collection AS c
    WHERE EXISTS (SELECT FROM document AS d WHERE d.collection_id = c.id AND d.deleted_at IS NULL)
    ORDER BY name
    LIMIT 1000
""")


NAMES = text(f"""
    SELECT d.id, d.title, d.source
    FROM document AS d
    WHERE {IS_VISIBLE}
    ORDER BY d.created_at DESC, d.id DESC
    LIMIT 20000
""")  # noqa: S608
EVERYTHING = Viewpoint.ever()


@dataclass(frozen=True)
class Library:
    database: Database

    async def list(
        self,
        limit: int = 20,
        offset: int = 0,
        *,
        text: str = "",
        viewpoint: Viewpoint = EVERYTHING,
        order: DocumentOrder = "created_at",
        enabled: bool = False,
    ) -> DocumentPage:
        """`text` is looked for in title, source and note, whatever its case. `enabled`: without those switched off."""
        given = visibility_parameters(viewpoint, enabled=enabled) | {"pattern": like_pattern(text)}
        rows = await self._rows(SUMMARIES[order], given | {"limit": limit, "offset": offset})
        (counted,) = await self._rows(COUNT, given)
        return DocumentPage(
            documents=tuple(DocumentSummary.model_validate(dict(row)) for row in rows), total=counted["count"]
        )

    async def undated(self, viewpoint: Viewpoint) -> int:
        """How many documents have no date, and are left out where one looks at what was published by a date."""
        seen = visibility_parameters(viewpoint.model_copy(update={"published_by": None}))
        (counted,) = await self._rows(UNDATED, seen)
        return int(counted["count"])

    async def get(
        self, document_id: UUID | str, *, viewpoint: Viewpoint = EVERYTHING, enabled: bool = False
    ) -> Document:
        """In any version. Raises DocumentNotFound, also for what is no id, and for a document that cannot be seen from
        there.

        `enabled`: for one that is switched off, too.
        """
        rows = await self._rows(
            WHOLE, {"ids": [parse_document_id(document_id)]} | visibility_parameters(viewpoint, enabled=enabled)
        )
        if not rows:
            raise DocumentNotFound(document_id)
        return Document.model_validate(dict(rows[0]))

    async def versions(
        self, document_id: UUID | str, *, viewpoint: Viewpoint = EVERYTHING
    ) -> tuple[DocumentVersion, ...]:
        """The versions of the document, the first one first. Raises DocumentNotFound."""
        rows = await self._rows(
            VERSIONS, {"id": parse_document_id(document_id)} | visibility_parameters(viewpoint, enabled=False)
        )
        if not rows:
            raise DocumentNotFound(document_id)
        return tuple(_version(dict(row)) for row in rows)

    async def by_ids(self, document_ids: Collection[UUID]) -> Mapping[UUID, Document]:
        """The documents of these ids, in any version, switched off or not; those that are gone are left out."""
        given = {"ids": list(document_ids)} | visibility_parameters(EVERYTHING, enabled=False)
        return {row["id"]: Document.model_validate(dict(row)) for row in await self._rows(WHOLE, given)}

    async def contents(self, document_ids: Collection[UUID]) -> Mapping[UUID, str]:
        """The texts; of those that are gone, none."""
        rows = await self._rows(CONTENTS, {"ids": list(document_ids)}) if document_ids else ()
        return {row["id"]: row["content"] for row in rows}

    async def summary(self, document_id: UUID | str) -> DocumentSummary:
        """A document without its text, with its counts and how far the graph is. Raises DocumentNotFound."""
        rows = await self._rows(SUMMARY, {"id": parse_document_id(document_id)})
        if not rows:
            raise DocumentNotFound(document_id)
        return DocumentSummary.model_validate(dict(rows[0]))

    async def chunks(self, document_id: UUID | str) -> tuple[Chunk, ...]:
        rows = await self._rows(CHUNKS, {"id": parse_document_id(document_id)})
        return tuple(Chunk.model_validate(dict(row)) for row in rows)

    async def emphasis(self, document_id: UUID | str) -> tuple[Emphasis, ...]:
        """Which words its file shows in bold, in italics or as code, beside what its text says itself; at most some
        thousand."""
        rows = await self._rows(EMPHASIS, {"id": parse_document_id(document_id)})
        return EMPHASES.validate_python(rows[0]["emphasis"]) if rows else ()

    async def names(self, viewpoint: Viewpoint = EVERYTHING, *, enabled: bool = True) -> tuple[DocumentName, ...]:
        """The names of the documents that the viewpoint shows, the newest first and not more than a limit. `enabled`
        False: also of documents that are switched off."""
        rows = await self._rows(NAMES, visibility_parameters(viewpoint, enabled=enabled))
        return tuple(DocumentName.model_validate(dict(row)) for row in rows)

    async def titles(self, document_ids: Collection[UUID]) -> Mapping[UUID, str]:
        """The titles of those documents that are still there."""
        rows = await self._rows(TITLES, {"ids": list(document_ids)}) if document_ids else ()
        return {row["id"]: row["title"] for row in rows}

    async def collections_of(self, document_ids: Collection[UUID]) -> Mapping[UUID, str]:
        """The names of the collections in which those documents are that are still there."""
        rows = await self._rows(COLLECTIONS_OF, {"ids": list(document_ids)}) if document_ids else ()
        return {row["id"]: row["name"] for row in rows}

    async def by_source(self, source: str, *, collection: str | None = None) -> Document | None:
        rows = await self._rows(BY_SOURCE, {"source": source, "collection": collection})
        return Document.model_validate(dict(rows[0])) if rows else None

    async def languages(self) -> tuple[str, ...]:
        """Postgres' text search configurations: how the words of a collection can be read."""
        return tuple(row["cfgname"] for row in await self._rows(LANGUAGES, {}))

    async def collections(self) -> tuple[str, ...]:
        """The collections that hold a document."""
        rows = await self._rows(COLLECTIONS, {})
        return tuple(row["name"] for row in rows)

    async def _rows(self, statement: TextClause, given: Mapping[str, object]) -> Rows:
        async with self.database.connection() as connection:
            return [*(await connection.execute(statement, given)).mappings()]


def parse_document_id(document_id: UUID | str) -> UUID:
    """Raises DocumentNotFound for what is no id: nothing can be there under it."""
    if isinstance(document_id, UUID):
        return document_id
    try:
        return UUID(document_id)
    except ValueError as error:
        raise DocumentNotFound(document_id) from error


def _version(row: dict[str, Any]) -> DocumentVersion:
    metadata, written = row.pop("metadata"), row["reference_time"]
    dated = {
        "dated_to": coarse_date(metadata, written),
        "dated_by_saving": is_dated_by_saving(metadata, written),
    }
    return DocumentVersion.model_validate(row | dated)
