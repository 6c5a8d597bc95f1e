"""What was read by rule in the documents, as the graph keeps it with each."""

from collections.abc import Sequence
from uuid import UUID

from services.graph import records
from services.graph.prepared import PreparedGraph
from services.models import DocumentReading, ReadingSummary

READINGS = """
    MATCH (e:Episodic)
    WHERE e.reading IS NOT NULL AND $unused[e.uuid] IS NULL
    RETURN e.document_id AS document_id, e.name AS title, e.reading AS reading
    ORDER BY size(e.reading) DESC, e.name
    LIMIT $limit
"""
WAITING = """
    MATCH (e:Episodic)
    WHERE e.reading IS NOT NULL AND $unused[e.uuid] IS NULL
    RETURN sum(coalesce(e.waiting_count, size(split(e.reading, '"draft":{')) - 1)) AS count
"""
"""Older graphs have no number beside the readings: there the drafts in their JSON are counted."""


async def waiting_count(graph: PreparedGraph, unused: Sequence[str]) -> int:
    """How many facts wait for a person in all documents that count."""
    (row,) = await graph.read(WAITING, unused=dict.fromkeys(unused, True))
    return records.number(row["count"])


async def readings(graph: PreparedGraph, limit: int, unused: Sequence[str]) -> Sequence[DocumentReading]:
    """`unused`: the episodes of documents and versions that do not count."""
    rows = await graph.read(READINGS, limit=limit, unused=dict.fromkeys(unused, True))
    return [
        DocumentReading(
            document_id=UUID(records.text(row["document_id"])),
            title=records.text(row["title"]),
            reading=ReadingSummary.model_validate_json(records.text(row["reading"])),
        )
        for row in rows
    ]
