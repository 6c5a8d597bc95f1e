"""The questions that an empty conversation offers: the sample's own where it is loaded, else by rule."""

from pathlib import Path

from services.chat.suggestions import starters
from services.documents.library import Library
from services.errors import GraphUnavailable
from services.graph.service import GraphService
from services.models import Entity, Viewpoint
from services.text.later import names_later

NOW = Viewpoint.now()
SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "space"
SAMPLE_DOCUMENT = "nasa-administrators-since-1992.md"


async def openers(library: Library, graph: GraphService, viewpoint: Viewpoint = NOW) -> tuple[str, ...]:
    """Of one collection: by its documents alone. As of a date: none that names a later one."""
    if await library.by_source(SAMPLE_DOCUMENT, collection=viewpoint.collection) is not None:
        lines = (SAMPLE / "starters.txt").read_text("utf-8").splitlines()
        return tuple(line for line in lines if line and not _is_of_later(line, viewpoint))
    documents = (await library.list(limit=5, viewpoint=viewpoint)).documents
    told = [one for one in documents if not viewpoint.is_later(one.reference_time)]
    return starters(await _entities(graph, viewpoint) if viewpoint.collection is None else (), told)


def _is_of_later(question: str, viewpoint: Viewpoint) -> bool:
    return viewpoint.horizon is not None and names_later(question, viewpoint.horizon)


async def _entities(graph: GraphService, viewpoint: Viewpoint) -> tuple[Entity, ...]:
    """None while the graph starts: the documents alone give questions enough."""
    try:
        return (await graph.entities(limit=50, viewpoint=viewpoint)).entities
    except GraphUnavailable:
        return ()
