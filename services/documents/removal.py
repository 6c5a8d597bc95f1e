"""Removes a document's rows: all its versions, one version alone, or the newest, so that the one before is back."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from services.documents.storage import PATIENT

WITH_VERSIONS = """
    SELECT v.id
    FROM document AS d
    JOIN document AS v ON v.collection_id = d.collection_id AND v.source = d.source
    WHERE d.id = ANY(:ids) AND (v.id = d.id OR d.replaced_at IS NULL)
"""
"""A document has all its versions with it; an earlier version is itself alone."""
DELETE = text(f"""
    WITH gone AS ({WITH_VERSIONS}),
         asked AS (
             INSERT INTO graph_removal (document_id) SELECT id FROM gone
             ON CONFLICT (document_id) DO NOTHING
         )
    DELETE FROM document WHERE id IN (SELECT id FROM gone) RETURNING id, original_hash
""")  # noqa: S608 – parts of our own, values as parameters
NEWEST = text("""
    UPDATE document AS d
    SET replaced_at = NULL
    FROM (
        SELECT v.id
        FROM document AS v
        WHERE v.collection_id = :collection_id AND v.source = :source
        ORDER BY v.version DESC
        LIMIT 1
    ) AS newest
    WHERE d.id = newest.id
""")
WITHDRAW = text("""
    WITH asked AS (
        INSERT INTO graph_removal (document_id) SELECT id FROM document WHERE id = :id
        ON CONFLICT (document_id) DO NOTHING
    )
    DELETE FROM document WHERE id = :id RETURNING id, original_hash, collection_id, source
""")


@dataclass(frozen=True)
class RemovedDocument:
    """A document that was deleted; its file may be another's, too."""

    id: UUID
    original_hash: str | None


async def delete_document(connection: AsyncConnection, document_id: UUID) -> list[RemovedDocument]:
    """Delete the document with its earlier versions, and note what the graph has to remove. Empty: it was not there."""
    await connection.execute(PATIENT)
    rows = await connection.execute(DELETE, {"ids": [document_id]})
    return [RemovedDocument(row.id, row.original_hash) for row in rows]


async def withdraw_version(connection: AsyncConnection, document_id: UUID) -> list[RemovedDocument]:
    """Delete this version alone; the one before it is the newest again."""
    await connection.execute(PATIENT)
    row = (await connection.execute(WITHDRAW, {"id": document_id})).first()
    if row is None:
        return []
    await connection.execute(NEWEST, {"collection_id": row.collection_id, "source": row.source})
    return [RemovedDocument(row.id, row.original_hash)]
