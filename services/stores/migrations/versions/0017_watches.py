"""Folders and web pages are watched: when each was seen, when it is due, and which document each of their files is."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import UUID

revision = "0017"
down_revision = "0016"

NOW = sa.text("now()")


def upgrade() -> None:
    op.create_table(
        "watch",
        sa.Column("id", UUID(as_uuid=True), server_default=sa.text("gen_random_uuid()"), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("collection", sa.Text),
        sa.Column("every_seconds", sa.Integer, nullable=False),
        sa.Column("created_at", sa.TIMESTAMP(timezone=True), server_default=NOW, nullable=False),
        sa.Column("seen_at", sa.TIMESTAMP(timezone=True)),
        sa.Column("due_at", sa.TIMESTAMP(timezone=True), server_default=NOW, nullable=False),
        sa.Column("problem", sa.Text, server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_watch"),
        sa.UniqueConstraint("address", name="uq_watch_address"),
    )
    op.create_table(
        "watched_file",
        sa.Column("watch_id", UUID(as_uuid=True), nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("document_id", UUID(as_uuid=True)),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("mark", sa.Text, server_default="", nullable=False),
        sa.Column("problem", sa.Text, server_default="", nullable=False),
        sa.Column("gone_at", sa.TIMESTAMP(timezone=True)),
        sa.PrimaryKeyConstraint("watch_id", "source", name="pk_watched_file"),
        sa.ForeignKeyConstraint(["watch_id"], ["watch.id"], name="fk_watched_file_watch_id_watch", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["document_id"], ["document.id"], name="fk_watched_file_document_id_document", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_watched_file_document_id", "watched_file", ["document_id"])
