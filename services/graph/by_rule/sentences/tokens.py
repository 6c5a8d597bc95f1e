"""A parsed sentence: its words, what each is and which word it hangs on. Pure; the parser fills it in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple


def word_set(words: str) -> frozenset[str]:
    """Of words with white space between them."""
    return frozenset(words.split())


class Token(NamedTuple):
    """`start` and `end` are offsets in the sentence, `head` the number of the word that this one hangs on."""

    text: str
    start: int
    end: int
    tag: str
    dep: str
    head: int
    lemma: str

    @property
    def is_verb(self) -> bool:
        return self.tag.startswith("VB")

    @property
    def is_noun(self) -> bool:
        return self.tag in ("NN", "NNS")

    @property
    def is_name(self) -> bool:
        return self.tag in ("NNP", "NNPS")


class Span(NamedTuple):
    """Words `first` to `last`, both included."""

    first: int
    last: int


@dataclass(frozen=True)
class Parsed:
    """A sentence's text with its words."""

    text: str
    tokens: Sequence[Token]

    @cached_property
    def children(self) -> Sequence[Sequence[int]]:
        found: list[list[int]] = [[] for _ in self.tokens]
        for number, token in enumerate(self.tokens):
            if token.head != number:
                found[token.head].append(number)
        return found

    def under(self, number: int, *deps: str) -> list[int]:
        """The words that hang on this one in one of these ways."""
        children, tokens = self.children[number], self.tokens
        return [child for child in children if tokens[child].dep in deps] if children else []

    def above(self, number: int) -> Iterator[int]:
        """The words that this one hangs on, the nearest first."""
        while self.tokens[number].head != number:
            number = self.tokens[number].head
            yield number

    def head_of(self, span: Span) -> int:
        """The word of the span that hangs on a word outside it."""
        inside = range(span.first, span.last + 1)
        outward = [n for n in inside if self.tokens[n].head not in inside or self.tokens[n].head == n]
        return outward[-1] if outward else span.last

    def words(self, span: Span) -> str:
        return self.text[self.tokens[span.first].start : self.tokens[span.last].end]

    def at(self, offset: int) -> int | None:
        """The word that begins at or holds the offset."""
        return next((n for n, token in enumerate(self.tokens) if token.start <= offset < token.end), None)
