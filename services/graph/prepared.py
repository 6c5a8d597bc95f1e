"""The graph store with its indexes in place: created when the graph is first reached, under Graphiti's own names."""

import asyncio
import logging
from dataclasses import dataclass, field

from services.graph.names import normalize
from services.stores.neo4j import GraphStore

logger = logging.getLogger(__name__)

FACT_VECTORS = "fact_embedding"
ENTITY_VECTORS = "name_embedding"
FACT_WORDS = "edge_name_and_fact"
ENTITY_WORDS = "node_name_and_summary"

RANGE_INDEXES = (
    "entity_normalized_name FOR (n:Entity) ON (n.normalized_name, n.uuid)",
    "merged_normalized_name FOR (n:MergedEntity) ON (n.normalized_name)",
    "merged_uuid FOR (n:MergedEntity) ON (n.uuid)",
    "name_entity_index FOR (n:Entity) ON (n.name)",
    "entity_group_id FOR (n:Entity) ON (n.group_id)",
    "episode_uuid FOR (n:Episodic) ON (n.uuid)",
    "episode_document FOR (n:Episodic) ON (n.document_id)",
    "episode_group_id FOR (n:Episodic) ON (n.group_id)",
    "valid_at_episodic_index FOR (n:Episodic) ON (n.valid_at)",
    "relation_uuid FOR ()-[r:RELATES_TO]-() ON (r.uuid)",
    "name_edge_index FOR ()-[r:RELATES_TO]-() ON (r.name)",
    "valid_at_edge_index FOR ()-[r:RELATES_TO]-() ON (r.valid_at)",
    "invalid_at_edge_index FOR ()-[r:RELATES_TO]-() ON (r.invalid_at)",
    "created_at_edge_index FOR ()-[r:RELATES_TO]-() ON (r.created_at)",
    "expired_at_edge_index FOR ()-[r:RELATES_TO]-() ON (r.expired_at)",
    "mention_uuid FOR ()-[r:MENTIONS]-() ON (r.uuid)",
)
FULL_TEXT_INDEXES = (
    f"{ENTITY_WORDS} FOR (n:Entity) ON EACH [n.name, n.summary, n.group_id]",
    f"{FACT_WORDS} FOR ()-[r:RELATES_TO]-() ON EACH [r.name, r.fact, r.group_id]",
    "episode_content FOR (n:Episodic) ON EACH [n.content, n.source, n.source_description, n.group_id]",
)
VECTOR_INDEXES = (
    f"{ENTITY_VECTORS} IF NOT EXISTS FOR (n:Entity) ON (n.name_embedding)",
    f"{FACT_VECTORS} IF NOT EXISTS FOR ()-[r:RELATES_TO]-() ON (r.fact_embedding)",
)
UNIQUE_ENTITY = "CREATE CONSTRAINT entity_uuid IF NOT EXISTS FOR (n:Entity) REQUIRE n.uuid IS UNIQUE"
PLAIN_ENTITY_INDEX = "CREATE INDEX entity_uuid IF NOT EXISTS FOR (n:Entity) ON (n.uuid)"
UNNAMED = """
    MATCH (n:Entity)
    WHERE n.normalized_name IS NULL
    RETURN n.uuid AS uuid, n.name AS name
    LIMIT 10000
"""
NAME = """
    UNWIND $rows AS row
    MATCH (n:Entity {uuid: row.uuid})
    SET n.normalized_name = row.normalized_name
"""


@dataclass(frozen=True)
class PreparedGraph:
    """Reads and writes like the `GraphStore` it wraps. `dimension`: of the embedding model, for the vector indexes."""

    store: GraphStore
    dimension: int
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _done: asyncio.Event = field(default_factory=asyncio.Event)

    async def read(self, cypher: str, **parameters: object) -> list[dict[str, object]]:
        await self.prepare()
        return await self.store.read(cypher, **parameters)

    async def write(self, cypher: str, **parameters: object) -> list[dict[str, object]]:
        await self.prepare()
        return await self.store.write(cypher, **parameters)

    async def prepare(self) -> None:
        """Raises GraphUnavailable while the store is not there, and is tried again by the next caller."""
        if self._done.is_set():
            return
        async with self._lock:
            if not self._done.is_set():
                await self._create_indexes()
                await self.name_entities()
                self._done.set()

    async def _create_indexes(self) -> None:
        await self._create_entity_index()
        for index in RANGE_INDEXES:
            await self.store.write(f"CREATE INDEX {index.replace(' FOR', ' IF NOT EXISTS FOR', 1)}")
        for index in FULL_TEXT_INDEXES:
            await self.store.write(f"CREATE FULLTEXT INDEX {index.replace(' FOR', ' IF NOT EXISTS FOR', 1)}")
        for index in VECTOR_INDEXES:
            await self.store.write(f"CREATE VECTOR INDEX {index} OPTIONS {self._vector_options}")
        await self.store.write("CALL db.awaitIndexes(120)")

    async def _create_entity_index(self) -> None:
        """A graph that Graphiti made has a plain index in this place, which a constraint cannot join."""
        found = await self.store.read("SHOW INDEXES YIELD name WHERE name = 'entity_uuid' RETURN name")
        await self.store.write(PLAIN_ENTITY_INDEX if found else UNIQUE_ENTITY)

    @property
    def _vector_options(self) -> str:
        return (
            f"{{indexConfig: {{`vector.dimensions`: {int(self.dimension)}, `vector.similarity_function`: 'cosine', "
            "`vector.quantization.enabled`: false}}"
        )

    async def name_entities(self) -> None:
        """Give entities that Graphiti wrote the normalised name by which we look them up."""
        while rows := await self.store.read(UNNAMED):
            named = [{"uuid": row["uuid"], "normalized_name": normalize(str(row["name"]))} for row in rows]
            await self.store.write(NAME, rows=named)
