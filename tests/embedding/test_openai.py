"""A remote embedding model over the wire: batches, retries, and errors that say what to do."""

import asyncio
import time
from collections.abc import Iterator

import numpy as np
import pytest

from services.embedding.factory import open_embedder
from services.embedding.openai import TEXTS_A_REQUEST, OpenAIEmbedder, open_openai
from services.errors import EmbeddingUnavailable
from services.settings import Settings
from tests.openai_server import OpenAIServer, Trouble, hashed_vector


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer(dimension=64) as running:
        yield running


def embedder_for(server: OpenAIServer, model: str = "bag-of-words", key: str = "test-key") -> OpenAIEmbedder:
    return open_openai(model, server.dimension, api_key=key, base_url=server.url, first_wait=0.01)


async def test_vectors_come_back_in_order_over_several_requests(server: OpenAIServer) -> None:
    texts = [f"text number {i}" for i in range(TEXTS_A_REQUEST * 2 + 3)]
    vectors = await embedder_for(server).embed_chunks(texts)
    np.testing.assert_allclose(vectors, [hashed_vector(text, 64) for text in texts], atol=1e-6)
    assert sorted(len(body["input"]) for body in server.asked("/embeddings")) == [3, TEXTS_A_REQUEST, TEXTS_A_REQUEST]


async def test_a_query_is_asked_once_in_five_minutes(server: OpenAIServer) -> None:
    embedder = embedder_for(server)
    assert await embedder.embed_query("Mir") == await embedder.embed_query("Mir")
    await embedder.embed_query("Salyut")
    assert len(server.requests) == 2


async def test_a_failed_query_is_not_cached(server: OpenAIServer) -> None:
    embedder = embedder_for(server)
    server.embed_as(Trouble(400))
    with pytest.raises(EmbeddingUnavailable):
        await embedder.embed_query("Mir")
    assert embedder.state.status == "down"
    assert len(await embedder.embed_query("Mir")) == 64
    assert embedder.state.status == "ok"


@pytest.mark.parametrize("trouble", [Trouble(429), Trouble(500), Trouble(503), Trouble(0)], ids=lambda t: str(t.status))
async def test_what_may_pass_is_tried_again(server: OpenAIServer, trouble: Trouble) -> None:
    server.embed_as(trouble, trouble)
    assert len(await embedder_for(server).embed_query("Mir")) == 64
    assert len(server.requests) == 3


async def test_a_server_that_says_when_to_come_back_is_asked_no_sooner(server: OpenAIServer) -> None:
    server.embed_as(Trouble(429, retry_after=0.6))
    started = time.monotonic()
    assert len(await embedder_for(server).embed_query("Mir")) == 64
    assert time.monotonic() - started >= 0.6


async def test_nobody_waits_for_a_server_that_asks_for_an_hour(server: OpenAIServer) -> None:
    server.embed_as(Trouble(429, retry_after=3600))
    with pytest.raises(EmbeddingUnavailable, match="rate limit"):
        await embedder_for(server).embed_query("Mir")
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (Trouble(401), "refused the key"),
        (Trouble(404), "does not know “bag-of-words”"),
        (Trouble(429, code="insufficient_quota"), "no credit left"),
        (Trouble(400), "did not accept the texts"),
        (Trouble(402), "no credit left"),
    ],
    ids=lambda value: str(getattr(value, "status", "")),
)
async def test_what_cannot_pass_is_said_at_once(server: OpenAIServer, trouble: Trouble, words: str) -> None:
    server.embed_as(trouble)
    with pytest.raises(EmbeddingUnavailable, match=words):
        await embedder_for(server).embed_query("Mir")
    assert len(server.requests) == 1


async def test_the_key_is_sent_and_never_repeated(server: OpenAIServer) -> None:
    with pytest.raises(EmbeddingUnavailable) as raised:
        await embedder_for(server, key="sk-secret").embed_query("Mir")
    assert server.requests[0].key == "sk-secret"
    assert "sk-secret" not in str(raised.value)


async def test_an_unreachable_server_is_a_sentence() -> None:
    embedder = open_openai("m", 64, api_key=None, base_url="http://127.0.0.1:9/v1", first_wait=0.01)
    with pytest.raises(EmbeddingUnavailable, match="cannot be reached"):
        await embedder.embed_query("Mir")


@pytest.mark.parametrize(
    ("vectors", "words"),
    [
        ([[1.0] * 32], "DOSSIER_EMBEDDING_DIMENSION=32"),
        ([[0.0] * 64], "without direction"),
        ([[1.0] * 64, [1.0] * 64], "2 vectors for 1 texts"),
    ],
)
async def test_vectors_that_cannot_be_compared_are_refused(server: OpenAIServer, vectors: list, words: str) -> None:
    server.embed_as(vectors)
    with pytest.raises(EmbeddingUnavailable, match=words):
        await embedder_for(server).embed_chunks(["Mir"])


async def test_one_failed_request_fails_the_whole_ingest(server: OpenAIServer) -> None:
    server.embed_as(Trouble(400))
    with pytest.raises(EmbeddingUnavailable, match="did not accept the texts"):
        await embedder_for(server).embed_chunks(["text"] * 500)


async def test_vectors_are_normalised(server: OpenAIServer) -> None:
    server.embed_as([[3.0, 4.0, *[0.0] * 62]])
    assert (await embedder_for(server).embed_query("Mir"))[:2] == pytest.approx([0.6, 0.8])


async def test_only_models_that_can_be_shortened_are_asked_for_a_dimension(server: OpenAIServer) -> None:
    await embedder_for(server, "text-embedding-3-small").embed_query("a")
    await embedder_for(server, "nomic-embed-text").embed_query("a")
    assert [body.get("dimensions") for body in server.asked("/embeddings")] == [64, None]


async def test_many_queries_at_once_are_all_answered(server: OpenAIServer) -> None:
    embedder = embedder_for(server)
    vectors = await asyncio.gather(*(embedder.embed_query(f"query {i % 7}") for i in range(40)))
    assert len(vectors) == 40


def test_settings_choose_the_model_its_dimension_and_threshold() -> None:
    remote = open_embedder(Settings(openai_api_key="sk-x", openai_base_url="http://127.0.0.1:9/v1"))
    assert (remote.model, remote.dimension) == ("text-embedding-3-small", 1536)
    other = open_embedder(
        Settings(openai_api_key="sk-x", embedding_model="m", embedding_dimension=99, similarity_threshold=0.6)
    )
    assert (other.model, other.dimension, other.similarity_threshold) == ("m", 99, 0.6)
    assert remote.identity != other.identity
