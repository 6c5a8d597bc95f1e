"""Documents that have pages know them: their labels, the text that stands on each, and where its characters stand."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import UUID

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "document_page",
        sa.Column("document_id", UUID(as_uuid=True), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("width", sa.Float, nullable=False),
        sa.Column("height", sa.Float, nullable=False),
        sa.Column("start_offset", sa.Integer, nullable=False),
        sa.Column("end_offset", sa.Integer, nullable=False),
        sa.Column("boxes", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("document_id", "number", name="pk_document_page"),
        sa.ForeignKeyConstraint(
            ["document_id"], ["document.id"], name="fk_document_page_document_id_document", ondelete="CASCADE"
        ),
    )
    op.execute("ALTER TABLE document_page ALTER COLUMN boxes SET STORAGE EXTERNAL")  # it is compressed already
