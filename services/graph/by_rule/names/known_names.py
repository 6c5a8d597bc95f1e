"""The names that a collection knows, found in a text by its words: the time does not grow with how many are known."""

import asyncio
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from services.graph.names import normalize
from services.graph.reading.entities import Entities

LONGEST = 8
"""Words of a name that is looked for."""
SECONDS = 30.0
"""What others wrote into the graph is seen after this long; what this writer writes, at once."""
_WORD = re.compile(r"[^\W_]+")


@dataclass
class KnownNames:
    _by_words: dict[tuple[str, ...], tuple[str, str]] = field(default_factory=dict)
    _longest: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, names: Iterable[tuple[str, str]]) -> "KnownNames":
        """Of names with their types."""
        known = cls()
        for name, kind in names:
            known.add(name, kind)
        return known

    def add(self, name: str, kind: str) -> None:
        words = _words(name)
        if 0 < len(words) <= LONGEST and len(name) > 1:
            if words not in self._by_words or kind:
                self._by_words[words] = (name, kind)
            self._longest[words[0]] = max(self._longest.get(words[0], 0), len(words))

    def in_text(self, text: str) -> dict[str, str]:
        """Those that stand in the text, in any case, with their types; the most frequent first."""
        counts: dict[str, int] = {}
        types: dict[str, str] = {}
        for name, kind in self._found(_words(text)):
            counts[name] = counts.get(name, 0) + 1
            types[name] = kind
        return {name: types[name] for name in sorted(counts, key=lambda name: (-counts[name], name))}

    def _found(self, words: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        for number, word in enumerate(words):
            for length in range(1, self._longest.get(word, 0) + 1):
                if found := self._by_words.get(words[number : number + length]):
                    yield found


@dataclass
class KnownNamesCache:
    """The graph's names, read once in a while: to read them for every document would take longer than the document.
    Names that are on their way into the graph count as known."""

    _names: KnownNames | None = None
    _read_at: float = 0
    _unwritten: list[tuple[str, str]] = field(default_factory=list)

    async def in_text(self, text: str, entities: Entities) -> dict[str, str]:
        if self._names is None or time.monotonic() - self._read_at > SECONDS:
            found = await entities.typed_names(only_told=True)
            self._names = await asyncio.to_thread(KnownNames.of, [*found, *self._unwritten])
            self._read_at = time.monotonic()
        return await asyncio.to_thread(self._names.in_text, text)

    def add(self, names: Iterable[tuple[str, str]]) -> None:
        for name, kind in names:
            self._unwritten.append((name, kind))
            if self._names is not None:
                self._names.add(name, kind)

    def written(self) -> None:
        self._unwritten.clear()

    def forget(self) -> None:
        """They did not come into the graph: read it again."""
        self._unwritten.clear()
        self._names = None


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(normalize(text)))
