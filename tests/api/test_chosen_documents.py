"""REST and MCP ask chosen documents where they are told to; REST changes documents, and brings deleted ones back."""

import json
from collections.abc import Iterator

import pytest
from fastmcp import Client
from starlette.testclient import TestClient

from services.backend import Backend
from services.models import DocumentDraft, FactDraft
from tests.api.world import GUILD, date

TITLE, WORDS = "A letter of Cora", f"Cora Winter wrote to the {GUILD} in 1966."
REST = {
    "search?query=Lantern+Guild": "hits",
    "documents?limit=50": "documents",
    f"graph/neighborhood/{GUILD}?as_of=1967-01-01": "edges",
    f"graph/timeline/{GUILD}?limit=50": "facts",
    f"graph/diff/{GUILD}?from=1940-01-01&to=1967-01-01": "added",
    "graph/facts?query=Lantern+Guild": "facts",
}
CHOICES = (
    "document=A+letter+of+Cora",
    "document=cora.txt",
    "source=letters/cora.txt",
    "metadata=kind%3Dletter",
    "since=1966-05-01&until=1966-05-01",
)
MCP: dict[str, tuple[dict[str, object], str]] = {
    "search": ({"query": GUILD}, "hits"),
    "list_documents": ({}, "documents"),
    "search_facts": ({"query": GUILD}, "facts"),
    "get_neighborhood": ({"entity": GUILD, "as_of": "1967-01-01"}, "edges"),
    "get_timeline": ({"entity": GUILD}, "facts"),
    "get_diff": ({"entity": GUILD, "from_date": "1940-01-01", "to_date": "1967-01-01"}, "added"),
    "get_history": ({"entity": GUILD}, "facts"),
    "hybrid_search": ({"query": GUILD}, "result"),
}


@pytest.fixture
def letter(api_backend: Backend) -> Iterator[str]:
    draft = DocumentDraft(
        title=TITLE,
        source="letters/cora.txt",
        content=WORDS,
        metadata={"kind": "letter"},
        reference_time=date(1966, 5, 1),
    )
    fact = FactDraft(subject=GUILD, relation="WRITTEN_TO_BY", object="Cora Winter", fact=WORDS, valid_at=date(1966))
    added = api_backend.run(api_backend.services.ingestion.add(draft, facts=[fact]))
    yield str(added.document_id)
    api_backend.run(api_backend.services.ingestion.delete(added.document_id))


@pytest.mark.parametrize(("path", "field"), REST.items())
def test_every_route_looks_at_the_chosen_documents(client: TestClient, letter: str, path: str, field: str) -> None:
    everywhere = client.get(f"/api/{path}").json()[field]
    assert len(everywhere) > 1
    for choice in (*CHOICES, f"document={letter}"):
        within = client.get(f"/api/{path}&{choice}")
        assert len(within.json()[field]) == 1, (choice, within.text)
    assert client.get(f"/api/{path}&metadata=kind%3Dnone").json()[field] == []


def test_a_name_of_none_or_several_is_422_with_a_sentence(client: TestClient, letter: str) -> None:
    for choice, said in (("document=zzzzz", "No document is called “zzzzz”"), ("metadata=kind", "Write name=value")):
        refused = client.get(f"/api/documents?{choice}")
        assert refused.status_code == 422
        assert said in refused.json()["error"]["message"]


def test_chat_asks_the_chosen_documents(client: TestClient, letter: str) -> None:
    for chosen in ({"documents": [TITLE]}, {"sources": ["letters/cora.txt"]}, {"metadata": {"kind": "letter"}}):
        told = client.post("/api/chat", json={"prompt": f"Who wrote to the {GUILD}?", "chosen": chosen})
        events = [json.loads(line[6:]) for line in told.text.splitlines() if line.startswith("data: ")]
        places = [one for event in events for one in event.get("citations", ())]
        assert {one["document_id"] for one in places} == {letter}, chosen
    refused = client.post("/api/chat", json={"prompt": "Who?", "chosen": {"documents": ["zzzzz"]}})
    assert refused.status_code == 422


@pytest.mark.parametrize(("tool", "asked"), MCP.items())
async def test_mcp_looks_at_the_chosen_documents(
    live_server: str, letter: str, tool: str, asked: tuple[dict[str, object], str]
) -> None:
    arguments, field = asked
    async with Client(f"{live_server}/mcp") as mcp:
        everywhere = (await mcp.call_tool(tool, arguments)).structured_content
        within = (await mcp.call_tool(tool, arguments | {"chosen": {"documents": [TITLE]}})).structured_content
    assert len(everywhere[field]) > 1
    assert len(within[field]) == 1


def test_a_document_is_retitled_redated_moved_and_switched_off(client: TestClient, letter: str) -> None:
    changes = {"title": "Cora's letter", "reference_time": "1967-01-02", "collection": "mail", "enabled": False}
    changed = client.patch(f"/api/documents/{letter}", json=changes)
    assert changed.status_code == 200, changed.text
    assert (changed.json()["title"], changed.json()["enabled"]) == ("Cora's letter", False)
    assert changed.json()["metadata"]["reference_time"].startswith("1967-01-02")
    assert letter in {one["id"] for one in client.get("/api/documents?collection=mail").json()["documents"]}
    assert letter not in {hit["document_id"] for hit in client.get("/api/search?query=Cora+Winter").json()["hits"]}
    kept = client.patch(f"/api/documents/{letter}", json={"enabled": True}).json()
    assert kept["title"] == "Cora's letter"
    assert "enabled" not in kept
    assert client.patch(f"/api/documents/{letter[:-4]}0000", json={"enabled": True}).status_code == 404


def test_many_documents_are_changed_deleted_and_brought_back(client: TestClient, letter: str) -> None:
    off = client.patch("/api/documents", json={"documents": [letter], "enabled": False}).json()
    assert off == {"changed": [letter], "problems": []}
    gone = client.patch("/api/documents", json={"documents": [letter], "enabled": True, "deleted": True})
    assert gone.json()["changed"] == [letter]
    assert client.get(f"/api/documents/{letter}").status_code == 404
    assert [one["id"] for one in client.get("/api/documents/deleted").json()] == [letter]
    client.patch("/api/documents", json={"documents": [letter], "deleted": False})
    assert client.get(f"/api/documents/{letter}").status_code == 200
    assert client.get("/api/documents/deleted").json() == []
    assert client.patch("/api/documents", json={"documents": []}).status_code == 422
