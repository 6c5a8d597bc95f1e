"""The questions that an empty conversation offers: the sample's own where it is loaded, else by rule."""

from pathlib import Path

from services.chat.suggestions import starters
from services.documents.library import Library
from services.errors import GraphUnavailable
from services.graph.service import GraphService
from services.models import Entity

SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "space"
SAMPLE_DOCUMENT = "nasa-administrators-since-1992.md"


async def openers(library: Library, graph: GraphService, collection: str | None = None) -> tuple[str, ...]:
    """Of one collection: by its documents alone."""
    if await library.by_source(SAMPLE_DOCUMENT, collection=collection) is not None:
        return tuple(line for line in (SAMPLE / "starters.txt").read_text("utf-8").splitlines() if line)
    documents = (await library.list(limit=5, collection=collection)).documents
    return starters(await _entities(graph) if collection is None else (), documents)


async def _entities(graph: GraphService) -> tuple[Entity, ...]:
    """None while the graph starts: the documents alone give questions enough."""
    try:
        return (await graph.entities(limit=50)).entities
    except GraphUnavailable:
        return ()
