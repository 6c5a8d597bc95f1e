"""What a browser gets at the addresses of the dashboard, and at those where nothing is."""

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from services.api.front_page import FrontPage, nothing_here, with_server

PAGES = {"/chat": "Chat", "/graph": "Graph"}
READER = {"accept": "text/html,*/*"}


@pytest.fixture
def client():
    return TestClient(FrontPage(PlainTextResponse("behind"), with_server("<html><head></head></html>"), PAGES))


@pytest.mark.parametrize("path", ["/", "/graph"])
def test_a_page_says_where_its_server_is(client, path):
    assert "<head><script>window.__streamlit" in client.get(path, headers=READER).text


def test_the_first_page_is_at_the_root(client):
    answer = client.get("/chat?conversation=1", headers=READER, follow_redirects=False)
    assert answer.headers["location"] == "/?conversation=1"


def test_an_unknown_address_is_named_and_leads_back(client):
    answer = client.get("/nonsense", headers=READER)
    assert answer.status_code == 404
    assert '<a href="/graph">Graph</a>' in answer.text
    assert "&lt;script&gt;" in nothing_here("/<script>", PAGES.items())


@pytest.mark.parametrize("path", ["/api/docs", "/_stcore/health", "/favicon.png", "/graph/", "/static/js/x.js", "/mcp"])
def test_what_others_answer_is_left_to_them(client, path):
    assert client.get(path, headers=READER).text == "behind"


def test_a_file_that_a_page_asks_for_is_left_to_others(client):
    assert client.get("/nonsense", headers={"accept": "*/*"}).text == "behind"
    assert client.post("/graph").text == "behind"
