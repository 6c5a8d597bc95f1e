"""The questions that an empty conversation offers: the sample's own where it is loaded, else by rule."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from services.chat.suggestions import is_beyond_viewpoint, starter_questions
from services.documents.library import Library
from services.documents.reading.facts_file import STAND_IN
from services.errors import GraphUnavailable
from services.graph.service import GraphService
from services.models import Entity, Fact, Viewpoint

NOW = Viewpoint.now()
SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "space"
MOST_ENTITIES = 8
SAMPLE_DOCUMENT = "nasa-administrators-since-1992.md"


async def opening_questions(library: Library, graph: GraphService, viewpoint: Viewpoint = NOW) -> tuple[str, ...]:
    """Of one collection: by its documents alone. As of a date: none that names a later one, or somebody of whom nothing
    is told yet."""
    is_sample = await library.by_source(SAMPLE_DOCUMENT, collection=viewpoint.collection) is not None
    if is_sample and viewpoint.chosen.is_empty:
        lines = (SAMPLE / "starters.txt").read_text("utf-8").splitlines()
        return await _told(
            [line for line in lines if line and not is_beyond_viewpoint(line, viewpoint)], graph, viewpoint
        )
    documents = (await library.list(limit=5, viewpoint=viewpoint, enabled=True)).documents
    written = [
        one
        for one in documents
        if not viewpoint.is_later(one.reference_time) and one.metadata.get("format") != STAND_IN
    ]
    is_whole = viewpoint.collection is None and viewpoint.chosen.is_empty
    return starter_questions(await _entities(graph, viewpoint) if is_whole else {}, written)


async def _told(questions: Sequence[str], graph: GraphService, viewpoint: Viewpoint) -> tuple[str, ...]:
    """While the graph starts nobody knows of whom nothing is told yet: then all of them."""
    if not viewpoint.has_clock:
        return tuple(questions)
    try:
        named = {name for name in await graph.names() for one in questions if _names(one, name)}
        silent = named - await graph.told_names(named, viewpoint=viewpoint)
    except GraphUnavailable:
        return tuple(questions)
    return tuple(one for one in questions if not any(_names(one, name) for name in silent))


def _names(question: str, name: str) -> bool:
    return name in question and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", question) is not None


async def _entities(graph: GraphService, viewpoint: Viewpoint) -> Mapping[Entity, Sequence[Fact]]:
    """The busiest with their facts. None while the graph starts: the documents alone give questions enough."""
    try:
        return await graph.facts_of(await graph.suggest("", MOST_ENTITIES, viewpoint=viewpoint), viewpoint=viewpoint)
    except GraphUnavailable:
        return {}
