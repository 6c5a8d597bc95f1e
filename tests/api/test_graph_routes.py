"""REST's graph to the letter: every parameter, status and error shape over real stores."""

from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from tests.api.shapes import CITATION, ENTITY, FACT, error_of
from tests.api.world import GUILD, ODD_NAMES


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
        assert all(set(edge) == FACT | {"certainty"} for edge in body["edges"])
        assert {edge["certainty"] for edge in body["edges"]} == {"held"}


def test_what_is_mentioned_together_is_a_field_of_its_own_and_only_there_when_asked_for(client: TestClient) -> None:
    asked = client.get(f"/api/graph/neighborhood/{GUILD}", params={"mentioned_together": True}).json()
    plain = client.get(f"/api/graph/neighborhood/{GUILD}").json()
    weak = asked.pop("mentioned_together")
    assert asked == plain
    assert set(weak) == {"entities", "links", "total_entities", "total_links", "is_whole"}
    pairs = [{link["source"], link["target"]} for link in weak["links"]]
    assert {GUILD, "Vellmar"} in pairs
    assert all(link["document_count"] and link["passage_count"] for link in weak["links"])
    early = client.get(
        f"/api/graph/neighborhood/{GUILD}", params={"mentioned_together": True, "published_by": "1901-01-01"}
    ).json()
    assert early["mentioned_together"]["links"] == []


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
    began = client.get(f"/api/graph/timeline/{GUILD}", params={**parameters, "began_only": True}).json()["facts"]
    assert [fact for fact in facts if fact["valid_at"] >= "1954"] == began
    assert {fact["began_before"] for fact in facts if fact["valid_at"] < "1954"} == {True}
    assert not [fact for fact in began if "began_before" in fact]


def test_a_whole_end_day_counts_and_a_date_beyond_the_one_looked_from_is_said_to_be_cut(client: TestClient) -> None:
    (whole,) = {fact["valid_at"] for fact in timeline(client)["facts"] if fact["relation"] == "SEATED_IN"}
    day = whole[:10]
    seated = timeline(client, start_date=day, end_date=day, began_only=True)
    assert {fact["relation"] for fact in seated["facts"]} >= {"SEATED_IN"}
    assert "cut_to" not in timeline(client, end_date="1955-01-01", as_of="1956-01-01")
    assert timeline(client, end_date="1970-01-01", as_of="1956-01-01")["cut_to"] == "1956-01-01T00:00:00Z"


def timeline(client: TestClient, **parameters: object) -> dict[str, list[dict[str, str]]]:
    return client.get(f"/api/graph/timeline/{GUILD}", params=parameters).json()


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
