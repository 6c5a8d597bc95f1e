"""Pictures on a page of a PDF, named between its paragraphs where they stand."""

import ctypes
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import NamedTuple

import pypdfium2.raw as raw

from services.documents.reading.pdf.pages import Box, PageContent
from services.documents.reading.pictures import LONGEST, picture_line
from services.documents.reading.placed_text import NOWHERE, PlacedText, unplaced_text

LEAST_SIDE = 36.0
"""Points; what is smaller is a sign or a bullet."""
LEAST_SHARE, MOST_SHARE = 0.01, 0.9
"""Of the page: less is an ornament, more is its background, or a scan with its text laid over it."""
EDGE_SHARE = 0.12
"""What lies wholly within this share of the page's top or bottom belongs to its letterhead."""
DEEPEST = 4
MOST_OBJECTS = 50_000
"""Of a page, with those within its drawings."""
MOST_ELEMENTS = 5_000
MOST_PIECES, MOST_PICTURES = 1_000, 50
GAP = 1.0
"""Points between two pieces of one picture."""
LINE_SHARE = 0.4
"""Of the page: how far a line that stands alone reaches at least; a column of two is a little wider."""
SAMPLES = 60
"""Characters of a paragraph that are asked where they stand."""


class PagePicture(NamedTuple):
    """`said`: what its author wrote for those who do not see it."""

    box: Box
    said: str | None


def with_pictures(paragraphs: Sequence[PlacedText], page: PageContent) -> list[PlacedText]:
    """The paragraphs with a line for each picture, which stands before the first paragraph that begins below it in its
    column, else at the end."""
    pictures = sorted(_page_pictures(page), key=lambda one: -one.box.top)
    extents = [_extent(paragraph, page) for paragraph in paragraphs] if pictures else []
    before = defaultdict[int, list[PlacedText]](list)
    for picture in pictures:
        below = (number for number, extent in enumerate(extents) if extent and _is_below(extent, picture.box))
        before[next(below, len(extents))].append(unplaced_text(picture_line(picture.said)))
    told = [one for number, paragraph in enumerate(paragraphs) for one in (*before[number], paragraph)]
    return [*told, *before[len(paragraphs)]]


def _page_pictures(page: PageContent) -> list[PagePicture]:
    """Those that are as large as something to be looked at. A drawing within the page is one picture if it holds one,
    and pieces side by side are one; charts that are drawn by lines are none."""
    left = iter(range(MOST_OBJECTS))
    placed = [(one, box) for one in page.drawn if _holds_picture(one, left) and (box := page.drawn_box(one))]
    said = _said_by_mark(page) if placed else {}
    named = [PagePicture(box, said.get(raw.FPDFPageObj_GetMarkedContentID(one))) for one, box in placed[:MOST_PIECES]]
    return [picture for picture in _whole(named) if _is_large(picture.box, page.sheet_box)][:MOST_PICTURES]


def _whole(pieces: Sequence[PagePicture]) -> list[PagePicture]:
    """A picture that was cut into strips or tiles is one again, unless the pieces are said to be different things."""
    whole: list[PagePicture] = []
    for piece in sorted(pieces, key=lambda one: (-one.box.top, one.box.left)):
        beside = [one for one in whole if _touch(one.box, piece.box) and not _differ(one.said, piece.said)]
        box = reduce(_around, (one.box for one in beside), piece.box)
        whole = [one for one in whole if one not in beside]
        whole.append(PagePicture(box, next((one.said for one in (*beside, piece) if one.said), None)))
    return whole


def _differ(one: str | None, other: str | None) -> bool:
    return bool(one and other) and one != other


def _touch(one: Box, other: Box) -> bool:
    across = one.left <= other.right + GAP and other.left <= one.right + GAP
    return across and one.bottom <= other.top + GAP and other.bottom <= one.top + GAP


def _around(one: Box, other: Box) -> Box:
    left, bottom = min(one.left, other.left), min(one.bottom, other.bottom)
    return Box(left, bottom, max(one.right, other.right), max(one.top, other.top))


def _holds_picture(drawn: object, left: Iterator[int]) -> bool:
    """`left` counts down how many objects of the page are still looked at."""
    waiting = [(drawn, 0)]
    while waiting and next(left, None) is not None:
        one, depth = waiting.pop()
        kind = raw.FPDFPageObj_GetType(one)
        if kind == raw.FPDF_PAGEOBJ_IMAGE:
            return True
        if kind == raw.FPDF_PAGEOBJ_FORM and depth < DEEPEST:
            inner = range(min(raw.FPDFFormObj_CountObjects(one), MOST_ELEMENTS))
            waiting += [(raw.FPDFFormObj_GetObject(one, number), depth + 1) for number in inner]
    return False


def _is_large(box: Box, sheet: Box) -> bool:
    width, height = box.right - box.left, box.height
    share = width * height / max(1.0, (sheet.right - sheet.left) * sheet.height)
    edge = EDGE_SHARE * sheet.height
    is_at_edge = box.bottom > sheet.top - edge or box.top < sheet.bottom + edge
    return min(width, height) >= LEAST_SIDE and LEAST_SHARE <= share <= MOST_SHARE and not is_at_edge


def _extent(paragraph: PlacedText, page: PageContent) -> Box | None:
    """Of some of its characters; None where the page has none of them."""
    letters = zip(paragraph.places, paragraph.text, strict=True)
    known = [place for place, letter in letters if place != NOWHERE and letter.strip()]
    boxes = [page.box(place) for place in known[:: 1 + len(known) // SAMPLES]]
    if not boxes:
        return None
    left, right = min(box.left for box in boxes), max(box.right for box in boxes)
    bottom, top = min(box.bottom for box in boxes), max(box.top for box in boxes)
    if top - bottom < 2 * max(box.height for box in boxes):  # one line does not show how wide its column is
        right = max(right, left + LINE_SHARE * (page.sheet_box.right - page.sheet_box.left))
    return Box(left, bottom, right, top)


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
