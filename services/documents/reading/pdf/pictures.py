"""Pages of PDFs and of pictures as pictures. No script of a file runs: the library is built without any."""

import io
from collections.abc import Iterator, Sequence
from contextlib import closing

import pypdfium2 as pdfium
import pypdfium2.raw as raw
from PIL import Image

from services.documents.reading.formats import check_format
from services.documents.reading.pdf.reader import open_pdf
from services.documents.reading.scans.image_files import frame
from services.errors import UnreadableDocument

MOST_PIXELS = 12_000_000
"""Of one picture: a page may claim to be a thousand times as high as it is wide."""


def page_pictures(data: bytes, name: str, numbers: Sequence[int], width: int) -> list[bytes]:
    """PNGs of the pages, counted from 1, so many pixels wide. Raises UnreadableDocument."""
    if check_format(name) == "image":
        return [_png(_scaled(frame(data, name, number), width)) for number in numbers]
    with closing(open_pdf(data, name)) as file:
        try:
            return list(_drawn(file, numbers, width))
        except (pdfium.PdfiumError, ValueError) as error:
            raise UnreadableDocument(f"A page of “{name}” cannot be drawn: the file is damaged there.") from error


def _drawn(file: pdfium.PdfDocument, numbers: Sequence[int], width: int) -> Iterator[bytes]:
    if file.get_formtype() != raw.FORMTYPE_NONE:
        file.init_forms()  # what was filled in is a part of the page
    for number in numbers:
        with closing(file[number - 1]) as page:
            across, down = page.get_size()
            scale = min(width / across, (MOST_PIXELS / (across * down)) ** 0.5)
            yield _png(page.render(scale=scale).to_pil())


def _scaled(picture: Image.Image, width: int) -> Image.Image:
    """No finer than it is."""
    across = min(width, picture.width, round((MOST_PIXELS * picture.width / picture.height) ** 0.5))
    return picture.convert("RGB").resize((max(1, across), max(1, round(picture.height * across / picture.width))))


def _png(picture: Image.Image) -> bytes:
    written = io.BytesIO()
    picture.save(written, "PNG")
    return written.getvalue()
