"""A page may be read by machine: how sure it was of each word is kept, and a passage knows that it was read so."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

PASSAGE_PLACES = """
    CREATE OR REPLACE FUNCTION passage_places(document uuid, first integer, last integer) RETURNS jsonb
    LANGUAGE sql STABLE AS $$
        SELECT jsonb_build_object(
            'pages', (
                SELECT coalesce(jsonb_agg(jsonb_build_array(p.start_offset, p.label) ORDER BY p.number), '[]')
                FROM document_page AS p
                WHERE p.document_id = document AND p.start_offset < last AND p.end_offset > first
            ),
            'read_by_machine', (
                SELECT coalesce(jsonb_agg(jsonb_build_array(p.start_offset, p.end_offset) ORDER BY p.number), '[]')
                FROM document_page AS p
                WHERE p.document_id = document AND p.start_offset < last AND p.end_offset > first
                  AND p.confidences <> ''
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


def upgrade() -> None:
    op.add_column("document_page", sa.Column("confidences", sa.LargeBinary, nullable=False, server_default=""))
    op.execute("ALTER TABLE document_page ALTER COLUMN confidences SET STORAGE EXTERNAL")  # it is compressed already
    op.execute(PASSAGE_PLACES)
