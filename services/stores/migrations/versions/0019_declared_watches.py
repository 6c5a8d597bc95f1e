"""What is watched knows whether a file declares it."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.add_column("watch", sa.Column("declared", sa.Boolean, nullable=False, server_default=sa.false()))
