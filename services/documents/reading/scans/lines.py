"""Where the lines of text stand on a picture, also of a page that lies askew. Numpy alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from services.documents.reading.scans.models import Numbers, ScanModels

LONGEST_SIDE = 736
"""Pixels of the picture in which lines are looked for: letters of 7 points still show in it."""
GRAIN = 32
"""Its sides are multiples of this."""
TEXT = 0.3
SURE = 0.5
"""How likely a pixel, and a line on average, must be text."""
SMALLEST = 12
"""Pixels of a line."""
SHRUNK = 1.6
"""The model marks lines smaller than they are: by their area over their outline, times this."""
LEVEL = 2.0
"""A patch that is so many times as wide as it is high tells how its line leans."""

Point = tuple[float, float]
Run = tuple[int, int, int]
"""A row, its first pixel and the one after its last."""


@dataclass(frozen=True)
class TextLine:
    """A rectangle that leans as its text does, in pixels: where it begins, its upper left corner, the step along it
    and the step down, each over its whole length."""

    corner: Point
    along: Point
    down: Point

    @property
    def width(self) -> float:
        return float(np.hypot(*self.along))

    @property
    def height(self) -> float:
        return float(np.hypot(*self.down))

    @property
    def left(self) -> float:
        return self.corner[0] + self.down[0] / 2

    @property
    def right(self) -> float:
        return self.left + self.along[0]

    @property
    def middle(self) -> float:
        """How far down the page its middle stands."""
        return self.corner[1] + (self.along[1] + self.down[1]) / 2

    @property
    def lean(self) -> float:
        return self.along[1] / self.along[0]

    def at(self, along: float, down: float) -> Point:
        """The point at these shares of its length and its height."""
        (x, y), (right, rise), (aside, fall) = self.corner, self.along, self.down
        return x + along * right + down * aside, y + along * rise + down * fall


def text_lines(picture: Image.Image, models: ScanModels) -> list[TextLine]:
    """The lines of text on a gray picture, in no order."""
    scale = LONGEST_SIDE / max(picture.size)
    width, height = (max(GRAIN, round(side * scale / GRAIN) * GRAIN) for side in picture.size)
    small = np.asarray(picture.resize((width, height), Image.Resampling.BILINEAR))
    likelihood = models.text_likelihood(small)
    stretch = picture.width / width, picture.height / height
    found = (_line(runs, likelihood, stretch) for runs in patches(likelihood > TEXT))
    return [line for line in found if line is not None]


def patches(mask: NDArray[np.bool_]) -> list[list[Run]]:
    """The pixels that hang together, each patch as its runs."""
    roots, runs, above = list[int](), list[Run](), list[int]()
    for row in range(mask.shape[0]):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], mask[row].astype(np.int8), [0]])))
        here = list(range(len(runs), len(runs) + len(edges) // 2))
        runs += [(row, int(start), int(end)) for start, end in zip(edges[::2], edges[1::2], strict=True)]
        roots += here
        for upper, lower in _touching(runs, above, here):
            roots[_root(roots, lower)] = _root(roots, upper)
        above = here
    found: dict[int, list[Run]] = {}
    for number, run in enumerate(runs):
        found.setdefault(_root(roots, number), []).append(run)
    return list(found.values())


def _touching(runs: Sequence[Run], above: Sequence[int], here: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Of two rows, from left to right, the runs that lie over each other."""
    upper = lower = 0
    while upper < len(above) and lower < len(here):
        (_, start, end), (_, first, last) = runs[above[upper]], runs[here[lower]]
        if start < last and first < end:
            yield above[upper], here[lower]
        if end < last:
            upper += 1
        else:
            lower += 1


def _root(roots: list[int], number: int) -> int:
    while roots[number] != number:
        roots[number] = roots[roots[number]]
        number = roots[number]
    return number


def _line(runs: Sequence[Run], likelihood: Numbers, stretch: Point) -> TextLine | None:
    rows, starts, ends = np.array(runs).T
    if (ends - starts).sum() < SMALLEST:
        return None
    if np.concatenate([likelihood[row, start:end] for row, start, end in runs]).mean() < SURE:
        return None
    middle, lean = _axis(rows, starts, ends)
    across = np.array([np.cos(lean), np.sin(lean)])
    down = np.array([-across[1], across[0]])
    edges = np.vstack([np.hstack([starts, ends]), np.hstack([rows, rows]) + 0.5]).T - middle
    along = edges @ across
    aside = edges @ down
    first, last, top, bottom = along.min(), along.max(), aside.min() - 0.5, aside.max() + 0.5
    more = (last - first) * (bottom - top) * SHRUNK / (2 * (last - first + bottom - top))
    corner = middle + (first - more) * across + (top - more) * down
    length, height = last - first + 2 * more, bottom - top + 2 * more
    return TextLine(_pair(corner, stretch), _pair(across * length, stretch), _pair(down * height, stretch))


def _axis(
    rows: NDArray[np.int64], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> tuple[NDArray[np.float64], float]:
    """The middle of all pixels, and how much their line of regression leans, in radians."""
    counts = ends - starts
    across, down = (starts + ends) / 2, rows + 0.5
    middle = np.array([np.average(across, weights=counts), np.average(down, weights=counts)])
    if ends.max() - starts.min() <= LEVEL * (rows.max() - rows.min() + 1):
        return middle, 0.0
    spread = (counts * (across - middle[0]) ** 2).sum() + (counts * (counts**2 - 1) / 12).sum()
    together = (counts * (across - middle[0]) * (down - middle[1])).sum()
    return middle, float(np.arctan2(together, spread))


def _pair(step: NDArray[np.float64], stretch: Point) -> Point:
    return float(step[0] * stretch[0]), float(step[1] * stretch[1])
