"""REST's search to the letter: every parameter, status and error shape over real stores."""

import pytest
from starlette.testclient import TestClient

from tests.api.shapes import CITATION, HIT, error_of, the_charter


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
        ("published_by", "1965-01-01", {"charter.md"}),
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
