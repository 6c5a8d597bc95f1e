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
