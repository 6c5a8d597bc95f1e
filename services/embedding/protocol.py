"""What every embedding model offers, wherever it runs."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from services.models import PartHealth


class Embedder(Protocol):
    """Vectors have length 1, so their inner product is the cosine similarity."""

    @property
    def model(self) -> str:
        """The name a user knows: `all-MiniLM-L6-v2`, `text-embedding-3-small`."""

    @property
    def identity(self) -> str:
        """Everything that makes vectors comparable, in one string; stored with the data."""

    @property
    def dimension(self) -> int: ...

    @property
    def similarity_threshold(self) -> float:
        """The lowest cosine similarity that semantic search shows; see docs/decisions/similarity-threshold.md."""

    @property
    def relevance_floor(self) -> float:
        """The lowest cosine similarity at which a passage has anything to do with a query, 0 where nobody measured it;
        see docs/decisions/relevance-floor.md."""

    @property
    def state(self) -> PartHealth:
        """As last seen: `starting` until the first vector, `down` with the reason after a failure."""

    async def embed_query(self, text: str) -> list[float]:
        """One vector, cached for five minutes by identity and text; raises EmbeddingUnavailable."""

    async def embed_chunks(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, in order; raises EmbeddingUnavailable, never returns a zero vector."""

    def count_tokens(self, text: str) -> int:
        """Tokens of the text as the model reads it, without truncation; an estimate for remote models."""

    async def close(self) -> None: ...


class Embeddings(Protocol):
    @property
    def create(self) -> Callable[..., Any]:
        """Called with `input` and `model`; answers, or promises, `data` of rows with an `embedding` each."""


class EmbeddingClient(Protocol):
    """What all clients of OpenAI's protocol have, those that wait and those that do not."""

    @property
    def embeddings(self) -> Embeddings: ...
