"""What stands where on a page of a PDF: its characters, words and drawn lines.

Upright whichever way the page is turned: most of its characters run from left to right.
"""

import ctypes
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw
from numpy.typing import NDArray

from services.documents.reading.placed_text import NOWHERE, PlacedText

TORN = "\ufffe"
"""Stands in a page's text where a word is torn at the end of a line."""
WORD = re.compile(rf"[^\s{TORN}]+")
MOST_DRAWN = 20_000
"""A page with more drawings is a map or a plan; nobody reads a table off it."""
NEARLY = 1.0
"""Points that a line may lean and still is level or upright."""

ANGLES = 40
"""Characters of a page that are asked which way they run."""

DEVICE = 1_000_000
"""Pixels of a screen that is never made: how finely places on a page are told."""
FAR = 1000.0
"""Points between which it is measured how the page is turned."""
UNMEASURED = (0.0, 0.0, 0.0, 0.0)
EDGE = 0.005
"""The share of the page by which a character may stand out of it."""

Point = tuple[float, float]


class Box(NamedTuple):
    """In points, `top` above `bottom`."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def height(self) -> float:
        return self.top - self.bottom

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2


class Word(NamedTuple):
    """`start` and `end` are its place in the text of its page."""

    text: str
    start: int
    end: int
    box: Box

    @property
    def placed_text(self) -> PlacedText:
        return PlacedText(self.text, range(self.start, self.end))


@dataclass(frozen=True)
class Rule:
    """A drawn line between two points, level or upright."""

    start: Point
    end: Point

    @property
    def is_level(self) -> bool:
        return abs(self.start[1] - self.end[1]) <= NEARLY


class PageContent:
    """One open page. Boxes are measured only when they are asked for: that takes longer than the text."""

    def __init__(self, page: pdfium.PdfPage) -> None:
        self.page = page
        self._characters = page.get_textpage()
        self._corners = raw.FS_RECTF()
        self._measured = ctypes.byref(self._corners)

    @cached_property
    def text(self) -> str:
        """One character for each that has a box, so that a place in it is the number of a character."""
        count = self._characters.count_chars()
        found = str(self._characters.get_text_range()) if count else ""
        if len(found) != count:
            codes = (raw.FPDFText_GetUnicode(self._characters, place) for place in range(count))
            found = "".join(chr(code) if 0 < code < 0x110000 else " " for code in codes)
        return found.replace("\x02", TORN)

    @cached_property
    def _turned(self) -> int:
        """Degrees that most characters are turned to the right."""
        places = range(0, len(self.text), max(1, len(self.text) // ANGLES))
        angles = (raw.FPDFText_GetCharAngle(self._characters, place) for place in places if self.text[place].strip())
        return Counter(round(math.degrees(angle) / 90) % 4 * 90 for angle in angles).most_common(1)[0][0]

    @property
    def placed_text(self) -> PlacedText:
        return PlacedText(self.text, range(len(self.text)))

    def shares(self, places: Sequence[int]) -> NDArray[np.float64]:
        """A row for each place: left, top, right and bottom as shares of the page as it is shown, turned and cropped.
        Zeros: the page shows no such character."""
        measured = self._measured_sides(places)
        return self._as_shown(measured, np.asarray(measured.any(axis=1)))

    def _measured_sides(self, places: Sequence[int]) -> NDArray[np.float64]:
        """Left, right, bottom and top of each; the loop runs for every character of every page."""
        measure, page, text = raw.FPDFText_GetCharBox, self._characters.raw, self.text
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        pointers = tuple(map(ctypes.byref, (left, right, bottom, top)))
        sides: list[float] = []
        for place in places:
            if place != NOWHERE and not text[place].isspace() and measure(page, place, *pointers):
                sides += (left.value, right.value, bottom.value, top.value)
            else:
                sides += UNMEASURED
        return np.array(sides, np.float64).reshape(-1, 4)

    def _as_shown(self, corners: NDArray[np.float64], measured: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Of boxes as pdfium has them: left, right, bottom, top, in points of the page as it was written."""
        origin, across, up = (np.array(self._shown_at(*point)) for point in ((0, 0), (FAR, 0), (0, FAR)))
        turn = np.array([(across - origin) / FAR, (up - origin) / FAR])
        one = corners[:, (0, 2)] @ turn + origin
        other = corners[:, (1, 3)] @ turn + origin
        shares = np.hstack([np.minimum(one, other), np.maximum(one, other)])
        is_visible = measured & (shares[:, :2] >= -EDGE).all(axis=1) & (shares[:, 2:] <= 1 + EDGE).all(axis=1)
        return np.where(is_visible[:, None], shares.clip(0, 1), 0)

    def _shown_at(self, x: float, y: float) -> Point:
        right, down = ctypes.c_int(), ctypes.c_int()
        raw.FPDF_PageToDevice(self.page, 0, 0, DEVICE, DEVICE, 0, x, y, ctypes.byref(right), ctypes.byref(down))
        return right.value / DEVICE, down.value / DEVICE

    @cached_property
    def words(self) -> list[Word]:
        found = ((match.group(), *match.span()) for match in WORD.finditer(self.text))
        return [Word(text, start, end, self._around(start, end)) for text, start, end in found]

    @cached_property
    def drawn(self) -> list[object]:
        """What the page is made of, as pdfium knows it: texts, paths, pictures, drawings that hold others."""
        count = raw.FPDFPage_CountObjects(self.page)
        return [raw.FPDFPage_GetObject(self.page, number) for number in range(count if count <= MOST_DRAWN else 0)]

    @cached_property
    def rules(self) -> list[Rule]:
        """The lines and edges that the page draws. Those inside of a placed drawing are left out."""
        return [rule for one in self.drawn if _is_visible_path(one) for rule in self._edges(one)]

    @property
    def sheet_box(self) -> Box:
        """The box of the whole page."""
        return self._turned_box(*self.page.get_bbox())

    def drawn_box(self, drawn: object) -> Box | None:
        """The box of as much of it as lies on the page; None if it lies beside the page."""
        sides = [ctypes.c_float() for _ in range(4)]
        if not raw.FPDFPageObj_GetBounds(drawn, *map(ctypes.byref, sides)):
            return None
        box, sheet = self._turned_box(*(side.value for side in sides)), self.sheet_box
        left, right = max(box.left, sheet.left), min(box.right, sheet.right)
        bottom, top = max(box.bottom, sheet.bottom), min(box.top, sheet.top)
        return Box(left, bottom, right, top) if left < right and bottom < top else None

    def box(self, place: int) -> Box:
        """The box of a character, as high as its font whichever letter it is."""
        raw.FPDFText_GetLooseCharBox(self._characters.raw, place, self._measured)
        found = self._corners
        return self._turned_box(found.left, found.bottom, found.right, found.top)

    def _turned_box(self, left: float, bottom: float, right: float, top: float) -> Box:
        if not self._turned:
            return Box(left, bottom, right, top)
        corners = map(self._upright, ((left, bottom), (right, top)))
        (left, right), (bottom, top) = map(sorted, zip(*corners, strict=True))
        return Box(left, bottom, right, top)

    def _around(self, start: int, end: int) -> Box:
        first = self.box(start)
        if end == start + 1:
            return first
        last = self.box(end - 1)
        return Box(first.left, min(first.bottom, last.bottom), last.right, max(first.top, last.top))

    def _edges(self, path: object) -> Iterator[Rule]:
        matrix = raw.FS_MATRIX()
        raw.FPDFPageObj_GetMatrix(path, matrix)
        points: list[Point] = []
        for number in range(min(raw.FPDFPath_CountSegments(path), MOST_DRAWN)):
            segment = raw.FPDFPath_GetPathSegment(path, number)
            kind = raw.FPDFPathSegment_GetType(segment)
            if kind == raw.FPDF_SEGMENT_MOVETO:
                yield from _rules(points)
                points = []
            points.append(self._upright(_point(segment, matrix)))
            if raw.FPDFPathSegment_GetClose(segment):
                points.append(points[0])
        yield from _rules(points)

    def _upright(self, point: Point) -> Point:
        x, y = point
        return {90: (-y, x), 180: (-x, -y), 270: (y, -x)}.get(self._turned, (x, y))


def _is_visible_path(drawn: object) -> bool:
    if raw.FPDFPageObj_GetType(drawn) != raw.FPDF_PAGEOBJ_PATH:
        return False
    filled, stroked = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(drawn, filled, stroked)
    return bool(filled.value or stroked.value)


def _point(segment: object, matrix: raw.FS_MATRIX) -> Point:
    x, y = ctypes.c_float(), ctypes.c_float()
    raw.FPDFPathSegment_GetPoint(segment, x, y)
    return (
        matrix.a * x.value + matrix.c * y.value + matrix.e,
        matrix.b * x.value + matrix.d * y.value + matrix.f,
    )


def _rules(points: list[Point]) -> Iterator[Rule]:
    for start, end in pairwise(points):
        across, up = abs(start[0] - end[0]), abs(start[1] - end[1])
        if min(across, up) <= NEARLY < max(across, up):
            yield Rule(start, end)
