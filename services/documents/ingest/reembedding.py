"""The chunks' vectors made anew after the embedding model was changed.

Until the last step the store still names the old model and is refused by services that use the new one. Interrupted, it
goes on where it ended when it is run again.
"""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from uuid import UUID

from pgvector.sqlalchemy import VECTOR
from sqlalchemy import ARRAY, bindparam, text
from sqlalchemy.ext.asyncio import AsyncConnection

from services.documents.ingest.preparation import embedded_text
from services.embedding.protocol import Embedder
from services.stores.postgres import Database

BATCH = 256

STAGE = text("""
    CREATE TABLE IF NOT EXISTS reembedding (
        chunk_id uuid REFERENCES chunk ON DELETE CASCADE, identity text, embedding vector NOT NULL,
        PRIMARY KEY (chunk_id, identity)
    )
""")
TODO = text("""
    SELECT c.id, c.content, d.title
    FROM chunk AS c
    JOIN document AS d ON d.id = c.document_id
    WHERE c.id > :after
      AND NOT EXISTS (SELECT FROM reembedding AS r WHERE r.chunk_id = c.id AND r.identity = :identity)
    ORDER BY c.id
    LIMIT :limit
""")
PUT = text("""
    INSERT INTO reembedding (chunk_id, identity, embedding)
    SELECT t.id, :identity, t.embedding
    FROM unnest(CAST(:ids AS uuid[]), CAST(:embeddings AS vector[])) AS t(id, embedding)
    JOIN chunk AS c ON c.id = t.id
    ON CONFLICT DO NOTHING
""").bindparams(bindparam("embeddings", type_=ARRAY(VECTOR(), dimensions=1)))
COUNTS = text("""
    SELECT (SELECT count(*) FROM reembedding WHERE identity = :identity) AS done, (SELECT count(*) FROM chunk) AS total
""")
EXCHANGE = (
    "DROP INDEX IF EXISTS ix_chunk_embedding",
    "ALTER TABLE chunk DROP COLUMN embedding",
    "ALTER TABLE chunk ADD COLUMN embedding vector({dimension})",
    """
    UPDATE chunk AS c SET embedding = r.embedding
    FROM reembedding AS r WHERE r.chunk_id = c.id AND r.identity = :identity
    """,
    "ALTER TABLE chunk ALTER COLUMN embedding SET NOT NULL",
    """
    CREATE INDEX ix_chunk_embedding ON chunk
    USING hnsw ((embedding::halfvec({dimension})) halfvec_cosine_ops) WITH (m = 16, ef_construction = 200)
    """,
    "UPDATE embedding_identity SET model = :model, identity = :identity, dimension = :dimension",
    "DROP TABLE reembedding",
)
"""All in one transaction: searches see the old vectors or the new ones."""


@dataclass(frozen=True)
class Reembedding:
    database: Database
    embedder: Embedder

    async def run(self) -> AsyncIterator[tuple[int, int]]:
        """Chunks done and in all, as it goes on. Raises EmbeddingUnavailable, PostgresUnavailable."""
        async with self.database.transaction() as connection:
            await connection.execute(STAGE)
        yield await self._counts()
        last: UUID | None = UUID(int=0)
        while last is not None:
            last = await self._embed_after(last)
            yield await self._counts()
        await self._exchange()

    async def _embed_after(self, last: UUID) -> UUID | None:
        """One batch; the last chunk's id, None when there was none left."""
        async with self.database.connection() as connection:
            given = {"after": last, "identity": self.embedder.identity, "limit": BATCH}
            rows = (await connection.execute(TODO, given)).all()
        if not rows:
            return None
        vectors = await self.embedder.embed_chunks([embedded_text(row.title, row.content) for row in rows])
        async with self.database.transaction() as connection:
            await connection.execute(
                PUT,
                {
                    "identity": self.embedder.identity,
                    "ids": [row.id for row in rows],
                    "embeddings": [list(vector) for vector in vectors],
                },
            )
        last_id: UUID = rows[-1].id
        return last_id

    async def _exchange(self) -> None:
        async with self.database.transaction() as connection:
            await connection.execute(text("SET LOCAL statement_timeout = 0"))
            await connection.execute(text("LOCK TABLE chunk IN EXCLUSIVE MODE"))
            await self._embed_latecomers(connection)
            # The dimension is a number of ours; a type takes no parameter.
            for statement in EXCHANGE:
                await connection.execute(text(statement.format(dimension=int(self.embedder.dimension))), self._identity)

    async def _embed_latecomers(self, connection: AsyncConnection) -> None:
        """Chunks that were ingested while the others were embedded."""
        given = {"after": UUID(int=0), "identity": self.embedder.identity, "limit": None}
        rows = (await connection.execute(TODO, given)).all()
        vectors = await self.embedder.embed_chunks([embedded_text(row.title, row.content) for row in rows])
        late = {
            "identity": self.embedder.identity,
            "ids": [row.id for row in rows],
            "embeddings": [list(vector) for vector in vectors],
        }
        await connection.execute(PUT, late)

    @property
    def _identity(self) -> Mapping[str, object]:
        return {
            "model": self.embedder.model,
            "identity": self.embedder.identity,
            "dimension": self.embedder.dimension,
        }

    async def _counts(self) -> tuple[int, int]:
        async with self.database.connection() as connection:
            row = (await connection.execute(COUNTS, {"identity": self.embedder.identity})).one()
        return row.done, row.total
