"""What ingestion must remember over a crash: facts as they were given, what is to leave the graph, and the queue."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB, TIMESTAMP, UUID

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "ready_fact",
        sa.Column("document_id", UUID(as_uuid=True), nullable=False),
        sa.Column("origin", sa.Text, server_default="", nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("draft", JSONB, nullable=False),
        sa.PrimaryKeyConstraint("document_id", "origin", "position", name="pk_ready_fact"),
        sa.ForeignKeyConstraint(
            ["document_id"], ["document.id"], name="fk_ready_fact_document_id_document", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "graph_removal",
        sa.Column("document_id", UUID(as_uuid=True), nullable=False),
        sa.Column("asked_at", TIMESTAMP(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint("document_id", name="pk_graph_removal"),
    )
    op.create_table(
        "ingest_job",
        sa.Column("id", UUID(as_uuid=True), server_default=sa.text("gen_random_uuid()"), nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("status", sa.Text, server_default="queued", nullable=False),
        sa.Column("stage", sa.Text, server_default="reading", nullable=False),
        sa.Column("fraction", sa.Float, server_default="0", nullable=False),
        sa.Column("message", sa.Text, server_default="", nullable=False),
        sa.Column("task", JSONB),
        sa.Column("result", JSONB),
        sa.Column("attempts", sa.Integer, server_default="0", nullable=False),
        sa.Column("created_at", TIMESTAMP(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("started_at", TIMESTAMP(timezone=True)),
        sa.Column("heartbeat_at", TIMESTAMP(timezone=True)),
        sa.Column("finished_at", TIMESTAMP(timezone=True)),
        sa.PrimaryKeyConstraint("id", name="pk_ingest_job"),
    )
    op.create_index("ix_ingest_job_status_created_at", "ingest_job", ["status", "created_at"])
    op.create_index("ix_ingest_job_created_at", "ingest_job", ["created_at"])
    op.create_index(
        "ix_document_graph_work",
        "document",
        ["created_at"],
        postgresql_where=sa.text("graph_state IN ('pending', 'failed')"),
    )
