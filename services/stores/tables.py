"""The tables of Postgres, created by `migrations`; statements that need SQL of their own are beside their service."""

import sqlalchemy as sa
from pgvector.sqlalchemy import VECTOR
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, TIMESTAMP, TSVECTOR, UUID

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _id() -> sa.Column[object]:
    return sa.Column("id", UUID(as_uuid=True), primary_key=True, server_default=sa.text("gen_random_uuid()"))


def _moment(name: str, *, now: bool = False) -> sa.Column[object]:
    default = sa.func.now() if now else None
    return sa.Column(name, TIMESTAMP(timezone=True), server_default=default, nullable=not now)


embedding_identity = sa.Table(
    "embedding_identity",
    metadata,
    sa.Column("only_row", sa.Boolean, primary_key=True, server_default=sa.true()),
    sa.Column("model", sa.Text, nullable=False),
    sa.Column("identity", sa.Text, nullable=False),  # model, weights, pooling … in one comparable string
    sa.Column("dimension", sa.Integer, nullable=False),
    sa.CheckConstraint("only_row", name="only_row"),
)

collection = sa.Table(
    "collection",
    metadata,
    _id(),
    sa.Column("name", sa.Text, nullable=False, unique=True),
    sa.Column("language", sa.Text, nullable=False, server_default="english"),  # a text search configuration
    sa.Column("chunk_count", sa.BigInteger, nullable=False, server_default="0"),  # both counts are kept by triggers
    sa.Column("lexeme_count", sa.BigInteger, nullable=False, server_default="0"),
    _moment("created_at", now=True),
)

original = sa.Table(  # files as they came
    "original",
    metadata,
    sa.Column("hash", sa.Text, primary_key=True),  # sha256 of the bytes, hexadecimal
    sa.Column("size", sa.BigInteger, nullable=False),
    sa.Column("content", sa.LargeBinary),  # null: it lies at the place that the settings name
    _moment("kept_at", now=True),
)

document = sa.Table(
    "document",
    metadata,
    _id(),
    sa.Column("collection_id", sa.ForeignKey("collection.id", ondelete="CASCADE"), nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("content_hash", sa.Text, nullable=False),  # sha256 of the content, hexadecimal
    sa.Column("metadata", JSONB, nullable=False, server_default=sa.text("'{}'")),
    _moment("reference_time"),
    sa.Column("graph_state", sa.Text, nullable=False, server_default="pending"),
    sa.Column("graph_error", sa.Text),
    _moment("created_at", now=True),
    _moment("updated_at", now=True),
    sa.Column("original_hash", sa.ForeignKey("original.hash", ondelete="SET NULL")),
    sa.Column("original_name", sa.Text),
    sa.Column(
        "enabled", sa.Boolean, nullable=False, server_default=sa.true()
    ),  # off: read, but not searched or believed
    _moment("deleted_at"),  # for a while it can be brought back
    sa.Column("corrected", ARRAY(sa.Text), nullable=False, server_default=sa.text("'{}'")),  # columns said by a person
    sa.Column("version", sa.Integer, nullable=False, server_default="1"),
    _moment("replaced_at"),  # when a newer version came
    sa.Column("emphasis", JSONB, nullable=False, server_default=sa.text("'[]'")),  # models.Emphasis, in order
    sa.UniqueConstraint("collection_id", "source", "version"),
    sa.Index(
        "ix_document_newest",
        "collection_id",
        "source",
        unique=True,
        postgresql_where=sa.text("replaced_at IS NULL"),
    ),
    sa.Index("ix_document_original_hash", "original_hash"),
    sa.Index("ix_document_collection_id_content_hash", "collection_id", "content_hash"),
    sa.Index("ix_document_reference_time", "reference_time"),
    sa.Index(
        "ix_document_unused",
        "id",
        postgresql_where=sa.text("NOT enabled OR deleted_at IS NOT NULL OR replaced_at IS NOT NULL"),
    ),
    sa.Index("ix_document_created_at_id", "created_at", "id"),
    sa.Index(
        "ix_document_graph_work",
        "created_at",
        postgresql_where=sa.text("graph_state IN ('pending', 'failed')"),
    ),
)

document_page = sa.Table(  # of documents that have pages
    "document_page",
    metadata,
    sa.Column("document_id", sa.ForeignKey("document.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("label", sa.Text, nullable=False),  # as the file names the page
    sa.Column("width", sa.Float, nullable=False),  # points, as it is shown
    sa.Column("height", sa.Float, nullable=False),
    sa.Column("start_offset", sa.Integer, nullable=False),
    sa.Column("end_offset", sa.Integer, nullable=False),
    sa.Column("boxes", sa.LargeBinary, nullable=False),  # where each character stands: services/text/boxes.py
    sa.Column("confidences", sa.LargeBinary, nullable=False, server_default=""),  # empty: no machine read it
)

watch = sa.Table(  # folders and web pages that are looked at again and again
    "watch",
    metadata,
    _id(),
    sa.Column("kind", sa.Text, nullable=False),  # models.WatchKind
    sa.Column("address", sa.Text, nullable=False, unique=True),
    sa.Column("collection", sa.Text),  # none: the configured one
    sa.Column("every_seconds", sa.Integer, nullable=False),
    _moment("created_at", now=True),
    _moment("seen_at"),
    _moment("due_at", now=True),
    sa.Column("problem", sa.Text, nullable=False, server_default=""),
    sa.Column("declared", sa.Boolean, nullable=False, server_default=sa.false()),  # by sources.toml
)

watched_file = sa.Table(  # a file of a folder, or a snapshot of a page
    "watched_file",
    metadata,
    sa.Column("watch_id", sa.ForeignKey("watch.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("source", sa.Text, primary_key=True),
    sa.Column("document_id", sa.ForeignKey("document.id", ondelete="SET NULL")),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("mark", sa.Text, nullable=False, server_default=""),  # size and time of change
    sa.Column("problem", sa.Text, nullable=False, server_default=""),
    _moment("gone_at"),
    sa.Index("ix_watched_file_document_id", "document_id"),
)

document_heading = sa.Table(  # where a part of a document begins, and under which headings it stands
    "document_heading",
    metadata,
    sa.Column("document_id", sa.ForeignKey("document.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("start_offset", sa.Integer, primary_key=True),
    sa.Column("path", sa.Text, nullable=False),
)

chunk = sa.Table(
    "chunk",
    metadata,
    _id(),
    sa.Column("document_id", sa.ForeignKey("document.id", ondelete="CASCADE"), nullable=False),
    sa.Column("collection_id", sa.ForeignKey("collection.id", ondelete="CASCADE"), nullable=False),
    sa.Column("chunk_index", sa.Integer, nullable=False),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("start_offset", sa.Integer, nullable=False),
    sa.Column("end_offset", sa.Integer, nullable=False),
    sa.Column("token_count", sa.Integer, nullable=False),
    sa.Column("embedding", VECTOR(), nullable=False),  # the migration gives it the model's dimension
    sa.Column(
        "tsv", TSVECTOR, nullable=False
    ),  # of title and content in the collection's language; a trigger writes it
    sa.Column("lexeme_count", sa.Integer, nullable=False, server_default="0"),  # BM25's length; by the same trigger
    sa.UniqueConstraint("document_id", "chunk_index"),
    sa.Index("ix_chunk_tsv", "tsv", postgresql_using="gin"),
    sa.Index("ix_chunk_collection_id", "collection_id"),
)

lexeme = sa.Table(
    "lexeme",
    metadata,
    sa.Column("collection_id", sa.ForeignKey("collection.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("word", sa.Text, primary_key=True),
    sa.Column("document_frequency", sa.Integer, nullable=False),  # chunks of the collection that hold the word
)

ready_fact = sa.Table(  # facts as they were given with a document: what the graph is written from, again if need be
    "ready_fact",
    metadata,
    sa.Column("document_id", sa.ForeignKey("document.id", ondelete="CASCADE"), primary_key=True),
    sa.Column(
        "origin", sa.Text, primary_key=True, server_default=""
    ),  # the facts file, so that its next edition replaces it
    sa.Column("position", sa.Integer, primary_key=True),
    sa.Column("draft", JSONB, nullable=False),  # a FactDraft
)

rejected_fact = sa.Table(  # facts that waited until a person let them not enter
    "rejected_fact",
    metadata,
    _id(),
    sa.Column("document_id", sa.ForeignKey("document.id", ondelete="CASCADE"), nullable=False),
    sa.Column("refusal", JSONB, nullable=False),  # a Refusal with its draft
    _moment("rejected_at", now=True),
    sa.Index("ix_rejected_fact_document_id", "document_id"),
)

graph_removal = sa.Table(  # deleted documents that the graph could not be told of yet
    "graph_removal",
    metadata,
    sa.Column("document_id", UUID(as_uuid=True), primary_key=True),
    _moment("asked_at", now=True),
)

ingest_job = sa.Table(  # the queue, and its history
    "ingest_job",
    metadata,
    _id(),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False, server_default="queued"),  # queued, running, done, failed, cancelled
    sa.Column("stage", sa.Text, nullable=False, server_default="reading"),  # models.IngestStage
    sa.Column("fraction", sa.Float, nullable=False, server_default="0"),
    sa.Column("message", sa.Text, nullable=False, server_default=""),
    sa.Column("task", JSONB),  # what is to be ingested; emptied when it is done
    sa.Column("result", JSONB),  # an Ingested
    sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
    _moment("created_at", now=True),
    _moment("started_at"),
    _moment("heartbeat_at"),
    _moment("finished_at"),
    sa.Column("original_hash", sa.Text),  # of the file that the task was read from
    sa.Index("ix_ingest_job_original_hash", "original_hash"),
    sa.Index("ix_ingest_job_status_created_at", "status", "created_at"),
    sa.Index("ix_ingest_job_created_at", "created_at"),
)

fact_citation = sa.Table(
    "fact_citation",
    metadata,
    sa.Column("fact_uuid", UUID(as_uuid=True), primary_key=True),
    sa.Column("document_id", sa.ForeignKey("document.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("start_offset", sa.Integer, primary_key=True),
    sa.Column("end_offset", sa.Integer, nullable=False),
    sa.Column("chunk_id", sa.ForeignKey("chunk.id", ondelete="SET NULL")),
    sa.Column("quote", sa.Text, nullable=False),
    sa.Column("located", sa.Text, nullable=False, server_default="quote"),  # models.Located: quote, sentence, beginning
    sa.Column("episode_uuid", UUID(as_uuid=True), nullable=False),
    sa.Index("ix_fact_citation_document_id", "document_id"),
    sa.Index("ix_fact_citation_chunk_id", "chunk_id"),
    sa.Index(
        "ix_fact_citation_parts", "document_id", "episode_uuid", postgresql_where=sa.text("episode_uuid <> document_id")
    ),
)

fact_change = sa.Table(  # the ledger: what each episode did to facts that were there before
    "fact_change",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("fact_uuid", UUID(as_uuid=True), nullable=False),
    sa.Column("episode_uuid", UUID(as_uuid=True), nullable=False),
    sa.Column("document_id", sa.ForeignKey("document.id", ondelete="SET NULL")),
    sa.Column("kind", sa.Text, nullable=False),  # retired, changed, restored, merged, unmerged
    sa.Column("before", JSONB, nullable=False),
    sa.Column("after", JSONB, nullable=False),
    sa.Column("told_by", UUID(as_uuid=True)),  # the fact whose words tell this change
    _moment("changed_at", now=True),
    sa.Index("ix_fact_change_fact_uuid", "fact_uuid"),
    sa.Index("ix_fact_change_episode_uuid", "episode_uuid"),
    sa.Index("ix_fact_change_document_id", "document_id"),
)

search_setting = sa.Table(  # each "Use in chat" is a row; the newest holds; undo adds a row
    "search_setting",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("preferences", JSONB, nullable=False),
    sa.Column("saved_by", sa.Text, nullable=False, server_default=""),
    sa.Column("note", sa.Text, nullable=False, server_default=""),
    _moment("saved_at", now=True),
)

judgement_set = sa.Table(
    "judgement_set",
    metadata,
    _id(),
    sa.Column("name", sa.Text, nullable=False, unique=True),
    _moment("created_at", now=True),
)

judged_query = sa.Table(
    "judged_query",
    metadata,
    _id(),
    sa.Column("set_id", sa.ForeignKey("judgement_set.id", ondelete="CASCADE"), nullable=False),
    sa.Column("external_id", sa.Text, nullable=False),  # the query's name in TREC and BEIR files
    sa.Column("query", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False, server_default=""),
    sa.UniqueConstraint("set_id", "external_id"),
    sa.UniqueConstraint("set_id", "query"),
)

judgement = sa.Table(
    "judgement",
    metadata,
    sa.Column("query_id", sa.ForeignKey("judged_query.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("document_source", sa.Text, primary_key=True),  # survives a document's re-ingest
    sa.Column("grade", sa.SmallInteger, nullable=False),
    sa.Column("judged_by", sa.Text, nullable=False, server_default=""),
    _moment("judged_at", now=True),
    sa.CheckConstraint("grade BETWEEN 0 AND 3", name="grade"),
)

conversation = sa.Table(
    "conversation",
    metadata,
    _id(),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("profile", sa.Text, nullable=False),
    _moment("created_at", now=True),
    _moment("updated_at", now=True),
    sa.Index("ix_conversation_updated_at", "updated_at"),
)

turn = sa.Table(
    "turn",
    metadata,
    _id(),
    sa.Column("conversation_id", sa.ForeignKey("conversation.id", ondelete="CASCADE"), nullable=False),
    sa.Column("turn_index", sa.Integer, nullable=False),
    sa.Column("prompt", sa.Text, nullable=False),
    sa.Column("profile", sa.Text, nullable=False),
    sa.Column("as_of", TIMESTAMP(timezone=True)),  # from here: the viewpoint
    sa.Column("published_by", TIMESTAMP(timezone=True)),
    sa.Column("known_on", TIMESTAMP(timezone=True)),
    sa.Column("collection", sa.Text),  # by its name, for it may be gone when the answer is read
    sa.Column("chosen", JSONB(none_as_null=True)),  # models.SearchFilters; none: all documents
    sa.Column("status", sa.Text, nullable=False, server_default="running"),  # running, done, stopped, failed
    sa.Column("events", JSONB, nullable=False, server_default=sa.text("'[]'")),  # ChatEvent objects, in order
    sa.Column("model", sa.Text, nullable=False, server_default=""),
    sa.Column("thumbs", sa.SmallInteger),  # 1 up, -1 down
    sa.Column("thumbs_note", sa.Text, nullable=False, server_default=""),
    _moment("created_at", now=True),
    sa.UniqueConstraint("conversation_id", "turn_index"),
)

tool_run = sa.Table(  # one row a tool call, for browsing across conversations
    "tool_run",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("turn_id", sa.ForeignKey("turn.id", ondelete="CASCADE")),  # none outside a conversation
    sa.Column("door", sa.Text, nullable=False, server_default="chat"),  # models.DoorName
    sa.Column("call_id", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("args", JSONB, nullable=False),
    sa.Column("result", JSONB),
    sa.Column("notes", JSONB, nullable=False, server_default=sa.text("'[]'")),
    sa.Column("duration_ms", sa.Float),
    sa.Column("is_error", sa.Boolean, nullable=False, server_default=sa.false()),
    _moment("started_at", now=True),
    sa.Index("ix_tool_run_turn_id", "turn_id"),
    sa.Index("ix_tool_run_without_turn", "id", postgresql_where=sa.text("turn_id IS NULL")),
    sa.Index("ix_tool_run_name_duration_ms", "name", "duration_ms"),
)
