"""Where in a document a fact stands: the quote itself with white space folded, else the nearest sentence."""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property

from services.models import Located
from services.text.sentences import LINE, spans

TYPOGRAPHY = str.maketrans("‘’‚“”„–—‑\u00a0", "'''\"\"\"--- ")
LONGEST_BEGINNING = 200
ENOUGH_SHARED_WORDS = 0.4


@dataclass(frozen=True)
class Passage:
    """`content[start_offset:end_offset]`, and how it was found."""

    start_offset: int
    end_offset: int
    located: Located


@dataclass(frozen=True)
class QuotedText:
    """One document's text, indexed once for many quotes."""

    content: str
    _last: list[int] = field(default_factory=lambda: [0])  # facts mostly come in the document's order

    def locate(self, quote: str | None, fact: str) -> Passage:
        for wanted in (quote, fact):
            found = self._find(wanted) if wanted else None
            if found is not None:
                return found
        return self._nearest_sentence(quote or fact) or self._nearest_sentence(fact) or self._beginning()

    def _find(self, wanted: str) -> Passage | None:
        folded = fold(wanted)
        if folded == "":
            return None
        start = self._folded.find(folded, self._last[0])
        if start < 0:
            start = self._folded.find(folded)
        if start < 0:
            return None
        self._last[0] = start
        return Passage(self._original(start), self._original(start + len(folded) - 1) + 1, "quote")

    def _nearest_sentence(self, wanted: str) -> Passage | None:
        words = set(words_of(wanted))
        shared = Counter(sentence for word in words for sentence in self._sentences_with[word])
        if not shared:
            return None
        best, count = min(shared.items(), key=lambda item: (-item[1], item[0]))
        if count < 2 or count < ENOUGH_SHARED_WORDS * len(words):
            return None
        return Passage(*self._sentences[best], "sentence")

    def _beginning(self) -> Passage:
        start = len(self.content) - len(self.content.lstrip())
        first = next((end for begin, end in self._sentences if begin >= start), len(self.content))
        return Passage(start, max(start, min(first, start + LONGEST_BEGINNING, len(self.content))), "beginning")

    @cached_property
    def _words(self) -> tuple[list[int], list[int], str]:
        """Where each word starts in the folded and in the original text, and the folded text."""
        folded_starts, original_starts, words, position = [], [], [], 0
        for match in re.finditer(r"\S+", self.content.translate(TYPOGRAPHY)):
            folded_starts.append(position)
            original_starts.append(match.start())
            words.append(match.group())
            position += len(match.group()) + 1
        return folded_starts, original_starts, " ".join(words)

    @property
    def _folded(self) -> str:
        return self._words[2]

    def _original(self, folded_offset: int) -> int:
        folded_starts, original_starts, _ = self._words
        word = bisect_right(folded_starts, folded_offset) - 1
        return original_starts[word] + folded_offset - folded_starts[word]

    @cached_property
    def _sentences(self) -> list[tuple[int, int]]:
        lines = (line.span() for line in LINE.finditer(self.content))
        return [span for start, end in lines for span in spans(self.content, start, end)]

    @cached_property
    def _sentences_with(self) -> defaultdict[str, list[int]]:
        index: defaultdict[str, list[int]] = defaultdict(list)
        for number, (start, end) in enumerate(self._sentences):
            for word in set(words_of(self.content[start:end])):
                index[word].append(number)
        return index


def fold(text: str) -> str:
    return " ".join(text.translate(TYPOGRAPHY).split())


def words_of(text: str) -> list[str]:
    return [word for word in re.findall(r"\w+", text.casefold()) if len(word) > 2]
