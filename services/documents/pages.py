"""The pages of documents that have them: their pictures, and where on them a passage stands."""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from cachetools import LRUCache
from sqlalchemy import TextClause, text

from services.documents.originals import Originals, original_of
from services.documents.reading.apart import ReadingProcesses
from services.errors import NotFound
from services.models import Document, MachineReading, MarkedPage, Original, PageLayout, SourcePage, UnsureWord
from services.stores.postgres import Database
from services.text.boxes import marked_boxes, shown_share, unpack_boxes, unpack_confidences

FEWEST_FOUND = 0.5
"""A passage of which less is found on its pages is marked nowhere."""
UNSURE = 0.85
"""A word of which the machine is less sure is named."""
MOST_UNSURE = 30
WORD = re.compile(r"\S+")
CACHED_BYTES = 64_000_000
NARROWEST, WIDEST = 40, 3000
"""Pixels of a picture's width."""

PAGES = text("""
    SELECT number, label, width, height, start_offset, end_offset, confidences <> '' AS read_by_machine
    FROM document_page
    WHERE document_id = :id
    ORDER BY number
""")
LAYOUTS = text("""
    SELECT number, label, width, height, start_offset, end_offset, confidences <> '' AS read_by_machine, boxes,
           confidences
    FROM document_page
    WHERE document_id = :id
      AND (CAST(:start AS integer) IS NULL OR (start_offset < :end AND end_offset > :start))
    ORDER BY number
""")
CITED = text("""
    SELECT DISTINCT start_offset, end_offset
    FROM fact_citation
    WHERE document_id = :id
    ORDER BY start_offset, end_offset
    LIMIT 2000
""")

Picture = tuple[str, int, int]
"""Which file, page and width."""


def _pictures() -> "LRUCache[Picture, bytes]":
    return LRUCache(CACHED_BYTES, getsizeof=len)


@dataclass(frozen=True)
class Pages:
    database: Database
    originals: Originals
    reading: ReadingProcesses
    _drawn: "LRUCache[Picture, bytes]" = field(default_factory=_pictures)

    async def source_pages(self, document_id: UUID) -> tuple[SourcePage, ...]:
        """A document's pages; none if it has no pages, or if it came before pages were stored."""
        return tuple(SourcePage.model_validate(row) for row in await self._rows(PAGES, {"id": document_id}))

    async def layouts(self, document_id: UUID) -> tuple[PageLayout, ...]:
        """A document's pages with the places of all characters, as they are stored."""
        return await self._layouts(document_id, None, None)

    async def marked_pages(self, document: Document, start: int, end: int) -> tuple[MarkedPage, ...]:
        """The pages of a passage, with the boxes that mark it; none if less than half of it is found on them."""
        layouts = await self._layouts(document.id, start, end)
        pages, _ = await asyncio.to_thread(pages_with_passage, document.content, layouts, start, end)
        return pages

    async def machine_reading(self, document: Document, start: int, end: int) -> MachineReading | None:
        """How sure the machine is of a passage that it read; None: it read nothing of it."""
        return machine_reading(document.content, await self._layouts(document.id, start, end), start, end)

    async def cited_passages(self, document_id: UUID) -> tuple[tuple[int, int], ...]:
        """The passages of a document that facts cite, in its order."""
        rows = await self._rows(CITED, {"id": document_id})
        return tuple((row["start_offset"], row["end_offset"]) for row in rows)

    async def pictures(self, original: Original, numbers: Sequence[int], width: int) -> tuple[bytes, ...]:
        """PNGs of these pages, counted from 1; `width` in pixels. Raises NotFound, UnreadableDocument."""
        pixels = max(NARROWEST, min(width, WIDEST))
        wanted = [(original.hash, number, pixels) for number in numbers]
        missing = [key for key in dict.fromkeys(wanted) if key not in self._drawn]
        fresh: dict[Picture, bytes] = {}
        if missing:
            data = await self.originals.read(original)
            pages = [number for _, number, _ in missing]
            drawn = await asyncio.to_thread(
                self.reading.pictures, data, original.name, pages, pixels, digest=original.hash
            )
            fresh = dict(zip(missing, drawn, strict=True))
        found = tuple(fresh[key] if key in fresh else self._drawn[key] for key in wanted)
        self._drawn.update({key: picture for key, picture in fresh.items() if len(picture) < CACHED_BYTES / 4})
        return found

    async def picture(self, document: Document, number: int, width: int) -> bytes:
        """Raises NotFound for a page that is not there and a file that is not kept, UnreadableDocument."""
        original = original_of(document)
        pages = await self.source_pages(document.id)
        if not 1 <= number <= len(pages):
            raise NotFound(f"“{document.title}” has {len(pages)} pages; there is no page {number}.")
        return (await self.pictures(original, [number], width))[0]

    async def _layouts(self, document_id: UUID, start: int | None, end: int | None) -> tuple[PageLayout, ...]:
        rows = await self._rows(LAYOUTS, {"id": document_id, "start": start, "end": end})
        return tuple(PageLayout.model_validate(row) for row in rows)

    async def _rows(self, statement: TextClause, given: Mapping[str, object]) -> list[Mapping[str, Any]]:
        async with self.database.connection() as connection:
            return [dict(row) for row in (await connection.execute(statement, given)).mappings()]


def pages_with_passage(
    content: str, layouts: Sequence[PageLayout], start: int, end: int
) -> tuple[tuple[MarkedPage, ...], float]:
    """The pages that show the passage, marked, and the share of it that they show; below half, no pages."""
    found = [
        _part(content, page, start, end) for page in layouts if page.start_offset < end and start < page.end_offset
    ]
    letters = sum(part.letters for part in found)
    share = sum(part.shown for part in found) / letters if letters else 0.0
    return (tuple(part.page for part in found if part.page.boxes) if share >= FEWEST_FOUND else ()), share


def machine_reading(content: str, layouts: Sequence[PageLayout], start: int, end: int) -> MachineReading | None:
    """Words that are torn from one page to the next are two."""
    words = [
        UnsureWord(word=content[page.start_offset + first : page.start_offset + last], confidence=round(float(sure), 2))
        for page in layouts
        if page.read_by_machine
        for first, last, sure in _words(content, page)
        if page.start_offset + first < end and start < page.start_offset + last
    ]
    if not words:
        return None
    unsure = tuple(one for one in words if one.confidence < UNSURE)
    confidence = sum(one.confidence for one in words) / len(words)
    return MachineReading(word_count=len(words), confidence=round(confidence, 3), unsure=unsure[:MOST_UNSURE])


def _words(content: str, page: PageLayout) -> Iterator[tuple[int, int, float]]:
    """Where each begins and ends on its page, and how sure the machine is of it."""
    sure = unpack_confidences(page.confidences)
    for match in WORD.finditer(content[page.start_offset : page.end_offset]):
        yield *match.span(), sure[match.start() : match.end()].min()


@dataclass(frozen=True)
class PagePart:
    """What of a passage stands on one page: how many characters it has there, and how many of them the page shows."""

    letters: int
    shown: float
    page: MarkedPage


def _part(content: str, page: PageLayout, start: int, end: int) -> PagePart:
    first, last = max(start, page.start_offset), min(end, page.end_offset)
    shares = unpack_boxes(page.boxes)[first - page.start_offset : last - page.start_offset]
    said = content[first:last]
    letters = len("".join(said.split()))
    boxes = tuple(tuple(box) for box in marked_boxes(shares, page.width, page.height))
    return PagePart(letters, shown_share(said, shares) * letters, MarkedPage(number=page.number, boxes=boxes))
