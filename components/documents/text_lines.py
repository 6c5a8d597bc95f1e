"""A document cut into lines and pieces for the reader: what is marked, its chunks, its headings."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from services.documents.reading.tables import AFTER_HEAD, BETWEEN_CELLS, is_row
from services.models import Chunk

LONGEST = 400_000
"""Characters that a browser is given at once; of a longer document, those around the passage."""
_HEADING = re.compile(r"(#{1,6})\s+(.+)")


@dataclass(frozen=True)
class Piece:
    text: str
    marked: bool
    chunk: int | None
    """The number of the chunk that it belongs to; of overlapping ones, the later."""


@dataclass(frozen=True)
class Cell:
    """Of a row; `head` names its column."""

    head: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Line:
    pieces: tuple[Piece, ...]
    heading: int
    """1 to 6 as in Markdown; 0: no heading."""
    offset: int
    cells: tuple[Cell, ...] = ()
    """Of a row of a table, which is drawn as one with the rows beside it."""


@dataclass(frozen=True)
class Heading:
    level: int
    title: str
    offset: int


def window(content: str, start: int | None, longest: int = LONGEST) -> tuple[int, int]:
    """The part of the document that is shown: all of it, or `longest` characters around the passage."""
    if len(content) <= longest:
        return 0, len(content)
    begin = max(0, min((start or 0) - longest // 2, len(content) - longest))
    return begin, begin + longest


def lines(content: str, mark: tuple[int, int] | None, chunks: Sequence[Chunk] = ()) -> list[Line]:
    """Offsets are in characters of `content`; a mark beyond its end marks nothing."""
    begin, end = window(content, mark[0] if mark else None)
    texts = content[begin:end].split("\n")
    in_table = _rows_of_tables(texts)
    found, offset = [], begin
    for text, is_row_of_table in zip(texts, in_table, strict=True):
        pieces = tuple(_pieces(text, offset, mark, chunks))
        cells = tuple(_cells(text, offset, mark, chunks)) if is_row_of_table else ()
        found.append(Line(pieces, heading_level(text), offset, cells))
        offset += len(text) + 1
    return found


def _rows_of_tables(texts: Sequence[str]) -> list[bool]:
    """Which lines are rows: one alone is a sentence with strokes in it."""
    rows = [is_row(text) for text in texts]
    return [
        row and (before or after) for before, row, after in zip([False, *rows], rows, [*rows[1:], False], strict=False)
    ]


def _cells(text: str, offset: int, mark: tuple[int, int] | None, chunks: Sequence[Chunk]) -> Iterator[Cell]:
    for cell in text.split(BETWEEN_CELLS):
        head, colon, value = cell.partition(AFTER_HEAD)
        named, said = (head, value) if colon else ("", cell)
        start = offset + len(cell) - len(said)
        yield Cell(named, tuple(_pieces(said, start, mark, chunks)))
        offset += len(cell) + len(BETWEEN_CELLS)


def _pieces(text: str, offset: int, mark: tuple[int, int] | None, chunks: Sequence[Chunk]) -> list[Piece]:
    end = offset + len(text)
    touching = [chunk for chunk in chunks if chunk.start_offset < end and chunk.end_offset > offset]
    edges = {offset, end}
    for first, last in [*([mark] if mark else []), *((chunk.start_offset, chunk.end_offset) for chunk in touching)]:
        edges |= {edge for edge in (first, last) if offset < edge < end}
    ordered = sorted(edges)
    return [
        Piece(text[a - offset : b - offset], bool(mark and mark[0] <= a and b <= mark[1]), _chunk_at(a, touching))
        for a, b in pairwise(ordered)
    ]


def _chunk_at(offset: int, chunks: Sequence[Chunk]) -> int | None:
    holding = [chunk.chunk_index for chunk in chunks if chunk.start_offset <= offset < chunk.end_offset]
    return max(holding) if holding else None


def heading_level(text: str) -> int:
    match = _HEADING.fullmatch(text.strip())
    return len(match[1]) if match else 0


def outline(content: str) -> list[Heading]:
    """The Markdown headings, in order."""
    found, offset = [], 0
    for text in content.split("\n"):
        if match := _HEADING.fullmatch(text.strip()):
            found.append(Heading(len(match[1]), match[2].strip(), offset))
        offset += len(text) + 1
    return found


def checked_mark(start: str | None, end: str | None, length: int) -> tuple[int, int] | None:
    """The passage that a URL names, within the document; None for none and for nonsense."""
    if not (start or "").isdecimal() or not (end or "").isdecimal():
        return None
    first, last = int(start or 0), min(int(end or 0), length)
    return (first, last) if first < last else None
