"""Pages without text are read by machine when their document is ingested, page by page, each within limits of its
own."""

import asyncio
from dataclasses import dataclass

from sqlalchemy import text

from services.documents.ingest.files import Report
from services.documents.originals import Originals
from services.documents.reading.apart import Limits, ReadingProcesses
from services.documents.reading.scans.unread_pages import READ_BY_MACHINE, with_read_pages
from services.errors import UnreadableDocument
from services.models import DocumentDraft, Original, ReadPage
from services.stores.postgres import Database

A_PAGE = Limits(seconds=60, megabytes=900)
SHARE = 0.2
"""Of the work on a document, as it is told; embedding is most of the rest."""
READ_BEFORE = text("""
    SELECT p.number, p.boxes, p.confidences,
           substr(d.content, p.start_offset + 1, p.end_offset - p.start_offset) AS text
    FROM document AS d
    JOIN document_page AS p ON p.document_id = d.id
    WHERE d.id = (
        SELECT id FROM document WHERE original_hash = :hash AND metadata ? :read_by_machine ORDER BY created_at LIMIT 1
    )
      AND p.number = ANY(:numbers)
""")


@dataclass(frozen=True)
class ScanReading:
    """`processes` are ended after each document: the models take memory that nothing else needs."""

    database: Database
    originals: Originals
    processes: ReadingProcesses

    async def read_scanned_pages(self, draft: DocumentDraft, report: Report) -> DocumentDraft:
        """The draft with the text of all its pages; what was read before is not read again. Raises
        UnreadableDocument."""
        if not draft.unread_pages:
            return draft
        if draft.original is None:
            raise UnreadableDocument(
                f"“{draft.title}” is a scan, and its pages are read off the file itself, which is not kept here. "
                "Set DOSSIER_KEEP_ORIGINALS=1 and see that the limit on all files leaves room, then add it again."
            )
        read = await self._read_before(draft.original, draft.unread_pages)
        read |= await self._read(draft.original, [one for one in draft.unread_pages if one not in read], report)
        filled = await asyncio.to_thread(with_read_pages, draft, read)
        if not filled.content.strip():
            raise UnreadableDocument(f"“{draft.title}” holds no text: none was found on the pictures of its pages.")
        return filled

    async def _read(self, original: Original, numbers: list[int], report: Report) -> dict[int, ReadPage]:
        if not numbers:
            return {}
        data, found = await self.originals.read(original), dict[int, ReadPage]()
        try:
            for done, number in enumerate(numbers):
                await report("reading", SHARE * done / len(numbers))
                found[number] = await asyncio.to_thread(
                    self.processes.read_page, data, original.name, number, digest=original.hash
                )
        finally:
            await asyncio.to_thread(self.processes.close)
        return found

    async def _read_before(self, original: Original, numbers: tuple[int, ...]) -> dict[int, ReadPage]:
        given = {"hash": original.hash, "read_by_machine": READ_BY_MACHINE, "numbers": list(numbers)}
        async with self.database.connection() as connection:
            rows = await connection.execute(READ_BEFORE, given)
            return {row.number: ReadPage(text=row.text, boxes=row.boxes, confidences=row.confidences) for row in rows}
