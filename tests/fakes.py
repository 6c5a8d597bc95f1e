"""Stand-ins that tests hand in through constructors: no network, no model file, the same answer every time."""

import hashlib
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

import pydantic_ai.models

from services.models import PartHealth

pydantic_ai.models.ALLOW_MODEL_REQUESTS = False


@dataclass(frozen=True)
class FakeEmbedder:
    """A bag of words hashed into `dimension` places and normalised: shared words are near, the rest is not."""

    model: str = "fake"
    identity: str = "fake-bag-of-words-384"
    dimension: int = 384
    similarity_threshold: float = 0.3
    relevance_floor: float = 0.0

    @property
    def state(self) -> PartHealth:
        return PartHealth(status="ok")

    async def embed_query(self, text: str) -> list[float]:
        return self._vector(text)

    async def embed_chunks(self, texts: Sequence[str]) -> list[list[float]]:
        return [self._vector(text) for text in texts]

    def count_tokens(self, text: str) -> int:
        return len(_words(text))

    async def close(self) -> None:
        """Nothing to let go of."""

    def _vector(self, text: str) -> list[float]:
        vector = [0.0] * self.dimension
        for word in _words(text) or ["(nothing)"]:  # never a zero vector: it has no direction
            place = int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big") % self.dimension
            vector[place] += 1.0
        length = math.sqrt(sum(value * value for value in vector))
        return [value / length for value in vector]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
