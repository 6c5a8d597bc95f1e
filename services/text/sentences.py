"""Sentences of a text with their places, and the words that carry their meaning. Pure."""

import functools
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from services.text.stems import stem

_BREAK = re.compile(r"(?<=[.!?])[\"”’)\]]*\s+(?=[\"“‘(\[]?[A-Z0-9])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|Lt|Col|Gen|Capt|No|Nos|vs|ca|approx|Inc|Ltd|Co|Corp|e\.g|i\.e|etc|p|pp|Fig)|\b[A-Z])\.$"
)
_NO_PROSE = re.compile(r"\s*(?:#|\||---|===|\*\*\*)")
"""A heading, a rule, or a row of a Markdown table."""
_BLOCK = re.compile(
    r"^#{1,6}\s[^\n]*|(?:(?!\n\s*\n|\n\s*(?:[-*+]|\d+[.)]|[#|>])\s|\n#{1,6}\s).)+", re.DOTALL | re.MULTILINE
)
"""A heading's line, or lines up to an empty or a marked one."""
_ROW = re.compile(r"\s*[^\n]* \| ")
"""Of a table, as the readers of HTML and DOCX write it: each row tells something by itself."""
_LINE = re.compile(r"[^\n]+")
_MARKUP = re.compile(r"^\s*(?:[-*+]\s+|\d+[.)]\s+|>\s*)+")
WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")

_STOPWORDS = """
a about above after again all also am an and any are as at be because been before being between both but by can
could did do does doing during each for from further had has have having he her here hers him his how i if in into
is it its just me more most my no nor not now of off on once only or other our out over own same she should so some
such tell than that the their them then there these they this those through to too under until up us very was we
were what when where which while who whom whose why will with would you your end up get got much many
"""
STOPWORDS = frozenset(_STOPWORDS.split())


@dataclass(frozen=True)
class Sentence:
    """`text` is `source[start:end]`, without list marks in front."""

    text: str
    start: int
    end: int


def sentences(source: str) -> Iterator[Sentence]:
    """Headings and rules are left out; a line's end ends a sentence in a table and before an empty or a marked line."""
    for start, end in _blocks(source):
        yield from _within(source, start, end)


def _blocks(source: str) -> Iterator[tuple[int, int]]:
    for match in _BLOCK.finditer(source):
        mark = _MARKUP.match(match[0].lstrip("\n"))
        lead = len(match[0]) - len(match[0].lstrip("\n")) + (mark.end() if mark else 0)
        block = match[0][lead:]
        if not block.strip() or _NO_PROSE.match(block):
            continue
        start, end = match.start() + lead, match.end()
        yield from (line.span() for line in _LINE.finditer(source, start, end)) if _ROW.match(block) else [(start, end)]


def _within(source: str, start: int, end: int) -> Iterator[Sentence]:
    begin = start
    for gap in _BREAK.finditer(source, start, end):
        if _ABBREVIATION.search(source[begin : gap.start()].rstrip('"”’)]')):
            continue
        yield from _trimmed(source, begin, gap.end())
        begin = gap.end()
    yield from _trimmed(source, begin, end)


def _trimmed(source: str, start: int, end: int) -> Iterator[Sentence]:
    text = source[start:end]
    lead = len(text) - len(text.lstrip())
    stripped = text.strip()
    if stripped:
        yield Sentence(stripped, start + lead, start + lead + len(stripped))


def words(text: str) -> list[str]:
    return [folded(word) for word in WORD.findall(text)]


def folded(word: str) -> str:
    return word.casefold().replace("’", "'")


def plain_words(text: str) -> list[str]:
    """Without accents and possessive endings, so that “Worner’s” is Wörner's."""
    return [_unaccented(word).removesuffix("'s") for word in words(text)]


def _unaccented(word: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKD", word) if not unicodedata.combining(sign))


@functools.lru_cache(maxsize=10_000)
def content_words(text: str) -> frozenset[str]:
    """The stems of the words that carry meaning."""
    return frozenset(stem(word) for word in words(text) if word not in STOPWORDS)


def one_line(text: str) -> str:
    return " ".join(text.split())


def overlap(first: frozenset[str], second: frozenset[str]) -> float:
    """Jaccard's: the share of all their words that both have."""
    return len(first & second) / (len(first | second) or 1)
