"""Documents can be switched off and deleted with a way back; a question keeps which documents it was asked of.

`search_candidates` as migration 0009 has it, and where a document is off or deleted, without its chunks.
"""

from importlib import import_module

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, TIMESTAMP

revision = "0015"
down_revision = "0014"

VERSIONS = "services.stores.migrations.versions"
REPEATED = import_module(f"{VERSIONS}.0006_repeated_query_words")
PUBLISHED = import_module(f"{VERSIONS}.0009_published_by")
EARLIER: str = REPEATED.changed(PUBLISHED.EARLIER, PUBLISHED.CANDIDATES)
UNUSED = "NOT enabled OR deleted_at IS NOT NULL"
CANDIDATES = {
    "    IF condition = '' THEN\n": f"""    IF EXISTS (SELECT FROM document WHERE {UNUSED}) THEN
        condition := condition || ' AND d.enabled AND d.deleted_at IS NULL';
    END IF;

    IF condition = '' THEN
""",
}


def upgrade() -> None:
    op.add_column("document", sa.Column("enabled", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("document", sa.Column("deleted_at", TIMESTAMP(timezone=True)))
    op.add_column("document", sa.Column("corrected", ARRAY(sa.Text), nullable=False, server_default="{}"))
    op.create_index("ix_document_unused", "document", ["id"], postgresql_where=sa.text(UNUSED))
    op.add_column("turn", sa.Column("chosen", JSONB))
    op.get_bind().exec_driver_sql(REPEATED.changed(EARLIER, CANDIDATES))
