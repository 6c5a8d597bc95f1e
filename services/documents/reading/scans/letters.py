"""The letters of a line, each with its place along it and how sure the model is of it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from services.documents.reading.scans.lines import TextLine
from services.documents.reading.scans.models import Numbers, ScanModels

HEIGHT = 48
STEP = 8
"""Pixels of a line, and those that the model tells one letter of."""
SQUEEZED = 0.85
"""Lines are read at this share of their width: the time goes with it, and at 0.65 letters are lost."""
WIDEST = 6000
NO_LETTER = 0
REACH = 0.6
"""How far a letter reaches to either side of its middle, as a share of the usual step between two of its line."""


@dataclass(frozen=True)
class LineText:
    """`sides` has a row for each character: where it begins and ends, as shares of the line's length; `sure` how
    sure the model is of it, 0 to 1."""

    line: TextLine
    text: str
    sides: NDArray[np.float64]
    sure: Numbers


def line_text(picture: Image.Image, line: TextLine, models: ScanModels) -> LineText:
    width = min(max(HEIGHT, line.width / line.height * HEIGHT * SQUEEZED), WIDEST)
    pixels = round(width / STEP) * STEP
    corners = (*line.at(0, 0), *line.at(0, 1), *line.at(1, 1), *line.at(1, 0))
    cut = picture.transform((pixels, HEIGHT), Image.Transform.QUAD, corners, Image.Resampling.BICUBIC)
    likelihoods = models.letter_likelihoods(np.asarray(cut))
    found, best = likelihoods.argmax(axis=1), likelihoods.max(axis=1)
    is_new = np.concatenate([[True], found[1:] != found[:-1]])  # the same twice is one letter, seen from two steps
    steps = np.flatnonzero((found != NO_LETTER) & is_new)
    text = "".join(models.letters[number] for number in found[steps])
    assert len(text) == len(steps)
    return LineText(line, text, _sides((steps + 0.5) / len(found)), best[steps])


def _sides(middles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Half way to its neighbours, but no further than a letter usually reaches."""
    steps = np.diff(middles)
    reach = REACH * (float(np.median(steps)) if len(steps) else 1.0)
    before = np.minimum(np.concatenate([[reach], steps / 2]), reach)
    after = np.minimum(np.concatenate([steps / 2, [reach]]), reach)
    return np.stack([middles - before, middles + after], axis=1).clip(0, 1)
