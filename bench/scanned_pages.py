"""Scanned pages made of our own texts: printed, turned by a degree, with noise, at 200 dots an inch."""

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
from fpdf import FPDF
from numpy.typing import NDArray
from PIL import Image

SAMPLE = Path(__file__).resolve().parents[1] / "samples" / "space"
FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
RESOLUTION, TURNED, NOISE = 200, 1.0, 20.0
A_PAGE = 2300
"""Characters: a full page of 11 points."""
FONTS = ("Times", "Helvetica")


@dataclass(frozen=True)
class ScannedPage:
    """`text` is what is printed on it, on one line."""

    text: str
    picture: Image.Image


def sample_texts(count: int) -> Iterator[str]:
    """So many pages' worth of the sample's texts, cut between words."""
    whole = "\n\n".join(FRONT_MATTER.sub("", path.read_text("utf-8")) for path in sorted(SAMPLE.glob("*.md")))
    known = whole.encode("latin-1", "ignore").decode("latin-1")  # what the PDF's own fonts have
    at = 0
    for _ in range(count):
        end = known.rindex(" ", at, at + A_PAGE)
        yield known[at:end].strip()
        at = end
        if at + A_PAGE > len(known):
            at = 0


def scanned(text: str, number: int = 0) -> ScannedPage:
    """`number` chooses font, side of the turn and noise."""
    pdf = FPDF(format="A4")
    pdf.set_margins(25, 22)
    pdf.add_page()
    pdf.set_font(FONTS[number % len(FONTS)], size=11 if number % len(FONTS) == 0 else 10)
    pdf.multi_cell(0, 5.5, text)
    page = pdfium.PdfDocument(bytes(pdf.output()))[0]
    drawn = page.render(scale=RESOLUTION / 72).to_pil().convert("L")
    turned = drawn.rotate(TURNED if number % 2 else -TURNED, Image.Resampling.BICUBIC, fillcolor=255)
    noise = np.random.default_rng(number).normal(0, NOISE, (turned.height, turned.width))
    noisy = (np.asarray(turned) + noise).clip(0, 255).astype(np.uint8)
    return ScannedPage(" ".join(text.split()), Image.fromarray(noisy))


def as_pdf(pages: Sequence[ScannedPage], printed: str = "") -> bytes:
    """A page for each picture; `printed` is a page of text before them."""
    pdf = FPDF(format="A4")
    pdf.set_font("Times", size=12)
    if printed:
        pdf.add_page()
        pdf.multi_cell(0, 6, printed)
    for page in pages:
        pdf.add_page()
        pdf.image(page.picture, 0, 0, pdf.w, pdf.h)
    return bytes(pdf.output())


def as_file(page: ScannedPage, kind: str = "PNG") -> bytes:
    written = io.BytesIO()
    page.picture.save(written, kind, dpi=(RESOLUTION, RESOLUTION))
    return written.getvalue()


def wrong_letters(printed: str, read: str) -> int:
    """The letters to be put in, taken out or changed to make one of the other: Levenshtein's distance."""
    other = np.array([ord(letter) for letter in read])
    before: NDArray[np.int64] = np.arange(len(read) + 1)
    for number, letter in enumerate(printed, start=1):
        changed = np.minimum(before[1:] + 1, before[:-1] + (other != ord(letter)))
        row = np.concatenate([[number], changed]) - np.arange(len(read) + 1)
        before = np.minimum.accumulate(row) + np.arange(len(read) + 1)
    return int(before[-1])
