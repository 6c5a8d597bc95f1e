"""Tables on a page of a PDF: ruled ones by their lines, others by columns that keep apart over at least three rows.

What reads on from line to line within a column is prose, however many columns stand beside each other.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import mean, median

from services.documents.reading.pdf.pages import PageContent, Word
from services.documents.reading.pdf.ruled_tables import RuledGrid, ruled_grids
from services.documents.reading.placed_text import NOTHING, PlacedText, clean_text, join_texts, unplaced_text
from services.documents.reading.tables import Part, table_lines
from services.documents.reading.text_lines import Line, Span, lines_of

FEWEST_ROWS = 3
MOST_APART = 2.2
"""Rows further apart than so many times their height belong to different things."""
MOST_HEADS = 2
PROSE_WORDS = 3
PROSE_FILL = 0.8
ALIGNED = 0.7
CODE_LINES = 0.3
ITEM = re.compile(r"[-–—•●▪◦*·o‣]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxl]+)[.)]")
CODE = re.compile(
    r"[;{}]\s*$|^\s*(?:#|//|/\*|@|\$ )|\w\(|[=!]=|->|=>|\breturn\b|^\s*(?:def|class|if|for|import)\b|:$| = "
)

Column = tuple[float, float]
Run = tuple[int, int, list[Column]]
"""Where lines that keep the same columns begin and end, and these columns."""
NO_RUN: Run = (0, 0, [])


@dataclass(frozen=True)
class PageTable:
    """`text` has a line a row; `words` are those that it holds, by their place in the page's text."""

    text: PlacedText
    words: tuple[Word, ...]


def page_tables(page: PageContent) -> list[PageTable]:
    if not page.words:
        return []
    ruled = [_ruled(grid) for grid in ruled_grids(page.rules, page.words)] if page.rules else []
    taken = {word.start for table in ruled for word in table.words}
    return [*ruled, *_aligned([word for word in page.words if word.start not in taken])]


def _ruled(grid: RuledGrid) -> PageTable:
    return PageTable(_told(grid.rows, grid.head_rows), grid.words)


def _told(rows: Sequence[Sequence[PlacedText]], head_rows: int | None) -> PlacedText:
    """A line a row, each of its characters where its cell has it."""
    cells = [[clean_text(cell) for cell in row] for row in rows]
    lines = table_lines([[cell.text for cell in row] for row in cells], head_rows)
    return join_texts((join_texts(_piece(part, cells) for part in line) for line in lines), "\n")


def _piece(part: Part, cells: Sequence[Sequence[PlacedText]]) -> PlacedText:
    if part.row < 0:
        return unplaced_text(part.text)
    places = cells[part.row][part.column].places
    return PlacedText(part.text, places[part.start : part.start + len(part.text)])


def _aligned(words: Sequence[Word]) -> Iterator[PageTable]:
    lines = lines_of(words)
    at, prose = 0, NO_RUN
    while at <= len(lines) - FEWEST_ROWS:
        start, end, columns = _best_run(lines, at)
        is_end_of_prose = end == prose[1] and _are_same(columns, prose[2])
        if end - start < FEWEST_ROWS or is_end_of_prose or not _is_table(lines[start:end], columns):
            if end - start >= FEWEST_ROWS and _has_prose(lines[start:end], columns):
                prose = (start, end, columns)
            at += 1
            continue
        first = _with_heads(lines, at, start, columns)
        yield _table(lines[first:end], columns, start - first)
        at = end


def _best_run(lines: Sequence[Line], at: int) -> Run:
    """The run that begins here or, where that has more columns, below one or two heads."""
    runs = [(start, *_run(lines, start)) for start in range(at, min(at + MOST_HEADS + 1, len(lines)))]
    long_enough = [run for run in runs if run[1] - run[0] >= FEWEST_ROWS] or runs[:1]
    most = max(len(columns) for _, _, columns in long_enough)
    for start, end, columns in [*long_enough[1:], long_enough[0]]:
        if len(columns) == most and (start == at or _with_heads(lines, at, start, columns) <= at):
            return start, end, columns
    return runs[0]


def _run(lines: Sequence[Line], start: int) -> tuple[int, list[Column]]:
    """Where the lines that keep the same columns end, and these columns."""
    if len(lines[start].spans) < 2:
        return start, []
    columns: list[Column] = [(span.left, span.right) for span in lines[start].spans]
    end = start + 1
    while end < len(lines) and _is_near(lines[end - 1], lines[end]):
        line = lines[end]
        wider = _merged([*columns, *((span.left, span.right) for span in line.spans)], line.height / 3)
        within = len(line.spans) > 1 or _is_within_one(line.spans[0], columns)
        if not within or len(wider) < max(2, len(columns) if end - start >= FEWEST_ROWS else 2):
            break
        columns, end = wider, end + 1
    while end > start and len(lines[end - 1].spans) < 2 and lines[end - 1].spans[0].left < columns[1][0]:
        end -= 1  # a last line in the first column alone is what follows the table
    return end, columns


def _is_near(above: Line, below: Line) -> bool:
    return above.middle - below.middle <= MOST_APART * max(above.height, below.height)


def _is_within_one(span: Span, columns: Sequence[Column]) -> bool:
    return sum(left < span.right and span.left < right for left, right in columns) == 1


def _merged(intervals: Sequence[Column], nearer_than: float) -> list[Column]:
    found: list[Column] = []
    for left, right in sorted(intervals):
        if found and left - found[-1][1] < nearer_than:
            found[-1] = found[-1][0], max(found[-1][1], right)
        else:
            found.append((left, right))
    return found


def _is_table(lines: Sequence[Line], columns: Sequence[Column]) -> bool:
    cells = [[span for line in lines for span in line.spans if _is_in(span, column)] for column in columns]
    full = [line for line in lines if len(line.spans) > 1]
    if len(columns) < 2 or len(full) < FEWEST_ROWS:
        return False
    if len(full) * 2 <= len(lines) and not _is_wrapped(lines, columns):
        return False
    if all(ITEM.fullmatch(cell.text) for cell in cells[0]) or _is_code(lines):
        return False
    if _has_prose(lines, columns):
        return False
    return all(_are_aligned(column_cells) for column_cells in cells if len(column_cells) >= FEWEST_ROWS)


def _has_prose(lines: Sequence[Line], columns: Sequence[Column]) -> bool:
    """Whether prose runs down in two columns at least; the last lines of such columns are no table, however short."""
    cells = ([span for line in lines for span in line.spans if _is_in(span, column)] for column in columns)
    return sum(_is_prose(column, own) for column, own in zip(columns, cells, strict=True)) > 1


def _are_same(columns: Sequence[Column], others: Sequence[Column]) -> bool:
    pairs = zip(columns, others, strict=False)
    return len(columns) == len(others) and all(one[0] < other[1] and other[0] < one[1] for one, other in pairs)


def _is_wrapped(lines: Sequence[Line], columns: Sequence[Column]) -> bool:
    """Whether one column alone goes on over several lines, and every row has a word in each."""
    alone = {number for line in lines if len(line.spans) == 1 for number in _places(line.spans[0], columns)}
    rows = [line for line in lines if len(line.spans) > 1]
    return len(columns) > 2 and len(alone) == 1 and all(len(line.spans) == len(columns) for line in rows)


def _is_in(span: Span, column: Column) -> bool:
    return column[0] <= (span.left + span.right) / 2 <= column[1]


def _is_code(lines: Sequence[Line]) -> bool:
    return sum(bool(CODE.search(line.text)) for line in lines) > CODE_LINES * len(lines)


def _is_prose(column: Column, cells: Sequence[Span]) -> bool:
    """Lines of several words that fill their column, or that are too long for a cell."""
    words = mean(len(cell.text.split()) for cell in cells) if cells else 0
    fill = median((cell.right - cell.left) / (column[1] - column[0]) for cell in cells) if cells else 0
    return words > 2 * PROSE_WORDS or (words >= PROSE_WORDS and fill >= PROSE_FILL)


def _are_aligned(cells: Sequence[Span]) -> bool:
    near = max(2.0, cells[0].height / 4)
    edges = ([cell.left for cell in cells], [cell.right for cell in cells], [cell.middle for cell in cells])
    return any(sum(abs(place - median(places)) <= near for place in places) >= ALIGNED * len(cells) for places in edges)


def _with_heads(lines: Sequence[Line], lowest: int, start: int, columns: Sequence[Column]) -> int:
    """Where the table begins when the one or two lines above it name several of its columns at once."""
    first = start
    while first > max(lowest - MOST_HEADS, 0) and start - first < MOST_HEADS:
        above = lines[first - 1]
        in_it = above.spans[0].left > columns[0][0] + above.height / 3 or len(above.spans) > 1
        beyond = above.spans[-1].right > columns[-1][1] + above.height
        wide = len(above.spans) < len(columns) and any(len(_places(span, columns)) > 1 for span in above.spans)
        if not (in_it and wide and not beyond and _is_near(above, lines[first])):
            break
        first -= 1
    return first


def _places(span: Span, columns: Sequence[Column]) -> list[int]:
    """The columns that it stands over, and those beside the gap that its middle lies in."""
    return [
        number
        for number, (left, right) in enumerate(columns)
        if (left < span.right and span.left < right) or number in _beside(span.middle, columns)
    ]


def _beside(middle: float, columns: Sequence[Column]) -> tuple[int, ...]:
    gaps = enumerate(pairwise(columns))
    return next(((left, left + 1) for left, (one, other) in gaps if one[1] < middle < other[0]), ())


def _table(lines: Sequence[Line], columns: Sequence[Column], heads: int) -> PageTable:
    grid: list[list[PlacedText]] = []
    for number, line in enumerate(lines):
        row = [NOTHING] * len(columns)
        for span in line.spans:
            for place in _places(span, columns):
                row[place] = _beside_each_other(row[place], span.placed_text)
        if grid and number > heads and len(line.spans) == 1 and not row[0].text:
            grid[-1] = [_beside_each_other(*both) for both in zip(grid[-1], row, strict=True)]
        else:
            grid.append(row)
    words = tuple(word for line in lines for span in line.spans for word in span.words)
    return PageTable(_told(grid, heads + 1 if heads else None), words)


def _beside_each_other(one: PlacedText, other: PlacedText) -> PlacedText:
    return join_texts([part for part in (one, other) if part.text], " ")
