"""Files are kept as they came, once each: a document, and a job that waits, name theirs by the hash of its bytes."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import TIMESTAMP

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "original",
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("content", sa.LargeBinary),
        sa.Column("kept_at", TIMESTAMP(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_original"),
    )
    # Most formats are compressed already: to try again takes seconds for nothing.
    op.execute("ALTER TABLE original ALTER COLUMN content SET STORAGE EXTERNAL")
    op.add_column("document", sa.Column("original_hash", sa.Text))
    op.add_column("document", sa.Column("original_name", sa.Text))
    op.create_foreign_key(
        "fk_document_original_hash_original", "document", "original", ["original_hash"], ["hash"], ondelete="SET NULL"
    )
    op.create_index("ix_document_original_hash", "document", ["original_hash"])
    op.add_column("ingest_job", sa.Column("original_hash", sa.Text))
    op.create_index("ix_ingest_job_original_hash", "ingest_job", ["original_hash"])
