"""What all REST routes share: health, errors, guards and their description."""

import json
import re

import pytest
from starlette.testclient import TestClient

from services.backend import Backend
from services.settings import Settings
from tests.api.conftest import HERE, build
from tests.api.shapes import error_of


def test_health_names_each_part_with_its_state_and_reason(client: TestClient) -> None:
    response = client.get("/api/health")
    assert response.status_code == 200
    body = response.json()
    assert set(body) == {"ok", "postgres", "graph", "embedding", "chat_model"}
    states = {name: body[name]["status"] for name in ("postgres", "graph", "embedding", "chat_model")}
    assert states == {"postgres": "ok", "graph": "ok", "embedding": "ok", "chat_model": "off"}
    assert all(set(body[name]) == {"status", "reason"} for name in states)
    assert body["chat_model"]["reason"]


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


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/api/documents", "GET, PATCH, POST"),
        ("/api/documents/1", "DELETE, GET, PATCH"),
        ("/api/chat", "POST"),
        ("/api/graph/timeline/a/b", "GET"),
    ],
)
def test_a_refused_method_is_told_which_ones_the_path_takes(client: TestClient, path: str, methods: str) -> None:
    assert client.request("PUT", path).headers["allow"] == methods


@pytest.mark.parametrize(
    "path", ["documents/a%0Ab", "documents/%0A", "graph/timeline/a%0Ab", "graph/neighborhood/a%0D%0A"]
)
def test_a_line_break_in_an_id_or_a_name_is_404(client: TestClient, path: str) -> None:
    response = client.get(f"/api/{path}")
    assert response.status_code == 404
    assert error_of(response)["code"] == "not_found"


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
    assert len(operations) == 21
    assert set(operations["post", "/documents"]["requestBody"]["content"]) == {
        "application/json",
        "multipart/form-data",
    }
    assert "text/event-stream" in operations["post", "/chat"]["responses"]["200"]["content"]
    for operation in operations.values():
        error = operation["responses"]["422"]["content"]["application/json"]["schema"]
        assert error == {"$ref": "#/components/schemas/ErrorShape"}


def test_every_reference_of_the_description_leads_somewhere(client: TestClient) -> None:
    description = client.get("/api/openapi.json").json()
    references = set(re.findall(r'"\$ref": "#/([^"]*)"', json.dumps(description)))
    assert references
    for reference in references:
        found = description
        for part in reference.split("/"):
            found = found[part]


def test_dates_and_cursors_have_a_format(client: TestClient) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    parameters = [
        one for methods in paths.values() for route in methods.values() for one in route.get("parameters", [])
    ]
    written = {one["name"]: json.dumps(one["schema"]) for one in parameters}
    for name in ("as_of", "since", "until", "start_date", "end_date", "from", "to"):
        assert '"format": "date-time"' in written[name]
    assert '"format": "cursor"' in written["cursor"]


def test_the_documentation_page_loads_nothing_from_elsewhere(client: TestClient) -> None:
    page = client.get("/api/docs")
    assert page.status_code == 200
    assert "https://" not in page.text
    for asset in ("swagger-ui-bundle.js", "swagger-ui.css"):
        assert client.get(f"/api/static-offline-docs/{asset}").status_code == 200
