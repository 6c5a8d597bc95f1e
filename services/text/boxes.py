"""Where the characters of a page stand, in few bytes; and the boxes round a passage of it. Pure."""

import zlib
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FINEST = 65535
"""A side of a page, in the unit in which places on it are kept."""
SUREST = 255
"""A certain word, in the unit in which confidences are kept."""
GAP = 0.8
"""Characters of one line with more between them than this share of its height are marked apart."""
OVERLAP = 0.4
"""How far a character may stand back over the one before it, as a share of the line's height."""
ALIKE = 3.0
"""Boxes below each other belong to one upright line only when one is not so many times as wide as the other."""


class Box(NamedTuple):
    """In shares of the page's width and height, from its upper left corner."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


def pack_boxes(shares: NDArray[np.float64]) -> bytes:
    """The boxes of characters as bytes. A row has left, top, right and bottom, 0 to 1; zeros where there is none."""
    fine = np.rint(shares * FINEST).astype("<u2")
    return zlib.compress(np.ascontiguousarray(fine.T).tobytes(), 6)


NOTHING_PACKED = pack_boxes(np.zeros((0, 4)))
"""Of a page without text."""


def unpack_boxes(boxes: bytes) -> NDArray[np.float64]:
    sides = np.frombuffer(zlib.decompress(boxes), "<u2").reshape(4, -1)
    return sides.T / FINEST


def pack_confidences(sure: NDArray[np.float64]) -> bytes:
    """As bytes, how sure the machine is of each character's word, 0 to 1."""
    return zlib.compress(np.rint(sure.clip(0, 1) * SUREST).astype(np.uint8).tobytes(), 6)


def unpack_confidences(confidences: bytes) -> NDArray[np.float64]:
    return np.frombuffer(zlib.decompress(confidences), np.uint8) / SUREST


def shown_share(text: str, shares: NDArray[np.float64]) -> float:
    """The share of the text that the page shows, 0 to 1; white space does not count."""
    counted = [bool(row.any()) for letter, row in zip(text, shares, strict=True) if not letter.isspace()]
    return sum(counted) / len(counted) if counted else 0.0


def marked_boxes(shares: NDArray[np.float64], width: float, height: float) -> list[Box]:
    """The fewest boxes that hold these characters and nothing between them; `width` and `height` are the page's."""
    scale = np.array([width, height, width, height])
    boxes = (Box(*row) for row, _ in groupby((shares * scale).tolist()) if any(row))  # two letters may be one glyph
    return [Box(*(np.array(box) / scale).tolist()) for box in _merged(boxes)]


def _merged(boxes: Iterator[Box]) -> Iterator[Box]:
    line: Box | None = None
    for box in boxes:
        if line is not None and (_goes_on(line, box) or _goes_on_upright(line, box)):
            line = _around(line, box)
            continue
        if line is not None:
            yield line
        line = box
    if line is not None:
        yield line


def _goes_on(line: Box, box: Box) -> bool:
    """To the right, at the same height."""
    height = max(line.height, box.height)
    return -OVERLAP * height <= box.left - line.right <= GAP * height and _is_level(line, box)


def _is_level(line: Box, box: Box) -> bool:
    return (
        line.top <= (box.top + box.bottom) / 2 <= line.bottom or box.top <= (line.top + line.bottom) / 2 <= box.bottom
    )


def _goes_on_upright(line: Box, box: Box) -> bool:
    """Up or down, as on a turned page."""
    width = max(line.width, box.width)
    gap = max(box.top - line.bottom, line.top - box.bottom)
    is_aligned = abs(line.left + line.right - box.left - box.right) <= width
    return is_aligned and gap <= GAP * width and width <= ALIKE * min(line.width, box.width)


def _around(one: Box, other: Box) -> Box:
    return Box(
        min(one.left, other.left), min(one.top, other.top), max(one.right, other.right), max(one.bottom, other.bottom)
    )
