"""Tables as text: each row a line of its own that names its columns, so that one row found alone says what it means.

“Year: 2023 | Revenue: 4.1 bn” is found by a search for “revenue 2023”, and a quotation of it needs no table around it.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

BETWEEN_CELLS = " | "
AFTER_HEAD = ": "
MOST_HEAD_ROWS = 3
MOST_CELLS = 500_000
"""Of one table, with merged cells counted as often as they are wide and high."""
NUMBER = re.compile(r"[-+−(~<>≤≥≈]*\s*[€$£¥]?\s*\d[\d.,'’ \u00a0]*\s*(?:%|‰|[€$£¥]|[A-Za-zµ°²³/]{1,6}\.?)?\)?")
YEAR = re.compile(r"(?:FY\s?|Q[1-4]\s)?(?:1[5-9]|20)\d\d(?:[/–-]\d{2,4})?[a-zA-Z*]?")

Grid = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Cell:
    """A cell as a file writes it: `columns` and `rows` are how many places of the grid it covers."""

    text: str
    columns: int = 1
    rows: int = 1


class Part(NamedTuple):
    """A piece of a table's text: from `start` on it stands in the folded text of the grid's cell at `row` and `column`;
    without a row it is ours, such as the colon after a head."""

    text: str
    row: int = -1
    column: int = -1
    start: int = 0


def table_text(grid: Grid, head_rows: int | None = None) -> str:
    """Every row that holds something, one a line. `head_rows`: how many rows name the columns; None: to be seen."""
    return "\n".join("".join(part.text for part in line) for line in table_lines(grid, head_rows))


def table_lines(grid: Grid, head_rows: int | None = None) -> list[list[Part]]:
    """The same, with the cell that each piece of it is from."""
    rows = _cells(grid)
    if not rows:
        return []
    texts = [[cell.text for cell in row] for row in rows]
    count = _count_head_rows(texts) if head_rows is None else min(head_rows, len(rows))
    heads = [_head(column) for column in zip(*rows[:count], strict=True)] if count else []
    if count == len(rows):
        return [_between([[cell] for cell in row if cell.text], BETWEEN_CELLS) for row in rows]
    return [_record(heads, row) for row in rows[count:]]


def _cells(grid: Grid) -> list[list[Part]]:
    """Without rows and columns that hold nothing."""
    rows = [(number, [_folded(cell) for cell in row]) for number, row in enumerate(grid) if any(map(str.strip, row))]
    width = max((len(row) for _, row in rows), default=0)
    filled = [(number, row + [""] * (width - len(row))) for number, row in rows]
    kept = [column for column in range(width) if any(row[column] for _, row in filled)]
    return [[Part(row[column], number, column) for column in kept] for number, row in filled]


def expand_cells(rows: Iterable[Sequence[Cell]]) -> list[list[str]]:
    """A grid in which a merged cell stands at each place that it covers. Wider or higher than sense is cut."""
    grid: list[dict[int, str]] = []
    below: dict[int, tuple[int, str]] = {}
    room = MOST_CELLS
    for row in rows:
        line = {column: text for column, (left, text) in below.items() if left > 0}
        below = {column: (left - 1, text) for column, (left, text) in below.items() if left > 1}
        column = 0
        for cell in row:
            while column in line:
                column += 1
            for place in range(column, column + max(1, min(cell.columns, room))):
                line[place] = cell.text
                room -= 1
                if cell.rows > 1:
                    below[place] = (min(cell.rows, MOST_CELLS) - 1, cell.text)
            column += max(1, cell.columns)
        grid.append(line)
        if room <= 0:
            break
    width = min(max((max(line, default=-1) + 1 for line in grid), default=0), MOST_CELLS // max(1, len(grid)) + 1)
    return [[line.get(column, "") for column in range(width)] for line in grid]


def _count_head_rows(rows: Grid) -> int:
    """How many rows at the top name the columns: those before the first that holds a figure.

    Years count as names when a whole row of them stands at the top. A table of two columns whose first row looks like
    every other one has none: its first column names what its second one says.
    """
    if len(rows) < 2 or len(rows[0]) < 2:
        return 0
    figures = [_has_figure(row) for row in rows]
    if figures[0]:
        return 0
    first = figures.index(True) if True in figures else 0
    if first:
        return min(first, MOST_HEAD_ROWS) if len(rows[0]) > 2 or _all_figures(rows[first:], 1) else 0
    return 1 if len(rows[0]) > 2 else 0


def is_row(line: str) -> bool:
    """Whether `table_text` may have written this line, of a table with column names."""
    cells = [cell.partition(AFTER_HEAD) for cell in line.split(BETWEEN_CELLS)]
    return len(cells) > 1 and all(colon and value for _, colon, value in cells[1:])


def goes_on(above: str, below: str) -> bool:
    """Whether the rows of both texts are of one table: its columns have the same names, where cells are filled."""
    one, other = _named_columns(above), _named_columns(below)
    return len(one) > 1 and len(other) > 1 and (one.keys() <= other.keys() or other.keys() <= one.keys())


def _named_columns(text: str) -> dict[str, str]:
    """Each with its last value; none where a row does not begin with the column that the first one begins with."""
    rows = [
        [cell.partition(AFTER_HEAD) for cell in line.split(BETWEEN_CELLS)] for line in text.split("\n") if is_row(line)
    ]
    if len({row[0][0] for row in rows}) != 1 or not all(colon for _, colon, _ in rows[0]):
        return {}
    return {head: value for row in rows for head, _, value in row}


def _folded(cell: str) -> str:
    return " ".join(cell.split()).replace(BETWEEN_CELLS, " / ")


def _head(cells: Sequence[Part]) -> list[Part]:
    """A column's name; of a head in several rows, what stands above and below, once each."""
    names: dict[str, Part] = {}
    for cell in cells:
        text = cell.text.strip(" :")
        if text and text not in names:
            names[text] = Part(text, cell.row, cell.column, cell.text.index(text))
    return _between([_without_colons(name) for name in names.values()], ", ")


def _without_colons(name: Part) -> list[Part]:
    """A head is told from its cell by the first colon."""
    parts, start = [], name.start
    for piece in name.text.split(AFTER_HEAD):
        parts.append([Part(piece, name.row, name.column, start)])
        start += len(piece) + len(AFTER_HEAD)
    return _between(parts, " ")


def _between(groups: Sequence[Sequence[Part]], text: str) -> list[Part]:
    return [part for number, group in enumerate(groups) for part in ([Part(text)] if number else []) + list(group)]


def _record(heads: Sequence[Sequence[Part]], row: Sequence[Part]) -> list[Part]:
    if not heads:
        return _between([[cell] for cell in row if cell.text], AFTER_HEAD if len(row) == 2 else BETWEEN_CELLS)
    said = [(head, cell) for head, cell in zip(heads, row, strict=True) if cell.text]
    if len({cell.text for _, cell in said}) == 1:
        return [said[0][1]]  # a row that heads those below it
    return _between([[*head, Part(AFTER_HEAD), cell] if head else [cell] for head, cell in said], BETWEEN_CELLS)


def _has_figure(row: Sequence[str]) -> bool:
    others = [cell for cell in row[1:] if cell]
    if others and all(YEAR.fullmatch(cell) for cell in others) and len(others) > 1:
        return False
    return any(NUMBER.fullmatch(cell) for cell in others)


def _all_figures(rows: Grid, column: int) -> bool:
    return all(NUMBER.fullmatch(row[column]) for row in rows if row[column])
