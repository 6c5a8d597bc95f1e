"""The graph's indexes."""

import asyncio

from services.graph.prepared import FULL_TEXT_INDEXES, RANGE_INDEXES, VECTOR_INDEXES, PreparedGraph


async def test_two_processes_may_create_the_indexes_at_the_same_moment(graph_store, embedder):
    rows = await graph_store.read("SHOW INDEXES YIELD name, owningConstraint RETURN name, owningConstraint")
    for row in rows:
        kind = "CONSTRAINT" if row["owningConstraint"] else "INDEX"
        await graph_store.write(f"DROP {kind} `{row['name']}` IF EXISTS")
    await asyncio.gather(*(PreparedGraph(graph_store, embedder.dimension).prepare() for _ in range(4)))
    names = {row["name"] for row in await graph_store.read("SHOW INDEXES YIELD name RETURN name")}
    assert {*RANGE_INDEXES, *FULL_TEXT_INDEXES, *VECTOR_INDEXES} <= names


async def test_what_was_normalised_before_apostrophes_were_alike_is_found_by_its_plain_name(graph_store, embedder):
    await graph_store.write("CREATE (:Entity {uuid: 'a', name: 'King’s Cross', normalized_name: 'king’s cross'})")
    await graph_store.write("CREATE (:MergedEntity {uuid: 'b', name: 'Ten‑Mile', normalized_name: 'ten‐mile'})")
    await PreparedGraph(graph_store, embedder.dimension).prepare()
    rows = await graph_store.read("MATCH (n) WHERE n.uuid IN ['a', 'b'] RETURN n.normalized_name AS name ORDER BY name")
    assert [row["name"] for row in rows] == ["king's cross", "ten-mile"]
