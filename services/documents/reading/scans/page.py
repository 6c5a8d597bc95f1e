"""A picture of a page to its text: what stands where, and how sure the machine is of each word."""

import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from services.documents.reading.pdf.pages import TORN
from services.documents.reading.pdf.text import prose_paragraphs
from services.documents.reading.placed_text import NOWHERE, PlacedText, join_texts
from services.documents.reading.scans.letters import LineText, line_text
from services.documents.reading.scans.lines import text_lines
from services.documents.reading.scans.models import scan_models
from services.documents.reading.scans.order import rows_in_order
from services.models import ReadPage
from services.text.boxes import pack_boxes, pack_confidences

UNSURE = 0.5
"""Lines that are less sure than this on average are stains and drawings."""
WORD = re.compile(r"\S+")
TORN_LINE = re.compile(r"(?<=[^\W\d_])-$")


def read_page(picture: Image.Image) -> ReadPage:
    models, gray = scan_models(), picture.convert("L")
    rows = rows_in_order(text_lines(gray, models))
    read = [[line_text(gray, line, models) for line in row] for row in rows]
    kept = [[part for part in row if _is_text(part)] for row in read]
    parts = [part for row in kept for part in row]
    text = join_texts(prose_paragraphs(_prose([row for row in kept if row])), "\n\n")
    boxes = np.vstack([_boxes(part, gray.size) for part in parts] or [np.zeros((0, 4))])
    sure = np.concatenate([_word_confidences(part) for part in parts] or [np.zeros(0)])
    places = np.array(text.places, np.int64)
    return ReadPage(
        text=text.text,
        boxes=pack_boxes(_picked(boxes, places, 0.0)),
        confidences=pack_confidences(_picked(sure, places, 1.0)),
    )


def _is_text(part: LineText) -> bool:
    return bool(part.text.strip()) and float(part.sure.mean()) >= UNSURE


def _prose(rows: Sequence[Sequence[LineText]]) -> PlacedText:
    """A line for each row; a word that is torn at a line's end waits for the next line."""
    lines, start = list[PlacedText](), 0
    for row in rows:
        parts = list[PlacedText]()
        for part in row:
            parts.append(PlacedText(part.text, range(start, start + len(part.text))).strip())
            start += len(part.text)
        lines.append(join_texts(parts, " "))
    return join_texts(_with_ends(lines))


def _with_ends(lines: Sequence[PlacedText]) -> Iterator[PlacedText]:
    for number, line in enumerate(lines):
        following = lines[number + 1].text if number + 1 < len(lines) else ""
        if TORN_LINE.search(line.text) and following[:1].isalpha():
            yield line.part(0, len(line.text) - 1)
            yield PlacedText(TORN, line.places[-1:])
        else:
            yield line
            yield PlacedText("\n", (NOWHERE,))


def _boxes(part: LineText, size: tuple[int, int]) -> NDArray[np.float64]:
    """Left, top, right and bottom of each character, as shares of the picture; level, also where the line leans."""
    ends = np.array([[part.line.at(side, half) for side in sides for half in (0.0, 1.0)] for sides in part.sides])
    shares = ends.reshape(len(part.text), 4, 2) / np.array(size)
    found: NDArray[np.float64] = np.hstack([shares.min(axis=1), shares.max(axis=1)]).clip(0, 1)
    return found


def _word_confidences(part: LineText) -> NDArray[np.float64]:
    """Each character has that of its word: the mean of its letters."""
    sure = np.ones(len(part.text))
    for word in WORD.finditer(part.text):
        sure[word.start() : word.end()] = part.sure[word.start() : word.end()].mean()
    return sure


def _picked(values: NDArray[np.float64], places: NDArray[np.int64], otherwise: float) -> NDArray[np.float64]:
    """Of the characters with these numbers; `otherwise` for what stands nowhere, such as the space between lines."""
    found = np.full((len(places), *values.shape[1:]), otherwise)
    found[places != NOWHERE] = values[places[places != NOWHERE]]
    return found
