"""Which passages facts stand on: the rows of `fact_citation`, written at ingest and read with every fact."""

import asyncio
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Row, text

from services.graph.provenance.ledger import NOT_UNDONE
from services.models import Citation, Document, PassagePlaces, Viewpoint, cite
from services.stores.batches import batches
from services.stores.postgres import Database, repeatable
from services.stores.visible_documents import IS_CURRENT_VERSION, IS_READABLE, IS_VISIBLE, visibility_parameters
from services.text.quotes import QuotedText
from services.text.sentences import sentences

BATCH = 5_000
DOCUMENTS = """
    document AS d
    JOIN collection AS c ON c.id = d.collection_id
"""
STATED_OR_ENDED = f"""
    SELECT s.*, s.fact_uuid AS of_fact, false AS tells_end
    FROM fact_citation AS s
    WHERE s.fact_uuid = ANY(:facts)
    UNION ALL
    SELECT s.*, f.fact_uuid, true
    FROM fact_change AS f
    JOIN fact_citation AS s ON s.fact_uuid = f.told_by AND s.document_id = f.document_id
    WHERE f.fact_uuid = ANY(:facts)
      AND (CAST(:horizon AS timestamptz) IS NULL OR CAST(f.after ->> 'invalid_at' AS timestamptz) <= :horizon)
      AND (CAST(:known_on AS timestamptz) IS NULL OR f.changed_at <= :known_on)
      AND {NOT_UNDONE}
"""  # noqa: S608
"""Where facts are stated, and where another fact tells the end that is told of them."""
OF_FACTS = text(f"""
    SELECT
        f.of_fact, f.tells_end, f.document_id, f.chunk_id, f.start_offset, f.end_offset, f.quote, f.located,
        d.title, d.source, d.reference_time, d.metadata,
        passage_places(f.document_id, f.start_offset, f.end_offset) AS places
    FROM ({STATED_OR_ENDED}) AS f, {DOCUMENTS}
    WHERE d.id = f.document_id AND {IS_READABLE} AND ({IS_CURRENT_VERSION} OR d.id = CAST(:version AS uuid))
    ORDER BY f.tells_end, d.reference_time, d.title, f.start_offset
""")  # noqa: S608 – parts of our own, values as parameters
EPISODES_SEEN = f"""
    SELECT d.id AS uuid
    FROM {DOCUMENTS}
    WHERE {IS_VISIBLE}
    UNION
    SELECT f.episode_uuid
    FROM fact_citation AS f, {DOCUMENTS}
    WHERE f.episode_uuid <> f.document_id AND d.id = f.document_id AND {IS_VISIBLE}
"""  # noqa: S608
"""Of a document that was read in several episodes, only the first has the document's id."""
ALL_STATED = text(f"""
    SELECT f.fact_uuid
    FROM fact_citation AS f, {DOCUMENTS}
    WHERE d.id = f.document_id AND {IS_VISIBLE}
    GROUP BY f.fact_uuid
    ORDER BY max(d.created_at) DESC, f.fact_uuid
    LIMIT :limit
""")  # noqa: S608
EPISODES_UNUSED = f"""
    WITH unused AS (
        SELECT d.id
        FROM document AS d
        WHERE (NOT d.enabled OR d.deleted_at IS NOT NULL OR d.replaced_at IS NOT NULL)
          AND (NOT d.enabled OR d.deleted_at IS NOT NULL OR NOT {IS_CURRENT_VERSION})
    )
    SELECT id AS uuid FROM unused
    UNION
    SELECT f.episode_uuid
    FROM unused AS d
    JOIN fact_citation AS f ON f.document_id = d.id
    WHERE f.episode_uuid <> f.document_id
"""  # noqa: S608
"""The first condition is that of the index `ix_document_unused`."""
UNUSED = text(EPISODES_UNUSED)
SEEN_AND_UNUSED = text(f"SELECT ARRAY({EPISODES_SEEN}) AS seen, ARRAY({EPISODES_UNUSED}) AS unused")
SEEN_OF = text(f"SELECT d.id FROM {DOCUMENTS} WHERE d.id = ANY(:documents) AND {IS_VISIBLE}")  # noqa: S608
WINDOWS = text("""
    SELECT greatest(s.start_offset - :around, 0) AS start,
           substr(d.content, greatest(s.start_offset - :around, 0) + 1, s.end_offset - s.start_offset + 2 * :around)
               AS words
    FROM unnest(CAST(:documents AS uuid[]), CAST(:starts AS integer[]), CAST(:ends AS integer[]))
        WITH ORDINALITY AS s(document_id, start_offset, end_offset, number)
    JOIN document AS d ON d.id = s.document_id
    ORDER BY s.number
""")
OF_SPANS = text(f"""
    SELECT
        s.document_id, CAST(NULL AS uuid) AS chunk_id, s.start_offset, s.end_offset,
        substr(d.content, s.start_offset + 1, s.end_offset - s.start_offset) AS quote, 'quote' AS located,
        d.title, d.source, d.reference_time, d.metadata,
        passage_places(s.document_id, s.start_offset, s.end_offset) AS places
    FROM unnest(CAST(:documents AS uuid[]), CAST(:starts AS integer[]), CAST(:ends AS integer[]))
        WITH ORDINALITY AS s(document_id, start_offset, end_offset, number)
    JOIN ({DOCUMENTS}) ON d.id = s.document_id
    WHERE {IS_VISIBLE}
    ORDER BY s.number
""")  # noqa: S608
AROUND = 400
"""Characters beside a passage in which its sentences begin and end."""
FACTS_OF = text("""
    SELECT fact_uuid
    FROM fact_citation
    WHERE document_id = :document
    GROUP BY fact_uuid
    ORDER BY min(start_offset), fact_uuid
""")
WRITE = text("""
    INSERT INTO fact_citation (
        fact_uuid, document_id, start_offset, end_offset, chunk_id, quote, located, episode_uuid
    )
    SELECT *
    FROM unnest(
        CAST(:fact_uuid AS uuid[]), CAST(:document_id AS uuid[]), CAST(:start_offset AS integer[]),
        CAST(:end_offset AS integer[]), CAST(:chunk_id AS uuid[]), CAST(:quote AS text[]), CAST(:located AS text[]),
        CAST(:episode_uuid AS uuid[])
    )
    ON CONFLICT DO NOTHING
""")
FORGET = text("""
    DELETE FROM fact_citation
    WHERE document_id = :document AND (CAST(:facts AS uuid[]) IS NULL OR fact_uuid = ANY(:facts))
""")
FORGET_ALL = text("DELETE FROM fact_citation WHERE document_id = ANY(:documents)")
CHUNKS = text("""
    SELECT document_id, start_offset, id FROM chunk WHERE document_id = ANY(:documents) ORDER BY start_offset
""")


class Span(NamedTuple):
    """From where a passage's first name begins to where its last one begins."""

    document_id: UUID
    start: int
    end: int


@dataclass(frozen=True)
class Statement:
    """A fact as one document states it; `quote` None when the document's own words are not known."""

    fact_uuid: UUID
    fact: str
    quote: str | None
    episode: UUID


@dataclass(frozen=True)
class Citations:
    database: Database

    async def of_facts(
        self, facts: Sequence[UUID], viewpoint: Viewpoint, version: UUID | None = None
    ) -> Mapping[UUID, tuple[Citation, ...]]:
        """Passages of the documents that are seen from there; and of this `version` of one, though it is not the one
        that is looked at. Those that state a fact, then the one that tells its end where another document does."""
        found: defaultdict[UUID, list[Citation]] = defaultdict(list)
        given = {"facts": list(facts), "version": version, "horizon": viewpoint.horizon} | visibility_parameters(
            viewpoint
        )
        if facts:
            async with self.database.connection() as connection:
                for row in await connection.execute(OF_FACTS, given):
                    citation, stated = _citation(row, viewpoint), found[row.of_fact]
                    if not row.tells_end or (stated and citation not in stated):
                        stated.append(citation)
        return {fact: tuple(citations) for fact, citations in found.items() if citations}

    async def unused_episodes(self, viewpoint: Viewpoint) -> list[str]:
        """The episodes of documents that are switched off or deleted, and of versions that another one stands for when
        one looks from there: what only they state is not told."""
        given = {"version_by": viewpoint.published_by, "known_on": viewpoint.known_on}
        async with self.database.connection() as connection:
            return [str(uuid) for uuid in (await connection.execute(UNUSED, given)).scalars()]

    async def episodes_and_unused(self, viewpoint: Viewpoint) -> tuple[list[str] | None, list[str]]:
        """The episodes by which the documents that are seen from there came into the graph, None where all are seen;
        and `unused`. In one question, since every question about the graph begins with it."""
        if not viewpoint.chooses_documents:
            return None, await self.unused_episodes(viewpoint)
        async with self.database.connection() as connection:
            row = (await connection.execute(SEEN_AND_UNUSED, visibility_parameters(viewpoint))).one()
        return [str(uuid) for uuid in row.seen], [str(uuid) for uuid in row.unused]

    async def stated_facts(self, viewpoint: Viewpoint, limit: int) -> tuple[UUID, ...]:
        """The facts that documents seen from there state; of very many, so many of the latest documents."""
        async with self.database.connection() as connection:
            found = await connection.execute(ALL_STATED, {"limit": limit} | visibility_parameters(viewpoint))
            return tuple(found.scalars())

    async def visible_documents(self, documents: Sequence[UUID], viewpoint: Viewpoint) -> set[UUID]:
        """Which of the documents the viewpoint shows."""
        async with self.database.connection() as connection:
            found = await connection.execute(SEEN_OF, {"documents": list(documents)} | visibility_parameters(viewpoint))
            return set(found.scalars())

    async def of_spans(self, spans: Sequence[Span], viewpoint: Viewpoint) -> tuple[Citation, ...]:
        """The whole sentences of these passages, of documents that are seen from there."""
        async with self.database.connection() as connection:
            windows = (await connection.execute(WINDOWS, _columns(spans) | {"around": AROUND})).all()
            whole = [_sentences_of(one, row.start, row.words) for one, row in zip(spans, windows, strict=False)]
            found = await connection.execute(OF_SPANS, _columns(whole) | visibility_parameters(viewpoint))
            return tuple(_citation(row, viewpoint) for row in found)

    async def facts_of(self, document_id: UUID) -> tuple[UUID, ...]:
        async with self.database.connection() as connection:
            return tuple((await connection.execute(FACTS_OF, {"document": document_id})).scalars())

    async def write(self, of: Document, statements: Sequence[Statement]) -> None:
        """Locate each statement in the document's text and keep where it stands; what is there already stays."""
        await self._write(await self._located([DocumentStatements(of, statements)]), forgotten=())

    async def replace(self, stated: Sequence["DocumentStatements"]) -> None:
        """As `write`, for several documents together, which cite nothing else from then on."""
        await self._write(await self._located(stated), forgotten=[one.document.id for one in stated])

    async def _located(self, stated: Sequence["DocumentStatements"]) -> list[dict[str, object]]:
        chunks = await self._chunks([one.document.id for one in stated if one.statements])
        return await asyncio.to_thread(_rows, stated, chunks)

    @repeatable
    async def _write(self, rows: Sequence[dict[str, object]], forgotten: Sequence[UUID]) -> None:
        async with self.database.transaction() as connection:
            if forgotten:
                await connection.execute(FORGET_ALL, {"documents": list(forgotten)})
            for part in batches(rows, BATCH):
                await connection.execute(WRITE, {column: [row[column] for row in part] for column in part[0]})

    @repeatable
    async def forget(self, document_id: UUID, facts: Sequence[UUID] | None = None) -> None:
        """Drop what the document cites for these facts, or for all."""
        given = {"document": document_id, "facts": None if facts is None else list(facts)}
        async with self.database.transaction() as connection:
            await connection.execute(FORGET, given)

    async def _chunks(self, documents: Sequence[UUID]) -> Mapping[UUID, "ChunkSpans"]:
        found: defaultdict[UUID, ChunkSpans] = defaultdict(ChunkSpans)
        if documents:
            async with self.database.connection() as connection:
                for row in await connection.execute(CHUNKS, {"documents": list(documents)}):
                    found[row.document_id].starts.append(row.start_offset)
                    found[row.document_id].ids.append(row.id)
        return found


@dataclass(frozen=True)
class DocumentStatements:
    """What a document states."""

    document: Document
    statements: Sequence[Statement]


@dataclass(frozen=True)
class ChunkSpans:
    starts: list[int] = field(default_factory=list)
    ids: list[UUID] = field(default_factory=list)

    def at(self, offset: int) -> UUID | None:
        """The last chunk that begins at or before the offset; chunks may overlap."""
        position = bisect_right(self.starts, offset) - 1
        return self.ids[position] if position >= 0 else None


def _rows(stated: Sequence[DocumentStatements], chunks: Mapping[UUID, ChunkSpans]) -> list[dict[str, object]]:
    rows = []
    for one in stated:
        if one.statements:
            text, spans = QuotedText(one.document.content), chunks.get(one.document.id, ChunkSpans())
            rows += [_row(one.document, spans, text, statement) for statement in one.statements]
    return rows


def _columns(spans: Sequence[Span]) -> dict[str, object]:
    documents, starts, ends = zip(*spans, strict=True) if spans else ((), (), ())
    return {"documents": list(documents), "starts": list(starts), "ends": list(ends)}


def _sentences_of(span: Span, offset: int, window: str) -> Span:
    """`window` is the text round it, from that offset on. In a heading or a table the lines are taken."""
    first, last = span.start - offset, span.end - offset
    found = [(one.start, one.end) for one in sentences(window)]
    start = next((start for start, end in found if start <= first < end), window.rfind("\n", 0, first) + 1)
    end = next((end for start, end in found if start <= last < end), window.find("\n", last))
    return Span(span.document_id, offset + start, offset + (end if end > 0 else len(window)))


def _row(of: Document, chunks: ChunkSpans, text: QuotedText, statement: Statement) -> dict[str, object]:
    passage = text.locate(statement.quote, statement.fact)
    return {
        "fact_uuid": statement.fact_uuid,
        "document_id": of.id,
        "start_offset": passage.start_offset,
        "end_offset": passage.end_offset,
        "chunk_id": chunks.at(passage.start_offset),
        "quote": of.content[passage.start_offset : passage.end_offset],
        "located": passage.located,
        "episode_uuid": statement.episode,
    }


def _citation(row: Row[Any], viewpoint: Viewpoint) -> Citation:
    return cite(
        viewpoint,
        document_id=row.document_id,
        title=row.title,
        source=row.source,
        written=row.reference_time,
        chunk_id=row.chunk_id,
        start=row.start_offset,
        end=row.end_offset,
        quote=row.quote,
        located=row.located,
        places=PassagePlaces.model_validate(row.places),
        metadata=row.metadata,
    )
