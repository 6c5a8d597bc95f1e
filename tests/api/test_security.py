"""What stands before every route, on a small application of its own."""

import pytest
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from services.api.inline_scripts import script_sources
from services.api.security import check_address, guards, host_name
from services.errors import InvalidInput
from services.settings import Settings

HERE = "http://127.0.0.1:8501"
STREAM = "ws://127.0.0.1:8501/stream"


async def hello(_: Request) -> PlainTextResponse:
    return PlainTextResponse("hello")


async def greet(websocket: WebSocket) -> None:
    await websocket.accept()
    await websocket.send_text("hello")
    await websocket.close()


def client(api_key: str | None = None, allowed_hosts: str = "", base_url: str = HERE) -> TestClient:
    settings = Settings(allowed_hosts=allowed_hosts, api_key=SecretStr(api_key) if api_key else None)
    paths = ("/", "/api/search", "/api/health", "/api/docs", "/mcp")
    routes = [Route(path, hello, methods=["GET", "POST"]) for path in paths]
    return TestClient(
        Starlette(routes=[*routes, WebSocketRoute("/stream", greet)], middleware=guards(settings)), base_url
    )


@pytest.mark.parametrize("name", ["127.0.0.1:8501", "localhost", "LOCALHOST:80", "localhost.", "[::1]:8501"])
def test_loopback_names_are_known(name: str) -> None:
    assert client().get("/", headers={"host": name}).status_code == 200


@pytest.mark.parametrize(
    "name", ["evil.example", "127.0.0.1.evil.example", "localhost@evil.example", "", "localhost:x", "a b", "[::1"]
)
def test_other_names_are_refused_in_the_one_error_shape(name: str) -> None:
    response = client().get("/", headers={"host": name})
    assert response.status_code == 400
    assert response.json()["error"]["code"] == "unknown_host"
    assert "content-security-policy" in response.headers


def test_a_setting_adds_host_names_and_whole_domains() -> None:
    known = client(allowed_hosts="dossier.example.org, *.lab.example.org")
    statuses = {
        name: known.get("/", headers={"host": name}).status_code
        for name in ("dossier.example.org", "a.lab.example.org:443", "lab.example.org", "evil-lab.example.org")
    }
    assert list(statuses.values()) == [200, 200, 400, 400]


def test_the_host_of_a_websocket_is_checked_too() -> None:
    with pytest.raises(WebSocketDisconnect), client().websocket_connect("ws://evil.example/stream"):
        pass


def test_host_name_leaves_out_port_and_brackets() -> None:
    assert [host_name(text) for text in ("A.b:80", "[::1]:80", "a/b", None)] == ["a.b", "::1", "", ""]


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:9999", "http://localhost:8501"])
def test_a_write_from_another_sites_page_is_refused(origin: str) -> None:
    for path in ("/api/search", "/mcp"):
        response = client().post(path, headers={"origin": origin})
        assert response.status_code == 403
        assert response.json()["error"]["code"] == "foreign_origin"


def test_writes_from_our_own_page_and_from_other_programs_pass() -> None:
    assert client().post("/api/search", headers={"origin": HERE}).status_code == 200
    assert client().post("/api/search").status_code == 200
    assert client().get("/api/search", headers={"origin": "https://evil.example"}).status_code == 200


def test_a_websocket_of_another_sites_page_is_refused() -> None:
    with client().websocket_connect(STREAM, headers={"origin": HERE}) as websocket:
        assert websocket.receive_text() == "hello"
    with (
        pytest.raises(WebSocketDisconnect),
        client().websocket_connect(STREAM, headers={"origin": "http://localhost:3000"}),
    ):
        pass


@pytest.mark.parametrize("authorization", [None, "Bearer wrong", "secret", "Basic secret", "Bearer", "Bearer secretx"])
def test_without_the_right_key_api_and_mcp_are_closed(authorization: str | None) -> None:
    headers = {"authorization": authorization} if authorization else {}
    for path in ("/api/search", "/api/docs", "/mcp"):
        response = client(api_key="secret").get(path, headers=headers)
        assert response.status_code == 401
        assert response.json()["error"]["code"] == "unauthorized"
        assert response.headers["www-authenticate"] == "Bearer"
        assert "secret" not in response.text


def test_the_right_key_opens_them_and_health_needs_none() -> None:
    guarded = client(api_key="sécret")
    for scheme in ("Bearer", "bearer"):
        headers = {b"authorization": f"{scheme} sécret".encode()}
        assert guarded.get("/api/search", headers=headers).status_code == 200
    assert guarded.get("/api/health").status_code == 200
    assert guarded.get("/").status_code == 200


def test_every_answer_says_what_may_be_loaded() -> None:
    policy = client().get("/").headers["content-security-policy"]
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert "unsafe-inline" not in scripts
    assert "http" not in policy
    assert client().get("/api/docs").headers["content-security-policy"].count("'unsafe-inline'") == 2
    assert client().get("/").headers["x-content-type-options"] == "nosniff"


def test_an_open_address_needs_a_key() -> None:
    check_address(Settings(address="127.0.0.1"))
    check_address(Settings(address="::1"))
    check_address(Settings(address="0.0.0.0", api_key=SecretStr("secret")))
    with pytest.raises(InvalidInput, match="DOSSIER_API_KEY"):
        check_address(Settings(address="0.0.0.0"))


def test_only_the_dashboards_own_inline_scripts_may_run() -> None:
    page = "<script src='a.js'></script><p>alert(1)</p><script>\n  alert('a & b')\n</script>"
    (source,) = script_sources(page)
    assert source == "'sha256-9iWxqXew4RayCeHzgJqgVaF6W2vcslNAbLCq/1eSxIU='"
    served = Starlette(
        routes=[Route(path, hello) for path in ("/", "/api/docs")], middleware=guards(Settings(), (source,))
    )
    policies = [TestClient(served, HERE).get(path).headers["content-security-policy"] for path in ("/", "/api/docs")]
    assert f"script-src 'self' blob: {source};" in policies[0]
    assert "script-src 'self' blob: 'unsafe-inline';" in policies[1]  # beside a hash it would not count
