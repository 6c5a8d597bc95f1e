"""The words of a page as lines, and each line as the pieces that wide gaps leave."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median

from services.documents.reading.pdf.pages import Word
from services.documents.reading.placed_text import PlacedText, join_texts

GAP = 0.75
"""Words further apart than this share of their height stand in different columns."""
SAME_LINE = 0.5


@dataclass(frozen=True)
class Span:
    """Words of one line with no wide gap between them."""

    words: tuple[Word, ...]

    @cached_property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def placed_text(self) -> PlacedText:
        return join_texts((word.placed_text for word in self.words), " ")

    @property
    def left(self) -> float:
        return self.words[0].box.left

    @property
    def right(self) -> float:
        return max(word.box.right for word in self.words)

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2

    @property
    def height(self) -> float:
        return self.words[0].box.height


@dataclass(frozen=True)
class Line:
    """Its pieces from left to right; there is at least one."""

    spans: tuple[Span, ...]

    @property
    def text(self) -> str:
        return " ".join(span.text for span in self.spans)

    @property
    def placed_text(self) -> PlacedText:
        return join_texts((span.placed_text for span in self.spans), " ")

    @property
    def middle(self) -> float:
        return self.spans[0].words[0].box.middle[1]

    @cached_property
    def height(self) -> float:
        return median(word.box.height for span in self.spans for word in span.words)


def lines_of(words: Sequence[Word]) -> list[Line]:
    """The words as lines, from the top of the page to its foot."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: -word.box.middle[1]):
        if lines and _is_beside(lines[-1][0], word):
            lines[-1].append(word)
        else:
            lines.append([word])
    return [Line(tuple(_spans(line))) for line in lines]


def _is_beside(first: Word, word: Word) -> bool:
    return first.box.middle[1] - word.box.middle[1] < SAME_LINE * max(first.box.height, word.box.height)


def _spans(line: Sequence[Word]) -> list[Span]:
    pieces: list[list[Word]] = []
    for word in sorted(line, key=lambda word: word.box.left):
        if pieces and word.box.left - pieces[-1][-1].box.right <= GAP * word.box.height:
            pieces[-1].append(word)
        else:
            pieces.append([word])
    return [Span(tuple(piece)) for piece in pieces]
