"""Quotations in a text, and where in a document a quote stands: its own words, almost its words, the nearest sentence.

White space, quotation marks and dashes of every kind are alike. Pure.
"""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property

from services.models import Located
from services.text.markup import without_marks
from services.text.sentences import LINE, WORD, fold_word, spans, words

TYPOGRAPHY = str.maketrans("‘’‚‛ʼ′“”„‟«»–—−‑‐\u00a0", "''''''\"\"\"\"\"\"----- ")
"""Each sign for the plain one of its kind, so that a text keeps its length."""
QUOTATION = re.compile(r"“([^“”]+)”|„([^„“”]+)[“”]|\"([^\"\n]+)\"|«([^«»]+)»")
LONGEST_BEGINNING = 200
ENOUGH_SHARED_WORDS = 0.4


Span = tuple[int, int]


def quotations(text: str) -> Iterator[str]:
    """What stands between quotation marks."""
    return (next(filter(None, found.groups())) for found in QUOTATION.finditer(text))


@dataclass(frozen=True)
class Place:
    """`content[start_offset:end_offset]`, and how it was found."""

    start_offset: int
    end_offset: int
    located: Located


@dataclass(frozen=True)
class QuotedText:
    """One document's text, indexed once for many quotes."""

    content: str
    _last: list[int] = field(default_factory=lambda: [0])  # facts mostly come in the document's order

    def locate(self, quote: str | None, fact: str) -> Place:
        for wanted in (quote, fact):
            found = self._find(wanted) if wanted else None
            if found is not None:
                return found
        return self._nearest_sentence(quote or fact) or self._nearest_sentence(fact) or self._beginning()

    def says(self, quote: str) -> bool:
        """Literally, but for capitals and marks of emphasis."""
        return _comparable(quote) in self._compared

    def place_of(self, quote: str, within: Span) -> Span | None:
        """Where the quote's words stand one after another: inside `within` if they do, else where they first do."""
        wanted = words(quote)
        found = _first_run(wanted, self._tokens_within(within)) or _first_run(wanted, self._tokens)
        return found and (self._with_bracket(found[0], quote), self._with_end(found[1], quote))

    def most_alike(self, quote: str) -> tuple[float, Span | None]:
        """The share of the quote's words that stand in order in the most similar stretch of its length, and where."""
        share, first, last = _most_alike(words(quote), self._spoken)
        return share, (self._tokens[first].start(), self._tokens[last - 1].end()) if share else None

    def _find(self, wanted: str) -> Place | None:
        folded = fold(wanted)
        if folded == "":
            return None
        start = self._folded.find(folded, self._last[0])
        if start < 0:
            start = self._folded.find(folded)
        if start < 0:
            return None
        self._last[0] = start
        return Place(self._original(start), self._original(start + len(folded) - 1) + 1, "quote")

    def _nearest_sentence(self, wanted: str) -> Place | None:
        spoken = set(_words_of(wanted))
        shared = Counter(sentence for word in spoken for sentence in self._sentences_with[word])
        if not shared:
            return None
        best, count = min(shared.items(), key=lambda item: (-item[1], item[0]))
        if count < 2 or count < ENOUGH_SHARED_WORDS * len(spoken):
            return None
        return Place(*self._sentences[best], "sentence")

    def _beginning(self) -> Place:
        start = len(self.content) - len(self.content.lstrip())
        first = next((end for begin, end in self._sentences if begin >= start), len(self.content))
        return Place(start, max(start, min(first, start + LONGEST_BEGINNING, len(self.content))), "beginning")

    @cached_property
    def _words(self) -> tuple[list[int], list[int], str]:
        """Where each word starts in the folded and in the original text, and the folded text."""
        folded_starts, original_starts, spoken, position = [], [], [], 0
        for match in re.finditer(r"\S+", self.content.translate(TYPOGRAPHY)):
            folded_starts.append(position)
            original_starts.append(match.start())
            spoken.append(match.group())
            position += len(match.group()) + 1
        return folded_starts, original_starts, " ".join(spoken)

    @cached_property
    def _compared(self) -> str:
        return _comparable(self.content)

    @cached_property
    def _tokens(self) -> list[re.Match[str]]:
        return list(WORD.finditer(self.content))

    @cached_property
    def _spoken(self) -> list[str]:
        return [fold_word(token[0]) for token in self._tokens]

    def _tokens_within(self, within: Span) -> list[re.Match[str]]:
        return list(WORD.finditer(self.content, *within))

    def _with_bracket(self, start: int, quote: str) -> int:
        """One that opens before the quote's first word belongs to it: “[2] O. Brack”."""
        before = quote[: first.start()] if (first := WORD.search(quote)) else ""
        opens = before.endswith(("[", "(")) and self.content[max(0, start - 1) : start] in set("[(")
        return start - 1 if opens else start

    def _with_end(self, end: int, quote: str) -> int:
        """The marks that end the quote belong to it, with a bracket before them."""
        rest = quote.rstrip()
        if rest.rstrip(".!?…").endswith(("]", ")")) and self.content[end : end + 1] in set("])"):
            end += 1
        closes = self.content[end : end + 1] in set(".!?…") and rest.endswith((".", "!", "?", "…"))
        return end + 1 if closes else end

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
            for word in set(_words_of(self.content[start:end])):
                index[word].append(number)
        return index


def fold(text: str) -> str:
    return " ".join(text.translate(TYPOGRAPHY).split())


def _comparable(text: str) -> str:
    """As it is compared with what a model quotes: folded, without capitals and marks of emphasis."""
    return " ".join(without_marks(fold(text).replace("'", '"')).casefold().split())


def _words_of(text: str) -> list[str]:
    return [word for word in re.findall(r"\w+", text.casefold()) if len(word) > 2]


def _first_run(wanted: Sequence[str], tokens: Sequence[re.Match[str]]) -> Span | None:
    spoken = [fold_word(token[0]) for token in tokens]
    starts = (place for place, word in enumerate(spoken) if word == wanted[0]) if wanted else ()
    start = next((place for place in starts if spoken[place : place + len(wanted)] == list(wanted)), None)
    return None if start is None else (tokens[start].start(), tokens[start + len(wanted) - 1].end())


def _most_alike(quote: Sequence[str], content: Sequence[str]) -> tuple[float, int, int]:
    """That share, and the stretch of the content, in words, from the first of them to the last."""
    if not quote or not content:
        return 0.0, 0, 0
    start = _best_window(quote, content)
    reach = max(3, len(quote) // 5)
    begin = max(0, start - reach)
    stretch = content[begin : start + len(quote) + reach]
    matches = SequenceMatcher(None, list(quote), list(stretch), autojunk=False).get_matching_blocks()
    blocks = [block for block in matches if block.size]
    if not blocks:
        return 0.0, 0, 0
    share = sum(block.size for block in blocks) / len(quote)
    return share, begin + blocks[0].b, begin + blocks[-1].b + blocks[-1].size


def _best_window(quote: Sequence[str], content: Sequence[str]) -> int:
    """Where the window of the quote's length that shares most words with it begins."""
    wanted, size = Counter(quote), len(quote)
    window: Counter[str] = Counter()
    shared = best = place = 0
    for index, word in enumerate(content):
        window[word] += 1
        shared += window[word] <= wanted[word]
        if index >= size:
            gone = content[index - size]
            shared -= window[gone] <= wanted[gone]
            window[gone] -= 1
        if shared > best:
            best, place = shared, max(0, index - size + 1)
    return place
