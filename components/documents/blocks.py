"""A document as the reader draws it: headings, lists, tables, quotations and code, with the place of every word.

Markdown is read as such. What our readers make of HTML, DOCX and other files has headings, lists and rows of tables
only, and every other sign in it is the document's own.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from components.documents.inline_text import Misplaced, Span, style_spans
from services.documents.reading.formats import format_of
from services.documents.reading.tables import AFTER_HEAD, BETWEEN_CELLS, is_row
from services.models import Document

Kind = Literal[
    "heading", "paragraph", "lines", "code", "quote", "list", "numbered", "item", "table", "row", "head", "cell", "rule"
]
Style = Literal["markdown", "pasted", "made"]
"""`pasted`: Markdown perhaps, whose line ends may mean something; `made`: by our readers of other formats."""
LINE_END = re.compile(r"\r\n|\r|\n")
DEEPEST = 60
"""Lists and quotations within each other that are drawn so; deeper ones are lines."""


@dataclass(frozen=True)
class Block:
    """`offset` is where it begins in the document; `level` of a heading 1 to 6, of a numbered list its first number."""

    kind: Kind
    offset: int
    spans: tuple[Span, ...] = ()
    blocks: tuple["Block", ...] = ()
    level: int = 0

    @property
    def text(self) -> str:
        return "".join(span.text for span in self.spans)


def style_of(document: Document) -> Style:
    said = document.metadata.get("format")
    if said == "markdown" or (said is None and format_of(document.source) == "markdown"):
        return "markdown"
    return "pasted" if said is None else "made"


@lru_cache(maxsize=8)
def split_blocks(content: str, style: Style, begin: int = 0) -> tuple[Block, ...]:
    """`begin`: where in its document `content` begins; all offsets count from the document's own beginning."""
    return _Drawing(content, style, begin).blocks()


def plain_blocks(content: str, begin: int = 0) -> tuple[Block, ...]:
    """The text as it is, a line a line."""
    return tuple(Block("lines", begin + start, _line(content, start, end, begin)) for start, end in _lines(content))


def holds_words_of(block: Block, passage: tuple[int, int]) -> bool:
    """Whether anything of the passage is among the block's words."""
    start, end = passage
    return any(span.start < end and start < span.end for span in block.spans) or any(
        holds_words_of(inner, passage) for inner in block.blocks
    )


def heading_blocks(drawn: Sequence[Block]) -> Iterator[Block]:
    for block in drawn:
        if block.kind == "heading":
            yield block
        yield from heading_blocks(block.blocks)


def _lines(content: str) -> list[tuple[int, int]]:
    """Where each line begins and ends, without its end."""
    ends = list(LINE_END.finditer(content))
    starts = [0, *(end.end() for end in ends)]
    return list(zip(starts, [*(end.start() for end in ends), len(content)], strict=True))


def _line(content: str, start: int, end: int, begin: int) -> tuple[Span, ...]:
    return (Span(content[start:end], begin + start, begin + end),) if end > start else ()


def _parser(style: Style) -> MarkdownIt:
    """Without raw HTML and links by reference; both stay the text that they are."""
    if style == "made":
        return MarkdownIt("zero").enable(["heading", "list"])
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.disable(["reference", "html_block", "html_inline"])
    parser.core.ruler.disable("text_join")
    return parser


class _Drawing:
    """One text on its way from the parser's tree to blocks."""

    def __init__(self, content: str, style: Style, begin: int) -> None:
        self.content, self.style, self.begin = content, style, begin
        self.lines = _lines(content)

    def blocks(self) -> tuple[Block, ...]:
        root = SyntaxTreeNode(_parser(self.style).parse(self.content))
        return tuple(self._all(root, 0))

    def _all(self, parent: SyntaxTreeNode, depth: int) -> Iterator[Block]:
        for node in parent.children:
            try:
                yield from self._one(node, depth)
            except Misplaced:
                yield from self._plain(*self._map(node))

    def _one(self, node: SyntaxTreeNode, depth: int) -> Iterator[Block]:
        first, last = self._map(node)
        offset = self._offset(first)
        if depth > DEEPEST or (node.type == "ordered_list" and self.style == "made"):
            raise Misplaced(node.type)
        match node.type:
            case "heading":
                yield Block("heading", offset, self._spans(node), level=int(node.tag[1]))
            case "paragraph" if self.style == "made" and depth == 0:
                yield from self._plain(first, last)
            case "paragraph":
                yield Block("paragraph" if self.style == "markdown" else "lines", offset, self._spans(node))
            case "bullet_list":
                yield Block("list", offset, blocks=tuple(self._all(node, depth + 1)))
            case "ordered_list":
                number = int(node.attrs.get("start", 1))
                yield Block("numbered", offset, blocks=tuple(self._all(node, depth + 1)), level=number)
            case "list_item":
                yield Block("item", offset, blocks=tuple(self._all(node, depth + 1)))
            case "blockquote":
                yield Block("quote", offset, blocks=tuple(self._all(node, depth + 1)))
            case "fence" | "code_block":
                yield Block("code", offset, tuple(self._code(node, first + (node.type == "fence"))))
            case "table":
                yield Block("table", offset, blocks=tuple(self._rows(node)))
            case "hr":
                yield Block("rule", offset)
            case _:
                raise Misplaced(node.type)

    def _map(self, node: SyntaxTreeNode) -> tuple[int, int]:
        if node.map is None:
            raise Misplaced(node.type)
        return node.map

    def _offset(self, line: int) -> int:
        return self.begin + self.lines[min(line, len(self.lines) - 1)][0]

    def _spans(self, node: SyntaxTreeNode) -> tuple[Span, ...]:
        """Of a heading or paragraph: its text is the lines of its source, without what stands before and after."""
        (inline,) = node.children
        texts, places = inline.content.split("\n"), []
        first, last = self._map(inline)
        if len(texts) > last - first:
            raise Misplaced(inline.content)
        for number, text in enumerate(texts):
            start, end = self.lines[first + number]
            at = self.content.rfind(text, start, end)
            if at < 0 or (node.type == "paragraph" and self.content[at + len(text) : end].strip()):
                raise Misplaced(text)
            places += [*range(self.begin + at, self.begin + at + len(text)), self.begin + end]
        return _words(inline, places)

    def _code(self, node: SyntaxTreeNode, first: int) -> Iterator[Span]:
        for number, text in enumerate(node.content.removesuffix("\n").split("\n"), start=first):
            start, end = self.lines[min(number, len(self.lines) - 1)]
            if not self.content[start:end].endswith(text):
                raise Misplaced(text)
            if number > first:
                yield Span("\n", self.begin + start - 1, self.begin + start)
            yield from _line(self.content, end - len(text), end, self.begin)

    def _rows(self, table: SyntaxTreeNode) -> Iterator[Block]:
        for row in (row for part in table.children for row in part.children):
            first, _ = self._map(row)
            yield Block("row", self._offset(first), blocks=tuple(self._cells(row, *self.lines[first])))

    def _cells(self, row: SyntaxTreeNode, at: int, end: int) -> Iterator[Block]:
        """Between the strokes of its line; a cell that the line does not have is empty."""
        at = _skip(self.content, at, end, " \t>")
        at += self.content.startswith("|", at, end)
        for cell in row.children:
            (inline,) = cell.children
            at = _skip(self.content, at, end, " \t")
            places = self._cell_places(inline.content, at, end)
            yield Block("head" if cell.type == "th" else "cell", self.begin + at, _words(inline, places))
            at = _skip(self.content, places[-1] + 1 - self.begin if places else at, end, " \t")
            at += self.content.startswith("|", at, end)
        if self.content[at:end].strip():
            raise Misplaced(self.content[at:end])

    def _cell_places(self, text: str, at: int, end: int) -> list[int]:
        """`\\|` is a stroke that parts no cells."""
        places = []
        for character in text:
            at += character == "|" and self.content.startswith("\\|", at)
            if at >= end or self.content[at] != character:
                raise Misplaced(text)
            places.append(self.begin + at)
            at += 1
        return places

    def _plain(self, first: int, last: int) -> Iterator[Block]:
        """Its lines; rows of a table that follow each other are a table, one alone is a sentence with strokes in it."""
        places = self.lines[first : max(last, first + 1)]
        for is_table, group in groupby(places, key=lambda place: is_row(self.content[slice(*place)])):
            rows = list(group)
            yield self._table(rows) if is_table and len(rows) > 1 else self._paragraph(rows)

    def _paragraph(self, rows: Sequence[tuple[int, int]]) -> Block:
        """Of whole lines, each with what it is indented by."""
        (start, _), (_, end) = rows[0], rows[-1]
        return Block("lines", self.begin + start, _line(self.content, start, end, self.begin))

    def _table(self, rows: Sequence[tuple[int, int]]) -> Block:
        """Rows name their columns each; drawn below each other, the names are said once, at the top."""
        told = [list(self._told(start, end)) for start, end in rows]
        names = list(dict.fromkeys(name for row in told for name, _ in row))
        top = Block(
            "row", self.begin + rows[0][0], blocks=tuple(_head(name, self.begin + rows[0][0]) for name in names)
        )
        drawn = [
            Block("row", self.begin + start, blocks=tuple(_named(name, row, self.begin + start) for name in names))
            for (start, _), row in zip(rows, told, strict=True)
        ]
        return Block("table", top.offset, blocks=(top, *drawn))

    def _told(self, start: int, end: int) -> Iterator[tuple[str, Span]]:
        for cell in self.content[start:end].split(BETWEEN_CELLS):
            head, colon, value = cell.partition(AFTER_HEAD)
            name, said = (head, value) if colon else ("", cell)
            first = self.begin + start + len(cell) - len(said)
            yield name, Span(said, first, first + len(said))
            start += len(cell) + len(BETWEEN_CELLS)


def _words(inline: SyntaxTreeNode, places: Sequence[int]) -> tuple[Span, ...]:
    return style_spans(inline.token.children or (), inline.content, places) if inline.token else ()


def _skip(text: str, at: int, end: int, characters: str) -> int:
    while at < end and text[at] in characters:
        at += 1
    return at


def _head(name: str, offset: int) -> Block:
    """It stands in each row, so it has no one place: nothing in it is ever marked."""
    return Block("head", offset, (Span(name, offset, offset),) if name else ())


def _named(name: str, row: Sequence[tuple[str, Span]], offset: int) -> Block:
    return Block("cell", offset, tuple(span for said, span in row if said == name and span.text))
