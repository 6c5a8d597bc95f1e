"""The sample collection with the real embedding model: all doors agree, and the ranking is as good as it should be."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from dataclasses import replace

import bm25s
import numpy as np
import pytest
from pgvector import Vector
from pydantic import SecretStr
from sqlalchemy import text as sql
from starlette.testclient import TestClient

from services.agent.deps import ResearchDeps
from services.agent.invocation import invoke
from services.agent.knowledge_base import NOTHING_FOUND, rag_context
from services.api.routes import build_api
from services.backend import Backend
from services.models import SearchPreferences
from services.sample.corpus import SAMPLE, sample_files
from services.search.judgement_files import read_judgements
from services.search.metrics import measure
from services.settings import Settings
from tests.conftest import administer

JUDGED = read_judgements(SAMPLE / "judgements")
QUERIES = [query.query for query in JUDGED.queries[::7]]
WEIGHTS = (0.0, 0.3, 0.65, 1.0)


@pytest.fixture(scope="module")
async def backend(embedded_postgres, stores_dir) -> AsyncIterator[Backend]:
    name = f"sample_{uuid.uuid4().hex}"
    await administer(embedded_postgres, f"CREATE DATABASE {name}")
    url = embedded_postgres.url(name, "postgres").render_as_string(hide_password=False)
    settings = Settings(
        data_dir=stores_dir,
        database_url=SecretStr(url),
        openai_api_key=None,
        openai_base_url=None,
        sample=False,
        relevance_floor=0,
    )
    opened = await asyncio.to_thread(Backend, settings, serving=False, graph=False)
    await opened.call(ingest(opened))
    yield opened
    await asyncio.to_thread(opened.close)
    await administer(embedded_postgres, f"DROP DATABASE {name} WITH (FORCE)")


async def ingest(opened: Backend) -> None:
    steps = [step async for step in opened.services.ingestion.add_files(sample_files(), graph=False)]
    assert not [step for step in steps if step.stage == "failed"]


def shown(hit) -> tuple[str, float, float, float]:
    return (
        str(hit["chunk_id"]),
        round(hit["combined_score"], 9),
        round(hit["vector_similarity"], 9),
        round(hit["text_similarity"], 9),
    )


async def by_service(opened: Backend, query: str, weight: float):
    result = await opened.call(opened.services.search.hybrid(query, text_weight=weight, limit=10))
    return [shown(hit.model_dump()) for hit in result.hits]


async def by_tool(opened: Backend, query: str, weight: float):
    deps = ResearchDeps(opened.services)
    call = invoke(deps, "hybrid_search", {"query": query, "text_weight": weight})
    return [shown(row) for row in (await opened.call(call)).result]


def by_rest(client: TestClient, query: str, weight: float):
    answer = client.get("/search", params={"query": query, "text_weight": weight, "limit": 10})
    assert answer.status_code == 200
    return [shown(hit) for hit in answer.json()["hits"]]


async def by_sql(opened: Backend, query: str, weight: float):
    async def rows():
        vector = Vector(await opened.services.embedder.embed_query(query)).to_text()
        call = sql("SELECT * FROM hybrid_search(CAST(:v AS vector), :q, 10, :w)")
        async with opened.services.database.connection() as connection:
            return (await connection.execute(call, {"v": vector, "q": query, "w": weight})).mappings().all()

    return [shown(row) for row in await opened.call(rows())]


@pytest.mark.parametrize("weight", WEIGHTS)
async def test_every_door_shows_the_same_hits(backend, weight):
    with TestClient(build_api(lambda: backend, backend.services.settings)) as client:
        for query in QUERIES:
            expected = await by_service(backend, query, weight)
            assert expected, query
            assert await by_sql(backend, query, weight) == expected
            assert await by_tool(backend, query, weight) == expected
            assert by_rest(client, query, weight) == expected


async def test_a_saved_setting_holds_at_every_door(backend):
    store = backend.services.preferences
    await backend.call(store.save(SearchPreferences(text_weight=0.8, fusion="rrf", limit=10)))
    with TestClient(build_api(lambda: backend, backend.services.settings)) as client:
        answer = client.get("/search", params={"query": QUERIES[0]}).json()
    tool = await backend.call(invoke(ResearchDeps(backend.services), "hybrid_search", {"query": QUERIES[0]}))
    await backend.call(store.undo())
    assert answer["text_weight"] == 0.8
    assert [shown(row) for row in tool.result] == [shown(hit) for hit in answer["hits"]]


async def evaluated(backend: Backend):
    async def run():
        return [step async for step in backend.services.evaluation.run(JUDGED)][-1].report

    return await backend.call(run())


async def test_hybrid_is_better_than_either_arm_alone(backend):
    report = await evaluated(backend)
    by_weight = {point.text_weight: point.ndcg_10 for point in report.points}
    assert report.query_count >= 60
    assert report.missing_documents == 0
    assert by_weight[0.3] > max(by_weight[0.0], by_weight[1.0])
    assert by_weight[0.3] > 0.75


async def test_the_text_arm_is_as_good_as_bm25s(backend):
    """On the same chunks, with their titles; bm25s with its own tokeniser and English stop words."""
    report = await evaluated(backend)
    assert report.points[-1].text_weight == 1.0
    assert report.points[-1].ndcg_10 >= 0.99 * (await ndcg_of_bm25s(backend))


async def ndcg_of_bm25s(backend: Backend) -> float:
    async def rows():
        async with backend.services.database.connection() as connection:
            statement = sql("SELECT d.source, d.title, c.content FROM chunk c JOIN document d ON d.id = c.document_id")
            return (await connection.execute(statement)).all()

    chunks = await backend.call(rows())
    texts = [f"{chunk.title}\n{chunk.content}" for chunk in chunks]
    index = bm25s.BM25(k1=0.9, b=0.4, method="lucene")
    index.index(bm25s.tokenize(texts, stopwords="en", show_progress=False), show_progress=False)
    rankings = {}
    for query in JUDGED.queries:
        words = bm25s.tokenize([query.query], stopwords="en", show_progress=False, return_ids=False)
        found, scores = index.retrieve(words, k=100, show_progress=False)
        ranked = [chunks[i].source for i, score in zip(found[0], scores[0], strict=True) if score > 0]
        rankings[query.id] = list(dict.fromkeys(ranked))
    values = measure(rankings, {query.id: query.grades for query in JUDGED.queries})
    return float(np.mean(list(values["ndcg_10"].values())))


async def test_auto_is_never_much_worse_than_always_hybrid(backend):
    async def ndcg(mode: str) -> float:
        rankings = {}
        for query in JUDGED.queries:
            result = await backend.services.search.search(query.query, mode, limit=50)
            rankings[query.id] = list(dict.fromkeys(hit.document_source for hit in result.hits))
        values = measure(rankings, {query.id: query.grades for query in JUDGED.queries})
        return float(np.mean(list(values["ndcg_10"].values())))

    hybrid, auto = await backend.call(ndcg("hybrid")), await backend.call(ndcg("auto"))
    assert auto >= hybrid - 0.01, (auto, hybrid)


@pytest.mark.parametrize("name", ["hybrid_search", "vector_search", "semantic_search", "retrieve_knowledge_base"])
async def test_an_agent_that_asks_for_something_else_gets_nothing(backend, name):
    services = backend.services
    floored = replace(services.search, relevance_floor=services.embedder.relevance_floor)
    deps = ResearchDeps(replace(services, search=floored))
    found = await backend.call(invoke(deps, name, {"query": "baking sourdough bread with rye"}))
    assert found.result == []
    assert "threshold" in {note.kind for note in found.notes}
    assert rag_context(found.result) == [NOTHING_FOUND]
