"""All tables: documents and chunks, search settings and judgements, facts' citations, conversations and tool runs."""

import sqlalchemy as sa
from alembic import op
from pgvector.sqlalchemy import VECTOR
from sqlalchemy.dialects.postgresql import JSONB, TIMESTAMP, TSVECTOR, UUID

from services.stores.migrations import dimension

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.execute("CREATE EXTENSION IF NOT EXISTS vector")
    _documents()
    _facts()
    _search()
    _conversations()


def _id() -> sa.Column[object]:
    return sa.Column("id", UUID(as_uuid=True), server_default=sa.text("gen_random_uuid()"), nullable=False)


def _serial() -> sa.Column[object]:
    return sa.Column("id", sa.BigInteger, sa.Identity(), nullable=False)


def _now(name: str) -> sa.Column[object]:
    return sa.Column(name, TIMESTAMP(timezone=True), server_default=sa.func.now(), nullable=False)


def _reference(name: str, target: str, table: str, on_delete: str) -> sa.ForeignKeyConstraint:
    foreign_table = target.split(".")[0]
    return sa.ForeignKeyConstraint([name], [target], name=f"fk_{table}_{name}_{foreign_table}", ondelete=on_delete)


def _documents() -> None:
    op.create_table(
        "embedding_identity",
        sa.Column("only_row", sa.Boolean, server_default=sa.true(), nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("identity", sa.Text, nullable=False),
        sa.Column("dimension", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("only_row", name="pk_embedding_identity"),
        sa.CheckConstraint("only_row", name="ck_embedding_identity_only_row"),
    )
    op.create_table(
        "collection",
        _id(),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("language", sa.Text, server_default="english", nullable=False),
        _now("created_at"),
        sa.PrimaryKeyConstraint("id", name="pk_collection"),
        sa.UniqueConstraint("name", name="uq_collection_name"),
    )
    _document()
    _chunk()
    op.create_table(
        "lexeme",
        sa.Column("collection_id", UUID(as_uuid=True), nullable=False),
        sa.Column("word", sa.Text, nullable=False),
        sa.Column("document_frequency", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("collection_id", "word", name="pk_lexeme"),
        _reference("collection_id", "collection.id", "lexeme", "CASCADE"),
    )


def _document() -> None:
    op.create_table(
        "document",
        _id(),
        sa.Column("collection_id", UUID(as_uuid=True), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("content_hash", sa.Text, nullable=False),
        sa.Column("metadata", JSONB, server_default=sa.text("'{}'"), nullable=False),
        sa.Column("reference_time", TIMESTAMP(timezone=True)),
        sa.Column("graph_state", sa.Text, server_default="pending", nullable=False),
        sa.Column("graph_error", sa.Text),
        _now("created_at"),
        _now("updated_at"),
        sa.PrimaryKeyConstraint("id", name="pk_document"),
        sa.UniqueConstraint("collection_id", "source", name="uq_document_collection_id_source"),
        _reference("collection_id", "collection.id", "document", "CASCADE"),
    )
    op.create_index("ix_document_collection_id_content_hash", "document", ["collection_id", "content_hash"])
    op.create_index("ix_document_reference_time", "document", ["reference_time"])
    op.create_index("ix_document_created_at_id", "document", ["created_at", "id"])


def _chunk() -> None:
    op.create_table(
        "chunk",
        _id(),
        sa.Column("document_id", UUID(as_uuid=True), nullable=False),
        sa.Column("collection_id", UUID(as_uuid=True), nullable=False),
        sa.Column("chunk_index", sa.Integer, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("start_offset", sa.Integer, nullable=False),
        sa.Column("end_offset", sa.Integer, nullable=False),
        sa.Column("token_count", sa.Integer, nullable=False),
        sa.Column("embedding", VECTOR(dimension()), nullable=False),
        sa.Column("tsv", TSVECTOR, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_chunk"),
        sa.UniqueConstraint("document_id", "chunk_index", name="uq_chunk_document_id_chunk_index"),
        _reference("document_id", "document.id", "chunk", "CASCADE"),
        _reference("collection_id", "collection.id", "chunk", "CASCADE"),
    )
    op.create_index("ix_chunk_tsv", "chunk", ["tsv"], postgresql_using="gin")
    op.create_index("ix_chunk_collection_id", "chunk", ["collection_id"])
    # Half precision: an index of `vector` ends at 2,000 dimensions, one of `halfvec` at 4,000, at half the size.
    op.create_index(
        "ix_chunk_embedding",
        "chunk",
        [sa.text(f"(embedding::halfvec({dimension()})) halfvec_cosine_ops")],
        postgresql_using="hnsw",
        postgresql_with={"m": 16, "ef_construction": 200},
    )


def _facts() -> None:
    op.create_table(
        "fact_citation",
        sa.Column("fact_uuid", UUID(as_uuid=True), nullable=False),
        sa.Column("document_id", UUID(as_uuid=True), nullable=False),
        sa.Column("start_offset", sa.Integer, nullable=False),
        sa.Column("end_offset", sa.Integer, nullable=False),
        sa.Column("chunk_id", UUID(as_uuid=True)),
        sa.Column("quote", sa.Text, nullable=False),
        sa.Column("located", sa.Text, server_default="quote", nullable=False),
        sa.Column("episode_uuid", UUID(as_uuid=True), nullable=False),
        sa.PrimaryKeyConstraint("fact_uuid", "document_id", "start_offset", name="pk_fact_citation"),
        _reference("document_id", "document.id", "fact_citation", "CASCADE"),
        _reference("chunk_id", "chunk.id", "fact_citation", "SET NULL"),
    )
    op.create_index("ix_fact_citation_document_id", "fact_citation", ["document_id"])
    op.create_index("ix_fact_citation_chunk_id", "fact_citation", ["chunk_id"])
    op.create_table(
        "fact_change",
        _serial(),
        sa.Column("fact_uuid", UUID(as_uuid=True), nullable=False),
        sa.Column("episode_uuid", UUID(as_uuid=True), nullable=False),
        sa.Column("document_id", UUID(as_uuid=True)),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("before", JSONB, nullable=False),
        sa.Column("after", JSONB, nullable=False),
        _now("changed_at"),
        sa.PrimaryKeyConstraint("id", name="pk_fact_change"),
        _reference("document_id", "document.id", "fact_change", "SET NULL"),
    )
    op.create_index("ix_fact_change_fact_uuid", "fact_change", ["fact_uuid"])
    op.create_index("ix_fact_change_episode_uuid", "fact_change", ["episode_uuid"])
    op.create_index("ix_fact_change_document_id", "fact_change", ["document_id"])


def _search() -> None:
    op.create_table(
        "search_setting",
        _serial(),
        sa.Column("preferences", JSONB, nullable=False),
        sa.Column("saved_by", sa.Text, server_default="", nullable=False),
        sa.Column("note", sa.Text, server_default="", nullable=False),
        _now("saved_at"),
        sa.PrimaryKeyConstraint("id", name="pk_search_setting"),
    )
    op.create_table(
        "judgement_set",
        _id(),
        sa.Column("name", sa.Text, nullable=False),
        _now("created_at"),
        sa.PrimaryKeyConstraint("id", name="pk_judgement_set"),
        sa.UniqueConstraint("name", name="uq_judgement_set_name"),
    )
    op.create_table(
        "judged_query",
        _id(),
        sa.Column("set_id", UUID(as_uuid=True), nullable=False),
        sa.Column("external_id", sa.Text, nullable=False),
        sa.Column("query", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_judged_query"),
        sa.UniqueConstraint("set_id", "external_id", name="uq_judged_query_set_id_external_id"),
        sa.UniqueConstraint("set_id", "query", name="uq_judged_query_set_id_query"),
        _reference("set_id", "judgement_set.id", "judged_query", "CASCADE"),
    )
    op.create_table(
        "judgement",
        sa.Column("query_id", UUID(as_uuid=True), nullable=False),
        sa.Column("document_source", sa.Text, nullable=False),
        sa.Column("grade", sa.SmallInteger, nullable=False),
        sa.Column("judged_by", sa.Text, server_default="", nullable=False),
        _now("judged_at"),
        sa.PrimaryKeyConstraint("query_id", "document_source", name="pk_judgement"),
        sa.CheckConstraint("grade BETWEEN 0 AND 3", name="ck_judgement_grade"),
        _reference("query_id", "judged_query.id", "judgement", "CASCADE"),
    )


def _conversations() -> None:
    op.create_table(
        "conversation",
        _id(),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("profile", sa.Text, nullable=False),
        _now("created_at"),
        _now("updated_at"),
        sa.PrimaryKeyConstraint("id", name="pk_conversation"),
    )
    op.create_index("ix_conversation_updated_at", "conversation", ["updated_at"])
    op.create_table(
        "turn",
        _id(),
        sa.Column("conversation_id", UUID(as_uuid=True), nullable=False),
        sa.Column("turn_index", sa.Integer, nullable=False),
        sa.Column("prompt", sa.Text, nullable=False),
        sa.Column("profile", sa.Text, nullable=False),
        sa.Column("as_of", TIMESTAMP(timezone=True)),
        sa.Column("status", sa.Text, server_default="running", nullable=False),
        sa.Column("events", JSONB, server_default=sa.text("'[]'"), nullable=False),
        sa.Column("messages", JSONB, server_default=sa.text("'[]'"), nullable=False),
        sa.Column("model", sa.Text, server_default="", nullable=False),
        sa.Column("thumbs", sa.SmallInteger),
        sa.Column("thumbs_note", sa.Text, server_default="", nullable=False),
        _now("created_at"),
        sa.PrimaryKeyConstraint("id", name="pk_turn"),
        sa.UniqueConstraint("conversation_id", "turn_index", name="uq_turn_conversation_id_turn_index"),
        _reference("conversation_id", "conversation.id", "turn", "CASCADE"),
    )
    op.create_table(
        "tool_run",
        _serial(),
        sa.Column("turn_id", UUID(as_uuid=True), nullable=False),
        sa.Column("call_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("args", JSONB, nullable=False),
        sa.Column("result", JSONB),
        sa.Column("notes", JSONB, server_default=sa.text("'[]'"), nullable=False),
        sa.Column("duration_ms", sa.Float),
        sa.Column("is_error", sa.Boolean, server_default=sa.false(), nullable=False),
        _now("started_at"),
        sa.PrimaryKeyConstraint("id", name="pk_tool_run"),
        _reference("turn_id", "turn.id", "tool_run", "CASCADE"),
    )
    op.create_index("ix_tool_run_turn_id", "tool_run", ["turn_id"])
    op.create_index("ix_tool_run_name_duration_ms", "tool_run", ["name", "duration_ms"])
