"""A watched file stays known when its document is deleted: it does not come back before the file changes."""

from alembic import op

revision = "0020"
down_revision = "0019"

NAME = "fk_watched_file_document_id_document"


def upgrade() -> None:
    op.drop_constraint(NAME, "watched_file")
    op.create_foreign_key(NAME, "watched_file", "document", ["document_id"], ["id"], ondelete="SET NULL")
