"""Grids that drawn lines make on a page: which words stand in which cell, and which cells are merged."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from services.documents.reading.pdf.pages import Rule, Word
from services.documents.reading.placed_text import PlacedText, join_texts
from services.documents.reading.text_lines import lines_of

SAME = 3.0
"""Points within which lines count as one, and reach each other."""
MOST_WORDS = 60
"""On average a cell; what holds more is a page that is laid out with lines."""
FILLED = 0.4
MOST_LINES = 200
MOSTLY = 0.8

Interval = tuple[float, float]


@dataclass(frozen=True)
class RuledGrid:
    """`rows` have a merged cell at each place that it covers."""

    rows: list[list[PlacedText]]
    head_rows: int | None
    words: tuple[Word, ...]


@dataclass(frozen=True)
class Lattice:
    """Places of the lines from left to right and from top to bottom, with the stretches that are drawn at each."""

    across: list[float]
    down: list[float]
    upright: dict[float, list[Interval]]
    level: dict[float, list[Interval]]

    def wall_right_of(self, row: int, column: int) -> bool:
        return _covers(self.upright[self.across[column + 1]], self.down[row + 1], self.down[row])

    def wall_below(self, row: int, column: int) -> bool:
        return _covers(self.level[self.down[row + 1]], self.across[column], self.across[column + 1])

    def place(self, word: Word) -> tuple[int, int] | None:
        x, y = word.box.middle
        column = next((at for at, (left, right) in enumerate(pairwise(self.across)) if left <= x < right), None)
        row = next((at for at, (top, bottom) in enumerate(pairwise(self.down)) if bottom <= y < top), None)
        return None if column is None or row is None else (row, column)


def ruled_grids(rules: Sequence[Rule], words: Sequence[Word]) -> list[RuledGrid]:
    found = (_grid(_lattice(group), words) for group in _connected(rules))
    return [grid for grid in found if grid is not None]


def _connected(rules: Sequence[Rule]) -> list[list[Rule]]:
    """Lines that cross or touch each other belong to one table."""
    groups: list[tuple[list[Rule], list[float]]] = []
    for rule in rules:
        reach = _reach(rule)
        touched = [group for group in groups if _meet(group[1], reach)]
        rules_of_group = [rule, *(one for group in touched for one in group[0])]
        edges = [reach, *(group[1] for group in touched)]
        groups = [group for group in groups if group not in touched]
        groups.append((rules_of_group, [*map(min, zip(*[edge[:2] for edge in edges], strict=True)),
                                        *map(max, zip(*[edge[2:] for edge in edges], strict=True))]))  # fmt: skip
    return [group for group, _ in groups if len(group) > 3]


def _reach(rule: Rule) -> list[float]:
    xs, ys = zip(rule.start, rule.end, strict=True)
    return [min(xs), min(ys), max(xs), max(ys)]


def _meet(one: Sequence[float], other: Sequence[float]) -> bool:
    return (
        one[0] <= other[2] + SAME
        and other[0] <= one[2] + SAME
        and one[1] <= other[3] + SAME
        and other[1] <= one[3] + SAME
    )


def _lattice(rules: Sequence[Rule]) -> Lattice | None:
    """None where the lines make no grid. What encloses it counts as drawn."""
    reaches = [_reach(rule) for rule in rules]
    left, bottom = (min(reach[side] for reach in reaches) for side in (0, 1))
    right, top = (max(reach[side] for reach in reaches) for side in (2, 3))
    upright = [
        (reach[0], (reach[1], reach[3])) for rule, reach in zip(rules, reaches, strict=True) if not rule.is_level
    ]
    level = [(reach[1], (reach[0], reach[2])) for rule, reach in zip(rules, reaches, strict=True) if rule.is_level]
    if not upright or not level:
        return None
    upright += [(left, (bottom, top)), (right, (bottom, top))]
    level += [(bottom, (left, right)), (top, (left, right))]
    columns, rows = _gathered(upright), _gathered(level)
    if not (2 < len(columns) <= MOST_LINES and 2 < len(rows) <= MOST_LINES):
        return None
    return Lattice(sorted(columns), sorted(rows, reverse=True), columns, rows)


def _gathered(lines: Iterable[tuple[float, Interval]]) -> dict[float, list[Interval]]:
    found: dict[float, list[Interval]] = {}
    place = float("-inf")
    for at, stretch in sorted(lines):
        if at - place > SAME:
            place = at
            found[place] = []
        found[place].append(stretch)
    return {at: _joined(stretches) for at, stretches in found.items()}


def _joined(stretches: Iterable[Interval]) -> list[Interval]:
    found: list[Interval] = []
    for start, end in sorted(stretches):
        if found and start <= found[-1][1] + SAME:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def _covers(stretches: Iterable[Interval], start: float, end: float) -> bool:
    return any(first <= start + SAME and end - SAME <= last for first, last in stretches)


def _grid(lattice: Lattice | None, words: Sequence[Word]) -> RuledGrid | None:
    if lattice is None:
        return None
    cells = _merged_cells(lattice)
    held: dict[tuple[int, int], list[Word]] = defaultdict(list)
    for word in words:
        if (place := lattice.place(word)) is not None:
            held[cells[place]].append(word)
    origins = set(cells.values())
    columns, rows = ({place[side] for place in held} for side in (1, 0))
    inside = tuple(word for found in held.values() for word in found)
    if len(columns) < 2 or len(rows) < 2 or len(held) < FILLED * len(origins) or len(inside) > MOST_WORDS * len(held):
        return None
    return RuledGrid(_rows(lattice, cells, held), _head_rows(cells), inside)


def _merged_cells(lattice: Lattice) -> dict[tuple[int, int], tuple[int, int]]:
    """Each place of the grid, and the first place of the cell that covers it."""
    height, width = len(lattice.down) - 1, len(lattice.across) - 1
    first: dict[tuple[int, int], tuple[int, int]] = {}
    for row in range(height):
        for column in range(width):
            if (row, column) in first:
                continue
            wide, high = 1, 1
            while column + wide < width and not lattice.wall_right_of(row, column + wide - 1):
                wide += 1
            while row + high < height and not any(
                lattice.wall_below(row + high - 1, at) for at in range(column, column + wide)
            ):
                high += 1
            covered = ((down, right) for down in range(row, row + high) for right in range(column, column + wide))
            first.update(dict.fromkeys((place for place in covered if place not in first), (row, column)))
    return first


def _rows(
    lattice: Lattice, cells: dict[tuple[int, int], tuple[int, int]], held: dict[tuple[int, int], list[Word]]
) -> list[list[PlacedText]]:
    width, height = len(lattice.across) - 1, len(lattice.down) - 1
    rows = [[held.get(cells[row, column], []) for column in range(width)] for row in range(height)]
    if height - (_head_rows(cells) or 1) == 1:
        rows[-1:] = _undivided(rows[-1])
    return [[_text(words) for words in row] for row in rows]


def _text(words: Sequence[Word]) -> PlacedText:
    return join_texts((line.placed_text for line in lines_of(words)), " ")


def _undivided(row: Sequence[Sequence[Word]]) -> list[list[list[Word]]]:
    """The rows of a table that draws no line between them: each begins with a line that has a word in every column.

    What has several lines in its cells and begins so only once is one row.
    """
    column_of = {word.start: column for column, words in enumerate(row) for word in words}
    used = {column for column, words in enumerate(row) if words}
    rows: list[list[list[Word]]] = []
    starts, full = 0, 0
    for line in lines_of([word for words in row for word in words]):
        words = [word for span in line.spans for word in span.words]
        columns = {column_of[word.start] for word in words}
        if min(columns) == min(used) or not rows:
            rows.append([[] for _ in row])
            starts, full = starts + 1, full + (columns == used)
        for word in words:
            rows[-1][column_of[word.start]].append(word)
    return rows if full >= MOSTLY * starts else [[list(words) for words in row]]


def _head_rows(cells: dict[tuple[int, int], tuple[int, int]]) -> int | None:
    """A cell at the top that spans columns or rows makes all the rows beside and below it heads."""
    last = max((row for row, column in cells if cells[row, column][0] == 0), default=0)
    spans_columns = any(cells[place] != place and place[0] == 0 for place in cells)
    return max(last, 1 if spans_columns else 0) + 1 if last or spans_columns else None
