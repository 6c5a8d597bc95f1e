"""A turn keeps all clocks of its viewpoint; the earlier ones looked at all sources and at all that was known."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("turn", sa.Column("published_by", sa.TIMESTAMP(timezone=True)))
    op.add_column("turn", sa.Column("known_on", sa.TIMESTAMP(timezone=True)))
