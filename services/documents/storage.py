"""A document's rows in Postgres: document, chunks and given facts come, change and go within one transaction.

Triggers keep each chunk's tsvector and the collection's word counts (migration 0002).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from pgvector.sqlalchemy import VECTOR
from sqlalchemy import ARRAY, bindparam, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from services.documents.existing import ExistingDocument
from services.documents.ingest.preparation import PreparedDocument, content_hash
from services.documents.reading.facts_file import STAND_IN
from services.errors import InvalidInput
from services.models import DocumentDraft, FactDraft, GraphState, PageLayout, dated_fields
from services.text.headings import heading_paths
from services.text.named_dates import refine_stored_date

PAGES_A_STATEMENT = 500
CHUNKS_A_STATEMENT = 500
"""Some seconds of index building at most, far below the statement timeout."""

PATIENT = text("SET LOCAL statement_timeout = '10min'")
"""Chunks come and go one transaction after the other, for the words' frequencies; a large document takes minutes."""

NEW_COLLECTION = text("""
    INSERT INTO collection (name, language) VALUES (:name, CAST(CAST(:language AS regconfig) AS text))
    ON CONFLICT (name) DO NOTHING
""")
FIND_COLLECTION = text("SELECT id FROM collection WHERE name = :name")
LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))")
FIND_MANY = text("""
    SELECT source, title, content_hash
    FROM document
    WHERE collection_id = :collection_id AND source = ANY(:sources) AND deleted_at IS NULL AND replaced_at IS NULL
""")
REPLACE = text("""
    UPDATE document AS d
    SET replaced_at = now()
    FROM unnest(CAST(:sources AS text[]), CAST(:hashes AS text[])) AS t(source, content_hash)
    WHERE d.collection_id = :collection_id AND d.source = t.source AND d.replaced_at IS NULL AND d.deleted_at IS NULL
      AND d.content_hash <> t.content_hash AND d.metadata ->> 'format' IS DISTINCT FROM :stand_in
    RETURNING d.source
""")
"""Documents whose text changes: the row stays as an earlier version. What was made of facts alone is no version."""
PUT_DOCUMENTS = text("""
    INSERT INTO document (
        collection_id, title, source, content, content_hash, metadata, reference_time, graph_state,
        original_hash, original_name, emphasis, version, enabled, corrected
    )
    SELECT :collection_id, t.title, t.source, t.content, t.content_hash, CAST(t.metadata AS jsonb), t.reference_time,
           :graph_state, o.hash, t.original_name, CAST(t.emphasis AS jsonb), coalesce(p.version, 0) + 1,
           t.enabled AND coalesce(p.enabled, true),
           CASE WHEN t.reference_time IS NOT DISTINCT FROM p.reference_time THEN coalesce(p.corrected, '{}')
                ELSE array_remove(coalesce(p.corrected, '{}'), 'reference_time') END
    FROM unnest(
        CAST(:titles AS text[]), CAST(:sources AS text[]), CAST(:contents AS text[]), CAST(:hashes AS text[]),
        CAST(:metadata AS text[]), CAST(:reference_times AS timestamptz[]), CAST(:original_hashes AS text[]),
        CAST(:original_names AS text[]), CAST(:emphases AS text[]), CAST(:enabled AS boolean[])
    ) AS t(
        title, source, content, content_hash, metadata, reference_time, original_hash, original_name, emphasis, enabled
    )
    LEFT JOIN original AS o ON o.hash = t.original_hash
    LEFT JOIN LATERAL (
        SELECT d.version, d.enabled, d.corrected, d.reference_time
        FROM document AS d
        WHERE d.collection_id = :collection_id AND d.source = t.source
        ORDER BY d.version DESC
        LIMIT 1
    ) AS p ON true
    ON CONFLICT (collection_id, source) WHERE replaced_at IS NULL DO UPDATE
    SET title = excluded.title, content = excluded.content, content_hash = excluded.content_hash,
        metadata = excluded.metadata, reference_time = excluded.reference_time,
        graph_state = CASE WHEN document.deleted_at IS NULL OR document.graph_state = 'off' THEN excluded.graph_state
                           ELSE 'pending' END,
        enabled = document.enabled OR document.deleted_at IS NOT NULL, deleted_at = NULL,
        original_hash = excluded.original_hash, original_name = excluded.original_name, emphasis = excluded.emphasis,
        graph_error = NULL, updated_at = now()
    RETURNING id, source, xmax <> 0 AS replaced
""")
CLEAR = text("""
    WITH gone AS (DELETE FROM fact_citation WHERE document_id = ANY(:ids)),
         given AS (DELETE FROM ready_fact WHERE document_id = ANY(:ids) AND NOT :keep_facts),
         paged AS (DELETE FROM document_page WHERE document_id = ANY(:ids)),
         headed AS (DELETE FROM document_heading WHERE document_id = ANY(:ids))
    DELETE FROM chunk WHERE document_id = ANY(:ids)
""")
PUT_CHUNKS = text("""
    INSERT INTO chunk (
        document_id, collection_id, chunk_index, content, start_offset, end_offset, token_count, embedding
    )
    SELECT t.document_id, :collection_id, t.chunk_index, t.content, t.start_offset, t.end_offset, t.token_count,
           t.embedding
    FROM unnest(
        CAST(:document_ids AS uuid[]), CAST(:indexes AS integer[]), CAST(:contents AS text[]),
        CAST(:starts AS integer[]), CAST(:ends AS integer[]), CAST(:tokens AS integer[]), CAST(:embeddings AS vector[])
    ) AS t(document_id, chunk_index, content, start_offset, end_offset, token_count, embedding)
""").bindparams(bindparam("embeddings", type_=ARRAY(VECTOR(), dimensions=1)))
PUT_HEADINGS = text("""
    INSERT INTO document_heading (document_id, start_offset, path)
    SELECT *
    FROM unnest(CAST(:documents AS uuid[]), CAST(:starts AS integer[]), CAST(:paths AS text[]))
""")
CLEAR_PAGES = text("DELETE FROM document_page WHERE document_id = :id")
PUT_PAGES = text("""
    INSERT INTO document_page (document_id, number, label, width, height, start_offset, end_offset, boxes, confidences)
    SELECT :id, t.*
    FROM unnest(
        CAST(:numbers AS integer[]), CAST(:labels AS text[]), CAST(:widths AS float[]), CAST(:heights AS float[]),
        CAST(:starts AS integer[]), CAST(:ends AS integer[]), CAST(:boxes AS bytea[]), CAST(:confidences AS bytea[])
    ) AS t
""")
TOUCH = text("""
    UPDATE document
    SET metadata = CAST(:metadata AS jsonb), emphasis = CAST(:emphasis AS jsonb), updated_at = now(),
        reference_time = coalesce(CAST(:reference_time AS timestamptz), reference_time),
        original_hash = coalesce((SELECT hash FROM original WHERE hash = CAST(:original_hash AS text)), original_hash),
        original_name = coalesce(CAST(:original_name AS text), original_name)
    WHERE id = :id
""")
ACCEPTED = "accepted in the review"
"""The origin of facts that waited at the gate until a person let them enter; others are named after their file."""
FACTS = text("""
    SELECT draft
    FROM ready_fact
    WHERE document_id = :id AND (origin = :accepted) = :is_accepted
    ORDER BY origin, position
""")
FACTS_OF_MANY = text("""
    SELECT document_id, origin = :accepted AS is_accepted, draft
    FROM ready_fact
    WHERE document_id = ANY(:ids)
    ORDER BY document_id, origin, position
""")
FACTS_OF_OTHERS = text("""
    SELECT f.draft
    FROM ready_fact AS f
    JOIN document AS d ON d.id = f.document_id
    WHERE d.collection_id = :collection_id AND d.source = :source AND f.origin <> :origin
    ORDER BY f.origin, f.position
""")
CLEAR_FACTS = text("DELETE FROM ready_fact WHERE document_id = :id AND origin = :origin")
PUT_FACTS = text("""
    INSERT INTO ready_fact (document_id, origin, position, draft)
    SELECT :id, :origin, t.position, CAST(t.draft AS jsonb)
    FROM unnest(CAST(:drafts AS text[])) WITH ORDINALITY AS t(draft, position)
""")
REDO_GRAPH = text("UPDATE document SET graph_state = :state, graph_error = NULL, updated_at = now() WHERE id = :id")
SET_GRAPH_STATE = text("""
    UPDATE document
    SET graph_state = :state, graph_error = :error
    WHERE id = :id AND (CAST(:seen AS timestamptz) IS NULL OR updated_at = :seen)
""")
SET_GRAPH_DONE = text("""
    UPDATE document AS d
    SET graph_state = 'done', graph_error = NULL
    FROM unnest(CAST(:ids AS uuid[]), CAST(:seen AS timestamptz[])) AS written(id, updated_at)
    WHERE d.id = written.id AND d.updated_at = written.updated_at
""")
FOLLOW = text("""
    UPDATE watched_file AS f
    SET document_id = newest.id
    FROM document AS earlier
    JOIN document AS newest ON newest.collection_id = earlier.collection_id AND newest.source = earlier.source
    WHERE f.document_id = earlier.id AND earlier.replaced_at IS NOT NULL AND newest.id = ANY(:ids)
""")
"""A watched file is its newest version, whoever brought it."""


@dataclass(frozen=True)
class StoredDocument:
    """`replaced`: something else stood there before, now an earlier version or gone."""

    id: UUID
    source: str
    replaced: bool


async def collection_id(connection: AsyncConnection, name: str, language: str) -> UUID:
    """The collection's id; a new collection is made. Raises InvalidInput for a language that Postgres does not know."""
    found = await connection.scalar(FIND_COLLECTION, {"name": name})
    if found is None:
        try:
            await connection.execute(NEW_COLLECTION, {"name": name, "language": language})
        except DBAPIError as error:
            raise InvalidInput(
                f"Postgres has no text search configuration called “{language}”; it has “english”, “simple” …"
            ) from error
        found = await connection.scalar(FIND_COLLECTION, {"name": name})
    assert isinstance(found, UUID)
    return found


async def lock_content(connection: AsyncConnection, draft: DocumentDraft) -> None:
    """Lock the draft's text and source until the transaction ends: the same text, sent twice at once, becomes one
    document, and two texts of one source become two versions."""
    await connection.execute(LOCK, {"name": content_hash(draft.content)})
    await connection.execute(LOCK, {"name": f"document {draft.source}"})


async def changed_drafts(
    connection: AsyncConnection, collection: UUID, drafts: Sequence[DocumentDraft]
) -> list[DocumentDraft]:
    """The drafts that are not stored yet with this source, title and content."""
    given = {"collection_id": collection, "sources": [draft.source for draft in drafts]}
    rows = await connection.execute(FIND_MANY, given)
    there = {(row.source, row.title, row.content_hash) for row in rows}
    return [draft for draft in drafts if (draft.source, draft.title, content_hash(draft.content)) not in there]


async def store_documents(
    connection: AsyncConnection,
    collection: UUID,
    prepared: Sequence[PreparedDocument],
    graph_state: GraphState,
    *,
    keep_facts: bool = False,
) -> list[StoredDocument]:
    """Put the documents, each whole. One that had another text before stays as its earlier version; only its title or
    date being other, it keeps its id.

    `keep_facts`: also the facts that were given with what stood there before.
    """
    await connection.execute(PATIENT)
    given = _documents(collection, prepared, graph_state)
    earlier = set(await connection.scalars(REPLACE, {**given, "stand_in": STAND_IN}))
    rows = (await connection.execute(PUT_DOCUMENTS, given)).all()
    if rewritten := [row.id for row in rows if row.replaced]:
        await connection.execute(CLEAR, {"ids": rewritten, "keep_facts": keep_facts})
    stored = [StoredDocument(row.id, row.source, row.replaced or row.source in earlier) for row in rows]
    if earlier:
        await connection.execute(FOLLOW, {"ids": [document.id for document in stored]})
    ids = {document.source: document.id for document in stored}
    for chunks in _statements(collection, prepared, ids):
        await connection.execute(PUT_CHUNKS, chunks)
    for document in prepared:
        await _put_pages(connection, ids[document.draft.source], document.draft.pages)
    await _put_headings(connection, {ids[document.draft.source]: document.draft.content for document in prepared})
    return stored


async def _put_headings(connection: AsyncConnection, contents: Mapping[UUID, str]) -> None:
    found = [(uuid, start, path) for uuid, content in contents.items() for start, path in heading_paths(content)]
    if found:
        documents, starts, paths = zip(*found, strict=True)
        await connection.execute(PUT_HEADINGS, {"documents": documents, "starts": starts, "paths": paths})


async def _put_pages(connection: AsyncConnection, document_id: UUID, pages: Sequence[PageLayout]) -> None:
    for start in range(0, len(pages), PAGES_A_STATEMENT):
        part = pages[start : start + PAGES_A_STATEMENT]
        given = {
            "numbers": [page.number for page in part],
            "labels": [page.label for page in part],
            "widths": [page.width for page in part],
            "heights": [page.height for page in part],
            "starts": [page.start_offset for page in part],
            "ends": [page.end_offset for page in part],
            "boxes": [page.boxes for page in part],
            "confidences": [page.confidences for page in part],
        }
        await connection.execute(PUT_PAGES, {"id": document_id, **given})


def _documents(collection: UUID, prepared: Sequence[PreparedDocument], graph_state: GraphState) -> Mapping[str, object]:
    drafts = [document.draft for document in prepared]
    return {
        "collection_id": collection,
        "graph_state": graph_state,
        "titles": [draft.title for draft in drafts],
        "sources": [draft.source for draft in drafts],
        "contents": [draft.content for draft in drafts],
        "hashes": [document.content_hash for document in prepared],
        "metadata": [json.dumps(draft.metadata) for draft in drafts],
        "reference_times": [draft.reference_time for draft in drafts],
        "original_hashes": [draft.original and draft.original.hash for draft in drafts],
        "original_names": [draft.original and draft.original.name for draft in drafts],
        "emphases": [json.dumps(draft.emphasis) for draft in drafts],
        "enabled": [draft.enabled for draft in drafts],
    }


def _statements(
    collection: UUID, prepared: Sequence[PreparedDocument], ids: Mapping[str, UUID]
) -> Iterator[Mapping[str, object]]:
    rows = [
        (ids[document.draft.source], index, passage, document.vectors[index])
        for document in prepared
        for index, passage in enumerate(document.passages)
    ]
    for start in range(0, len(rows), CHUNKS_A_STATEMENT):
        documents, indexes, passages, vectors = zip(*rows[start : start + CHUNKS_A_STATEMENT], strict=True)
        yield {
            "collection_id": collection,
            "document_ids": list(documents),
            "indexes": list(indexes),
            "contents": [passage.content for passage in passages],
            "starts": [passage.start_offset for passage in passages],
            "ends": [passage.end_offset for passage in passages],
            "tokens": [passage.token_count for passage in passages],
            "embeddings": list(vectors),
        }


async def touch_document(connection: AsyncConnection, there: ExistingDocument, draft: DocumentDraft) -> None:
    """Bring date, metadata and emphasis up to date; by the date the graph knows when the document was written."""
    given = {
        "id": there.id,
        "metadata": json.dumps(draft.metadata),
        "emphasis": json.dumps(draft.emphasis),
        "reference_time": draft.reference_time,
        "original_hash": draft.original and draft.original.hash,
        "original_name": draft.original and draft.original.name,
    }
    await connection.execute(TOUCH, given)
    if draft.pages:
        await connection.execute(CLEAR_PAGES, {"id": there.id})
        await _put_pages(connection, there.id, draft.pages)
    if there.redated and there.graph_state != "off":
        await redo_graph(connection, there.id, "pending")


async def facts_of_document(
    connection: AsyncConnection, document_id: UUID, *, is_accepted: bool = False
) -> list[FactDraft]:
    """The facts as they were given with the document; or those that a person accepted of what was read in it."""
    given = {"id": document_id, "accepted": ACCEPTED, "is_accepted": is_accepted}
    return [stored_draft(draft) for draft in await connection.scalars(FACTS, given)]


async def facts_of_documents(
    connection: AsyncConnection, documents: Sequence[UUID]
) -> dict[UUID, tuple[list[FactDraft], list[FactDraft]]]:
    """As `facts_of_document`, of several documents: the facts given with each, and those accepted."""
    found: dict[UUID, tuple[list[FactDraft], list[FactDraft]]] = {one: ([], []) for one in documents}
    for row in await connection.execute(FACTS_OF_MANY, {"ids": list(documents), "accepted": ACCEPTED}):
        found[row.document_id][row.is_accepted].append(stored_draft(row.draft))
    return found


async def facts_of_other_files(
    connection: AsyncConnection, collection: UUID, source: str, origin: str
) -> list[FactDraft]:
    """What other facts files say of this source."""
    given = {"collection_id": collection, "source": source, "origin": origin}
    return [stored_draft(draft) for draft in await connection.scalars(FACTS_OF_OTHERS, given)]


def stored_draft(draft: Mapping[str, Any]) -> FactDraft:
    """Drafts from before dates had a precision say less where their quote and fact name only a year or a month."""
    fact = FactDraft.model_validate(draft)
    if "valid_precision" in draft:
        return fact
    texts = [fact.quote or "", fact.fact]
    began = refine_stored_date(fact.began, texts) if fact.began else None
    ended = refine_stored_date(fact.ended, texts, is_end=True) if fact.ended else None
    return fact.model_copy(update=dated_fields(began, ended))


async def store_facts(
    connection: AsyncConnection, document_id: UUID, facts: Sequence[FactDraft], origin: str = ""
) -> None:
    """Make the document's given facts of this origin exactly these; the graph is to be written anew after it."""
    await connection.execute(CLEAR_FACTS, {"id": document_id, "origin": origin})
    drafts = [fact.model_dump_json() for fact in facts]
    await connection.execute(PUT_FACTS, {"id": document_id, "origin": origin, "drafts": drafts})


async def redo_graph(connection: AsyncConnection, document_id: UUID, state: GraphState) -> None:
    """Graph work that is under way on it does not count as done."""
    await connection.execute(REDO_GRAPH, {"id": document_id, "state": state})


async def set_graph_done(connection: AsyncConnection, seen: Mapping[UUID, datetime]) -> None:
    """Mark the documents' graph work as done, if they are still as they were at this `updated_at`."""
    if seen:
        await connection.execute(SET_GRAPH_DONE, {"ids": [*seen], "seen": [*seen.values()]})


async def set_graph_state(
    connection: AsyncConnection,
    document_id: UUID,
    state: GraphState,
    error: str | None = None,
    *,
    seen: datetime | None = None,
) -> None:
    """`seen`: only if the document is still as it was at this `updated_at`."""
    given = {"id": document_id, "state": state, "error": error, "seen": seen}
    await connection.execute(SET_GRAPH_STATE, given)
