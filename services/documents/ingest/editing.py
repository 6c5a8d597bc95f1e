"""What a person changes about documents that are there: title, date, collection, on or off, gone and back again.

Nothing is cut anew, and only what a new title changes is embedded anew.
"""

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from pgvector.sqlalchemy import VECTOR
from sqlalchemy import ARRAY, TextClause, bindparam, text

from services.documents import storage
from services.documents.ingest.ingestion import Ingestion
from services.documents.ingest.preparation import embedded_text
from services.documents.library import parse_document_id
from services.documents.removal import WITH_VERSIONS
from services.errors import DocumentNotFound, InvalidInput, StoreUnavailable
from services.models import DeletedDocument, DocumentsChanged
from services.stores.postgres import repeatable
from services.text import cleaning

KEPT = timedelta(hours=1)
"""For how long a deleted document can be brought back."""
LONGEST_TITLE = 500
MOST_DOCUMENTS = 10_000

SWITCH = text(f"""
    UPDATE document SET enabled = :enabled
    WHERE id IN ({WITH_VERSIONS}) AND deleted_at IS NULL AND enabled <> :enabled
    RETURNING id
""")  # noqa: S608 – parts of our own, values as parameters
RENAME = text("""
    UPDATE document SET title = :title, corrected = array_append(array_remove(corrected, 'title'), 'title'),
        updated_at = now()
    WHERE id = :id AND deleted_at IS NULL AND title <> :title
    RETURNING id
""")
TITLED_CHUNKS = text("""
    SELECT c.id, c.content, d.title
    FROM document AS d
    JOIN chunk AS c ON c.document_id = d.id
    WHERE d.id = :id AND d.deleted_at IS NULL
    ORDER BY c.chunk_index
""")
# That the content is set, to itself, makes the trigger index it under its new title.
REINDEX = text("UPDATE chunk SET content = content WHERE document_id = :id")
REEMBED = text("""
    UPDATE chunk AS c SET embedding = t.embedding
    FROM unnest(CAST(:ids AS uuid[]), CAST(:embeddings AS vector[])) AS t(id, embedding)
    WHERE c.id = t.id
""").bindparams(bindparam("embeddings", type_=ARRAY(VECTOR(), dimensions=1)))
TELL_LATER = text("UPDATE document SET graph_state = 'pending' WHERE id = :id AND graph_state <> 'off'")
REDATE = text("""
    UPDATE document
    SET reference_time = :date, corrected = array_append(array_remove(corrected, 'reference_time'), 'reference_time'),
        metadata = metadata - 'dated_to',
        graph_state = CASE WHEN graph_state = 'off' THEN 'off' ELSE 'pending' END, graph_error = NULL,
        updated_at = now()
    WHERE id = ANY(:ids) AND deleted_at IS NULL AND reference_time IS DISTINCT FROM CAST(:date AS timestamptz)
    RETURNING id
""")
TAKEN = text("""
    WITH moving AS (
        SELECT id, title, source, row_number() OVER (PARTITION BY source ORDER BY created_at, id) AS place
        FROM document
        WHERE id = ANY(:ids) AND replaced_at IS NULL AND collection_id <> :collection_id
    )
    SELECT m.id, m.title
    FROM moving AS m
    WHERE m.place > 1
       OR EXISTS (SELECT FROM document AS d WHERE d.source = m.source AND d.collection_id = :collection_id)
    ORDER BY m.title
    LIMIT 10000
""")
"""Those whose source a document of the other collection has, or one that moves with them: there, a source is one
document."""
MOVE = text("""
    UPDATE document AS v SET collection_id = :collection_id
    FROM document AS d
    WHERE d.id = ANY(:ids) AND d.replaced_at IS NULL AND d.deleted_at IS NULL AND d.collection_id <> :collection_id
      AND v.collection_id = d.collection_id AND v.source = d.source
    RETURNING v.id
""")
"""With all versions; an earlier version alone stays."""
MOVE_CHUNKS = text("UPDATE chunk SET collection_id = :collection_id WHERE document_id = ANY(:ids)")
PUT_AWAY = text(f"""
    UPDATE document SET deleted_at = now() WHERE id IN ({WITH_VERSIONS}) AND deleted_at IS NULL RETURNING id
""")  # noqa: S608
BRING_BACK = text("""
    UPDATE document AS v SET deleted_at = NULL
    FROM document AS d
    WHERE d.id = ANY(:ids) AND v.collection_id = d.collection_id AND v.source = d.source AND v.deleted_at IS NOT NULL
      AND (v.id = d.id OR d.replaced_at IS NULL AND v.deleted_at = d.deleted_at)
    RETURNING v.id
""")
"""With the versions that went with it."""
PUT_AWAY_LATELY = text("""
    SELECT d.id, d.title, d.source, d.deleted_at
    FROM document AS d
    WHERE d.deleted_at IS NOT NULL AND NOT EXISTS (
        SELECT
        FROM document AS newest
        WHERE newest.collection_id = d.collection_id AND newest.source = d.source AND newest.id <> d.id
          AND newest.replaced_at IS NULL AND newest.deleted_at = d.deleted_at
    )
    ORDER BY d.deleted_at DESC, d.title
    LIMIT 10000
""")
OVERDUE = text("""
    SELECT id
    FROM document
    WHERE deleted_at < now() - CAST(:kept AS interval)
    ORDER BY replaced_at NULLS FIRST
    LIMIT 10000
""")


@dataclass(frozen=True)
class Editing:
    ingestion: Ingestion

    async def switch(self, documents: Collection[UUID], *, enabled: bool) -> DocumentsChanged:
        """Off: in no search, and facts that only they state are not told; they are listed and read as before."""
        return DocumentsChanged(changed=await self._changed(SWITCH, documents, enabled=enabled))

    async def retitle(self, document: UUID, title: str) -> DocumentsChanged:
        """What the file says of its title no longer counts. Its passages are found under the new title: those that do
        not begin with their title are embedded anew. Raises InvalidInput, EmbeddingUnavailable."""
        named = " ".join(cleaning.replace(title).split())[:LONGEST_TITLE]
        if not named:
            raise InvalidInput("A document needs a title.")
        ids, vectors = await self._vectors_under(document, named)
        async with self.ingestion.database.transaction() as connection:
            await connection.execute(storage.PATIENT)
            changed = tuple(await connection.scalars(RENAME, {"id": document, "title": named}))
            if changed:
                await connection.execute(REINDEX, {"id": document})
            if changed and ids:
                await connection.execute(REEMBED, {"ids": ids, "embeddings": vectors})
        problems = await self._tell_graph(document, named) if changed else ()
        return DocumentsChanged(changed=changed, problems=problems)

    async def _vectors_under(self, document: UUID, title: str) -> tuple[list[UUID], list[list[float]]]:
        async with self.ingestion.database.connection() as connection:
            rows = (await connection.execute(TITLED_CHUNKS, {"id": document})).all()
        texts = {
            row.id: embedded
            for row in rows
            if (embedded := embedded_text(title, row.content)) != embedded_text(row.title, row.content)
        }
        return [*texts], await self.ingestion.embedder.embed_chunks([*texts.values()]) if texts else []

    async def _tell_graph(self, document: UUID, title: str) -> tuple[str, ...]:
        """Where the graph is away, it is told with the document's facts as soon as it is back. What is wrong where not
        even that could be noted: the title itself is stored already."""
        try:
            await self.ingestion.graph.writer.rename_document(document, title)
        except StoreUnavailable:
            try:
                await self._tell_graph_later(document)
            except StoreUnavailable as error:
                return (f"The graph names “{title}” by its former title until its facts are read anew. {error}",)
        return ()

    @repeatable
    async def _tell_graph_later(self, document: UUID) -> None:
        async with self.ingestion.database.transaction() as connection:
            await connection.execute(TELL_LATER, {"id": document})

    async def redate(self, documents: Collection[UUID], date: datetime | None) -> DocumentsChanged:
        """What the files say of their dates no longer counts. Their facts are read anew from that date, in the
        background, or by `finish`."""
        return DocumentsChanged(changed=await self._changed(REDATE, documents, date=date))

    async def finish(self, documents: Sequence[UUID]) -> None:
        """Read now what changed dates have left to be read."""
        for document in documents:
            await self.ingestion.graph.write(document)

    @repeatable
    async def move(self, documents: Collection[UUID], collection: str) -> DocumentsChanged:
        """Into a collection that is there, or into a new one. One whose source is there already stays where it is."""
        named = " ".join(cleaning.replace(collection).split())
        if not named:
            raise InvalidInput("Name the collection.")
        ids = _few(documents)
        async with self.ingestion.database.transaction() as connection:
            await connection.execute(storage.PATIENT)
            into = await storage.collection_id(connection, named, self.ingestion.language)
            taken = {row.id: row.title for row in await connection.execute(TAKEN, {"ids": ids, "collection_id": into})}
            free = [one for one in ids if one not in taken]
            moved = list(await connection.scalars(MOVE, {"ids": free, "collection_id": into}))
            await connection.execute(MOVE_CHUNKS, {"ids": moved, "collection_id": into})
        said = "stays where it is: “{}” has a document of that source."
        return DocumentsChanged(
            changed=_of(ids, moved), problems=tuple(f"“{title}” {said.format(named)}" for title in taken.values())
        )

    async def delete(self, documents: Collection[UUID]) -> DocumentsChanged:
        """Delete the documents. For an hour they can be brought back, then they go for good."""
        return DocumentsChanged(changed=await self._changed(PUT_AWAY, documents))

    async def bring_back(self, documents: Collection[UUID]) -> DocumentsChanged:
        """Bring the documents back as they were. Raises DocumentNotFound if none of them is left."""
        changed = await self._changed(BRING_BACK, documents)
        if documents and not changed:
            raise DocumentNotFound(next(iter(documents)))
        return DocumentsChanged(changed=changed)

    async def deleted(self) -> tuple[DeletedDocument, ...]:
        """The documents that can be brought back, the latest first."""
        async with self.ingestion.database.connection() as connection:
            rows = (await connection.execute(PUT_AWAY_LATELY)).mappings()
            return tuple(DeletedDocument.model_validate(dict(row)) for row in rows)

    async def forget_deleted(self, kept: timedelta = KEPT) -> int:
        """Delete for good what was deleted longer ago; how many."""
        async with self.ingestion.database.connection() as connection:
            overdue = list(await connection.scalars(OVERDUE, {"kept": kept}))
        for document in overdue:
            with suppress(DocumentNotFound):  # it has gone with its newest version
                await self.ingestion.delete(document)
        return len(overdue)

    @repeatable
    async def _changed(self, statement: TextClause, documents: Collection[UUID], **given: object) -> tuple[UUID, ...]:
        async with self.ingestion.database.transaction() as connection:
            ids = _few(documents)
            return _of(ids, await connection.scalars(statement, {"ids": ids, **given}))


def _of(asked: Sequence[UUID], changed: Iterable[UUID]) -> tuple[UUID, ...]:
    """Without the versions that only go along."""
    wanted = set(asked)
    return tuple(one for one in changed if one in wanted)


def _few(documents: Collection[UUID]) -> list[UUID]:
    if len(documents) > MOST_DOCUMENTS:
        raise InvalidInput(f"At most {MOST_DOCUMENTS:,} documents are changed at once.")
    return [parse_document_id(document) for document in documents]
