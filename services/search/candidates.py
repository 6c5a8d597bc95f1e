"""Both arms' candidates, by one call of the SQL function `search_candidates` (migration 0006), and their passages."""

import json
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from pgvector.sqlalchemy import VECTOR
from sqlalchemy import Row, bindparam, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from services.models import NO_FILTERS, PassagePlaces, SearchFilters, Viewpoint, cite
from services.search.models import Candidates, Passage, WordCount
from services.stores.postgres import Database
from services.stores.visible_documents import IS_VISIBLE, visibility_parameters
from services.text import cleaning

ARM_SIZE = 100
"""Candidates an arm: what the ranking was measured with."""
EVERYWHERE = Viewpoint.ever()

CANDIDATES = text("""
    SELECT coalesce(array_agg(chunk_id ORDER BY chunk_id), '{}') AS chunk_ids,
           coalesce(array_agg(document_id ORDER BY chunk_id), '{}') AS document_ids,
           coalesce(array_agg(vector_similarity ORDER BY chunk_id), '{}') AS vector_similarities,
           coalesce(array_agg(text_score ORDER BY chunk_id), '{}') AS text_scores,
           coalesce(max(text_bound), 0) AS text_bound
    FROM search_candidates(
        CAST(:embedding AS vector), CAST(:query AS text), :arm_size, :k1, :b, CAST(:collection AS text),
        CAST(:document_ids AS uuid[]), CAST(:sources AS text[]), CAST(:metadata AS jsonb), CAST(:since AS timestamptz),
        CAST(:until AS timestamptz), CAST(:published_by AS timestamptz), CAST(:known_on AS timestamptz)
    )
""").bindparams(bindparam("embedding", type_=VECTOR()))

PASSAGES = text("""
    SELECT c.id, c.document_id, c.chunk_index, c.content, c.start_offset, c.end_offset, d.title, d.source,
           d.metadata, d.reference_time, passage_places(c.document_id, c.start_offset, c.end_offset) AS places,
           '' AS marked
    FROM chunk AS c
    JOIN document AS d ON d.id = c.document_id
    WHERE c.id = ANY (CAST(:chunk_ids AS uuid[]))
    LIMIT :limit
""")

# The marks are two characters from the private use area; those in the text itself are blanked before.
MARKED_PASSAGES = text("""
    SELECT c.id, c.document_id, c.chunk_index, c.content, c.start_offset, c.end_offset, d.title, d.source,
           d.metadata, d.reference_time, passage_places(c.document_id, c.start_offset, c.end_offset) AS places,
           ts_headline(
               t.language::regconfig, translate(searchable(c.content), :start || :stop, '  '),
               (SELECT string_agg('(' || coalesce(q.phrase, lexeme_query(q.word))::text || ')', ' | ')::tsquery
                FROM query_terms(t.language::regconfig, CAST(:query AS text)) AS q),
               'HighlightAll=true, StartSel="' || :start || '", StopSel="' || :stop || '"'
           ) AS marked
    FROM chunk AS c
    JOIN document AS d ON d.id = c.document_id
    JOIN collection AS t ON t.id = c.collection_id
    WHERE c.id = ANY (CAST(:chunk_ids AS uuid[]))
    LIMIT :limit
""")

UNDATED = text(f"SELECT count(*) FROM document AS d WHERE d.reference_time IS NULL AND {IS_VISIBLE}")  # noqa: S608
# A word that no document holds counts as the rarest: who asks for it is not answered by the other words.
HELD_WORDS = text("""
    WITH term AS (
        SELECT t.id AS collection_id, coalesce(q.phrase, lexeme_query(q.word)) AS words,
               ln(1 + (greatest(t.chunk_count, coalesce(l.document_frequency, 0)) + 0.5::double precision)
                      / (coalesce(l.document_frequency, 0) + 0.5::double precision)) AS rarity
        FROM collection AS t
        CROSS JOIN LATERAL query_terms(t.language::regconfig, CAST(:query AS text)) AS q
        LEFT JOIN lexeme AS l ON l.collection_id = t.id AND l.word = q.word
    )
    SELECT c.id, coalesce(sum(term.rarity) FILTER (WHERE c.tsv @@ term.words), 0) / sum(term.rarity) AS share
    FROM chunk AS c
    JOIN term ON term.collection_id = c.collection_id
    WHERE c.id = ANY (CAST(:chunk_ids AS uuid[]))
    GROUP BY c.id
    LIMIT :limit
""")
WORD_COUNTS = text("""
    SELECT w.word, sum(l.chunks) AS chunks, sum(t.chunk_count) AS total
    FROM unnest(CAST(:words AS text[])) WITH ORDINALITY AS w (word, place)
    CROSS JOIN collection AS t
    CROSS JOIN LATERAL (
        SELECT coalesce(min(coalesce(found.document_frequency, 0)), 0) AS chunks
        FROM query_terms(t.language::regconfig, w.word) AS q
        LEFT JOIN lexeme AS found ON found.collection_id = t.id AND found.word = q.word
    ) AS l
    WHERE CAST(:collection AS text) IS NULL OR t.name = :collection
    GROUP BY w.word, w.place
    ORDER BY w.place
    LIMIT 100
""")

MARK_START, MARK_STOP = "\ue000", "\ue001"


@dataclass(frozen=True)
class CandidateSource:
    """`k1` (how soon repeated words stop counting) and `b` (how much length counts, 0..1) are BM25's."""

    database: Database
    k1: float
    b: float

    async def fetch(
        self,
        query: str | None,
        embedding: Sequence[float] | None,
        viewpoint: Viewpoint = EVERYWHERE,
        filters: SearchFilters = NO_FILTERS,
        *,
        connection: AsyncConnection | None = None,
    ) -> Candidates:
        """`query` None: vectors alone. `embedding` None: words alone. When words fail, vectors alone and a notice.

        `connection`: one that is open, so that a search needs no second.
        """
        async with self._opened(connection) as opened:
            try:
                return await self._fetch(opened, query, embedding, viewpoint, filters)
            except DBAPIError as error:
                if query is None or embedding is None or error.connection_invalidated:
                    raise
                found = await self._fetch(opened, None, embedding, viewpoint, filters)
                return found.model_copy(update={"query": query, "notice": _text_arm_failed(error)})

    async def passages(
        self,
        chunk_ids: Sequence[UUID],
        viewpoint: Viewpoint = EVERYWHERE,
        *,
        marking: str | None = None,
        connection: AsyncConnection | None = None,
    ) -> dict[UUID, Passage]:
        """The chunks by id; with `marking`, a query, the words that it matches are marked."""
        statement = PASSAGES if marking is None else MARKED_PASSAGES
        arguments = {"chunk_ids": list(chunk_ids), "limit": len(chunk_ids)}
        if marking is not None:
            arguments |= {"query": marking, "start": MARK_START, "stop": MARK_STOP}
        async with self._opened(connection) as opened:
            rows = (await opened.execute(statement, arguments)).all()
        return {row.id: _passage(row, viewpoint) for row in rows}

    async def undated(self, viewpoint: Viewpoint) -> int:
        """How many documents have no date, of those that are searched."""
        async with self._opened(None) as opened:
            given = visibility_parameters(viewpoint.model_copy(update={"published_by": None}), enabled=True)
            return int((await opened.execute(UNDATED, given)).scalar_one())

    async def held_words(self, query: str, chunk_ids: Sequence[UUID]) -> dict[UUID, float]:
        """Which share of the query's words each chunk holds, 0..1, rare words counting for more; none without words."""
        arguments = {"query": query, "chunk_ids": list(chunk_ids), "limit": len(chunk_ids)}
        async with self.database.connection() as opened:
            rows = (await opened.execute(HELD_WORDS, arguments)).all()
        return {row.id: row.share for row in rows}

    async def word_counts(self, words: Sequence[str], viewpoint: Viewpoint = EVERYWHERE) -> tuple[WordCount, ...]:
        """The words' counts in the searched collections, in any form; words without a meaning of their own have 0."""
        given = {"words": list(words), "collection": viewpoint.collection}
        async with self.database.connection() as opened:
            rows = (await opened.execute(WORD_COUNTS, given)).all()
        return tuple(WordCount(word=row.word, chunks=row.chunks, total=row.total) for row in rows)

    @asynccontextmanager
    async def _opened(self, connection: AsyncConnection | None) -> AsyncIterator[AsyncConnection]:
        if connection is not None:
            yield connection
            return
        async with self.database.connection() as opened:
            yield opened

    async def _fetch(
        self,
        connection: AsyncConnection,
        query: str | None,
        embedding: Sequence[float] | None,
        viewpoint: Viewpoint,
        filters: SearchFilters,
    ) -> Candidates:
        arguments = {
            "embedding": None if embedding is None else list(embedding),
            "query": query,
            "arm_size": ARM_SIZE,
            "k1": self.k1,
            "b": self.b,
        }
        row = (await connection.execute(CANDIDATES, arguments | _narrowing(viewpoint, filters))).one()
        return Candidates(
            query=query or "",
            chunk_ids=row.chunk_ids,
            document_ids=row.document_ids,
            vector_similarities=row.vector_similarities,
            text_scores=row.text_scores,
            text_bound=row.text_bound,
            arms="vector" if query is None else "text" if embedding is None else "both",
        )


def _narrowing(viewpoint: Viewpoint, given: SearchFilters) -> dict[str, object]:
    filters = viewpoint.chosen.narrow_by(given)
    return {
        "collection": viewpoint.collection,
        "document_ids": list(filters.document_ids) or None,
        "sources": [cleaning.replace(source, by=" ") for source in filters.sources] or None,
        "metadata": json.dumps(filters.metadata) if filters.metadata else None,
        "since": filters.since,
        "until": filters.until,
        "published_by": viewpoint.published_by,
        "known_on": viewpoint.known_on,
    }


def _text_arm_failed(error: DBAPIError) -> str:
    cause = str(error.orig).splitlines()[0].split(">: ")[-1]
    return f"The full-text arm failed ({cause}): these hits are by meaning alone."


def _passage(row: Row[Any], viewpoint: Viewpoint) -> Passage:
    citation = cite(
        viewpoint,
        document_id=row.document_id,
        title=row.title,
        source=row.source,
        written=row.reference_time,
        chunk_id=row.id,
        start=row.start_offset,
        end=row.end_offset,
        quote=row.content,
        places=PassagePlaces.model_validate(row.places),
        metadata=row.metadata,
    )
    return Passage(
        chunk_id=row.id,
        document_id=row.document_id,
        chunk_index=row.chunk_index,
        content=row.content,
        metadata=row.metadata,
        citation=citation,
        marks=_mark_ranges(row.marked or ""),
    )


def _mark_ranges(marked: str) -> tuple[tuple[int, int], ...]:
    """Where the marked words stand in the text without the marks."""
    ranges = []
    for number, match in enumerate(re.finditer(f"{MARK_START}([^{MARK_START}{MARK_STOP}]*){MARK_STOP}", marked)):
        start = match.start() - 2 * number
        ranges.append((start, start + len(match[1])))
    return tuple(ranges)
