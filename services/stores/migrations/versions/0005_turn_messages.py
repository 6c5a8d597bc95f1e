"""A turn's `messages` go: nothing ever wrote them, a conversation's history is made from its events."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.drop_column("turn", "messages")
