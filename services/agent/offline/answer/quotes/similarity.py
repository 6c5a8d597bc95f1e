"""How near in meaning sentences are to a question; their vectors are kept, as the same ones are asked about again."""

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import mul

from cachetools import LRUCache

from services.embedding.protocol import Embedder
from services.errors import EmbeddingUnavailable

SENTENCES_KEPT = 5_000
"""At 384 dimensions some eight megabytes."""


@dataclass(frozen=True)
class Similarity:
    embedder: Embedder
    _kept: LRUCache[tuple[str, str], "array[float]"] = field(default_factory=lambda: LRUCache(SENTENCES_KEPT))

    async def to(self, question: str, texts: Sequence[str]) -> dict[str, float]:
        """Cosine similarities; none where there is no embedding, so that the words alone choose."""
        if not texts:
            return {}
        try:
            asked = await self.embedder.embed_query(question)
            vectors = await self._vectors(texts)
        except EmbeddingUnavailable:
            return {}
        return {text: sum(map(mul, asked, vector)) for text, vector in vectors.items()}

    async def without(self, question: str, words: Sequence[str]) -> dict[str, float]:
        """How near the question stays to itself without each of these words."""
        shortened = {word: " ".join(re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "", question).split()) for word in words}
        nearness = await self.to(question, [text for text in shortened.values() if text])
        return {word: nearness.get(text, 0.0 if not text else 1.0) for word, text in shortened.items()}

    async def _vectors(self, texts: Sequence[str]) -> dict[str, "array[float]"]:
        identity = self.embedder.identity
        known = {text: kept for text in texts if (kept := self._kept.get((identity, text))) is not None}
        fresh = [text for text in dict.fromkeys(texts) if text not in known]
        for text, vector in zip(fresh, await self.embedder.embed_chunks(fresh) if fresh else (), strict=True):
            known[text] = self._kept[identity, text] = array("f", vector)
        return known
