"""The part of a passage that shows why it was found: where most of the query's words stand close together."""

import re
from collections.abc import Sequence

from services.documents.reading.formats import format_of
from services.models import Citation
from services.text.markup import GONE, blank_emphasis, without_signs

Range = tuple[int, int]
Part = tuple[str, bool]
"""A piece of text, and whether a word of the query was found there."""

_WHITE_SPACE = re.compile(r"\s+")
_HEADING = re.compile(r"(?<!\S)#{1,6}(?=\s)")
_IN_FRONT = re.compile(r"^[ \t]*(?:[-*+>]|\d{1,3}\.(?=[ \t]+\*))[ \t]+", re.MULTILINE)
"""Of an item of a list or a quoted line."""
_RULE = re.compile(r"(?<!\S)(?:\|[ \t]*:?-{3,}:?[ \t]*)+\|")
"""Below the heads of a table."""
_ROWS = re.compile(r"(?<=\|)\s+\|")
"""Where one row ends and another begins."""

LENGTH = 220
BEFORE = 40
"""Characters shown before the first marked word."""


def quote_words(citation: Citation) -> str:
    """The quotation as the reader draws it: of Markdown, and of a text that was pasted, without its signs."""
    is_markdown = format_of(citation.document_source) in ("markdown", None)
    return without_signs(citation.quote) if is_markdown else citation.quote


def make_snippet(content: str, marks: Sequence[Range], length: int = LENGTH) -> list[Part]:
    """About `length` characters in one line, cut between words, with an ellipsis where something was left out."""
    start, end = _window(content, marks, length)
    plain = _without_signs(content)
    pieces = ((_folded(plain[first:last]), marked) for first, last, marked in _pieces(start, end, marks))
    parts = [(text, marked) for text, marked in pieces if text]
    return _with_ellipses(parts, cut_before=start > 0, cut_after=end < len(content.rstrip()))


def _window(content: str, marks: Sequence[Range], length: int) -> Range:
    """From a little before the mark that has the most different marked words after it within `length`."""
    words = {start: content[start:end].lower() for start, end in marks}

    def worth(start: int) -> tuple[int, int]:
        near = [word for other, word in words.items() if start <= other < start + length - BEFORE]
        return len(set(near)), len(near)

    best = max(words, key=worth, default=0)
    start = _word_start(content, max(0, min(best - BEFORE, len(content) - length))) if best > BEFORE else 0
    return start, _word_end(content, min(len(content), start + length))


def _word_start(content: str, position: int) -> int:
    """The beginning of the next word, unless that is too far away (a script without spaces)."""
    if position == 0:
        return 0
    space = next((i for i in range(position, min(position + 25, len(content))) if content[i].isspace()), None)
    return position if space is None else space + 1


def _word_end(content: str, position: int) -> int:
    if position >= len(content):
        return len(content)
    space = next((i for i in range(position, max(position - 25, 0), -1) if content[i].isspace()), None)
    return position if space is None else space


def _pieces(start: int, end: int, marks: Sequence[Range]) -> list[tuple[int, int, bool]]:
    pieces, here = [], start
    for first, last in sorted(marks):
        if first < here or last > end:
            continue
        pieces += [(here, first, False), (first, last, True)]
        here = last
    return [*pieces, (here, end, False)]


def _without_signs(content: str) -> str:
    """As long as before, with `GONE` in place of the signs that make headings, lists, emphasis and tables in
    Markdown."""
    content = _RULE.sub(lambda found: " " * len(found[0]), content)
    for signs in (_HEADING, _IN_FRONT, _ROWS):
        content = signs.sub(lambda found: GONE * len(found[0]), content)
    return blank_emphasis(content)


def _folded(text: str) -> str:
    return _WHITE_SPACE.sub(" ", text.replace(GONE, ""))


def _with_ellipses(parts: list[Part], *, cut_before: bool, cut_after: bool) -> list[Part]:
    before: list[Part] = [("… ", False)] if cut_before else []
    after: list[Part] = [(" …", False)] if cut_after else []
    return [*before, *parts, *after]
