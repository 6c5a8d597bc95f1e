"""A passage knows the pages that it stands on and the headings that it stands under: of documents here before, too."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import UUID

from services.text.headings import heading_paths

revision = "0013"
down_revision = "0012"

PASSAGE_PLACES = """
    CREATE FUNCTION passage_places(document uuid, first integer, last integer) RETURNS jsonb LANGUAGE sql STABLE AS $$
        SELECT jsonb_build_object(
            'pages', (
                SELECT coalesce(jsonb_agg(jsonb_build_array(p.start_offset, p.label) ORDER BY p.number), '[]')
                FROM document_page AS p
                WHERE p.document_id = document AND p.start_offset < last AND p.end_offset > first
            ),
            'headings', (
                SELECT coalesce(jsonb_agg(jsonb_build_array(h.start_offset, h.path) ORDER BY h.start_offset), '[]')
                FROM document_heading AS h
                WHERE h.document_id = document
                  AND h.start_offset < last
                  AND h.start_offset >= coalesce(
                      (SELECT max(b.start_offset) FROM document_heading AS b
                       WHERE b.document_id = document AND b.start_offset <= first), 0)
            )
        )
    $$
"""
A_BATCH = 100


def upgrade() -> None:
    headings = op.create_table(
        "document_heading",
        sa.Column("document_id", UUID(as_uuid=True), nullable=False),
        sa.Column("start_offset", sa.Integer, nullable=False),
        sa.Column("path", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("document_id", "start_offset", name="pk_document_heading"),
        sa.ForeignKeyConstraint(
            ["document_id"], ["document.id"], name="fk_document_heading_document_id_document", ondelete="CASCADE"
        ),
    )
    op.execute(PASSAGE_PLACES)
    _fill(headings)


def _fill(headings: sa.Table) -> None:
    connection = op.get_bind()
    ids = list(connection.scalars(sa.text("SELECT id FROM document")))
    for start in range(0, len(ids), A_BATCH):
        given = {"ids": ids[start : start + A_BATCH]}
        documents = connection.execute(sa.text("SELECT id, content FROM document WHERE id = ANY(:ids)"), given).all()
        rows = [
            {"document_id": document.id, "start_offset": offset, "path": path}
            for document in documents
            for offset, path in heading_paths(document.content)
        ]
        if rows:
            connection.execute(headings.insert(), rows)
