"""Facts that a person let not enter: they do not wait again when their document is read anew."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB, UUID

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.create_table(
        "rejected_fact",
        sa.Column("id", UUID(as_uuid=True), server_default=sa.text("gen_random_uuid()"), nullable=False),
        sa.Column("document_id", UUID(as_uuid=True), nullable=False),
        sa.Column("refusal", JSONB, nullable=False),
        sa.Column("rejected_at", sa.TIMESTAMP(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rejected_fact"),
        sa.ForeignKeyConstraint(
            ["document_id"], ["document.id"], name="fk_rejected_fact_document_id_document", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_rejected_fact_document_id", "rejected_fact", ["document_id"])
