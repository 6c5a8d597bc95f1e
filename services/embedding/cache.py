"""Query embeddings, kept for five minutes: paging, tuning and retries ask for the same vector again and again."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from cachetools import TTLCache

SECONDS = 300
ENTRIES = 4096


def _new_cache() -> "TTLCache[tuple[str, str], tuple[float, ...]]":
    return TTLCache(maxsize=ENTRIES, ttl=SECONDS)


@dataclass(frozen=True)
class QueryCache:
    """Keyed by the embedding model's identity and the text. Used on one event loop only, so it needs no lock."""

    identity: str
    _vectors: "TTLCache[tuple[str, str], tuple[float, ...]]" = field(default_factory=_new_cache)

    async def get(self, text: str, embed: Callable[[str], Awaitable[list[float]]]) -> list[float]:
        """The cached vector, else what `embed` answers; a failure is not cached."""
        key = (self.identity, text)
        vector = self._vectors.get(key)
        if vector is None:
            vector = tuple(await embed(text))
            self._vectors[key] = vector
        return list(vector)
