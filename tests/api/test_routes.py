"""REST to the letter: every route, parameter, status and error shape over real stores."""

import json
import uuid
from datetime import UTC, datetime
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from services.backend import Backend
from services.settings import Settings
from tests.api.conftest import HERE, build
from tests.api.world import CHARTER, GUILD, ODD_NAMES

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


# --- health ------------------------------------------------------------------------------------


def test_health_names_each_part_with_its_state_and_reason(client: TestClient) -> None:
    response = client.get("/api/health")
    assert response.status_code == 200
    body = response.json()
    assert set(body) == {"ok", "postgres", "graph", "embedding", "chat_model"}
    states = {name: body[name]["status"] for name in ("postgres", "graph", "embedding", "chat_model")}
    assert states == {"postgres": "ok", "graph": "ok", "embedding": "ok", "chat_model": "off"}
    assert all(set(body[name]) == {"status", "reason"} for name in states)
    assert body["chat_model"]["reason"]


# --- search ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["hybrid", "vector", "semantic", "auto"])
def test_each_mode_finds_hits_of_the_promised_shape(client: TestClient, mode: str) -> None:
    body = client.get("/api/search", params={"query": "Who led the Lantern Guild?", "mode": mode}).json()
    assert (
        {"query", "search_type", "text_weight", "hits"}
        <= set(body)
        <= {
            "query",
            "search_type",
            "text_weight",
            "hits",
            "reasoning",
            "notice",
        }
    )
    assert body["query"] == "Who led the Lantern Guild?"
    assert mode == "auto" or body["search_type"] == mode
    assert body["hits"]
    for hit in body["hits"]:
        assert set(hit) == HIT
        assert set(hit["citation"]) >= CITATION
    scores = [hit["combined_score"] for hit in body["hits"]]
    assert scores == sorted(scores, reverse=True)


def test_auto_search_says_why(client: TestClient) -> None:
    assert client.get("/api/search", params={"query": "XQ-7741-B", "mode": "auto"}).json()["reasoning"]


def test_text_weight_moves_the_scores(client: TestClient) -> None:
    def scores(weight: float) -> list[tuple[str, float]]:
        found = client.get("/api/search", params={"query": "XQ-7741-B lamps", "text_weight": weight}).json()
        assert found["text_weight"] == weight
        return [(hit["chunk_id"], hit["combined_score"]) for hit in found["hits"]]

    assert scores(0) != scores(1)


def test_limit_keeps_the_first_hits(client: TestClient) -> None:
    many = client.get("/api/search", params={"query": "Lantern Guild", "limit": 50}).json()["hits"]
    one = client.get("/api/search", params={"query": "Lantern Guild", "limit": 1}).json()["hits"]
    assert [hit["chunk_id"] for hit in one] == [many[0]["chunk_id"]]
    assert len(many) > 1


def test_a_hits_citation_is_a_passage_of_its_document(client: TestClient) -> None:
    hit = client.get("/api/search", params={"query": "forty lamps burning along the shore"}).json()["hits"][0]
    citation = hit["citation"]
    content = client.get(f"/api/documents/{hit['document_id']}").json()["content"]
    assert content[citation["start_offset"] : citation["end_offset"]] == citation["quote"]
    assert citation["url"].startswith(f"/documents?id={hit['document_id']}")


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("source", "charter.md", {"charter.md"}),
        ("as_of", "1965-01-01", {"charter.md"}),
        ("until", "1964", None),
        ("until", "1964-01-01", {"charter.md"}),
        ("since", "1965-01-01", {"gazette.md", "names.md"}),
        ("collection", "no such collection", set()),
    ],
)
def test_each_filter_keeps_what_it_says(client: TestClient, name: str, value: str, kept: set[str] | None) -> None:
    response = client.get("/api/search", params={"query": "Lantern Guild", "limit": 50, name: value})
    if kept is None:
        assert error_of(response)["code"] == "invalid_input"
        return
    sources = {hit["document_source"] for hit in response.json()["hits"]}
    assert sources & {"charter.md", "gazette.md", "names.md"} == kept


def test_document_id_keeps_one_documents_hits(client: TestClient) -> None:
    wanted = the_charter(client)["id"]
    hits = client.get("/api/search", params={"query": "Lantern Guild", "document_id": wanted}).json()["hits"]
    assert {hit["document_id"] for hit in hits} == {wanted}


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"query": ""},
        {"query": "   "},
        {"query": "x" * 1001},
        {"query": "a", "mode": "psychic"},
        {"query": "a", "text_weight": "nan"},
        {"query": "a", "text_weight": "inf"},
        {"query": "a", "text_weight": "1e999"},
        {"query": "a", "text_weight": "1.1"},
        {"query": "a", "text_weight": "heavy"},
        {"query": "a", "limit": "0"},
        {"query": "a", "limit": "51"},
        {"query": "a", "limit": "9" * 400},
        {"query": "a", "limit": "2.5"},
        {"query": "a", "as_of": "yesterday-ish"},
        {"query": "a", "as_of": "0000-00-00"},
        {"query": "a", "as_of": "1998-13-45"},
        {"query": "a", "document_id": "not-a-uuid"},
    ],
)
def test_bad_search_input_is_422_in_the_one_shape(client: TestClient, parameters: dict[str, str]) -> None:
    response = client.get("/api/search", params=parameters)
    assert response.status_code == 422
    assert error_of(response)["code"] == "invalid_input"


@pytest.mark.parametrize(
    "query",
    ["\x00", "a\x00b", "'; DROP TABLE chunk; --", ":* & | !", "\\", '"', "🚀", "的", "%", "x" * 1000, "the", "\ufffe"],
)
def test_any_query_text_is_answered(client: TestClient, query: str) -> None:
    for mode in ("hybrid", "vector", "semantic", "auto"):
        response = client.get("/api/search", params={"query": query, "mode": mode})
        assert response.status_code in (200, 422), response.text
        assert response.status_code == 200 or error_of(response)


# --- documents ---------------------------------------------------------------------------------


def test_documents_are_listed_in_pages(client: TestClient) -> None:
    everything = client.get("/api/documents", params={"limit": 100}).json()
    assert set(everything) == {"documents", "total"}
    assert everything["total"] == len(everything["documents"])
    assert all(set(summary) == SUMMARY for summary in everything["documents"])
    pages = [
        client.get("/api/documents", params={"limit": 1, "offset": at}).json() for at in range(everything["total"])
    ]
    assert [page["documents"][0]["id"] for page in pages] == [one["id"] for one in everything["documents"]]
    assert client.get("/api/documents", params={"offset": 2**31}).json()["documents"] == []


@pytest.mark.parametrize(
    "parameters", [{"limit": 0}, {"limit": 101}, {"offset": -1}, {"offset": 10**30}, {"limit": "x"}]
)
def test_bad_pages_are_422(client: TestClient, parameters: dict[str, str]) -> None:
    response = client.get("/api/documents", params=parameters)
    assert response.status_code == 422
    assert error_of(response)["code"] == "invalid_input"


def test_one_document_has_its_text(client: TestClient) -> None:
    body = client.get(f"/api/documents/{the_charter(client)['id']}").json()
    assert set(body) == DOCUMENT
    assert body["content"] == CHARTER.content
    assert body["metadata"]["shelf"] == "A"
    assert datetime.fromisoformat(body["created_at"]).utcoffset() == UTC.utcoffset(None)


@pytest.mark.parametrize(
    "document_id", [str(uuid.uuid4()), "not-a-uuid", "1", "%00", "..%2f..", "' OR 1=1 --", "🚀", "a/b"]
)
def test_an_unknown_or_malformed_document_is_404(client: TestClient, document_id: str) -> None:
    for method in ("GET", "DELETE"):
        response = client.request(method, f"/api/documents/{quote(document_id, safe='%')}")
        assert response.status_code == 404
        assert error_of(response)["code"] == "not_found"


def test_a_json_document_is_ingested_once_replaced_and_deleted(client: TestClient) -> None:
    body = {
        "title": "Ledger of whales",
        "source": "ledger.md",
        "content": "The whalers of Orrin Bay counted seventeen narwhals.",
        "metadata": {"author": "Ishmael", "pages": 3, "tags": ["sea"]},
        "reference_time": "1899-05-06",
    }
    created = client.post("/api/documents", json=body)
    assert created.status_code == 201
    assert set(created.json()) == {"document_id", "title", "chunk_count", "status"}
    assert (created.json()["status"], created.json()["chunk_count"]) == ("created", 1)
    document_id = created.json()["document_id"]

    again = client.post("/api/documents", json=body)
    assert again.status_code == 200
    assert (again.json()["document_id"], again.json()["status"]) == (document_id, "unchanged")

    read = client.get(f"/api/documents/{document_id}").json()
    assert read["metadata"]["tags"] == ["sea"]
    assert read["metadata"]["reference_time"].startswith("1899-05-06")
    assert "narwhals" in client.get("/api/search", params={"query": "narwhals"}).json()["hits"][0]["content"]

    changed = client.post("/api/documents", json=body | {"content": "The whalers counted eighteen narwhals."})
    assert changed.status_code == 201
    assert changed.json()["status"] == "replaced"

    assert client.delete(f"/api/documents/{changed.json()['document_id']}").status_code == 204
    assert client.get(f"/api/documents/{changed.json()['document_id']}").status_code == 404
    hits = client.get("/api/search", params={"query": "narwhals"}).json()["hits"]
    assert not [hit for hit in hits if "narwhals" in hit["content"]]


def test_a_form_with_a_file_is_ingested(client: TestClient) -> None:
    form = {"title": "Owls", "reference_time": "2001-02-03", "metadata": json.dumps({"origin": "form"})}
    text = "# Owl report\n\nThe barn owls of Kestrel Hill moved out."
    response = client.post("/api/documents", data=form, files={"file": ("owls.md", text)})
    assert response.status_code == 201
    document = client.get(f"/api/documents/{response.json()['document_id']}").json()
    assert (document["title"], document["source"]) == ("Owls", "owls.md")
    assert document["metadata"]["origin"] == "form"
    assert document["metadata"]["reference_time"].startswith("2001-02-03")
    assert client.delete(f"/api/documents/{document['id']}").status_code == 204


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.md", b""),
        ("blank.txt", b"  \n "),
        ("image.png", b"\x89PNG\r\n\x1a\n"),
        ("noise.txt", bytes(range(256)) * 50),
        ("broken.pdf", b"%PDF-1.7 not really"),
        ("broken.docx", b"PK\x03\x04 no"),
        ("noname", b"text"),
    ],
)
def test_an_unreadable_file_is_422_with_a_sentence(client: TestClient, name: str, content: bytes) -> None:
    response = client.post("/api/documents", files={"file": (name, content)})
    assert response.status_code == 422
    assert error_of(response)["code"] == "unreadable_document"


def test_a_form_without_a_file_says_so(client: TestClient) -> None:
    for files in ({"other": ("a.md", b"text")}, {"file": ("", b"text")}):
        response = client.post("/api/documents", files=files)
        assert response.status_code == 422
        assert "file" in error_of(response)["message"]


@pytest.mark.parametrize("metadata", ["{", "[]", "3", '{"a": NaN}', '{"a": 1e999}', '{"a": "\\u0000"}', "[" * 100_000])
def test_bad_metadata_is_422(client: TestClient, metadata: str) -> None:
    response = client.post("/api/documents", data={"metadata": metadata}, files={"file": ("a.md", b"words")})
    assert response.status_code == 422
    assert "metadata" in error_of(response)["message"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"title": "a"}',
        b'{"title": "", "content": "x"}',
        b'{"title": "a", "content": "   "}',
        b'{"title": "a", "content": 3}',
        b'{"title": "a", "content": "x", "metadata": []}',
        b'{"title": "a", "content": "x", "metadata": {"a": 1e999}}',
        b'{"title": "a", "content": "x", "metadata": {"a": NaN}}',
        b'{"title": "a", "content": "x", "metadata": {"a": "\\u0000"}}',
        b'{"title": "a", "content": "x", "metadata": {"a": "\\ud800"}}',
        b'{"title": "a", "content": "x", "reference_time": "someday"}',
        b'{"title": "a", "content": "x", "metadata": ' + b'{"a":' * 5000 + b"1" + b"}" * 5000 + b"}",
    ],
)
def test_bad_json_is_422_in_the_one_shape(client: TestClient, body: bytes) -> None:
    before = client.get("/api/documents").json()["total"]
    response = client.post("/api/documents", content=body, headers={"content-type": "application/json"})
    assert response.status_code == 422
    assert error_of(response)["code"] == "invalid_input"
    assert client.get("/api/documents").json()["total"] == before


def test_too_much_is_413_whether_or_not_it_says_so(client: TestClient) -> None:
    large = b"word " * 300_000
    announced = client.post("/api/documents", files={"file": ("large.txt", large)})
    streamed = client.post("/api/documents", content=(large[at : at + 65536] for at in range(0, len(large), 65536)))
    for response in (announced, streamed):
        assert response.status_code == 413
        assert error_of(response)["code"] == "too_large"


def test_null_characters_in_a_text_are_left_out(client: TestClient) -> None:
    response = client.post("/api/documents", json={"title": "N\0ul", "content": "before\0after"})
    assert response.status_code == 201
    document = client.get(f"/api/documents/{response.json()['document_id']}").json()
    assert (document["title"], document["content"]) == ("Nul", "beforeafter")
    client.delete(f"/api/documents/{document['id']}")


# --- graph -------------------------------------------------------------------------------------


def test_a_neighborhood_holds_currently_valid_facts(client: TestClient) -> None:
    body = client.get(f"/api/graph/neighborhood/{GUILD.upper()}").json()
    assert set(body) == {"entity", "nodes", "edges", "as_of", "total_nodes", "total_edges", "truncated"}
    assert body["entity"]["name"] == GUILD
    assert all(set(node) == ENTITY for node in body["nodes"])
    assert all(set(edge) == FACT for edge in body["edges"])
    sentences = {edge["fact"] for edge in body["edges"]}
    assert "Boris Keil took over the Lantern Guild in 1962." in sentences
    assert "Ada Brandt led the Lantern Guild from 1950 until 1962." not in sentences
    assert body["as_of"] is None
    assert not body["truncated"]


def test_a_neighborhood_as_of_a_date_is_the_one_of_then(client: TestClient) -> None:
    for written in ("1956-01-01", "1956-01-01T00:00:00Z", "1956-01-01T02:00:00+02:00"):
        body = client.get(f"/api/graph/neighborhood/{GUILD}", params={"as_of": written}).json()
        targets = {edge["target"] for edge in body["edges"]}
        assert "Ada Brandt" in targets
        assert "Boris Keil" not in targets
        assert body["as_of"] == "1956-01-01T00:00:00Z"


def test_facts_cite_their_passage(client: TestClient) -> None:
    edges = client.get(f"/api/graph/neighborhood/{GUILD}").json()["edges"]
    keil = next(edge for edge in edges if edge["target"] == "Boris Keil")
    assert [citation["quote"] for citation in keil["citations"]] == ["Boris Keil took over the Lantern Guild in 1962."]
    assert set(keil["citations"][0]) >= CITATION


@pytest.mark.parametrize("name", ODD_NAMES)
def test_any_name_can_be_asked_for(client: TestClient, name: str) -> None:
    for path in ("neighborhood", "timeline", "diff"):
        parameters = {"from": "1970-01-01", "to": "1990-01-01"} if path == "diff" else {}
        response = client.get(f"/api/graph/{path}/{quote(name, safe='')}", params=parameters)
        assert response.status_code == 200, response.text
        assert response.json()["entity"]["name"] == name


@pytest.mark.parametrize("path", ["neighborhood", "timeline", "diff"])
@pytest.mark.parametrize("name", ["Nobody", "Lantern Gild", "%20", "%00", "%F0%9F%9A%80", "x" * 5000, "a%2F..%2Fb"])
def test_an_unknown_entity_is_404(client: TestClient, path: str, name: str) -> None:
    response = client.get(f"/api/graph/{path}/{name}?from=1990-01-01&to=2000-01-01")
    assert response.status_code == 404
    assert error_of(response)["code"] == "not_found"


def test_an_unknown_entity_names_the_nearest(client: TestClient) -> None:
    assert GUILD in error_of(client.get("/api/graph/timeline/Lantern Gild"))["message"]


def test_entities_come_in_pages_that_end(client: TestClient) -> None:
    names, cursor = [], None
    while True:
        body = client.get("/api/graph/entities", params={"limit": 2} | ({"cursor": cursor} if cursor else {})).json()
        assert set(body) == {"entities", "next_cursor"}
        assert all(set(entity) == ENTITY and entity["type"] != "Entity" for entity in body["entities"])
        names += [entity["name"] for entity in body["entities"]]
        cursor = body["next_cursor"]
        if cursor is None:
            break
    assert len(names) == len(set(names))
    assert {GUILD, "Ada Brandt", "Boris Keil", "Vellmar", *ODD_NAMES} <= set(names)


def test_entities_of_a_type(client: TestClient) -> None:
    body = client.get("/api/graph/entities", params={"type": "Person"}).json()
    assert {entity["name"] for entity in body["entities"]} == {"Ada Brandt", "Boris Keil"}


@pytest.mark.parametrize(
    "parameters",
    [
        {"cursor": "rubbish"},
        {"cursor": "bnVsbA=="},
        {"cursor": "%%%"},
        {"limit": 0},
        {"limit": 201},
        {"type": "NoSuchType"},
        {"type": "Person` DETACH DELETE n //"},
        {"type": "Entity"},
    ],
)
def test_bad_entity_input_is_422(client: TestClient, parameters: dict[str, str]) -> None:
    response = client.get("/api/graph/entities", params=parameters)
    assert response.status_code == 422
    assert error_of(response)["code"] == "invalid_input"


def test_a_timeline_is_by_date_with_undated_facts_last(client: TestClient) -> None:
    body = client.get(f"/api/graph/timeline/{GUILD}").json()
    assert set(body) == {"entity", "facts"}
    dates = [fact["valid_at"] for fact in body["facts"]]
    dated = [date for date in dates if date is not None]
    assert dated == sorted(dated)
    assert dates[len(dated) :] == [None] * (len(dates) - len(dated))
    assert len(dated) < len(dates)


def test_timeline_dates_filter(client: TestClient) -> None:
    parameters = {"start_date": "1954-01-01", "end_date": "1956-01-01"}
    facts = client.get(f"/api/graph/timeline/{GUILD}", params=parameters).json()["facts"]
    assert "SEATED_IN" in {fact["relation"] for fact in facts}
    assert "Boris Keil" not in {fact["target"] for fact in facts}


def test_a_diff_pairs_what_was_replaced(client: TestClient) -> None:
    body = client.get(f"/api/graph/diff/{GUILD}", params={"from": "1951-01-01", "to": "1965-01-01"}).json()
    assert set(body) == {"entity", "from", "to", "added", "ended", "replaced"}
    assert [(pair["old"]["target"], pair["new"]["target"]) for pair in body["replaced"]] == [
        ("Ada Brandt", "Boris Keil")
    ]
    assert [fact["relation"] for fact in body["added"]] == ["SEATED_IN"]
    assert body["ended"] == []


@pytest.mark.parametrize(
    ("path", "parameters"),
    [
        ("timeline", {"start_date": "soon"}),
        ("timeline", {"end_date": "1998-02-30"}),
        ("neighborhood", {"as_of": "now-ish"}),
        ("diff", {}),
        ("diff", {"from": "1998-01-01"}),
        ("diff", {"from": "", "to": "1998-01-01"}),
        ("diff", {"from": "1998-01-01", "to": "99999-01-01"}),
        ("diff", {"from": "1998-01-01", "to": "1999-01-01", "include_undated": "perhaps"}),
        ("facts", {"query": ""}),
        ("facts", {"query": "a", "limit": "0"}),
    ],
)
def test_bad_graph_input_is_422(client: TestClient, path: str, parameters: dict[str, str]) -> None:
    where = "facts" if path == "facts" else f"{path}/{GUILD}"
    response = client.get(f"/api/graph/{where}", params=parameters)
    assert response.status_code == 422
    assert error_of(response)["code"] == "invalid_input"


def test_facts_are_found_by_words_and_meaning(client: TestClient) -> None:
    body = client.get("/api/graph/facts", params={"query": "Who led the Lantern Guild?", "limit": 3}).json()
    assert set(body) == {"query", "facts"}
    assert len(body["facts"]) == 3
    assert all(set(fact) == FACT for fact in body["facts"])
    led = client.get("/api/graph/facts", params={"query": "Who led the guild?", "relation": "LED_BY"}).json()["facts"]
    assert {fact["relation"] for fact in led} == {"LED_BY"}


# --- errors and guards -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "not_found"),
        ("GET", "/api/graph", 404, "not_found"),
        ("POST", "/api/search", 405, "method_not_allowed"),
        ("PUT", "/api/documents", 405, "method_not_allowed"),
        ("GET", "/api/chat", 405, "method_not_allowed"),
    ],
)
def test_wrong_paths_and_methods_have_the_one_shape(
    client: TestClient, method: str, path: str, status: int, code: str
) -> None:
    response = client.request(method, path)
    assert response.status_code == status
    assert error_of(response)["code"] == code
    assert status != 405 or response.headers["allow"]


def test_an_unexpected_failure_is_500_without_details(
    api_backend: Backend, api_settings: Settings, monkeypatch
) -> None:
    async def explode(*_: object, **__: object) -> None:
        raise RuntimeError("SELECT secret FROM postgres: Traceback")

    broken = api_backend.services.library
    monkeypatch.setattr(type(broken), "list", explode)
    with TestClient(build(api_backend, api_settings), HERE) as client:
        response = client.get("/api/documents")
    assert response.status_code == 500
    assert error_of(response)["code"] == "internal"


def test_guards_stand_before_every_route(client: TestClient) -> None:
    assert client.get("/api/health", headers={"host": "evil.example"}).status_code == 400
    foreign = client.post("/api/documents", json={}, headers={"origin": "https://evil.example"})
    assert foreign.status_code == 403
    assert error_of(foreign)["code"] == "foreign_origin"


def test_with_a_key_only_health_is_open(api_backend: Backend, api_settings: Settings) -> None:
    keyed = api_settings.model_copy(update={"api_key": type(api_settings.database_url)("open sesame")})
    with TestClient(build(api_backend, keyed), HERE) as client:
        assert client.get("/api/health").status_code == 200
        for path in ("/api/documents", "/api/docs", "/api/openapi.json", "/api/nothing"):
            response = client.get(path)
            assert response.status_code == 401
            assert error_of(response)["code"] == "unauthorized"
        assert client.get("/api/documents", headers={"authorization": "Bearer open sesame"}).status_code == 200


def test_the_description_is_complete(client: TestClient) -> None:
    description = client.get("/api/openapi.json").json()
    assert description["servers"] == [{"url": "/api"}]
    operations = {
        (method, path): operation for path, found in description["paths"].items() for method, operation in found.items()
    }
    assert len(operations) == 12
    assert set(operations["post", "/documents"]["requestBody"]["content"]) == {
        "application/json",
        "multipart/form-data",
    }
    assert "text/event-stream" in operations["post", "/chat"]["responses"]["200"]["content"]
    for operation in operations.values():
        error = operation["responses"]["422"]["content"]["application/json"]["schema"]
        assert error == {"$ref": "#/components/schemas/ErrorShape"}


def test_the_documentation_page_loads_nothing_from_elsewhere(client: TestClient) -> None:
    page = client.get("/api/docs")
    assert page.status_code == 200
    assert "https://" not in page.text
    for asset in ("swagger-ui-bundle.js", "swagger-ui.css"):
        assert client.get(f"/api/static-offline-docs/{asset}").status_code == 200
