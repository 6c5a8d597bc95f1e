"""The local model: the same vectors as its reference implementation, and queries that never wait behind an ingest."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import onnx
import pytest
import pytest_asyncio

from services.embedding.build_minilm_graph import GRAPH, build
from services.embedding.factory import open_embedder
from services.embedding.minilm import BATCH_TOKENS, DIMENSION, MiniLM, batches_by_length, open_minilm
from services.embedding.weights import find_model_files, load_initializers
from services.errors import EmbeddingUnavailable
from services.settings import Settings

REFERENCE = json.loads((Path(__file__).parent.parent / "fixtures" / "minilm_reference.json").read_text())["cases"]


@pytest_asyncio.fixture(scope="module")
async def minilm(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[MiniLM]:
    embedder = open_minilm(tmp_path_factory.mktemp("models"))
    yield embedder
    await embedder.close()


def cosine(one: list[float], other: list[float]) -> float:
    return float(np.dot(one, other) / (np.linalg.norm(one) * np.linalg.norm(other)))


@pytest.mark.parametrize("case", REFERENCE, ids=[case["text"][:30] or "empty" for case in REFERENCE])
async def test_a_query_has_the_reference_vector(minilm: MiniLM, case: dict) -> None:
    assert cosine(await minilm.embed_query(case["text"]), case["embedding"]) >= 0.9999


async def test_a_batch_of_mixed_lengths_has_the_reference_vectors_in_order(minilm: MiniLM) -> None:
    vectors = await minilm.embed_chunks([case["text"] for case in REFERENCE] * 20)
    wanted = [case["embedding"] for case in REFERENCE] * 20
    assert min(map(cosine, vectors, wanted)) >= 0.9999


async def test_a_long_text_is_cut_at_256_tokens_not_at_128(minilm: MiniLM) -> None:
    words = ["station"] * 254
    whole, longer, half = await minilm.embed_chunks(
        [" ".join(words), " ".join([*words, "rocket", "moon"]), " ".join(words[:126]) + " rocket" * 128]
    )
    assert cosine(whole, longer) > 0.99999
    assert cosine(whole, half) < 0.99


async def test_no_texts_have_no_vectors(minilm: MiniLM) -> None:
    assert await minilm.embed_chunks([]) == []


async def test_tokens_are_counted_beyond_the_truncation(minilm: MiniLM) -> None:
    await minilm.embed_query("loaded")
    assert minilm.count_tokens("Mir and Salyut 7") == 6
    assert minilm.count_tokens("moon " * 1000) == 1000


async def test_a_query_does_not_wait_behind_an_ingest(minilm: MiniLM) -> None:
    await minilm.embed_query("warm")
    ingest = asyncio.create_task(minilm.embed_chunks(["space station " * 120] * 80))
    await asyncio.sleep(0.1)
    started = time.perf_counter()
    await minilm.embed_query("what happened in March?")
    assert not ingest.done(), f"the query took {time.perf_counter() - started:.1f} s"
    await ingest


async def test_the_state_is_starting_and_then_ok(tmp_path: Path) -> None:
    embedder = open_embedder(Settings(data_dir=tmp_path, embedding_model="local"))
    assert embedder.state.status == "starting"
    assert len(await embedder.embed_query("a")) == embedder.dimension == DIMENSION
    assert embedder.state.status == "ok"
    await embedder.close()


async def test_missing_weights_are_a_state_and_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.embedding.weights.PACKAGE", "no_such_package")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    embedder = open_minilm(tmp_path)
    with pytest.raises(EmbeddingUnavailable, match=r"requirements-local-model\.txt"):
        await embedder.embed_query("a")
    assert embedder.state.status == "down"
    await embedder.close()


async def test_other_weights_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "model.safetensors").write_bytes(b"not the published file")
    (tmp_path / "model" / "tokenizer.json").write_text("{}")
    (tmp_path / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path.parent)
    monkeypatch.setattr("services.embedding.weights.PACKAGE", tmp_path.name)
    embedder = open_minilm(tmp_path)
    with pytest.raises(EmbeddingUnavailable, match="not the published"):
        await embedder.embed_chunks(["a"])
    await embedder.close()


def test_batches_are_short_first_and_bounded() -> None:
    lengths = [256, 3, 90, 3, 256, 17] * 10
    batches = batches_by_length(lengths)
    assert sorted(i for batch in batches for i in batch) == list(range(60))
    assert all(len(batch) * max(lengths[i] for i in batch) <= BATCH_TOKENS for batch in batches)
    assert lengths[batches[0][0]] == 3
    assert lengths[batches[-1][-1]] == 256


def test_a_batch_holds_texts_of_about_one_length() -> None:
    lengths = list(range(3, 257))
    batches = batches_by_length(lengths)
    assert sum(len(batch) * max(lengths[i] for i in batch) for batch in batches) < 1.06 * sum(lengths)
    assert len(batches) < 40
    assert batches_by_length([5, 200, 6]) == [[0, 2], [1]]


def test_the_shipped_graph_is_what_the_builder_builds(tmp_path: Path) -> None:
    built = tmp_path / "built.onnx"
    onnx.save(build(load_initializers(find_model_files(tmp_path).weights)), str(built))
    assert built.read_bytes() == GRAPH.read_bytes()
    assert GRAPH.stat().st_size < 12_000
