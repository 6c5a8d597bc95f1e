"""Cut a document into passages that one embedding can hold, at headings, paragraphs, code, lines and sentences."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from services.text import sentences

MAX_TOKENS = 220
"""The local model reads 256, of which two are its own; the rest is for the document's title, put before a passage."""
MAX_CHARACTERS = 1500
"""Text without spaces is one unknown token however long it is; no passage of prose reaches this."""
FEWEST_TO_LEND = 3
"""Rows at a passage's end from which on it gives its last one to a row that would stand alone in the next."""
BAR = " | "
ENOUGH_BEFORE_HEADING = 60
"""Tokens from which on a passage ends where the next section begins."""

HEADING = re.compile(r"#{1,6} \S")
BLOCK = re.compile(r"^#{1,6} .*$|(?:^(?!#{1,6} ).*\S.*$\n?)+", re.MULTILINE)
"""A heading's line, or lines that no blank line and no heading parts."""
FENCE_LINE = re.compile(r"^[ \t]*(?P<fence>`{3,}|~{3,})[ \t]*(?P<info>[^\n]*)$", re.MULTILINE)
WORD = re.compile(r"\S+")

CountTokens = Callable[[str], int]
Pieces = Callable[[str, int, int], Iterator[tuple[int, int]]]


@dataclass(frozen=True)
class ChunkDraft:
    """`content` is `document[start_offset:end_offset]`; `token_count` as the embedding model counts."""

    content: str
    start_offset: int
    end_offset: int
    token_count: int


@dataclass(frozen=True)
class Span:
    """A piece that is never cut again."""

    start: int
    end: int
    tokens: int
    heading: bool = False


def split_content(content: str, count_tokens: CountTokens) -> list[ChunkDraft]:
    """Passages in order, without overlap; between them is nothing but white space."""
    spans = list(_blocks(content, count_tokens))
    return [_passage(content, group) for group in _without_lone_rows(list(_groups(spans)), content)]


def _without_lone_rows(groups: list[list[Span]], content: str) -> list[list[Span]]:
    """The last row of a cut table has the one before it beside it, where two more stay in the passage before."""
    for before, group in pairwise(groups):
        rows = [_is_row(span, content) for span in group[:2]]
        lending = before[-FEWEST_TO_LEND:]
        is_lone = rows == [True] or rows == [True, False]
        is_rich = len(lending) == FEWEST_TO_LEND and all(_is_row(span, content) for span in lending)
        if is_lone and is_rich and _fits([before[-1], *group[:-1]], group[-1]):
            group.insert(0, before.pop())
    return groups


def _is_row(span: Span, content: str) -> bool:
    row = content[span.start : span.end]
    return BAR in row and "\n" not in row


def _groups(spans: list[Span]) -> Iterator[list[Span]]:
    """Spans that share a passage: as many as fit, and a heading never parted from what follows it."""
    group: list[Span] = []
    for index, span in enumerate(spans):
        if group and (not _fits(group, span) or _is_new_section(group, spans, index)):
            carried = _trailing_headings(group) if not _fits(group, span) else []
            if len(carried) < len(group):
                yield group[: len(group) - len(carried)]
                group = carried
            if group and not _fits(group, span):
                yield group
                group = []
        group.append(span)
    if group:
        yield group


def _fits(group: list[Span], span: Span) -> bool:
    tokens = sum(member.tokens for member in group) + span.tokens
    return tokens <= MAX_TOKENS and span.end - group[0].start <= MAX_CHARACTERS


def _is_new_section(group: list[Span], spans: list[Span], index: int) -> bool:
    return (
        spans[index].heading and sum(span.tokens for span in group) >= ENOUGH_BEFORE_HEADING and not group[-1].heading
    )


def _trailing_headings(group: list[Span]) -> list[Span]:
    text = max((index for index, span in enumerate(group) if not span.heading), default=-1)
    return group[text + 1 :]


def _passage(content: str, group: list[Span]) -> ChunkDraft:
    start, end = group[0].start, group[-1].end
    return ChunkDraft(content[start:end], start, end, sum(span.tokens for span in group))


def _blocks(content: str, count_tokens: CountTokens) -> Iterator[Span]:
    for begin, stop, is_code in _parts(content):
        blocks = [(begin, stop)] if is_code else [one.span() for one in BLOCK.finditer(content, begin, stop)]
        for block in blocks:
            for start, end in sentences.trim_span(content, *block):
                pieces = _fitting(content, start, end, count_tokens, (_lines, sentences.spans, _words))
                yield from (replace(one, heading=False) for one in pieces) if is_code else pieces


def _parts(content: str) -> Iterator[tuple[int, int, bool]]:
    """What stands between blocks of code, and these, each with whether it is code. A fence that is never closed opens
    none."""
    done, opened, mark = 0, -1, ""
    for line in FENCE_LINE.finditer(content):
        if opened < 0:
            opened, mark = line.start(), line["fence"]
        elif line["fence"].startswith(mark) and not line["info"]:
            yield done, opened, False
            yield opened, line.end(), True
            done, opened = line.end(), -1
    yield done, len(content), False


def _fitting(
    content: str, start: int, end: int, count_tokens: CountTokens, finer: tuple[Pieces, ...]
) -> Iterator[Span]:
    """The piece itself where it fits, else its lines, sentences, words, and at last bare characters."""
    if end - start <= MAX_CHARACTERS:
        tokens = count_tokens(content[start:end])
        if tokens <= MAX_TOKENS:
            yield Span(start, end, tokens, HEADING.match(content, start) is not None)
            return
    if not finer:
        yield from _cut(content, start, end, count_tokens)
        return
    for piece_start, piece_end in finer[0](content, start, end):
        yield from _fitting(content, piece_start, piece_end, count_tokens, finer[1:])


def _lines(content: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for line in sentences.LINE.finditer(content, start, end):
        yield from sentences.trim_span(content, *line.span())


def _words(content: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    return (word.span() for word in WORD.finditer(content, start, end))


def _cut(content: str, start: int, end: int, count_tokens: CountTokens) -> Iterator[Span]:
    """One unbroken word that is too long: as many characters at a time as fit."""
    while start < end:
        lengths = range(1, min(MAX_CHARACTERS, end - start) + 1)
        fitting = bisect_left(lengths, MAX_TOKENS + 1, key=lambda n: count_tokens(content[start : start + n]))
        stop = start + max(1, fitting)
        yield Span(start, stop, count_tokens(content[start:stop]))
        start = stop
