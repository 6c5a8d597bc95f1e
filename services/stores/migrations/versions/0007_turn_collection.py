"""A turn keeps which collection was asked; the earlier ones asked all documents."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("turn", sa.Column("collection", sa.Text))
