"""The emphasis that a file gives its words: carried through the reading of the file, taken out of its text at the end.

A reader writes emphasised words between marks: characters that Unicode keeps free for the inside of programs, U+FDD0 to
U+FDEF. They stand beside letters, and never beside the white space that a run of words begins or ends with: it folds as
if there were none, and the text without them is the text that the file had without emphasis.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from services.documents.reading.tables import Grid, Part, table_lines, table_text
from services.models import EMPHASIS_STYLES, Emphasis, EmphasisStyle
from services.text.cleaning import document_text

MOST = 5000
"""Of one document: the first ones."""
END = "\ufdd0"
MARK = re.compile("([\ufdd0-\ufdef])")
FIXED_WIDTH = re.compile(
    r"\b(?:mono(?:spaced?)?\d*|courier\w*|consolas|menlo|monaco|lucida console|typewriter)\b", re.IGNORECASE
)
"""Names of fonts whose letters are all as wide, as code is set."""

Styles = frozenset[EmphasisStyle]
PLAIN = Styles()
MARKS: Mapping[Styles, str] = {
    frozenset(styles): chr(ord(END) + number)
    for number, styles in enumerate(
        chosen for count in range(len(EMPHASIS_STYLES) + 1) for chosen in combinations(EMPHASIS_STYLES, count)
    )
}
"""One for each choice of styles; of none, the end."""
MEANT: Mapping[str, Styles] = {mark: styles for styles, mark in MARKS.items()}


class Run(NamedTuple):
    start: int
    end: int
    styles: Styles


def mark_emphasis(text: str, styles: Collection[EmphasisStyle]) -> str:
    """The text with marks around its words; without styles only without marks that the file itself has."""
    own = without_marks(text)
    words = own.strip()
    if not styles or not words:
        return own
    before, _, after = own.partition(words)
    return f"{before}{style_mark(styles)}{words}{END}{after}"


def mark_switches(text: str, ends: re.Pattern[str]) -> str:
    """The text with marks around its words, of one in which `style_mark` stands wherever the styles change. No pair of
    marks reaches over an end."""
    parts, styles = list[str](), PLAIN
    for part in MARK.split(text):
        if MARK.fullmatch(part):
            styles = MEANT.get(part, PLAIN)
        else:
            parts += [one if ends.fullmatch(one) else mark_emphasis(one, styles) for one in _split(part, ends)]
    return "".join(parts)


def without_marks(text: str) -> str:
    return MARK.sub("", text)


def extract_emphasis(text: str) -> tuple[str, tuple[Emphasis, ...]]:
    """The text without marks, as a document has it, and which of its words are emphasised, in their order."""
    plain, runs = _parted(document_text(text))
    return plain, tuple(sorted(_joined(runs, plain))[:MOST])


def emphasis_within(emphasis: Collection[Emphasis], length: int) -> tuple[Emphasis, ...]:
    """The emphasis that lies within a text of this length, in its order."""
    return tuple(sorted({one for one in emphasis if 0 <= one.start < one.end <= length})[:MOST])


def emphasised_table(grid: Grid, head_rows: int | None = None) -> str:
    """As `table_text`, of cells with marks; the names of columns are without: they are said again in each row."""
    if not any(MARK.search(cell) for row in grid for cell in row):
        return table_text(grid, head_rows)
    cells = [[_parted(" ".join(cell.split())) for cell in row] for row in grid]
    lines = table_lines([[plain for plain, _ in row] for row in cells], head_rows)
    return "\n".join("".join(_written(part, line[-1].row, cells) for part in line) for line in lines)


def _written(part: Part, row: int, cells: Sequence[Sequence[tuple[str, Sequence[Run]]]]) -> str:
    """A cell of its line's own row stands there whole."""
    return _marked(part.text, cells[row][part.column][1]) if part.row == row else part.text


def _marked(text: str, runs: Sequence[Run]) -> str:
    parts, at = [], 0
    for run in runs:
        parts += [text[at : run.start], style_mark(run.styles), text[run.start : run.end], END]
        at = run.end
    return "".join([*parts, text[at:]])


def style_mark(styles: Collection[EmphasisStyle]) -> str:
    """The mark before words of these styles; without styles, the mark that ends all others."""
    return MARKS[frozenset(styles)]


def _split(text: str, ends: re.Pattern[str]) -> Iterator[str]:
    at = 0
    for end in ends.finditer(text):
        yield text[at : end.start()]
        yield end.group()
        at = end.end()
    yield text[at:]


def _parted(text: str) -> tuple[str, list[Run]]:
    """The text without marks, and what they mark in it; a mark that has no other is none."""
    words, runs, length, begin, styles = list[str](), list[Run](), 0, 0, PLAIN
    for part in MARK.split(text):
        if not MARK.fullmatch(part):
            words.append(part)
            length += len(part)
            continue
        if styles and part == END and begin < length:
            runs.append(Run(begin, length, styles))
        begin, styles = length, MEANT.get(part, PLAIN)
    return "".join(words), runs


def _joined(runs: Sequence[Run], text: str) -> Iterator[Emphasis]:
    """Words of one style with nothing but spaces between them are one."""
    for style in EMPHASIS_STYLES:
        start = end = 0
        for run in (run for run in runs if style in run.styles):
            between = text[end : run.start]
            if end and not between.strip() and "\n" not in between:
                end = run.end
                continue
            if end:
                yield Emphasis(start, end, style)
            start, end = run.start, run.end
        if end:
            yield Emphasis(start, end, style)
