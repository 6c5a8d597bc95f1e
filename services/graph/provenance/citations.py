"""Which passages facts stand on: the rows of `fact_citation`, written at ingest and read with every fact."""

import asyncio
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, insert
from sqlalchemy.dialects.postgresql import UUID as PG_UUID

from services.models import Citation, Document, PassagePlaces, Viewpoint, cite
from services.stores.postgres import Database, repeatable
from services.stores.seen import counting
from services.stores.tables import chunk, document, fact_citation
from services.text.quotes import QuotedText

BATCH = 5_000
OF_FACTS = (
    sa.select(
        fact_citation.c.fact_uuid,
        fact_citation.c.document_id,
        fact_citation.c.chunk_id,
        fact_citation.c.start_offset,
        fact_citation.c.end_offset,
        fact_citation.c.quote,
        fact_citation.c.located,
        document.c.title,
        document.c.source,
        document.c.reference_time,
        sa.func.passage_places(
            fact_citation.c.document_id, fact_citation.c.start_offset, fact_citation.c.end_offset, type_=JSONB
        ).label("places"),
    )
    .join(document, document.c.id == fact_citation.c.document_id)
    .where(fact_citation.c.fact_uuid == sa.func.any(sa.bindparam("facts", type_=ARRAY(PG_UUID(as_uuid=True)))))
    .order_by(document.c.reference_time, document.c.title, fact_citation.c.start_offset)
)
IN_PARTS = fact_citation.c.episode_uuid != fact_citation.c.document_id
"""Of a document that was read in several episodes, of which only the first has the document's id."""


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

    async def of_facts(self, facts: Sequence[UUID], viewpoint: Viewpoint) -> Mapping[UUID, tuple[Citation, ...]]:
        """Passages of the documents that are seen from there."""
        found: defaultdict[UUID, list[Citation]] = defaultdict(list)
        if facts:
            async with self.database.connection() as connection:
                query = OF_FACTS.where(counting(viewpoint))
                for row in await connection.execute(query, {"facts": list(facts)}):
                    found[row.fact_uuid].append(_citation(row, viewpoint))
        return {fact: tuple(citations) for fact, citations in found.items()}

    async def episodes(self, viewpoint: Viewpoint) -> list[str] | None:
        """Those by which the documents that are seen from there came into the graph; None: all are seen."""
        if not viewpoint.chooses_documents:
            return None
        whole = sa.select(document.c.id).where(counting(viewpoint))
        parts = sa.select(fact_citation.c.episode_uuid).join(document).where(IN_PARTS, counting(viewpoint))
        async with self.database.connection() as connection:
            return [str(uuid) for uuid in (await connection.execute(whole.union(parts))).scalars()]

    async def unused(self) -> list[str]:
        """The episodes of documents that are switched off or deleted: what only they state is not told."""
        off = sa.or_(~document.c.enabled, document.c.deleted_at.is_not(None))
        parts = sa.select(fact_citation.c.episode_uuid).join(document).where(IN_PARTS, off)
        async with self.database.connection() as connection:
            if not (whole := list(await connection.scalars(sa.select(document.c.id).where(off)))):
                return []
            return [str(uuid) for uuid in {*whole, *await connection.scalars(parts)}]

    async def all_stated(self, viewpoint: Viewpoint, limit: int) -> tuple[UUID, ...]:
        """The facts that documents seen from there state; of very many, so many of the latest documents."""
        query = (
            sa.select(fact_citation.c.fact_uuid)
            .join(document, document.c.id == fact_citation.c.document_id)
            .where(counting(viewpoint))
            .group_by(fact_citation.c.fact_uuid)
            .order_by(sa.func.max(document.c.created_at).desc(), fact_citation.c.fact_uuid)
            .limit(limit)
        )
        async with self.database.connection() as connection:
            return tuple((await connection.execute(query)).scalars())

    async def seen(self, documents: Sequence[UUID], viewpoint: Viewpoint) -> set[UUID]:
        """Those of the documents that a viewpoint shows."""
        async with self.database.connection() as connection:
            chosen = sa.select(document.c.id).where(document.c.id.in_(documents), counting(viewpoint))
            return set(await connection.scalars(chosen))

    async def facts_of(self, document_id: UUID) -> tuple[UUID, ...]:
        query = (
            sa.select(fact_citation.c.fact_uuid)
            .where(fact_citation.c.document_id == document_id)
            .group_by(fact_citation.c.fact_uuid)
            .order_by(sa.func.min(fact_citation.c.start_offset), fact_citation.c.fact_uuid)
        )
        async with self.database.connection() as connection:
            return tuple((await connection.execute(query)).scalars())

    @repeatable
    async def write(self, of: Document, statements: Sequence[Statement]) -> None:
        """Locate each statement in the document's text and keep where it stands; what is there already stays."""
        rows = await asyncio.to_thread(_rows, of, await self._chunks(of.id), statements)
        async with self.database.transaction() as connection:
            for start in range(0, len(rows), BATCH):
                await connection.execute(insert(fact_citation).on_conflict_do_nothing(), rows[start : start + BATCH])

    @repeatable
    async def forget(self, document_id: UUID, facts: Sequence[UUID] | None = None) -> None:
        """Drop what the document cites for these facts, or for all."""
        rows = fact_citation.c.document_id == document_id
        if facts is not None:
            rows &= fact_citation.c.fact_uuid.in_(facts)
        async with self.database.transaction() as connection:
            await connection.execute(sa.delete(fact_citation).where(rows))

    async def _chunks(self, document_id: UUID) -> "ChunkSpans":
        query = sa.select(chunk.c.start_offset, chunk.c.id).where(chunk.c.document_id == document_id)
        async with self.database.connection() as connection:
            rows = (await connection.execute(query.order_by(chunk.c.start_offset))).all()
        return ChunkSpans([row.start_offset for row in rows], [row.id for row in rows])


@dataclass(frozen=True)
class ChunkSpans:
    starts: Sequence[int]
    ids: Sequence[UUID]

    def at(self, offset: int) -> UUID | None:
        """The last chunk that begins at or before the offset; chunks may overlap."""
        position = bisect_right(self.starts, offset) - 1
        return self.ids[position] if position >= 0 else None


def _rows(of: Document, chunks: ChunkSpans, statements: Sequence[Statement]) -> list[dict[str, object]]:
    text = QuotedText(of.content)
    return [_row(of, chunks, text, statement) for statement in statements]


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


def _citation(row: Any, viewpoint: Viewpoint) -> Citation:
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
    )
