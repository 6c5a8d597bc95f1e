"""A document that changes keeps its earlier versions: each a row of its own, and one of them is looked at.

`search_candidates` as migration 0015 has it, and where versions have been replaced, with the chunks of those alone that
were the newest at the dates looked from. A chosen document is chosen in all its versions.
"""

from importlib import import_module

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

VERSIONS = "services.stores.migrations.versions"
REPEATED = import_module(f"{VERSIONS}.0006_repeated_query_words")
OFF = import_module(f"{VERSIONS}.0015_documents_off")
EARLIER: str = REPEATED.changed(OFF.EARLIER, OFF.CANDIDATES)
UNUSED = f"{OFF.UNUSED} OR replaced_at IS NOT NULL"
LOOKED_AT = """
        IF published_by IS NULL AND known_on IS NULL THEN
            condition := condition || ' AND d.replaced_at IS NULL';
        ELSE
            condition := condition || format(' AND (d.replaced_at IS NULL OR NOT EXISTS (
                SELECT FROM document AS newer
                WHERE newer.collection_id = d.collection_id AND newer.source = d.source
                  AND newer.version > d.version AND newer.deleted_at IS NULL
                  AND (%1$L::timestamptz IS NULL OR newer.reference_time <= %1$L::timestamptz)
                  AND (%2$L::timestamptz IS NULL OR newer.created_at <= %2$L::timestamptz)))',
                published_by, known_on);
        END IF;
"""
CANDIDATES = {
    "    IF document_ids IS NOT NULL THEN\n": """    IF document_ids IS NOT NULL THEN
        document_ids := versions_of(document_ids);
""",
    f"    IF EXISTS (SELECT FROM document WHERE {OFF.UNUSED}) THEN\n": (
        f"    IF EXISTS (SELECT FROM document WHERE {UNUSED}) THEN{LOOKED_AT}"
    ),
}
VERSIONS_OF = """
    CREATE FUNCTION versions_of(documents uuid[]) RETURNS uuid[] LANGUAGE sql STABLE AS $$
        SELECT coalesce(array_agg(DISTINCT v.id), '{}')
        FROM document AS d
        JOIN document AS v ON v.collection_id = d.collection_id AND v.source = d.source
        WHERE d.id = ANY (documents)
    $$
"""


def upgrade() -> None:
    op.add_column("document", sa.Column("version", sa.Integer, nullable=False, server_default="1"))
    op.add_column("document", sa.Column("replaced_at", sa.TIMESTAMP(timezone=True)))
    op.drop_constraint("uq_document_collection_id_source", "document")
    columns = ["collection_id", "source"]
    op.create_unique_constraint("uq_document_collection_id_source_version", "document", [*columns, "version"])
    op.create_index(
        "ix_document_newest", "document", columns, unique=True, postgresql_where=sa.text("replaced_at IS NULL")
    )
    op.drop_index("ix_document_unused", "document")
    op.create_index("ix_document_unused", "document", ["id"], postgresql_where=sa.text(UNUSED))
    op.execute(VERSIONS_OF)
    op.get_bind().exec_driver_sql(REPEATED.changed(EARLIER, CANDIDATES))
