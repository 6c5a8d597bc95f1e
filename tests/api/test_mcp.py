"""The Model Context Protocol, asked by a real client over HTTP and over a process's stdin and stdout."""

import json
import re
import sys
from pathlib import Path

import httpx
import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from fastmcp.exceptions import McpError, ToolError
from pydantic import SecretStr
from starlette.testclient import TestClient

from services.agent.invocation import invoke
from services.agent.profiles import FUNCTIONS
from services.api.mcp import log_and_count
from services.api.shapes import SearchShape
from services.backend import Backend
from services.chat.traces import CallFilter
from services.settings import ROOT, Settings
from tests.api.conftest import build, serving
from tests.api.world import CHARTER, GUILD, ODD_NAMES

TOOLS = {
    "search",
    "list_documents",
    "list_versions",
    "get_document",
    "search_facts",
    "find_entities",
    "get_neighborhood",
    "get_timeline",
    "get_diff",
    "get_history",
} | set(FUNCTIONS)


@pytest.fixture
async def mcp(live_server: str):
    async with Client(f"{live_server}/mcp") as client:
        yield client


async def answer(client: Client, tool: str, **arguments: object) -> dict[str, object]:
    structured = (await client.call_tool(tool, arguments)).structured_content
    assert isinstance(structured, dict)
    return structured


async def test_every_tool_is_described_and_read_only(mcp: Client) -> None:
    tools = await mcp.list_tools()
    assert {tool.name for tool in tools} == TOOLS
    for tool in tools:
        assert tool.description
        assert tool.annotations.read_only_hint
        assert not tool.annotations.destructive_hint


async def test_the_agents_own_tools_have_their_names_and_results(mcp: Client, api_backend: Backend) -> None:
    query = "Who led the Lantern Guild?"
    for name in ("hybrid_search", "auto_search", "graph_search", "search_knowledge_graph", "retrieve_knowledge_base"):
        told = await answer(mcp, name, query=query)
        deps = api_backend.services.research_deps()
        assert told["result"] == (await api_backend.call(invoke(deps, name, {"query": query}))).result
        assert told["citations"][0]["document_id"]


async def test_the_agents_own_tools_look_from_the_viewpoint_of_the_call(mcp: Client) -> None:
    early = await answer(mcp, "get_entity_timeline", entity_name=GUILD, as_of="1900-01-01")
    late = await answer(mcp, "get_entity_timeline", entity_name=GUILD)
    assert len(early["result"]) < len(late["result"])
    assert any("as-of date" in note for note in early["notes"])


async def test_a_failure_of_an_own_tool_is_told_in_its_words(mcp: Client) -> None:
    with pytest.raises(ToolError, match="No entity is called “Nobodycorp”"):
        await mcp.call_tool("get_entity_timeline", {"entity_name": "Nobodycorp"})
    with pytest.raises(ToolError, match="limit"):
        await mcp.call_tool("hybrid_search", {"query": "lamps", "limit": "many"})
    with pytest.raises(ToolError, match="as_of"):
        await mcp.call_tool("hybrid_search", {"query": "lamps", "as_of": "soon"})


async def test_each_call_is_counted_with_its_door(mcp: Client, api_backend: Backend) -> None:
    before = {row.name: row.calls for row in await api_backend.call(api_backend.services.traces.statistics("mcp"))}
    await answer(mcp, "search", query="lamps counted")
    await answer(mcp, "hybrid_search", query="lamps counted")
    after = {row.name: row.calls for row in await api_backend.call(api_backend.services.traces.statistics("mcp"))}
    assert after["search"] == before.get("search", 0) + 1
    assert after["hybrid_search"] == before.get("hybrid_search", 0) + 1
    latest = (await api_backend.call(api_backend.services.traces.runs(CallFilter(door="mcp", words="lamps counted"))))[
        0
    ]
    assert (latest.door, latest.turn_id, latest.args) == ("mcp", None, {"query": "lamps counted"})
    assert not latest.is_error


@pytest.mark.parametrize("mode", ["hybrid", "vector", "semantic", "auto"])
async def test_searching_gives_the_same_hits_as_rest(mcp: Client, client: TestClient, mode: str) -> None:
    question = {"query": "Who led the Lantern Guild?", "mode": mode, "limit": 5}
    assert await answer(mcp, "search", **question) == client.get("/api/search", params=question).json()


async def test_text_weight_and_date_reach_the_search(mcp: Client, client: TestClient) -> None:
    question = {"query": "Lantern Guild lamps", "text_weight": 1.0, "published_by": "1965-01-01", "limit": 10}
    found = await answer(mcp, "search", **question)
    assert found == client.get("/api/search", params=question).json()
    assert {hit["document_source"] for hit in found["hits"]} == {CHARTER.source}


async def test_each_call_is_one_line_of_the_log_without_the_words_asked_for(caplog) -> None:
    async def search(query: str) -> SearchShape:
        if query == "broken":
            raise ToolError("It broke.")
        return SearchShape(query=query, search_type="hybrid", text_weight=0.3, hits=[])

    caplog.set_level("INFO")
    await log_and_count(search)("secret words")
    with pytest.raises(ToolError):
        await log_and_count(search)("broken")
    lines = [record.getMessage() for record in caplog.records if record.getMessage().startswith("tool=")]
    found = [
        re.fullmatch(r"tool=search door=mcp ms=\d+ hits=0 run=[-0-9a-f]{36} outcome=(\w+)", line) for line in lines
    ]
    assert [one and one[1] for one in found] == ["ok", "failed"]


async def test_documents_are_the_same_as_over_rest(mcp: Client, client: TestClient) -> None:
    listed = await answer(mcp, "list_documents", limit=2)
    assert listed == client.get("/api/documents", params={"limit": 2}).json()
    document_id = listed["documents"][0]["id"]
    assert (
        await answer(mcp, "get_document", document_id=document_id) == client.get(f"/api/documents/{document_id}").json()
    )
    text = (await mcp.read_resource(f"document://{document_id}"))[0]
    assert text.text == client.get(f"/api/documents/{document_id}").json()["content"]


async def test_the_graph_answers_as_over_rest(mcp: Client, client: TestClient) -> None:
    neighborhood = await answer(mcp, "get_neighborhood", entity=GUILD, as_of="1956-01-01")
    assert neighborhood == client.get(f"/api/graph/neighborhood/{GUILD}", params={"as_of": "1956-01-01"}).json()
    timeline = await answer(mcp, "get_timeline", entity=GUILD)
    assert timeline == client.get(f"/api/graph/timeline/{GUILD}").json()
    dates = {"from": "1951-01-01", "to": "1965-01-01"}
    diff = await answer(mcp, "get_diff", entity=GUILD, from_date=dates["from"], to_date=dates["to"])
    assert diff == client.get(f"/api/graph/diff/{GUILD}", params=dates).json()
    facts = await answer(mcp, "search_facts", query="Who led the guild?", limit=3)
    assert facts == client.get("/api/graph/facts", params={"query": "Who led the guild?", "limit": 3}).json()


async def test_depth_is_walked(mcp: Client) -> None:
    near = await answer(mcp, "get_neighborhood", entity=ODD_NAMES[0])
    far = await answer(mcp, "get_neighborhood", entity=ODD_NAMES[0], depth=2)
    assert near["total_nodes"] < far["total_nodes"]


async def test_history_tells_the_state_then_and_the_changes(mcp: Client) -> None:
    history = await answer(mcp, "get_history", entity=GUILD, reference_time="1956-01-01")
    assert "Ada Brandt" in history["text"]
    assert "Boris Keil" in history["text"]


async def test_entities_are_found_by_parts_of_their_names(mcp: Client) -> None:
    found = await answer(mcp, "find_entities", text="lantern")
    assert GUILD in {entity["name"] for entity in found["entities"]}


@pytest.mark.parametrize(
    ("tool", "arguments", "part"),
    [
        ("get_document", {"document_id": "nonsense"}, "not found"),
        ("get_timeline", {"entity": "Nobody at all"}, "No entity"),
        ("get_neighborhood", {"entity": GUILD, "as_of": "soon"}, "not a date"),
        ("get_diff", {"entity": GUILD, "from_date": "", "to_date": "1990-01-01"}, "both dates"),
        ("search", {"query": "   "}, "empty"),
        ("search", {"query": "a", "text_weight": 7}, "less than or equal to 1"),
        ("search", {"query": "a", "mode": "psychic"}, "hybrid"),
    ],
)
async def test_a_mistake_is_explained_to_the_agent(
    mcp: Client, tool: str, arguments: dict[str, object], part: str
) -> None:
    with pytest.raises(ToolError, match=part):
        await mcp.call_tool(tool, arguments)


async def test_an_unknown_resource_is_an_error(mcp: Client) -> None:
    with pytest.raises(McpError):
        await mcp.read_resource("document://nonsense")


async def test_an_unexpected_failure_tells_the_agent_no_details(mcp: Client, api_backend: Backend, monkeypatch) -> None:
    async def explode(*_: object, **__: object) -> None:
        raise RuntimeError("SELECT secret")

    monkeypatch.setattr(type(api_backend.services.library), "list", explode)
    with pytest.raises(ToolError) as raised:
        await mcp.call_tool("list_documents", {})
    assert "secret" not in str(raised.value)


async def test_the_key_host_and_origin_are_asked_of_mcp_clients_too(
    api_backend: Backend, api_settings: Settings
) -> None:
    keyed = api_settings.model_copy(update={"api_key": SecretStr("sesame")})
    with serving(build(api_backend, keyed)) as url:
        async with httpx.AsyncClient() as browser:
            assert (await browser.post(f"{url}/mcp", json={})).status_code == 401
            key = {"authorization": "Bearer sesame"}
            foreign = await browser.post(f"{url}/mcp", json={}, headers=key | {"origin": "https://evil.example"})
            assert foreign.status_code == 403
            assert (
                await browser.post(f"{url}/mcp", json={}, headers=key | {"host": "evil.example"})
            ).status_code == 400
        async with Client(StreamableHttpTransport(f"{url}/mcp", auth="sesame")) as client:
            assert len(await client.list_tools()) == len(TOOLS)


async def test_a_program_can_start_the_tools_itself(
    api_settings: Settings, client: TestClient, stores_dir: Path
) -> None:
    assert api_settings.database_url is not None
    transport = StdioTransport(
        sys.executable,
        ["-m", "services", "mcp"],
        cwd=str(ROOT),
        env={"DOSSIER_DATA_DIR": str(stores_dir), "DATABASE_URL": api_settings.database_url.get_secret_value()},
        keep_alive=False,
    )
    async with Client(transport) as stdio:
        assert {tool.name for tool in await stdio.list_tools()} == TOOLS
        found = await answer(stdio, "search", query="forty lamps", limit=2)
    assert json.dumps(found) == json.dumps(
        client.get("/api/search", params={"query": "forty lamps", "limit": 2}).json()
    )
