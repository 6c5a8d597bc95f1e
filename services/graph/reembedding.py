"""The graph's vectors made anew after the embedding model was changed: entities by name, facts by sentence."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from services.embedding.protocol import Embedder
from services.graph.prepared import ENTITY_VECTORS, FACT_VECTORS, PreparedGraph
from services.stores.neo4j import GraphStore

BATCH = 500

ENTITIES = """
    MATCH (n:Entity)
    WHERE n.uuid > $after
    RETURN n.uuid AS uuid, n.name AS content
    ORDER BY n.uuid
    LIMIT $limit
"""
FACTS = """
    MATCH ()-[r:RELATES_TO]->()
    WHERE r.uuid > $after
    RETURN r.uuid AS uuid, r.fact AS content
    ORDER BY r.uuid
    LIMIT $limit
"""
PUT_ENTITIES = """
    UNWIND $rows AS row
    MATCH (n:Entity {uuid: row.uuid})
    CALL db.create.setNodeVectorProperty(n, 'name_embedding', row.vector)
"""
PUT_FACTS = """
    UNWIND $rows AS row
    MATCH ()-[r:RELATES_TO {uuid: row.uuid}]->()
    CALL db.create.setRelationshipVectorProperty(r, 'fact_embedding', row.vector)
"""


@dataclass(frozen=True)
class GraphReembedding:
    store: GraphStore
    embedder: Embedder

    async def run(self) -> AsyncIterator[int]:
        """How many entities and facts are done, as it goes on. Raises GraphUnavailable, EmbeddingUnavailable."""
        # An index takes vectors of one length only, so the old ones go first and are made again at the end.
        for index in (ENTITY_VECTORS, FACT_VECTORS):
            await self.store.write(f"DROP INDEX {index} IF EXISTS")
        done = 0
        for read, write in ((ENTITIES, PUT_ENTITIES), (FACTS, PUT_FACTS)):
            after = ""
            while rows := await self.store.read(read, after=after, limit=BATCH):
                await self._put(write, rows)
                after, done = str(rows[-1]["uuid"]), done + len(rows)
                yield done
        await PreparedGraph(self.store, self.embedder.dimension).prepare()

    async def _put(self, statement: str, rows: list[dict[str, object]]) -> None:
        vectors = await self.embedder.embed_chunks([str(row["content"] or "") for row in rows])
        given = [{"uuid": row["uuid"], "vector": vector} for row, vector in zip(rows, vectors, strict=True)]
        await self.store.write(statement, rows=given)
