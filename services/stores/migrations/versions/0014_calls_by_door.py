"""A tool call is counted from whichever door it came; those of no conversation have no turn."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("tool_run", sa.Column("door", sa.Text, nullable=False, server_default="chat"))
    op.alter_column("tool_run", "turn_id", nullable=True)
    op.create_index("ix_tool_run_without_turn", "tool_run", ["id"], postgresql_where=sa.text("turn_id IS NULL"))
