"""Three clocks over REST and MCP: the worked example of docs/clocks.md, and nothing of the future from any route."""

from datetime import UTC, datetime

import pytest

from tests.api.test_chat import ask
from tests.api.test_mcp import answer, mcp  # noqa: F401  a fixture
from tests.api.world import GUILD

EXAMPLE = [
    ({"as_of": "1956-01-01"}, {"Ada Brandt"}),
    ({"as_of": "1965-01-01"}, {"Boris Keil"}),
    ({"as_of": "1965-01-01", "published_by": "1965-01-01"}, set()),
    ({"as_of": "1965-01-01", "published_by": "1971-01-01"}, {"Boris Keil"}),
    ({"as_of": "1956-01-01", "published_by": "1960-01-01"}, set()),
]
DAYS = ("1949-06-01", "1956-01-01", "1962-01-01", "1963-06-01", "1971-01-01", "1976-01-01")


def leaders(facts):
    return {fact["target"] for fact in facts if fact["relation"] == "LED_BY"}


@pytest.mark.parametrize(("clocks", "expected"), EXAMPLE)
def test_the_worked_example_holds_over_rest(client, clocks, expected):
    around = client.get(f"/api/graph/neighborhood/{GUILD}", params=clocks).json()
    assert leaders(around["edges"]) == expected
    assert not [fact for fact in around["edges"] if fact["invalid_at"] and fact["invalid_at"] > clocks["as_of"]]
    found = client.get("/api/graph/facts", params={"query": "Who led the guild?", "relation": "LED_BY", **clocks})
    assert leaders(found.json()["facts"]) == expected


@pytest.mark.parametrize(("clocks", "expected"), EXAMPLE)
async def test_the_worked_example_holds_over_mcp(mcp, clocks, expected):  # noqa: F811
    around = await answer(mcp, "get_neighborhood", entity=GUILD, **clocks)
    assert leaders(around["edges"]) == expected


def routes(day, later="2030-01-01"):
    """Every route that tells facts; where it takes dates, with later ones."""
    return {
        f"graph/neighborhood/{GUILD}": {},
        f"graph/timeline/{GUILD}": {"end_date": later},
        f"graph/diff/{GUILD}": {"from": "1940-01-01", "to": later},
        "graph/facts": {"query": "Who led the guild, and where is it?"},
        "graph/entities": {},
    }


@pytest.mark.parametrize("day", DAYS)
def test_no_route_tells_the_future(client, day):
    for path, more in routes(day).items():
        for published in ({}, {"published_by": day}):
            response = client.get(f"/api/{path}", params={"as_of": day, **more, **published})
            assert response.status_code == 200, response.text
            check(response.json(), day, published=bool(published))


def check(value, day, *, published):
    """Every fact and every citation of an answer, however deep."""
    moment = datetime.fromisoformat(day).replace(tzinfo=UTC)
    if isinstance(value, list):
        for item in value:
            check(item, day, published=published)
    if not isinstance(value, dict):
        return
    for name in ("valid_at", "invalid_at"):
        assert not value.get(name) or datetime.fromisoformat(value[name]) <= moment, value
    if "document_date" in value:
        dated = value["document_date"] and datetime.fromisoformat(value["document_date"])
        assert value["later"] is bool(dated and dated > moment)
        assert not published or (dated and dated.date() <= moment.date())
    for item in value.values():
        check(item, day, published=published)


def test_a_search_finds_what_was_published_and_marks_the_rest_as_hindsight(client):
    query = {"query": "Lantern Guild", "as_of": "1965-01-01"}
    everything = client.get("/api/search", params=query).json()["hits"]
    assert {hit["document_source"]: hit["citation"]["later"] for hit in everything} == {
        "charter.md": False,
        "gazette.md": True,
        "names.md": True,
    }
    published = client.get("/api/search", params=query | {"published_by": "1965-01-01"}).json()["hits"]
    assert {hit["document_source"] for hit in published} == {"charter.md"}
    nothing = client.get("/api/search", params=query | {"published_by": "1900-01-01"}).json()
    assert nothing["hits"] == []
    assert "No document dated by 1 Jan 1900 matches" in nothing["notice"]


def test_documents_are_those_that_were_published_or_known_by_then(client):
    assert client.get("/api/documents", params={"published_by": "1965-01-01"}).json()["total"] == 1
    assert client.get("/api/documents", params={"known_on": "1990-01-01"}).json()["total"] == 0
    (gazette,) = [one for one in client.get("/api/documents").json()["documents"] if one["source"] == "gazette.md"]
    assert client.get(f"/api/documents/{gazette['id']}").status_code == 200
    assert client.get(f"/api/documents/{gazette['id']}", params={"published_by": "1965-01-01"}).status_code == 404


def test_an_answer_says_how_many_sources_it_has_and_how_late_they_are(client):
    _, then = ask(client, prompt=f"Who leads the {GUILD}?", as_of="1965-01-01")
    told = then[-1]
    assert told["sources"]["count"] >= 1
    assert told["sources"]["later"] == len({one["document_id"] for one in told["citations"] if one["later"]})
    assert "With hindsight:" in told["text"]
    _, written = ask(client, prompt=f"Who leads the {GUILD}?", as_of="1965-01-01", published_by="1965-01-01")
    assert written[-1]["sources"]["later"] == 0
    assert "Boris Keil" not in written[-1]["text"]
