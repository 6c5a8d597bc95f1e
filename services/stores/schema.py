"""The database as the services need it: migrated, and holding vectors of one embedding model only."""

from sqlalchemy import Connection, select
from sqlalchemy.dialects.postgresql import insert

from services.errors import EmbeddingMismatch
from services.stores.migrations import upgrade
from services.stores.postgres import Database
from services.stores.tables import embedding_identity


async def prepare_schema(database: Database, *, model: str, identity: str, dimension: int) -> None:
    """Apply the migrations, then record or check whose vectors these are. Raises EmbeddingMismatch."""
    async with database.transaction() as connection:
        await connection.run_sync(upgrade, dimension=dimension)
        await connection.run_sync(_check_embedding, model, identity, dimension)


def _check_embedding(connection: Connection, model: str, identity: str, dimension: int) -> None:
    row = {"model": model, "identity": identity, "dimension": dimension}
    connection.execute(insert(embedding_identity).values(row).on_conflict_do_nothing())
    stored = connection.execute(select(embedding_identity.c.model, embedding_identity.c.identity)).one()
    if stored.identity != identity:
        raise EmbeddingMismatch(
            f"The stored vectors were made by {stored.model} ({stored.identity}), the settings now name {model} "
            f"({identity}). Vectors of two models are never mixed: go back to the former setting, or make all vectors "
            "anew with `python -m services reembed`."
        )
