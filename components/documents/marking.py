"""What the reader's script is given: the drawn blocks, cut where a mark, a chunk or emphasis begins or ends."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pydantic import JsonValue

from components.documents.blocks import Block
from components.documents.inline_text import Span
from services.models import Chunk, Emphasis, EmphasisStyle

Passage = tuple[int, int]
DRAWN_AS: Mapping[EmphasisStyle, str] = {"bold": "strong", "italic": "em", "code": "code"}


@dataclass(frozen=True)
class Marking:
    """`mark` is the passage that is read, `cited` are the others; chunks are underlined in turn. `emphasis` is what the
    document's file says beside its text."""

    mark: Passage | None
    cited: tuple[Passage, ...] = ()
    chunks: tuple[Chunk, ...] = ()
    emphasis: tuple[Emphasis, ...] = ()

    def edges(self) -> list[int]:
        given = [*([self.mark] if self.mark else []), *self.cited, *_places(self.chunks)]
        given += [(one.start, one.end) for one in self.emphasis]
        return sorted({edge for passage in given for edge in passage})


@dataclass(frozen=True)
class Styling:
    """From each of the offsets on, up to the next one, the words have these styles; before the first, none."""

    offsets: list[int]
    styles: list[tuple[str, ...]]

    @classmethod
    def of(cls, emphasis: Iterable[Emphasis]) -> "Styling":
        changes = [(one.start, 1, one.style) for one in emphasis] + [(one.end, -1, one.style) for one in emphasis]
        depths, at = dict.fromkeys(DRAWN_AS, 0), dict[int, tuple[str, ...]]()
        for offset, change, style in sorted(changes):
            depths[style] += change
            at[offset] = tuple(drawn for style, drawn in DRAWN_AS.items() if depths[style] > 0)
        return cls([*at], [*at.values()])

    def at(self, offset: int) -> tuple[str, ...]:
        before = bisect_right(self.offsets, offset)
        return self.styles[before - 1] if before else ()


def blocks_as_json(blocks: Sequence[Block], marking: Marking) -> list[JsonValue]:
    cut = _Cut(marking, marking.edges(), Styling.of(marking.emphasis))
    return [cut.block(block) for block in blocks]


@dataclass(frozen=True)
class Piece:
    text: str
    span: Span
    styles: tuple[str, ...]
    marked: bool
    cited: bool
    chunk: int | None
    """The number of the chunk that it belongs to; of overlapping ones, the later."""


@dataclass(frozen=True)
class _Cut:
    marking: Marking
    edges: list[int]
    styling: Styling

    def block(self, block: Block) -> JsonValue:
        told: dict[str, JsonValue] = {"kind": block.kind, "offset": block.offset}
        if block.level:
            told["level"] = block.level
        if block.blocks:
            told["blocks"] = [self.block(inner) for inner in block.blocks]
        if block.spans:
            told["pieces"] = [_piece_as_json(piece) for span in block.spans for piece in self.pieces(span)]
        return told

    def pieces(self, span: Span) -> Iterator[Piece]:
        """A span with a place only as a whole is marked as a whole, where any of it is."""
        if not span.is_divisible:
            yield self._piece(span.text, span, span.start, span.end)
            return
        first, last = bisect_right(self.edges, span.start), bisect_left(self.edges, span.end)
        for a, b in pairwise([span.start, *self.edges[first:last], span.end]):
            yield self._piece(span.text[a - span.start : b - span.start], span, a, b)

    def _piece(self, text: str, span: Span, start: int, end: int) -> Piece:
        mark = [self.marking.mark] if self.marking.mark else []
        chunks = [c.chunk_index for c in self.marking.chunks if _meets((c.start_offset, c.end_offset), start, end)]
        emphasised = self.styling.at(start) if start < end else ()  # the name of a column has no one place
        return Piece(
            text,
            span,
            styles=tuple(dict.fromkeys((*span.styles, *emphasised))),
            marked=any(_meets(passage, start, end) for passage in mark),
            cited=any(_meets(passage, start, end) for passage in self.marking.cited),
            chunk=max(chunks, default=None),
        )


def _meets(passage: Passage, start: int, end: int) -> bool:
    return passage[0] < end and start < passage[1]


def _places(chunks: Iterable[Chunk]) -> list[Passage]:
    return [(chunk.start_offset, chunk.end_offset) for chunk in chunks]


def _piece_as_json(piece: Piece) -> JsonValue:
    told: dict[str, JsonValue] = {"text": piece.text}
    said: dict[str, JsonValue] = {
        "styles": list(piece.styles),
        "link": piece.span.link,
        "marked": piece.marked,
        "cited": piece.cited,
    }
    told |= {name: value for name, value in said.items() if value}
    return told if piece.chunk is None else told | {"chunk": piece.chunk}
