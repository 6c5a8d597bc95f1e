"""An embedding client that a caller brings for one run: OpenAI's, Azure's, one behind a proxy, or a double of these."""

import asyncio
import inspect
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from openai import AsyncOpenAI, OpenAIError

from services.embedding.cache import QueryCache
from services.embedding.openai import SIMILARITY_THRESHOLDS, OpenAIEmbedder, failure_message
from services.embedding.protocol import Embedder, EmbeddingClient
from services.errors import EmbeddingMismatch, EmbeddingUnavailable
from services.models import PartHealth


def embedder_for_client(client: Embedder | EmbeddingClient, model: str, stored: Embedder) -> Embedder:
    """What embeds queries by `client` and `model`; its vectors have to fit those that `stored` has made.

    `model` may be a deployment's own name. Raises EmbeddingMismatch where it is known to be another model's.
    """
    if client is stored and model == stored.model:
        return stored
    if hasattr(client, "embed_query") and not isinstance(client, OpenAIEmbedder):
        return cast(Embedder, client)
    if model in SIMILARITY_THRESHOLDS and model != stored.model:
        raise EmbeddingMismatch(
            f"The stored vectors were made by {stored.model}; those of {model} cannot be compared with them."
        )
    remote = client.client if isinstance(client, OpenAIEmbedder) else client
    if isinstance(remote, AsyncOpenAI):
        return _over_the_wire(remote, model, stored)
    return ClientEmbedder(cast(EmbeddingClient, remote), model, stored, QueryCache(model))


def _over_the_wire(client: AsyncOpenAI, model: str, stored: Embedder) -> OpenAIEmbedder:
    return OpenAIEmbedder(
        client=client,
        model=model,
        dimension=stored.dimension,
        similarity_threshold=stored.similarity_threshold,
        cache=QueryCache(model),
    )


@dataclass(frozen=True)
class ClientEmbedder:
    """An Embedder over whatever client it is, compared with what `stored` has made."""

    client: EmbeddingClient
    model: str
    stored: Embedder
    cache: QueryCache

    @property
    def identity(self) -> str:
        return self.stored.identity

    @property
    def dimension(self) -> int:
        return self.stored.dimension

    @property
    def similarity_threshold(self) -> float:
        return self.stored.similarity_threshold

    @property
    def relevance_floor(self) -> float:
        return self.stored.relevance_floor

    @property
    def state(self) -> PartHealth:
        return PartHealth(status="ok")

    async def embed_query(self, text: str) -> list[float]:
        return await self.cache.get(text, self._embed_one)

    async def _embed_one(self, text: str) -> list[float]:
        return (await self.embed_chunks([text]))[0]

    async def embed_chunks(self, texts: Sequence[str]) -> list[list[float]]:
        try:
            answer = await self._asked([text or " " for text in texts])
            vectors = [list(row.embedding) for row in answer.data]
        except OpenAIError as error:
            raise EmbeddingUnavailable(failure_message(error, self.model)) from error
        except Exception as error:  # the edge: a client of someone else's raises what it likes
            said = f"The embedding client of this run failed ({type(error).__name__})."
            raise EmbeddingUnavailable(said) from error
        if len(vectors) != len(texts):
            raise EmbeddingUnavailable(f"The client answered {len(vectors)} vectors for {len(texts)} texts.")
        return [self._of_length_one(vector) for vector in vectors]

    async def _asked(self, texts: list[str]) -> Any:
        """A client that waits does so in a thread of its own."""
        answer = await asyncio.to_thread(self.client.embeddings.create, input=texts, model=self.model)
        return await answer if inspect.isawaitable(answer) else answer

    def _of_length_one(self, vector: list[float]) -> list[float]:
        length = math.hypot(*vector)
        if len(vector) != self.dimension or not math.isfinite(length) or length == 0:
            raise EmbeddingUnavailable(
                f"{self.model} answers vectors of {len(vector)} numbers that cannot be compared with the stored ones "
                f"of {self.stored.model}, which have {self.dimension}."
            )
        return [number / length for number in vector]

    def count_tokens(self, text: str) -> int:
        return self.stored.count_tokens(text)

    async def close(self) -> None:
        """It belongs to whoever brought it."""
