"""The episodes of documents that were read in several parts are found without looking through all citations."""

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_index(
        "ix_fact_citation_parts",
        "fact_citation",
        ["document_id", "episode_uuid"],
        postgresql_where="episode_uuid <> document_id",
    )
