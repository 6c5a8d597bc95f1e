"""A change in the ledger knows which fact's words tell it; of those that are there, none is known."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import UUID

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.add_column("fact_change", sa.Column("told_by", UUID(as_uuid=True)))
