"""The graph store with its indexes in place: created when the graph is first reached, under Graphiti's own names."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from neo4j.exceptions import ClientError

from services.errors import EmbeddingMismatch
from services.graph.names import normalize
from services.stores.neo4j import GraphStore, Statement
from services.text.quotes import TYPOGRAPHY

FACT_VECTORS = "fact_embedding"
ENTITY_VECTORS = "name_embedding"
FACT_WORDS = "edge_name_and_fact"
ENTITY_WORDS = "node_name_and_summary"

RANGE_INDEXES = {
    "entity_by_normalized_name": "(n:Entity) ON (n.normalized_name)",
    "merged_normalized_name": "(n:MergedEntity) ON (n.normalized_name)",
    "merged_into": "(n:MergedEntity) ON (n.merged_into)",
    "merged_uuid": "(n:MergedEntity) ON (n.uuid)",
    "name_entity_index": "(n:Entity) ON (n.name)",
    "entity_group_id": "(n:Entity) ON (n.group_id)",
    "episode_uuid": "(n:Episodic) ON (n.uuid)",
    "episode_document": "(n:Episodic) ON (n.document_id)",
    "episode_group_id": "(n:Episodic) ON (n.group_id)",
    "valid_at_episodic_index": "(n:Episodic) ON (n.valid_at)",
    "relation_uuid": "()-[r:RELATES_TO]-() ON (r.uuid)",
    "name_edge_index": "()-[r:RELATES_TO]-() ON (r.name)",
    "valid_at_edge_index": "()-[r:RELATES_TO]-() ON (r.valid_at)",
    "invalid_at_edge_index": "()-[r:RELATES_TO]-() ON (r.invalid_at)",
    "created_at_edge_index": "()-[r:RELATES_TO]-() ON (r.created_at)",
    "expired_at_edge_index": "()-[r:RELATES_TO]-() ON (r.expired_at)",
    "mention_uuid": "()-[r:MENTIONS]-() ON (r.uuid)",
}
FULL_TEXT_INDEXES = {
    ENTITY_WORDS: "(n:Entity) ON EACH [n.name, n.summary, n.group_id]",
    FACT_WORDS: "()-[r:RELATES_TO]-() ON EACH [r.name, r.fact, r.group_id]",
    "episode_content": "(n:Episodic) ON EACH [n.content, n.source, n.source_description, n.group_id]",
}
VECTOR_INDEXES = {
    ENTITY_VECTORS: "(n:Entity) ON (n.name_embedding)",
    FACT_VECTORS: "()-[r:RELATES_TO]-() ON (r.fact_embedding)",
}
ALREADY_THERE = {
    "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists",
    "Neo.ClientError.Schema.IndexAlreadyExists",
    "Neo.ClientError.Schema.ConstraintAlreadyExists",
}
UNNAMED = """
    MATCH (n:Entity)
    WHERE n.normalized_name IS NULL
    RETURN n.uuid AS uuid, n.name AS name
    LIMIT 10000
"""
TYPOGRAPHIC = f"""
    MATCH (n:Entity|MergedEntity)
    WHERE n.normalized_name =~ '(?s).*[{"".join(map(chr, TYPOGRAPHY))}].*'
    RETURN n.uuid AS uuid, n.name AS name
    LIMIT 10000
"""
"""Normalised before every apostrophe, hyphen and quotation mark became the plain one."""
VECTOR_DIMENSIONS = """
    SHOW VECTOR INDEXES YIELD name, options
    WHERE name IN $names
    RETURN name, options.indexConfig['vector.dimensions'] AS dimension
"""
NAME = """
    UNWIND $rows AS row
    MATCH (n:Entity|MergedEntity {uuid: row.uuid})
    SET n.normalized_name = row.normalized_name
"""


@dataclass(frozen=True)
class PreparedGraph:
    """Reads and writes like the `GraphStore` it wraps. `dimension`: of the embedding model, for the vector indexes."""

    store: GraphStore
    dimension: int
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _done: asyncio.Event = field(default_factory=asyncio.Event)
    _checked: asyncio.Event = field(default_factory=asyncio.Event)

    async def read(self, cypher: str, **parameters: object) -> list[dict[str, object]]:
        await self.prepare()
        return await self.store.read(cypher, **parameters)

    async def write(self, cypher: str, **parameters: object) -> list[dict[str, object]]:
        await self.prepare()
        return await self.store.write(cypher, **parameters)

    async def write_all(self, statements: Sequence[Statement]) -> None:
        await self.prepare()
        await self.store.write_all(statements)

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
        there = {str(row["name"]) for row in await self.store.read("SHOW INDEXES YIELD name RETURN name")}
        missing = [statement for name, statement in self._statements() if name not in there]
        for statement in missing:
            await self._create(statement)
        if missing:
            await self.store.write("CALL db.awaitIndexes(120)")

    async def _create(self, statement: str) -> None:
        """IF NOT EXISTS does not help two that create at the same moment: the slower one is told that it exists."""
        try:
            await self.store.write(statement)
        except ClientError as error:
            if error.code not in ALREADY_THERE:
                raise

    def _statements(self) -> Iterator[tuple[str, str]]:
        """By name. A graph that Graphiti made has a plain index in the constraint's place, which does as well."""
        yield "entity_uuid", "CREATE CONSTRAINT entity_uuid IF NOT EXISTS FOR (n:Entity) REQUIRE n.uuid IS UNIQUE"
        for kind, indexes in (("", RANGE_INDEXES), ("FULLTEXT ", FULL_TEXT_INDEXES)):
            for name, on in indexes.items():
                yield name, f"CREATE {kind}INDEX {name} IF NOT EXISTS FOR {on}"
        for name, on in VECTOR_INDEXES.items():
            yield name, f"CREATE VECTOR INDEX {name} IF NOT EXISTS FOR {on} OPTIONS {self._vector_options}"

    @property
    def _vector_options(self) -> str:
        return (
            f"{{indexConfig: {{`vector.dimensions`: {int(self.dimension)}, `vector.similarity_function`: 'cosine', "
            "`vector.quantization.enabled`: false}}"
        )

    async def check_vectors(self) -> None:
        """Raises EmbeddingMismatch when the indexes were made for vectors of another length."""
        if self._checked.is_set():
            return
        await self.prepare()
        for row in await self.store.read(VECTOR_DIMENSIONS, names=list(VECTOR_INDEXES)):
            if row["dimension"] != self.dimension:
                raise EmbeddingMismatch(
                    f"The graph's vectors have {row['dimension']} dimensions, the configured embedding model makes "
                    f"{self.dimension}. Run `python -m services reembed`, or configure the old model."
                )
        self._checked.set()

    async def name_entities(self) -> None:
        """Give entities that Graphiti wrote, or that an earlier rule named, the normalised name by which we look them
        up."""
        for unnamed in (UNNAMED, TYPOGRAPHIC):
            while rows := await self.store.read(unnamed):
                named = [{"uuid": row["uuid"], "normalized_name": normalize(str(row["name"]))} for row in rows]
                await self.store.write(NAME, rows=named)
