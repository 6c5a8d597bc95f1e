"""A document knows which of its words its file shows in bold, in italics or as code; those that are there know none."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.add_column("document", sa.Column("emphasis", JSONB, nullable=False, server_default=sa.text("'[]'")))
