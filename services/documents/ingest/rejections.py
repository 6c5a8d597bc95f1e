"""Facts that a person let not enter: what is kept of them, so that reading their document anew does not ask again."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from services.models import FactDraft, Refusal, RejectedFact

PUT = text("""
    INSERT INTO rejected_fact (document_id, refusal)
    SELECT :id, CAST(:refusal AS jsonb)
    WHERE NOT EXISTS (
        SELECT FROM rejected_fact WHERE document_id = :id AND refusal = CAST(:refusal AS jsonb)
    )
""")
DELETE = text("DELETE FROM rejected_fact WHERE id = ANY(:ids)")
OF_DOCUMENTS = text("""
    SELECT document_id, refusal FROM rejected_fact WHERE document_id = ANY(:ids) ORDER BY rejected_at, id
""")
OF_DOCUMENT = text("SELECT id, refusal FROM rejected_fact WHERE document_id = :id ORDER BY rejected_at, id FOR UPDATE")
ALL = text("""
    SELECT r.document_id, d.title, r.refusal
    FROM rejected_fact AS r
    JOIN document AS d ON d.id = r.document_id
    WHERE d.deleted_at IS NULL
    ORDER BY r.rejected_at DESC, r.id
    LIMIT :limit
""")


async def keep_rejection(connection: AsyncConnection, document_id: UUID, refusal: Refusal) -> None:
    await connection.execute(PUT, {"id": document_id, "refusal": refusal.model_dump_json()})


async def drop_rejection(connection: AsyncConnection, document_id: UUID, fact: FactDraft) -> None:
    rows = await connection.execute(OF_DOCUMENT, {"id": document_id})
    ids = [row.id for row in rows if Refusal.model_validate(row.refusal).states(fact)]
    await connection.execute(DELETE, {"ids": ids})


async def rejections_of(connection: AsyncConnection, documents: Sequence[UUID]) -> dict[UUID, list[Refusal]]:
    """Of each document the facts that a person let not enter, as they waited."""
    found: dict[UUID, list[Refusal]] = {one: [] for one in documents}
    for row in await connection.execute(OF_DOCUMENTS, {"ids": list(documents)}):
        found[row.document_id].append(Refusal.model_validate(row.refusal))
    return found


async def all_rejections(connection: AsyncConnection, limit: int) -> list[RejectedFact]:
    """Those rejected last first."""
    rows = await connection.execute(ALL, {"limit": limit})
    return [
        RejectedFact(document_id=row.document_id, title=row.title, refusal=Refusal.model_validate(row.refusal))
        for row in rows
    ]
