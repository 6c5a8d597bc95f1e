"""REST and MCP look in one collection where they are told to."""

from collections.abc import Iterator

import pytest
from fastmcp import Client
from starlette.testclient import TestClient

from services.backend import Backend
from services.models import DocumentDraft, FactDraft
from tests.api.world import GUILD, date

LETTERS = "letters"
WORDS = f"Cora Winter wrote to the {GUILD} in 1966."
REST = {
    "search?query=Lantern+Guild": "hits",
    "documents?limit=50": "documents",
    f"graph/neighborhood/{GUILD}?as_of=1967-01-01": "edges",
    f"graph/timeline/{GUILD}?limit=50": "facts",
    f"graph/diff/{GUILD}?from=1940-01-01&to=1967-01-01": "added",
    "graph/facts?query=Lantern+Guild": "facts",
}
MCP: dict[str, tuple[dict[str, object], str]] = {
    "search": ({"query": GUILD}, "hits"),
    "list_documents": ({}, "documents"),
    "search_facts": ({"query": GUILD}, "facts"),
    "get_neighborhood": ({"entity": GUILD, "as_of": "1967-01-01"}, "edges"),
    "get_timeline": ({"entity": GUILD}, "facts"),
    "get_diff": ({"entity": GUILD, "from_date": "1940-01-01", "to_date": "1967-01-01"}, "added"),
    "get_history": ({"entity": GUILD}, "facts"),
}


@pytest.fixture
def letter(api_backend: Backend) -> Iterator[None]:
    ingestion = api_backend.services.ingestion.for_collection(LETTERS)
    fact = FactDraft(subject=GUILD, relation="WRITTEN_TO_BY", object="Cora Winter", fact=WORDS, valid_at=date(1966))
    added = api_backend.run(ingestion.add(DocumentDraft(title="Letter", source="letter", content=WORDS), facts=[fact]))
    yield
    api_backend.run(ingestion.delete(added.document_id))


@pytest.mark.parametrize(("path", "field"), REST.items())
def test_rest_looks_in_one(client: TestClient, letter: None, path: str, field: str) -> None:
    everywhere, within = client.get(f"/api/{path}"), client.get(f"/api/{path}&collection={LETTERS}")
    assert len(within.json()[field]) == 1
    assert len(everywhere.json()[field]) > 1


@pytest.mark.parametrize(("tool", "asked"), MCP.items())
async def test_mcp_looks_in_one(
    live_server: str, letter: None, tool: str, asked: tuple[dict[str, object], str]
) -> None:
    arguments, field = asked
    async with Client(f"{live_server}/mcp") as mcp:
        everywhere = (await mcp.call_tool(tool, arguments)).structured_content
        within = (await mcp.call_tool(tool, arguments | {"collection": LETTERS})).structured_content
    assert len(within[field]) == 1
    assert len(everywhere[field]) > 1


@pytest.mark.parametrize(
    "parameters",
    [
        *(f"{path}&collection=no%00ne" for path in REST),
        "search?query=lamp&source=no%00ne",
        "graph/entities?type=no%00ne",
        "graph/entities?cursor=no%00ne",
        "graph/facts?query=lamp&relation=no%00ne",
        "graph/facts?query=no%00ne",
    ],
)
def test_a_text_that_no_store_can_hold_is_understood(client: TestClient, parameters: str) -> None:
    assert client.get(f"/api/{parameters}").status_code in (200, 422)
