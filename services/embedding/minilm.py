"""all-MiniLM-L6-v2 on this machine: the graph beside this file, the public weights, onnxruntime, no torch."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession, OrtValue, SessionOptions
from tokenizers import Tokenizer

from services.embedding.cache import QueryCache
from services.embedding.weights import MAX_TOKENS, SHA256, ModelFiles, find_model_files, load_initializers
from services.models import PartHealth

MODEL = "all-MiniLM-L6-v2"
DIMENSION = 384
IDENTITY = f"{MODEL}, weights {SHA256[:16]}, {DIMENSION} dimensions, mean of {MAX_TOKENS} tokens, normalised, float32"
SIMILARITY_THRESHOLD = 0.30
RELEVANCE_FLOOR = 0.24
GRAPH = Path(__file__).with_name("minilm.onnx")
BATCH_TOKENS = 2048
MOST_PADDING = 0.1
"""Of a text's length: padding costs as much as tokens do, and texts in small batches cost hardly more each."""

Matrix = NDArray[np.float32]
TokenIds = list[int]


@dataclass(frozen=True)
class Engine:
    """The loaded model; safe to use from several threads at once."""

    session: InferenceSession
    tokenizer: Tokenizer
    counter: Tokenizer
    """The same tokenizer without truncation."""
    initializers: tuple[OrtValue, ...]
    """The session points into these arrays without owning them."""

    def embed(self, texts: Sequence[str], executor: Executor | None = None) -> list[list[float]]:
        """Batches of similar length; side by side where an executor is given."""
        tokens = [encoding.ids for encoding in self.tokenizer.encode_batch(list(texts))]
        batches = batches_by_length([len(ids) for ids in tokens])
        run = executor.map if executor is not None else map
        vectors = np.empty((len(tokens), DIMENSION), np.float32)
        for batch, found in zip(
            batches, run(self._run, ([tokens[i] for i in batch] for batch in batches)), strict=True
        ):
            vectors[batch] = found
        rows: list[list[float]] = vectors.tolist()
        return rows

    def _run(self, tokens: Sequence[TokenIds]) -> Matrix:
        longest = max(map(len, tokens))
        ids = np.zeros((len(tokens), longest), np.int64)
        mask = np.zeros((len(tokens), longest), np.int32)
        for row, text in enumerate(tokens):
            ids[row, : len(text)], mask[row, : len(text)] = text, 1
        found: Matrix = self.session.run(None, {"ids": ids, "mask": mask})[0]
        return found


def batches_by_length(lengths: Sequence[int]) -> list[list[int]]:
    """Indices, shortest text first, so that a batch has at most BATCH_TOKENS tokens, and texts of about one length."""
    batches: list[list[int]] = []
    for index in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batches and _fits(lengths[index], len(batches[-1]), lengths[batches[-1][0]]):
            batches[-1].append(index)
        else:
            batches.append([index])
    return batches


def _fits(length: int, count: int, shortest: int) -> bool:
    return (count + 1) * length <= BATCH_TOKENS and length <= shortest * (1 + MOST_PADDING) + 1


def _load_engine(files: ModelFiles) -> Engine:
    values = {name: OrtValue.ortvalue_from_numpy(array) for name, array in load_initializers(files.weights).items()}
    options = SessionOptions()
    # One thread a batch: two batches side by side beat one batch on two threads, and a query keeps a core for itself.
    options.intra_op_num_threads = 1
    options.add_external_initializers(list(values), list(values.values()))
    session = InferenceSession(str(GRAPH), options, providers=["CPUExecutionProvider"])
    tokenizer, counter = _tokenizer(files.tokenizer), _tokenizer(files.tokenizer)
    tokenizer.enable_truncation(max_length=MAX_TOKENS)
    return Engine(session, tokenizer, counter, tuple(values.values()))


def _tokenizer(path: Path) -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(path))
    # The published file pads and truncates to 128 tokens; the model was made for 256.
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


@dataclass(frozen=True)
class MiniLM:
    """The local Embedder. Queries have a thread of their own, so that they never wait behind an ingest."""

    loading: "Future[Engine]"
    queries: ThreadPoolExecutor
    ingests: ThreadPoolExecutor
    batches: ThreadPoolExecutor
    cache: QueryCache
    similarity_threshold: float = SIMILARITY_THRESHOLD
    relevance_floor: float = RELEVANCE_FLOOR
    model: str = MODEL
    identity: str = IDENTITY
    dimension: int = DIMENSION

    @property
    def state(self) -> PartHealth:
        if not self.loading.done():
            return PartHealth(status="starting", reason="The local embedding model is loading (about a second).")
        error = self.loading.exception()
        return PartHealth(status="down", reason=str(error)) if error else PartHealth(status="ok")

    async def embed_query(self, text: str) -> list[float]:
        return await self.cache.get(text, self._embed_one)

    async def _embed_one(self, text: str) -> list[float]:
        engine = await self._engine()
        return (await asyncio.wrap_future(self.queries.submit(engine.embed, [text])))[0]

    async def embed_chunks(self, texts: Sequence[str]) -> list[list[float]]:
        engine = await self._engine()
        return await asyncio.wrap_future(self.ingests.submit(engine.embed, texts, self.batches))

    async def _engine(self) -> Engine:
        # Shielded: a cancelled query must not cancel the loading that everybody waits for.
        return await asyncio.shield(asyncio.wrap_future(self.loading))

    def count_tokens(self, text: str) -> int:
        """Waits for the model to be loaded: call it off the event loop."""
        return len(self.loading.result().counter.encode(text, add_special_tokens=False).ids)

    async def close(self) -> None:
        await asyncio.to_thread(self._shut_down)

    def _shut_down(self) -> None:
        for executor in (self.queries, self.ingests, self.batches):
            executor.shutdown(cancel_futures=True)


def open_minilm(downloads: Path, similarity_threshold: float | None = None) -> MiniLM:
    """Loads in the background; `downloads` is where the weights go if they are not installed."""
    queries = ThreadPoolExecutor(1, thread_name_prefix="embed-query")
    return MiniLM(
        loading=queries.submit(lambda: _load_engine(find_model_files(downloads))),
        queries=queries,
        ingests=ThreadPoolExecutor(2, thread_name_prefix="embed-ingest"),
        batches=ThreadPoolExecutor(2, thread_name_prefix="embed-batch"),
        cache=QueryCache(IDENTITY),
        similarity_threshold=SIMILARITY_THRESHOLD if similarity_threshold is None else similarity_threshold,
    )
