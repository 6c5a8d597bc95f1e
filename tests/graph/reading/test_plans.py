"""Questions are answered by index: no plan scans every entity or fact."""

from datetime import UTC, datetime

import pytest

from services.graph.duplicates import duplicates, name_likeness
from services.graph.graphiti import search_interface
from services.graph.prepared import PreparedGraph
from services.graph.provenance import ledger
from services.graph.reading import entities, facts, neighbourhood, paths, timeline
from services.graph.viewpoint import UNENDED, ResolvedViewpoint
from services.graph.writing import entities as entity_writing
from services.graph.writing import episodes, writer
from services.models import Viewpoint

UUID = "00000000-0000-0000-0000-000000000000"
DAY = datetime(1995, 6, 1, tzinfo=UTC)
FROM_THERE = ResolvedViewpoint(
    Viewpoint(as_of=DAY, published_by=DAY, known_on=DAY),
    DAY,
    {UUID: UNENDED, UUID[::-1]: {"valid_at": DAY}},
    [UUID],
    [UUID],
)
VIEW = FROM_THERE.parameters
DATES = {"start": None, "end": None, "limit": 10}
ROW = {"uuid": UUID, "entity": UUID, "source": UUID, "target": UUID, "source_node_uuid": UUID, "target_node_uuid": UUID}
STATEMENTS = {
    "entity by name": (entities.CALLED, {"name": "x", "spelled": "x"}),
    "entity by an old name": (entities.CALLED_BEFORE_MERGE, {"name": "x"}),
    "entities by uuid": (entities.BY_UUIDS, {"uuids": [UUID]}),
    "a page of entities": (entities.PAGE, {"name": "", "uuid": "", "label": None, "limit": 10, **VIEW}),
    "names that begin so": (entities.PREFIX, {"text": "x", "limit": 10, **VIEW}),
    "facts by uuid": (facts.BY_UUIDS, {"uuids": [UUID]}),
    "timeline": (timeline.OF_ENTITIES, {"uuids": [UUID], **DATES, **VIEW}),
    "neighbourhood": (neighbourhood.STEP, {"frontier": [UUID], "limit": 10, **VIEW}),
    "a step of paths": (paths.STEP, {"frontier": [UUID], "limit": 10, **VIEW}),
    "entities as known": (entity_writing.KNOWN, {"names": ["x"]}),
    "facts that are there": (writer.THERE, {"uuids": [UUID]}),
    "support": (writer.SUPPORT, {"uuids": [UUID], "episode": UUID}),
    "states": (ledger.STATES, {"uuids": [UUID]}),
    "release": (episodes.RELEASE, {"uuids": [UUID], "episodes": [UUID]}),
    "mentions": (episodes.MENTION, {"episode": UUID, "rows": [ROW], "group": "", "now": None, "by": ""}),
    "episodes of a document": (episodes.OF_DOCUMENT, {"document_id": UUID}),
    "entities without support": (episodes.DELETE_UNSUPPORTED, {"uuids": [UUID]}),
    "names and their vectors": (name_likeness.VECTORS, {"uuids": [UUID]}),
    "facts of a relation": (search_interface.HOW_MANY, {"relation": "x"}),
    "facts of an entity": (duplicates.FACTS_OF, {"uuid": UUID}),
}
SCANS = ("AllNodesScan", "NodeByLabelScan", "DirectedRelationshipTypeScan", "UndirectedRelationshipTypeScan")


@pytest.mark.parametrize(("statement", "parameters"), STATEMENTS.values(), ids=STATEMENTS)
async def test_no_statement_scans_the_graph(graph_store, embedder, statement, parameters):
    await PreparedGraph(graph_store, embedder.dimension).prepare()
    async with graph_store.driver.session() as session:
        result = await session.run(f"EXPLAIN {FROM_THERE.with_conditions(statement)}", parameters)
        plan = (await result.consume()).plan
    operators = list(names(plan))
    assert not [name for name in operators if name.startswith(SCANS)], operators


def names(plan):
    yield plan["operatorType"]
    for child in plan.get("children", []):
        yield from names(child)
