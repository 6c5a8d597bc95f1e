"""REST's watches: added, listed, given up, and refused in a sentence."""

from pathlib import Path
from uuid import uuid4

import pytest
from starlette.testclient import TestClient

from tests.api.shapes import error_of


def test_a_folder_is_watched_listed_and_given_up(client: TestClient, tmp_path: Path) -> None:
    added = client.post("/api/watches", json={"address": str(tmp_path), "every_seconds": 120})
    assert added.status_code == 201
    assert (added.json()["kind"], added.json()["every_seconds"]) == ("folder", 120)
    again = client.post("/api/watches", json={"address": str(tmp_path)})
    assert (again.json()["id"], again.json()["every_seconds"]) == (added.json()["id"], 300)
    assert [one["address"] for one in client.get("/api/watches").json()["watches"]] == [str(tmp_path)]
    assert client.delete(f"/api/watches/{added.json()['id']}").status_code == 204
    assert client.get("/api/watches").json()["watches"] == []


def test_a_page_is_watched_once_a_day(client: TestClient) -> None:
    added = client.post("/api/watches", json={"address": "https://example.org/news"}).json()
    assert (added["kind"], added["every_seconds"], added["seen_at"]) == ("page", 86_400, None)
    client.delete(f"/api/watches/{added['id']}")


@pytest.mark.parametrize(
    "body", [{}, {"address": ""}, {"address": "/no such folder"}, {"address": "services"}, {"address": "ftp://a.org"},
             {"address": "http://169.254.169.254/latest/"},
             {"address": "https://a.org", "every_seconds": 1}]
)  # fmt: skip
def test_what_cannot_be_watched_is_422(client: TestClient, body: dict[str, object]) -> None:
    response = client.post("/api/watches", json=body)
    assert response.status_code == 422
    assert error_of(response)["code"] == "invalid_input"


def test_an_unknown_watch_is_404(client: TestClient) -> None:
    response = client.delete(f"/api/watches/{uuid4()}")
    assert response.status_code == 404
    assert error_of(response)["code"] == "not_found"
