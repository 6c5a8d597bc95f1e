"""Pictures on a page of a PDF, named between its paragraphs where they stand."""

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import pypdfium2.raw as raw

from services.documents.reading.pdf.pages import Box, PageContent
from services.documents.reading.pictures import LONGEST, picture_line
from services.documents.reading.placed import NOWHERE, Placed, added

LEAST_SIDE = 36.0
"""Points; what is smaller is a sign or a bullet."""
LEAST_SHARE, MOST_SHARE = 0.01, 0.9
"""Of the page: less is an ornament, more is its background, or a scan with its text laid over it."""
EDGE_SHARE = 0.12
"""What lies wholly within this share of the page's top or bottom belongs to its letterhead."""
DEEPEST = 4
MOST_ELEMENTS = 5_000
SAMPLES = 60
"""Characters of a paragraph that are asked where they stand."""


class PagePicture(NamedTuple):
    """`said`: what its author wrote for those who do not see it."""

    box: Box
    said: str | None


def with_pictures(paragraphs: Sequence[Placed], page: PageContent) -> list[Placed]:
    """Each picture stands before the first paragraph that begins below it in its column, else at the end."""
    told = list(paragraphs)
    for picture in sorted(page_pictures(page), key=lambda one: -one.box.top):
        places = ((number, _extent(paragraph, page)) for number, paragraph in enumerate(told))
        below = (number for number, extent in places if extent is not None and _is_below(extent, picture.box))
        told.insert(next(below, len(told)), added(picture_line(picture.said)))
    return told


def page_pictures(page: PageContent) -> list[PagePicture]:
    """Those that are as large as something to be looked at. A drawing within the page is one picture if it holds one;
    charts that are drawn by lines are none."""
    boxes = [(one, box) for one in page.drawn if _holds_picture(one, DEEPEST) and (box := page.drawn_box(one))]
    large = [(one, box) for one, box in boxes if _is_large(box, page.sheet_box)]
    said = _said_by_mark(page) if large else {}
    return [PagePicture(box, said.get(raw.FPDFPageObj_GetMarkedContentID(one))) for one, box in large]


def _holds_picture(drawn: object, deepest: int) -> bool:
    kind = raw.FPDFPageObj_GetType(drawn)
    if kind != raw.FPDF_PAGEOBJ_FORM or deepest == 0:
        return bool(kind == raw.FPDF_PAGEOBJ_IMAGE)
    inner = range(min(raw.FPDFFormObj_CountObjects(drawn), MOST_ELEMENTS))
    return any(_holds_picture(raw.FPDFFormObj_GetObject(drawn, number), deepest - 1) for number in inner)


def _is_large(box: Box, sheet: Box) -> bool:
    width, height = box.right - box.left, box.height
    share = width * height / max(1.0, (sheet.right - sheet.left) * sheet.height)
    edge = EDGE_SHARE * sheet.height
    is_at_edge = box.bottom > sheet.top - edge or box.top < sheet.bottom + edge
    return min(width, height) >= LEAST_SIDE and LEAST_SHARE <= share <= MOST_SHARE and not is_at_edge


def _extent(paragraph: Placed, page: PageContent) -> Box | None:
    """Of some of its characters; None of what the page does not have, such as another picture's name."""
    letters = zip(paragraph.places, paragraph.text, strict=True)
    known = [place for place, letter in letters if place != NOWHERE and letter.strip()]
    boxes = [page.box(place) for place in known[:: 1 + len(known) // SAMPLES]]
    if not boxes:
        return None
    left, right = min(box.left for box in boxes), max(box.right for box in boxes)
    return Box(left, min(box.bottom for box in boxes), right, max(box.top for box in boxes))


def _is_below(paragraph: Box, picture: Box) -> bool:
    """Its middle, since letters may reach into the picture's margin; beside the picture is not below it."""
    is_in_column = paragraph.left < picture.right and picture.left < paragraph.right
    return is_in_column and paragraph.middle[1] < picture.bottom


def _said_by_mark(page: PageContent) -> Mapping[int, str]:
    """By the number under which the page marks its content: the words for those who do not see it, of tagged files."""
    tree = raw.FPDF_StructTree_GetForPage(page.page)
    if not tree:
        return {}
    try:
        first = [raw.FPDF_StructTree_GetChildAtIndex(tree, n) for n in range(raw.FPDF_StructTree_CountChildren(tree))]
        return dict(_marks(first))
    finally:
        raw.FPDF_StructTree_Close(tree)


def _marks(elements: Sequence[object]) -> Iterator[tuple[int, str]]:
    waiting, seen = [(one, "") for one in elements if one], 0
    while waiting and seen < MOST_ELEMENTS:
        element, around = waiting.pop()
        seen += 1
        said = _alternative(element) or around
        for number in range(raw.FPDF_StructElement_GetMarkedContentIdCount(element) if said else 0):
            yield raw.FPDF_StructElement_GetMarkedContentIdAtIndex(element, number), said
        for number in range(min(raw.FPDF_StructElement_CountChildren(element), MOST_ELEMENTS)):
            if child := raw.FPDF_StructElement_GetChildAtIndex(element, number):
                waiting.append((child, said))


def _alternative(element: object) -> str:
    size = raw.FPDF_StructElement_GetAltText(element, None, 0)
    if size <= 2:
        return ""
    held = ctypes.create_string_buffer(size)
    raw.FPDF_StructElement_GetAltText(element, held, size)
    return held.raw.decode("utf-16-le", errors="replace").strip("\x00 ")[: 2 * LONGEST]
