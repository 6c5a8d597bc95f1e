"""A passage's sentences as they can be quoted alone: with the one before where they only point at it. Pure."""

import functools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from services.text.sentences import Sentence, content_words, sentences

SHORTEST, LONGEST = 25, 420
_HEADING = re.compile(r"^#{1,6}\s+(.+?)[\s#]*$", re.MULTILINE)
_ROW = re.compile(r"^[ \t]*\|[ \t]*([^\n]+?)[ \t]*\|[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"[\s|:-]+")
_PRONOUN = r"(?:it|its|he|him|his|she|her|they|them|their|this|that|these|those|both|neither)\b"
_POINTS_BACK = re.compile(
    rf"{_PRONOUN}"
    rf"|(?:in|on|at|from|under|since|after|before|with|for|by|during|among|of|to|until)\s+(?:[^\s,]+,?\s+){{0,3}}?{_PRONOUN}"
    r"|the\s+\w+\s+(?:is|was|has|had|will|were|have)\b|the\s+(?:first|second|third|last|latter|former|other)\b",
    re.IGNORECASE,
)
"""How a sentence begins that says what it speaks of by a word for something named before."""


@dataclass(frozen=True)
class Quotable:
    """`heading` stands over it, empty: none; `words` are the stems that it says."""

    sentence: Sentence
    heading: str
    words: frozenset[str]

    @property
    def text(self) -> str:
        return self.sentence.text

    @property
    def heading_words(self) -> frozenset[str]:
        return content_words(self.heading)


@functools.lru_cache(maxsize=2_000)
def quotable(content: str) -> tuple[Quotable, ...]:
    """The sentences that are neither too short nor too long to quote, in their order."""
    found = sorted(
        (one for one in (*sentences(content), *_rows(content)) if content_words(one.text)), key=lambda one: one.start
    )
    fitting = [one for one in _understandable(content, found) if SHORTEST <= len(one.text) <= LONGEST]
    return tuple(_under_headings(content, fitting or found[:1]))


def _rows(content: str) -> Iterator[Sentence]:
    """Of a table in Markdown, without the bars at its sides; its heading tells nothing by itself."""
    lines = list(_ROW.finditer(content))
    for line, following in zip_longest(lines, lines[1:]):
        is_heading = following is not None and bool(_RULE.fullmatch(following[0]))
        if not (is_heading or _RULE.fullmatch(line[0])):
            yield Sentence(line[1], line.start(1), line.end(1))


def _understandable(content: str, found: list[Sentence]) -> Iterator[Sentence]:
    """“It broke up.” is quoted with the sentence that tells what did, where both stand in one paragraph."""
    for before, one in zip([None, *found], found, strict=False):
        joined = _joined(content, before, one) if before and _POINTS_BACK.match(one.text) else None
        yield joined or one


def _joined(content: str, before: Sentence, one: Sentence) -> Sentence | None:
    whole = content[before.start : one.end]
    is_near = "\n\n" not in whole and "\n#" not in whole
    return Sentence(whole, before.start, one.end) if is_near and len(whole) <= LONGEST else None


def _under_headings(content: str, found: Iterable[Sentence]) -> Iterator[Quotable]:
    headings = [(match.end(), match[1]) for match in _HEADING.finditer(content)]
    for one in found:
        over = [heading for end, heading in headings if end <= one.start]
        yield Quotable(one, over[-1] if over else "", content_words(one.text))
