"""REST's documents to the letter: listed, read, ingested, deleted, and what bad input is told."""

import json
from datetime import UTC, datetime
from urllib.parse import quote
from uuid import uuid4

import pytest
from starlette.testclient import TestClient

from tests.api.shapes import DOCUMENT, SUMMARY, error_of, the_charter
from tests.api.world import CHARTER


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
    "document_id",
    ["6f1d3c52-9a0e-4f7b-8c11-0d5b7e2a9c34", "not-a-uuid", "1", "%00", "..%2f..", "' OR 1=1 --", "🚀", "a/b"],
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

    newest = changed.json()["document_id"]
    for one in (document_id, newest):
        versions = client.get(f"/api/documents/{one}/versions").json()["versions"]
        assert [(version["id"], version["version"]) for version in versions] == [(document_id, 1), (newest, 2)]
        assert [version["replaced_at"] is None for version in versions] == [False, True]
    assert "nine" not in client.get(f"/api/documents/{newest}").json()["content"]
    assert client.get(f"/api/documents/{document_id}").json()["replaced_at"] == versions[0]["replaced_at"]
    assert client.get(f"/api/documents/{uuid4()}/versions").status_code == 404

    assert client.delete(f"/api/documents/{changed.json()['document_id']}").status_code == 204
    assert client.get(f"/api/documents/{document_id}").status_code == 404
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


def test_a_file_with_an_impossible_date_goes_in_without_it_and_says_so(client: TestClient) -> None:
    file = {"file": ("odd.md", b"---\ndate: 2020-13-45\n---\nAn odd date.")}
    response = client.post("/api/documents", files=file)
    assert response.status_code == 201
    assert "2020-13-45" in response.json()["warnings"][0]
    document = client.get(f"/api/documents/{response.json()['document_id']}").json()
    assert "reference_time" not in document["metadata"]
    dated = client.post("/api/documents", files=file, data={"reference_time": "2020-05-04"})
    assert set(dated.json()) == {"document_id", "title", "chunk_count", "status"}
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
        b'{"title": "a", "content": "x", "reference_time": "2020-13-45"}',
        b'{"title": "a", "content": "x", "reference_time": "0001-01-01T00:00:00+05:00"}',
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


def test_a_file_is_kept_as_it_came_and_saved_under_its_name(client: TestClient) -> None:
    page = "<p>Été on the ice</p><script>alert(1)</script>".encode()
    added = client.post("/api/documents", files={"file": ("été “1”.html", page, "text/html")}).json()
    document = client.get(f"/api/documents/{added['document_id']}").json()
    assert set(document) == DOCUMENT | {"original"}
    response = client.get(f"/api/documents/{added['document_id']}/original")
    assert response.content == page
    assert response.headers["content-type"] == "application/octet-stream"
    assert response.headers["content-disposition"].startswith("attachment; filename*=UTF-8''%C3%A9t%C3%A9")
    assert response.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert response.headers["x-content-type-options"] == "nosniff"
    client.delete(f"/api/documents/{added['document_id']}")
    assert client.get(f"/api/documents/{added['document_id']}/original").status_code == 404


def test_a_text_without_a_file_says_so(client: TestClient) -> None:
    response = client.get(f"/api/documents/{the_charter(client)['id']}/original")
    assert response.status_code == 404
    assert "not kept" in error_of(response)["message"]


@pytest.mark.parametrize("name", ["a" * 150 + "\0" * 60, "a" * 201, "\0"])
def test_a_collection_s_name_is_as_long_as_it_was_sent_and_says_something(client: TestClient, name: str) -> None:
    added = client.post("/api/documents", params={"collection": name}, json={"title": "A", "content": "Words."})
    assert added.status_code == 422
    assert "collection" in added.json()["error"]["message"]
