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

    async def to_question(self, question: str, texts: Sequence[str]) -> dict[str, float]:
        """The cosine similarity of each text to the question; none without an embedding, so that words alone choose."""
        if not texts:
            return {}
        try:
            asked = await self.embedder.embed_query(question)
            vectors = await self._vectors(texts)
        except EmbeddingUnavailable:
            return {}
        return {text: sum(map(mul, asked, vector)) for text, vector in vectors.items()}

    async def without_words(self, question: str, words: Sequence[str]) -> dict[str, float]:
        """How similar the question is to itself with each of these words left out."""
        shortened = {word: " ".join(re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "", question).split()) for word in words}
        nearness = await self.to_question(question, [text for text in shortened.values() if text])
        return {word: nearness.get(text, 0.0 if not text else 1.0) for word, text in shortened.items()}

    async def _vectors(self, texts: Sequence[str]) -> dict[str, "array[float]"]:
        identity = self.embedder.identity
        known = {text: kept for text in texts if (kept := self._kept.get((identity, text))) is not None}
        fresh = [text for text in dict.fromkeys(texts) if text not in known]
        for text, vector in zip(fresh, await self.embedder.embed_chunks(fresh) if fresh else (), strict=True):
            known[text] = self._kept[identity, text] = array("f", vector)
        return known
