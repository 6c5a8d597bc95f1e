"""A synthetic collection for the search benchmark: words as frequent as in prose, vectors in clusters."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pgvector.sqlalchemy import VECTOR
from sqlalchemy import ARRAY, bindparam, text
from sqlalchemy.ext.asyncio import AsyncConnection

from services.models import PartHealth
from services.stores.postgres import Database

DIMENSION = 384
VOCABULARY = 60_000
COMMON = 30
"""So many of the commonest words would be stop words: chunks have them, queries do not."""
CHUNK_WORDS = 110
CLUSTERS = 400
BATCH = 1_000

DOCUMENTS = text("""
    INSERT INTO document (id, collection_id, title, source, content, content_hash)
    SELECT id, :collection, 'Document', id::text, '', '' FROM unnest(CAST(:ids AS uuid[])) AS id
""")
CHUNKS = text("""
    INSERT INTO chunk (document_id, collection_id, chunk_index, content, start_offset, end_offset, token_count,
                       embedding, tsv)
    SELECT id, :collection, 0, content, 0, length(content), 130, embedding, ''
    FROM unnest(CAST(:ids AS uuid[]), CAST(:contents AS text[]), CAST(:embeddings AS vector[]))
        AS t(id, content, embedding)
""").bindparams(bindparam("embeddings", type_=ARRAY(VECTOR(), dimensions=1)))

Vectors = NDArray[np.float64]


@dataclass(frozen=True)
class Question:
    query: str
    embedding: list[float]


class QuestionEmbedder:
    """Knows its questions' vectors: what embedding costs is measured elsewhere."""

    model = identity = "bench-questions"
    dimension = DIMENSION
    similarity_threshold = 0.3
    relevance_floor = 0.0
    state = PartHealth(status="ok")

    def __init__(self, questions: Sequence[Question]) -> None:
        self._vectors = {question.query: question.embedding for question in questions}

    async def embed_query(self, query: str) -> list[float]:
        return self._vectors[query]

    async def embed_chunks(self, texts: Sequence[str]) -> list[list[float]]:
        return [self._vectors[query] for query in texts]

    def count_tokens(self, content: str) -> int:
        return len(content.split())

    async def close(self) -> None:
        """Nothing is open."""


class Corpus:
    """The same sizes and seeds give the same collection."""

    def __init__(self) -> None:
        self._dice = np.random.default_rng(11)
        self._centres = self._dice.standard_normal((CLUSTERS, DIMENSION))
        shares = 1 / np.arange(1, VOCABULARY + 1)
        self._shares = shares / shares.sum()
        self.lengths = self._dice.lognormal(np.log(CHUNK_WORDS), 0.4, 200_000).clip(20, 400).astype(int)

    def contents(self, count: int) -> list[str]:
        lengths = self._dice.choice(self.lengths, count)
        words = self._dice.choice(VOCABULARY, size=lengths.sum(), p=self._shares)
        return [" ".join(f"w{word}" for word in part) for part in np.split(words, lengths.cumsum()[:-1])]

    def vectors(self, count: int) -> Vectors:
        near = self._centres[self._dice.integers(CLUSTERS, size=count)]
        vectors = near + 0.8 * self._dice.standard_normal((count, DIMENSION))
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def questions(self, count: int) -> list[Question]:
        """Four to ten words, of which some are common."""
        shares = self._shares[COMMON:] / self._shares[COMMON:].sum()
        words = [
            COMMON + self._dice.choice(VOCABULARY - COMMON, self._dice.integers(4, 11), p=shares) for _ in range(count)
        ]
        return [
            Question(" ".join(f"w{word}" for word in chosen), vector.tolist())
            for chosen, vector in zip(words, list(self.vectors(count)), strict=True)
        ]

    async def fill(self, database: Database, count: int) -> None:
        """Index afterwards: the same index in a tenth of the time."""
        async with database.transaction() as connection:
            await connection.execute(text("SET LOCAL statement_timeout = 0"))
            collection = await connection.scalar(text("INSERT INTO collection (name) VALUES ('main') RETURNING id"))
            definition = await connection.scalar(
                text("SELECT indexdef FROM pg_indexes WHERE indexname = 'ix_chunk_embedding'")
            )
            await connection.execute(text("DROP INDEX ix_chunk_embedding"))
        for start in range(0, count, BATCH):
            async with database.transaction() as connection:
                await self._batch(connection, collection, min(BATCH, count - start))
        async with database.transaction() as connection:
            await connection.execute(text("SET LOCAL statement_timeout = 0"))
            await connection.execute(text(str(definition)))
        async with database.connection() as connection:
            outside = await connection.execution_options(isolation_level="AUTOCOMMIT")
            await outside.execute(text("VACUUM ANALYZE chunk"))
            await outside.execute(text("ANALYZE document"))

    async def _batch(self, connection: AsyncConnection, collection: uuid.UUID, count: int) -> None:
        given = {"collection": collection, "ids": [uuid.uuid4() for _ in range(count)]}
        await connection.execute(DOCUMENTS, given)
        await connection.execute(
            CHUNKS,
            given
            | {
                "contents": self.contents(count),
                "embeddings": self.vectors(count),
            },
        )
