"""A run that brings its own embedding client: all its searches embed with it, and nothing else does."""

from dataclasses import dataclass, field, replace
from types import SimpleNamespace

import pytest
from openai import AsyncAzureOpenAI, AsyncOpenAI, OpenAI

from services.agent.agent import build_agent
from services.agent.deps import ResearchDeps
from services.agent.invocation import invoke
from services.models import ToolResult
from tests.fakes import FakeEmbedder
from tests.openai_server import OpenAIServer, Trouble

EMBEDDING_TOOLS = (
    "vector_search",
    "hybrid_search",
    "semantic_search",
    "auto_search",
    "graph_search",
    "perform_comprehensive_search",
    "search_knowledge_graph",
    "retrieve_knowledge_base",
)


@dataclass
class DoubledClient:
    """Answers as `embeddings.create` of OpenAI's client does, and notes what it was asked."""

    dimension: int = 384
    asked: list[tuple[str, str]] = field(default_factory=list)

    @property
    def embeddings(self):
        return self

    async def create(self, *, input, model):
        self.asked += [(text, model) for text in input]
        vectors = await FakeEmbedder(dimension=self.dimension).embed_chunks(input)
        return SimpleNamespace(data=[SimpleNamespace(embedding=vector) for vector in vectors])


@pytest.mark.parametrize("tool", EMBEDDING_TOOLS)
async def test_each_search_embeds_with_the_runs_client_and_model(workbench, tool):
    client = DoubledClient()
    deps = ResearchDeps(workbench, embedding_client=client, embedding_model="a-deployment")
    found = await invoke(deps, tool, {"query": "What is known about NASA?"})
    assert not found.is_error
    assert set(client.asked) == {("What is known about NASA?", "a-deployment")}


async def test_a_client_that_is_set_later_counts_too(workbench):
    client, deps = DoubledClient(), workbench.deps()
    deps.embedding_client = client
    await invoke(deps, "vector_search", {"query": "Mir"})
    assert client.asked == [("Mir", deps.embedding_model)]


async def test_a_query_is_embedded_once_a_run(workbench):
    client = DoubledClient()
    deps = workbench.deps(embedding_client=client)
    for tool in ("vector_search", "hybrid_search", "graph_search"):
        await invoke(deps, tool, {"query": "Mir"})
    assert len(client.asked) == 1


async def test_what_the_client_answers_decides_what_is_found(workbench):
    class OnlyMir(FakeEmbedder):
        async def embed_query(self, text: str) -> list[float]:
            return self._vector("Mir station crew long stay")

    plain = await invoke(workbench.deps(), "vector_search", {"query": "owners of Rocketdyne"})
    moved = await invoke(workbench.deps(embedding_client=OnlyMir()), "vector_search", {"query": "owners of Rocketdyne"})
    assert plain.result[0]["document_source"] == "rocketdyne-owners.html"
    assert moved.result[0]["document_source"] == "mir-long-stays.md"


@pytest.mark.parametrize("kind", [AsyncOpenAI, AsyncAzureOpenAI, OpenAI])
async def test_openais_own_clients_work_over_the_wire(workbench, kind):
    with OpenAIServer(dimension=384) as server:
        place = {"base_url": server.url, "api_key": server.key}
        client = kind(**place, api_version="2024-10-21") if kind is AsyncAzureOpenAI else kind(**place)
        if kind is AsyncAzureOpenAI:
            client = client.with_options(default_headers={"authorization": f"Bearer {server.key}"})
        deps = workbench.deps(embedding_client=client, embedding_model="house-model")
        found = await invoke(deps, "vector_search", {"query": "Mir"})
        assert not found.is_error, found.result
        assert [request.body["model"] for request in server.requests if "embeddings" in request.path] == ["house-model"]


async def test_vectors_of_another_length_are_refused_in_words(workbench):
    deps = workbench.deps(embedding_client=DoubledClient(dimension=8))
    found = await invoke(deps, "vector_search", {"query": "Mir"})
    assert "8 numbers that cannot be compared" in error_of(found)


async def test_a_model_known_to_be_another_is_refused(workbench):
    deps = workbench.deps(embedding_client=DoubledClient(), embedding_model="text-embedding-3-large")
    found = await invoke(deps, "hybrid_search", {"query": "Mir"})
    assert "cannot be compared" in error_of(found)


async def test_a_client_that_fails_leaves_search_by_words_and_says_so(workbench):
    class Broken(DoubledClient):
        async def create(self, *, input, model):
            raise RuntimeError("no")

    deps = workbench.deps(embedding_client=Broken())
    assert "The embedding client of this run failed (RuntimeError)" in error_of(
        await invoke(deps, "vector_search", {"query": "Mir"})
    )
    found = await invoke(deps, "hybrid_search", {"query": "Mir"})
    assert found.result
    assert any("by their words alone" in note.text for note in found.notes)


async def test_a_rate_limit_on_the_way_is_waited_for(workbench):
    with OpenAIServer(dimension=384) as server:
        server.embed_as(Trouble(429, retry_after=0.01))
        client = AsyncOpenAI(base_url=server.url, api_key=server.key, max_retries=0)
        found = await invoke(workbench.deps(embedding_client=client), "vector_search", {"query": "Mir"})
        assert found.result
        assert not found.is_error


async def test_an_agents_run_embeds_with_it(workbench):
    client = DoubledClient()
    await build_agent(workbench).run("Who led NASA in 1995?", deps=workbench.deps(embedding_client=client))
    assert client.asked


async def test_dependencies_are_made_in_one_line(workbench):
    deps = ResearchDeps(workbench)
    assert deps.embedding_client is workbench.embedder
    assert deps.embedding_model == workbench.embedder.model
    assert (await invoke(replace(deps, session_id="s"), "vector_search", {"query": "Mir"})).result


def error_of(found: ToolResult) -> str:
    assert found.is_error
    value = found.result
    return value[0]["error"] if isinstance(value, list) else value["error"]
