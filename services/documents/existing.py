"""What is already there of a document that is to be stored: whether anything must be done anew."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import RowMapping, text
from sqlalchemy.ext.asyncio import AsyncConnection

from services.documents.ingest.preparation import content_hash
from services.documents.reading.facts_file import STAND_IN
from services.models import DocumentDraft, GraphState

FIND = text("""
    SELECT d.id, d.source, d.title, d.metadata, d.reference_time, d.content_hash, d.graph_state,
           d.metadata ->> 'format' AS format, d.original_hash, d.corrected, d.emphasis,
           (SELECT count(*) FROM chunk WHERE chunk.document_id = d.id) AS chunk_count
    FROM document AS d
    WHERE d.collection_id = :collection_id AND d.deleted_at IS NULL AND d.replaced_at IS NULL
      AND (d.source = :source OR (:by_content AND d.content_hash = :content_hash))
    ORDER BY d.source = :source DESC, d.created_at
    LIMIT 1
""")

Corrections = dict[str, object]


@dataclass(frozen=True)
class ExistingDocument:
    """What is already there under the same source or with the same content."""

    id: UUID
    title: str
    chunk_count: int
    graph_state: GraphState
    same_source: bool
    is_stand_in: bool
    """Made from facts whose document was not there."""
    unchanged: bool
    """Nothing needs to be cut or embedded again."""
    redated: bool
    """The draft has another date."""
    outdated: bool
    """The draft has another date, other metadata, other emphasis or another file."""
    original_hash: str | None
    """Of the file that it was read from, if that is kept."""
    corrections: Corrections
    """What a person has said instead of the file."""


async def find_existing(
    connection: AsyncConnection, collection: UUID, draft: DocumentDraft, *, by_content: bool
) -> ExistingDocument | None:
    """What is there of the draft's document; None: nothing. `by_content`: the same text under another source counts,
    too."""
    wanted = {
        "collection_id": collection,
        "source": draft.source,
        "content_hash": content_hash(draft.content),
        "by_content": by_content,
    }
    row = (await connection.execute(FIND, wanted)).mappings().first()
    return None if row is None else _found(row, draft)


def _found(row: RowMapping, given: DocumentDraft) -> ExistingDocument:
    same_source = row["source"] == given.source
    corrections = _corrections(row, given) if same_source else {}
    draft = given.model_copy(update=corrections)
    same_content = row["content_hash"] == content_hash(draft.content)
    dated = draft.reference_time is not None and draft.reference_time != row["reference_time"]
    return ExistingDocument(
        id=row["id"],
        title=row["title"],
        chunk_count=row["chunk_count"],
        graph_state=row["graph_state"],
        same_source=same_source,
        is_stand_in=row["format"] == STAND_IN,
        unchanged=same_content and (not same_source or row["title"] == draft.title),
        redated=same_source and dated,
        outdated=same_source and (dated or _is_told_otherwise(row, draft) or _is_other_file(row, draft)),
        original_hash=row["original_hash"],
        corrections=corrections,
    )


def _corrections(row: RowMapping, given: DocumentDraft) -> Corrections:
    """A text that is another and dated after the day that a person has said is a version with a date of its own."""
    corrections: Corrections = {name: row[name] for name in row["corrected"]}
    said, own = corrections.get("reference_time"), given.reference_time
    is_new = row["content_hash"] != content_hash(given.content)
    if is_new and isinstance(said, datetime) and own is not None and own > said:
        del corrections["reference_time"]
    return corrections


def _is_told_otherwise(row: RowMapping, draft: DocumentDraft) -> bool:
    return (row["metadata"], row["emphasis"]) != (draft.metadata, [list(one) for one in draft.emphasis])


def _is_other_file(row: RowMapping, draft: DocumentDraft) -> bool:
    return draft.original is not None and draft.original.hash != row["original_hash"]
