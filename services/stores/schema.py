"""The database as the services need it: migrated, and holding vectors of one embedding model only."""

from sqlalchemy import Connection, select, text
from sqlalchemy.dialects.postgresql import insert

from services.errors import EmbeddingMismatch
from services.stores.migrations import upgrade
from services.stores.postgres import Database
from services.stores.tables import embedding_identity

COLUMN_TYPE = text("""
    SELECT format_type(atttypid, atttypmod)
    FROM pg_attribute
    WHERE attrelid = 'chunk'::regclass AND attname = 'embedding'
""")
FIT_COLUMN = (
    "DROP INDEX ix_chunk_embedding",
    "ALTER TABLE chunk ALTER COLUMN embedding TYPE vector({dimension})",
    """
    CREATE INDEX ix_chunk_embedding ON chunk
    USING hnsw ((embedding::halfvec({dimension})) halfvec_cosine_ops) WITH (m = 16, ef_construction = 200)
    """,
)


async def prepare_schema(database: Database, *, model: str, identity: str, dimension: int) -> None:
    """Apply the migrations, then record or check whose vectors these are. Raises EmbeddingMismatch."""
    async with database.transaction() as connection:
        await connection.run_sync(upgrade, dimension=dimension)
        await connection.run_sync(_check_embedding, model, identity, dimension)


def _check_embedding(connection: Connection, model: str, identity: str, dimension: int) -> None:
    row = {"model": model, "identity": identity, "dimension": dimension}
    added = connection.execute(insert(embedding_identity).values(row).on_conflict_do_nothing())
    if added.rowcount:
        _fit_column(connection, dimension)
    stored = connection.execute(select(embedding_identity.c.model, embedding_identity.c.identity)).one()
    if stored.identity != identity:
        raise EmbeddingMismatch(
            f"The stored vectors were made by {stored.model} ({stored.identity}), the settings now name {model} "
            f"({identity}). Vectors of two models are never mixed. To keep them set "
            f"DOSSIER_EMBEDDING_MODEL={stored.model}; to make all anew run `python -m services reembed`."
        )


def _fit_column(connection: Connection, dimension: int) -> None:
    """After a reset the empty column may still be as long as the former model's vectors."""
    if connection.execute(COLUMN_TYPE).scalar_one() != f"vector({dimension})":
        for statement in FIT_COLUMN:
            connection.execute(text(statement.format(dimension=int(dimension))))
