"""Pictures as documents: each frame is a page, and its text is to be read by machine."""

import io
import warnings
from collections.abc import Iterator
from contextlib import closing

from PIL import Image, ImageOps, UnidentifiedImageError

from services.documents.reading.recognition import draft_of_file
from services.documents.reading.scans.unread_pages import mark_unread_pages
from services.errors import UnreadableDocument
from services.models import DocumentDraft, PageLayout
from services.text.boxes import NOTHING_PACKED

KINDS = ("PNG", "JPEG", "TIFF")
MOST_PIXELS = 100_000_000
MOST_FRAMES = 2000
USUAL_RESOLUTION = 200.0
"""Dots an inch, where the file says none or one that no scanner has."""
LEAST_RESOLUTION = 50.0
POINTS = 72.0
"""An inch."""


def read_image(data: bytes, name: str) -> DocumentDraft:
    layouts = tuple(_layout(number, frame) for number, frame in enumerate(_frames(data, name), start=1))
    properties = {"pages": len(layouts), "page_offsets": [0] * len(layouts)}
    draft = draft_of_file(name, "", properties, kind="image").model_copy(update={"pages": layouts})
    return mark_unread_pages(draft, tuple(layout.number for layout in layouts))


def _frames(data: bytes, name: str) -> Iterator[Image.Image]:
    """As they are to be seen, turned as the camera says; one at a time. Raises UnreadableDocument."""
    with closing(_opened(data, name)) as picture:
        for number in range(min(getattr(picture, "n_frames", 1), MOST_FRAMES)):
            try:
                picture.seek(number)
                if picture.width * picture.height > MOST_PIXELS:
                    raise _too_large(name)
                yield ImageOps.exif_transpose(picture)
            except (OSError, ValueError, SyntaxError, EOFError) as error:
                raise _broken(name) from error


def frame(data: bytes, name: str, number: int) -> Image.Image:
    """Counted from 1. Raises UnreadableDocument."""
    found = next((one for at, one in enumerate(_frames(data, name), start=1) if at == number), None)
    if found is None:
        raise _broken(name)
    return found


def _opened(data: bytes, name: str) -> Image.Image:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow's own of pictures that are large and not too large
        try:
            return Image.open(io.BytesIO(data), formats=KINDS)
        except Image.DecompressionBombError as error:
            raise _too_large(name) from error
        except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
            raise _broken(name) from error


def _too_large(name: str) -> UnreadableDocument:
    return UnreadableDocument(
        f"“{name}” has more than {MOST_PIXELS / 1e6:.0f} million pixels. Save it smaller, or in parts."
    )


def _broken(name: str) -> UnreadableDocument:
    return UnreadableDocument(f"“{name}” is damaged or no picture. Open it in a viewer and save it as PNG.")


def _layout(number: int, picture: Image.Image) -> PageLayout:
    width, height = (side / _resolution(picture) * POINTS for side in picture.size)
    return PageLayout(
        number=number,
        label=str(number),
        width=width,
        height=height,
        start_offset=0,
        end_offset=0,
        boxes=NOTHING_PACKED,
    )


def _resolution(picture: Image.Image) -> float:
    said = picture.info.get("dpi", (0.0, 0.0))[0]
    try:
        return float(said) if float(said) >= LEAST_RESOLUTION else USUAL_RESOLUTION
    except (TypeError, ValueError, ZeroDivisionError):
        return USUAL_RESOLUTION
