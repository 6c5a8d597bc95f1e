"""The fields that REST promises, and how a test takes an answer apart."""

from starlette.testclient import TestClient

from tests.api.world import CHARTER

CITATION = {
    "document_id",
    "chunk_id",
    "document_title",
    "document_source",
    "start_offset",
    "end_offset",
    "quote",
    "url",
}
HIT = {
    "chunk_id",
    "document_id",
    "content",
    "combined_score",
    "vector_similarity",
    "text_similarity",
    "metadata",
    "document_title",
    "document_source",
    "citation",
}
FACT = {
    "uuid",
    "fact",
    "relation",
    "source",
    "target",
    "source_uuid",
    "target_uuid",
    "valid_at",
    "invalid_at",
    "valid_precision",
    "invalid_precision",
    "valid_text",
    "invalid_text",
    "created_at",
    "expired_at",
    "citations",
}
ENTITY = {"uuid", "name", "type", "summary"}
SUMMARY = {"id", "title", "source", "metadata", "created_at", "updated_at", "chunk_count"}
DOCUMENT = {"id", "title", "source", "content", "metadata", "created_at", "updated_at"}


def error_of(response) -> dict[str, str]:
    """Checks that an error has the one shape and gives nothing away."""
    body = response.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "message"}
    assert body["error"]["message"]
    for telltale in ("Traceback", 'File "', "SELECT", "MATCH (", "sqlalchemy", "asyncpg", "postgres:"):
        assert telltale not in response.text
    return body["error"]


def the_charter(client: TestClient) -> dict[str, object]:
    documents = client.get("/api/documents", params={"limit": 100}).json()["documents"]
    return next(one for one in documents if one["source"] == CHARTER.source)
