"""What was read by rule in the documents, as the graph keeps it with each."""

from collections.abc import Sequence
from uuid import UUID

from services.graph import records
from services.graph.prepared import PreparedGraph
from services.models import DocumentReading, ReadingSummary, ReadingTotals

READ = """
    MATCH (e:Episodic)
    WHERE e.reading IS NOT NULL AND $unused[e.uuid] IS NULL
    WITH e, coalesce(e.waiting_count, size(split(e.reading, '"draft":{')) - 1) AS waiting_count
"""
"""Older graphs have no number beside the readings: there the drafts in their JSON are counted."""
COUNTED = """
    WITH e, waiting_count,
         toInteger(split(split(e.reading, '"fact_count":')[1], ',')[0]) AS fact_count,
         toInteger(split(split(e.reading, '"refused_count":')[1], ',')[0]) AS refused_count,
         toInteger(split(split(e.reading, '"rejected_count":')[1], '}')[0]) AS rejected_count
"""
"""Numbers of the readings' JSON, where no other field and no text, whose quotation marks are escaped, looks like
them."""
READINGS = f"""{READ}{COUNTED}
    RETURN e.document_id AS document_id, e.name AS title, e.reading AS reading
    ORDER BY waiting_count DESC, refused_count DESC, title, document_id
    LIMIT $limit
"""
WAITING = f"{READ} RETURN sum(waiting_count) AS count"
TOTALS = f"""{READ}{COUNTED}
    RETURN count(e) AS read_count, coalesce(sum(toInteger(refused_count > 0)), 0) AS refused_documents,
           sum(fact_count) AS fact_count, sum(waiting_count) AS waiting_count, sum(refused_count) AS refused_count,
           sum(rejected_count) AS rejected_count
"""


async def waiting_count(graph: PreparedGraph, unused: Sequence[str]) -> int:
    """How many facts wait for a person in all documents that count."""
    (row,) = await graph.read(WAITING, unused=dict.fromkeys(unused, True))
    return records.number(row["count"])


async def reading_totals(graph: PreparedGraph, unused: Sequence[str]) -> ReadingTotals:
    """Of all documents that count."""
    (row,) = await graph.read(TOTALS, unused=dict.fromkeys(unused, True))
    return ReadingTotals.model_validate(row)


async def readings(graph: PreparedGraph, limit: int, unused: Sequence[str]) -> Sequence[DocumentReading]:
    """Those in which most waits first. `unused`: the episodes of documents and versions that do not count."""
    rows = await graph.read(READINGS, limit=limit, unused=dict.fromkeys(unused, True))
    return [
        DocumentReading(
            document_id=UUID(records.text(row["document_id"])),
            title=records.text(row["title"]),
            reading=ReadingSummary.model_validate_json(records.text(row["reading"])),
        )
        for row in rows
    ]
