"""The schema of Postgres, step by step; start-up applies what is missing and nothing ever drops data.

One file a step in `versions/`, `<number>_<what it brings>.py`, its `revision` the number ("0001") and its
`down_revision` the one before: `0001_tables.py`, `0002_search_functions.py`. A step needing the vectors' length reads
`dimension()`. A step that was released is never edited again: the next number corrects it.
"""

from pathlib import Path

from alembic import command, op
from alembic.config import Config
from sqlalchemy import Connection, text

ADVISORY_LOCK = 7_305_114_521_936_027
"""Any constant; while a transaction holds it, other processes that start wait with their migrations."""

LOAD_VECTOR = """
    DO $$
    BEGIN
        IF EXISTS (SELECT FROM pg_extension WHERE extname = 'vector') THEN
            PERFORM '[1]'::vector;
        END IF;
    END $$
"""
"""Only in a session that has loaded pgvector may a role that is no superuser name its settings in a function."""


def upgrade(connection: Connection, *, dimension: int, revision: str = "head") -> None:
    """Apply the missing steps within the connection's transaction; through `run_sync` when it is asynchronous."""
    connection.execute(text("SET LOCAL statement_timeout = 0"))
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY_LOCK})
    connection.execute(text(LOAD_VECTOR))
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes.update(connection=connection, dimension=dimension)
    command.upgrade(config, revision)


def dimension() -> int:
    """Inside a step: the length of the embedding model's vectors; at most 4,000, as an HNSW index of halfvec takes."""
    config = op.get_context().config
    assert config is not None
    return int(config.attributes["dimension"])
