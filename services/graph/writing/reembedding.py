"""The graph's vectors made anew after the embedding model was changed."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from services.embedding.protocol import Embedder
from services.graph import records
from services.graph.prepared import ENTITY_VECTORS, FACT_VECTORS, PreparedGraph
from services.stores.neo4j import GraphStore

BATCH = 256
COUNT = """
    RETURN COUNT { (:Entity|MergedEntity) } + COUNT { ()-[:RELATES_TO]->() } AS total
"""
ENTITIES = """
    MATCH (n:Entity|MergedEntity)
    WHERE n.uuid > $after
    RETURN n.uuid AS uuid, n.name AS text
    ORDER BY n.uuid
    LIMIT $limit
"""
FACTS = """
    MATCH ()-[r:RELATES_TO]->()
    WHERE r.uuid > $after
    RETURN r.uuid AS uuid, r.fact AS text
    ORDER BY r.uuid
    LIMIT $limit
"""
SET_ENTITIES = """
    UNWIND $rows AS row
    MATCH (n:Entity|MergedEntity {uuid: row.uuid})
    CALL db.create.setNodeVectorProperty(n, 'name_embedding', row.vector)
"""
SET_FACTS = """
    UNWIND $rows AS row
    MATCH ()-[r:RELATES_TO {uuid: row.uuid}]->()
    CALL db.create.setRelationshipVectorProperty(r, 'fact_embedding', row.vector)
"""


@dataclass(frozen=True)
class GraphReembedding:
    """The indexes go first and come back last, in the new dimension. Interrupted, it is run again from the start."""

    store: GraphStore
    embedder: Embedder

    async def run(self) -> AsyncIterator[tuple[int, int]]:
        """Entities and facts done and in all. Raises EmbeddingUnavailable, GraphUnavailable."""
        total = records.number((await self.store.read(COUNT))[0]["total"])
        for index in (ENTITY_VECTORS, FACT_VECTORS):
            await self.store.write(f"DROP INDEX {index} IF EXISTS")
        done = 0
        for read, write in ((ENTITIES, SET_ENTITIES), (FACTS, SET_FACTS)):
            async for count in self._embed(read, write):
                done += count
                yield done, total
        await PreparedGraph(self.store, self.embedder.dimension).prepare()

    async def _embed(self, read: str, write: str) -> AsyncIterator[int]:
        after = ""
        while rows := await self.store.read(read, after=after, limit=BATCH):
            vectors = await self.embedder.embed_chunks([records.text(row["text"]) for row in rows])
            made = [{"uuid": row["uuid"], "vector": vector} for row, vector in zip(rows, vectors, strict=True)]
            await self.store.write(write, rows=made)
            after = records.text(rows[-1]["uuid"])
            yield len(rows)
