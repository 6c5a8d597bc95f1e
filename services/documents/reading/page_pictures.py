"""Pages of a PDF as pictures. No script of a file runs: the library is built without any."""

import io
from collections.abc import Iterator, Sequence
from contextlib import closing

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from services.documents.reading.pdf_reader import opened
from services.errors import UnreadableDocument

MOST_PIXELS = 12_000_000
"""Of one picture: a page may claim to be a thousand times as high as it is wide."""


def page_pictures(data: bytes, name: str, numbers: Sequence[int], width: int) -> list[bytes]:
    """PNGs of the pages, counted from 1, so many pixels wide. Raises UnreadableDocument."""
    with closing(opened(data, name)) as file:
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
            picture = io.BytesIO()
            page.render(scale=scale).to_pil().save(picture, "PNG")
            yield picture.getvalue()
