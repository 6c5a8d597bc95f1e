"""Which document a fact of a facts file belongs to, and keeping it there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from uuid import UUID

from sqlalchemy import text

from services.documents import storage
from services.documents.reading.facts_file import STAND_IN
from services.models import FactDraft
from services.stores.postgres import Database

DOCUMENTS = text("""
    SELECT d.id, d.source, d.title
    FROM document AS d
    JOIN collection AS c ON c.id = d.collection_id
    WHERE c.name = :collection AND d.deleted_at IS NULL AND d.replaced_at IS NULL
      AND d.metadata ->> 'format' IS DISTINCT FROM :stand_in
    ORDER BY d.created_at DESC
    LIMIT 10000000
""")
OF_ORIGIN = text("SELECT draft FROM ready_fact WHERE document_id = :id AND origin = :origin ORDER BY position")


@dataclass(frozen=True)
class KnownDocuments:
    """Documents by every name that a facts file may use for them, the most exact first."""

    names: Sequence[Mapping[str, UUID]]

    def named(self, source: str) -> UUID | None:
        wanted = source.strip()
        keys = (wanted, wanted.casefold(), PurePosixPath(wanted).name.casefold())
        return next((names[key] for names, key in zip(self.names, keys, strict=True) if key in names), None)


async def known_documents(database: Database, collection: str) -> KnownDocuments:
    """The documents by source, by title and by file name; of several with one name, the oldest."""
    async with database.connection() as connection:
        given = {"collection": collection, "stand_in": STAND_IN}
        rows = (await connection.execute(DOCUMENTS, given)).all()
    sources = {row.source: row.id for row in rows}
    titles = {row.title.casefold(): row.id for row in rows}
    files = {PurePosixPath(row.source).name.casefold(): row.id for row in rows}
    return KnownDocuments((sources, titles, files))


async def attach_facts(
    database: Database, document_id: UUID, facts: Sequence[FactDraft], origin: str, *, graph: bool
) -> None:
    """Make what this facts file says of the document exactly these facts; the same again changes nothing."""
    async with database.transaction() as connection:
        drafts = await connection.scalars(OF_ORIGIN, {"id": document_id, "origin": origin})
        if [storage.stored_draft(draft) for draft in drafts] != list(facts):
            await storage.store_facts(connection, document_id, facts, origin)
            await storage.redo_graph(connection, document_id, "pending" if graph else "off")
