"""A search or a question of the graph over REST is a tool call like any other: logged, counted, with its door."""

import re

import pytest
from starlette.testclient import TestClient

from services.backend import Backend
from services.chat.traces import CallFilter

CALLS = {
    "search": "/api/search?query=lamps+over+rest",
    "get_neighborhood": "/api/graph/neighborhood/Lantern%20Guild",
    "find_entities": "/api/graph/entities?limit=2",
    "get_timeline": "/api/graph/timeline/Lantern%20Guild",
    "get_diff": "/api/graph/diff/Lantern%20Guild?from=1960-01-01&to=1990-01-01",
    "search_facts": "/api/graph/facts?query=guild",
}


def counts(backend: Backend) -> dict[str, int]:
    return {row.name: row.calls for row in backend.run(backend.services.traces.statistics("rest"))}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_over_rest_is_counted_under_its_tool(client: TestClient, api_backend: Backend, name: str) -> None:
    before = counts(api_backend)
    assert client.get(CALLS[name]).status_code == 200
    assert counts(api_backend).get(name, 0) == before.get(name, 0) + 1


def test_what_was_asked_and_found_is_kept_with_it(client: TestClient, api_backend: Backend, caplog) -> None:
    caplog.set_level("INFO")
    found = client.get("/api/search?query=lamps+kept&limit=2&published_by=1990-01-01").json()
    (latest, *_) = api_backend.run(api_backend.services.traces.runs(CallFilter(door="rest", words="lamps kept")))
    assert (latest.name, latest.door, latest.is_error) == ("search", "rest", False)
    assert latest.args["query"] == "lamps kept"
    assert latest.args["viewpoint"]["published_by"].startswith("1990-01-01")
    lines = [record.getMessage() for record in caplog.records if record.getMessage().startswith("tool=search")]
    assert [re.sub(r"ms=\d+|run=[-0-9a-f]{36}", "", line) for line in lines] == [
        f"tool=search door=rest  hits={len(found['hits'])}  outcome=ok"
    ]


def test_one_that_failed_is_counted_as_failed_with_its_reason(client: TestClient, api_backend: Backend) -> None:
    assert client.get("/api/graph/timeline/Nobodycorp").status_code == 404
    (latest, *_) = api_backend.run(api_backend.services.traces.runs(CallFilter(door="rest", words="Nobodycorp")))
    assert (latest.name, latest.is_error) == ("get_timeline", True)
    assert "Nobodycorp" in latest.result["error"]
