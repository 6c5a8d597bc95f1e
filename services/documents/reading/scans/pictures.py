"""Pages as pictures fit to be read off by machine."""

from contextlib import closing

import pypdfium2 as pdfium
from PIL import Image

from services.documents.reading.formats import check_format
from services.documents.reading.pdf.reader import open_pdf
from services.documents.reading.scans.image_files import frame
from services.documents.reading.scans.page import read_page
from services.errors import UnreadableDocument
from services.models import ReadPage

RESOLUTION = 200.0
"""Dots an inch at which pages of PDFs are drawn."""
POINTS = 72.0
MOST_PIXELS = 12_000_000


def read_picture(data: bytes, name: str, number: int) -> ReadPage:
    """The text of one page, counted from 1. Raises UnreadableDocument."""
    picture = frame(data, name, number) if check_format(name) == "image" else _drawn(data, name, number)
    gray = picture.convert("L")
    if (scale := (MOST_PIXELS / (gray.width * gray.height)) ** 0.5) < 1:
        gray = gray.resize((max(1, round(gray.width * scale)), max(1, round(gray.height * scale))))
    return read_page(gray)


def _drawn(data: bytes, name: str, number: int) -> Image.Image:
    with closing(open_pdf(data, name)) as file:
        try:
            with closing(file[number - 1]) as page:
                across, down = page.get_size()
                scale = min(RESOLUTION / POINTS, (MOST_PIXELS / (across * down)) ** 0.5)
                picture: Image.Image = page.render(scale=scale, grayscale=True).to_pil()
                return picture
        except (pdfium.PdfiumError, ValueError) as error:
            raise UnreadableDocument(f"A page of “{name}” cannot be drawn: the file is damaged there.") from error
