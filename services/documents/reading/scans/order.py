"""The lines of a page in the order in which they are read: columns one after the other, what stands in one row
together."""

from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

from services.documents.reading.scans.lines import TextLine

COLUMN_LINES = 3
"""A column has at least so many lines; what stands beside fewer is a row."""
COLUMN_WIDTH = 0.2
"""Of the width of what is divided; narrower ones are a table's."""
GUTTER = 0.8
"""Between columns, as a share of a line's height."""

Row = list[TextLine]


class UprightBox(NamedTuple):
    """A line's box on the page as if the page did not lean."""

    left: float
    right: float
    top: float
    bottom: float
    line: TextLine

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


Block = Sequence[UprightBox]


def rows_in_order(lines: Sequence[TextLine]) -> list[Row]:
    """The rows in reading order, each from left to right."""
    if not lines:
        return []
    lean = median(line.lean for line in lines)
    boxes = [_upright(line, lean) for line in lines]
    return [row for block in _in_order(boxes, median(line.height for line in lines)) for row in _rows(block)]


def _upright(line: TextLine, lean: float) -> UprightBox:
    middle = line.middle - lean * (line.left + line.right) / 2
    return UprightBox(line.left, line.right, middle - line.height / 2, middle + line.height / 2, line)


def _in_order(block: Block, height: float) -> Iterator[Block]:
    """Columns side by side, else what stands above and below the widest gap, until nothing can be divided."""
    waiting = [block]
    while waiting:
        block = waiting.pop()
        parts = _columns(block, height)
        parts = parts if len(parts) > 1 else _halves(block)
        if len(parts) == 1:
            yield block
        else:
            waiting += reversed(parts)


def _columns(block: Block, height: float) -> list[Block]:
    columns, reached = list[list[UprightBox]](), float("-inf")
    for one in sorted(block, key=lambda one: one.left):
        if one.left - reached > GUTTER * height:
            columns.append([])
        columns[-1].append(one)
        reached = max(reached, one.right)
    least = COLUMN_WIDTH * (reached - min(one.left for one in block))
    return list(columns) if all(len(column) >= COLUMN_LINES and _width(column) >= least for column in columns) else []


def _width(column: Block) -> float:
    return max(one.right for one in column) - min(one.left for one in column)


def _halves(block: Block) -> list[Block]:
    """Above and below the widest level gap; the block itself where there is none."""
    ordered = sorted(block, key=lambda one: one.top)
    reached, widest, cut = ordered[0].bottom, 0.0, 0
    for number, one in enumerate(ordered):
        if number and one.top - reached > widest:
            widest, cut = one.top - reached, number
        reached = max(reached, one.bottom)
    return [ordered[:cut], ordered[cut:]] if cut else [ordered]


def _rows(block: Block) -> list[Row]:
    """A line whose middle lies beside the row's first stands in that row."""
    rows = list[list[UprightBox]]()
    for one in sorted(block, key=lambda one: one.middle):
        if rows and one.middle < rows[-1][0].bottom - (rows[-1][0].bottom - rows[-1][0].middle) / 2:
            rows[-1].append(one)
        else:
            rows.append([one])
    return [[one.line for one in sorted(row, key=lambda one: one.left)] for row in rows]
