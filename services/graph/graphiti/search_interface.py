"""Graphiti's searches on Neo4j's indexes: flat where Graphiti's own scan every fact."""

from collections.abc import Sequence
from contextvars import ContextVar
from typing import Any, Protocol

from graphiti_core.driver.driver import GraphProvider
from graphiti_core.driver.search_interface.search_interface import SearchInterface
from graphiti_core.edges import EntityEdge, get_entity_edge_from_record
from graphiti_core.models.edges.edge_db_queries import get_entity_edge_return_query
from graphiti_core.models.nodes.node_db_queries import EPISODIC_NODE_RETURN, get_entity_node_return_query
from graphiti_core.nodes import EntityNode, EpisodicNode, get_entity_node_from_record, get_episodic_node_from_record
from graphiti_core.search.search_filters import (
    SearchFilters,
    edge_search_filter_query_constructor,
    node_search_filter_query_constructor,
)
from pydantic import Field

from services.graph import records
from services.graph.lucene import any_word_query
from services.graph.prepared import ENTITY_VECTORS, ENTITY_WORDS, FACT_VECTORS, FACT_WORDS

WIDEST = 8_000
FIRST_WIDTH, FIRST_WIDTH_BY_MEANING, WIDER = 10, 6, 6
"""What the index is asked for first, in multiples of what is wanted, where filters leave some of it out; and how many
times more after that. An index of vectors takes longer the more it is asked for."""
# Graphiti returns every property and then drops the vector and what it returns by itself: hundreds of values a row.
FACT = get_entity_edge_return_query(GraphProvider.NEO4J).replace(
    "properties(e)",
    """e {.*, fact_embedding: NULL, created_at: NULL, expired_at: NULL, valid_at: NULL, invalid_at: NULL,
        reference_time: NULL}""",
)
ENTITY = get_entity_node_return_query(GraphProvider.NEO4J).replace("properties(n)", "n {.*, name_embedding: NULL}")
BY_WORDS = f"CALL db.index.fulltext.queryRelationships('{FACT_WORDS}', $query, {{limit: $width}}) "
BY_MEANING = f"CALL db.index.vector.queryRelationships('{FACT_VECTORS}', $width, $vector) "
ENDS = "YIELD relationship AS e, score WITH e, e AS r, score, startNode(e) AS n, endNode(e) AS m "
SCORED = """
    WHERE e.fact_embedding IS NOT NULL
    WITH e, e AS r, startNode(e) AS n, endNode(e) AS m,
         vector.similarity.cosine(e.fact_embedding, $vector) AS score
"""
TOUCHING = f"""
    UNWIND $entities AS uuid
    MATCH (a:Entity {{uuid: uuid}})-[e:RELATES_TO]-()
    WITH DISTINCT e
    {SCORED}
"""
RARE = 3_000
"""Facts of one relation: fewer are scored one by one, since the index would offer mostly facts of other relations."""
OF_RELATION = f"""
    MATCH ()-[e:RELATES_TO {{name: $relation}}]->()
    {SCORED}
"""
HOW_MANY = f"""
    MATCH ()-[e:RELATES_TO {{name: $relation}}]->()
    WITH e
    LIMIT {RARE}
    RETURN count(e) AS count
"""
CANDIDATES, CONDITION = "THE_CANDIDATES", "THE_CONDITION"
# Of many offers few are wanted, so that none of their properties is read to put them in order.
OFFERED = f"""
    CALL () {{
        {CANDIDATES}
        WITH e, score
        ORDER BY score DESC, elementId(e)
        RETURN collect({{fact: e, score: score}}) AS offers
    }}
    CALL (offers) {{
        UNWIND offers AS offer
        WITH offer.fact AS e, offer.fact AS r, offer.score AS score
        WITH e, r, score, startNode(e) AS n, endNode(e) AS m
        WHERE score > $min_score {CONDITION}
        WITH e, r, n, m, score
        LIMIT $limit
        WITH e, r, n, m, score
        ORDER BY score DESC, e.uuid
        RETURN {records.FACTS}
    }}
    RETURN rows, size(offers) AS offered, offers[-1].score AS least
"""
NODES_BY_WORDS = (
    f"CALL db.index.fulltext.queryNodes('{ENTITY_WORDS}', $query, {{limit: $width}}) YIELD node AS n, score "
)
NODES_BY_MEANING = f"CALL db.index.vector.queryNodes('{ENTITY_VECTORS}', $width, $vector) YIELD node AS n, score "
EPISODES_BY_WORDS = (
    "CALL db.index.fulltext.queryNodes('episode_content', $query, {limit: $width}) YIELD node AS e, score "
)
EPISODE_FILTER = "WHERE $group_ids IS NULL OR e.group_id IN $group_ids RETURN "

retrieved: ContextVar[dict[str, EntityEdge] | None] = ContextVar("retrieved", default=None)
"""While an episode is added: every fact that Graphiti was shown, as it was before the episode."""


class FactFilters(SearchFilters):
    """Graphiti's filters and ours: facts that touch an entity (from either side), hold at a viewpoint (its condition
    and parameters; none for any), and join entities of which one has the label ("" for any)."""

    touching: list[str] | None = None
    holds: str = ""
    view: dict[str, object] = Field(default_factory=dict)
    label: str = ""


class FoundFact(EntityEdge):
    """A fact that our own search found: Graphiti needs no more than its uuid to fuse, we want the row."""

    row: records.Row

    @classmethod
    def of(cls, row: records.Row) -> "FoundFact":
        return cls.model_construct(
            uuid=records.text(row["uuid"]),
            name=records.text(row["relation"]),
            fact=records.text(row["fact"]),
            source_node_uuid=records.text(row["source_uuid"]),
            target_node_uuid=records.text(row["target_uuid"]),
            group_id="",
            created_at=records.EPOCH,
            row=row,
        )


class Reader(Protocol):
    """Our driver as Graphiti hands it back."""

    async def read(self, cypher: str, **parameters: object) -> list[dict[str, object]]: ...


class IndexedSearch(SearchInterface):
    async def edge_fulltext_search(
        self, driver: Any, query: str, search_filter: Any, group_ids: list[str] | None = None, limit: int = 100
    ) -> list[EntityEdge]:
        words = any_word_query(query)
        if words == "":
            return []
        filters = _edge_filters(search_filter, group_ids)
        return await self._edges(driver, BY_WORDS + ENDS, filters, limit, {"query": words, "min_score": -1.0})

    async def edge_similarity_search(
        self,
        driver: Any,
        search_vector: list[float],
        source_node_uuid: str | None,
        target_node_uuid: str | None,
        search_filter: Any,
        group_ids: list[str] | None = None,
        limit: int = 100,
        min_score: float = 0.7,
    ) -> list[EntityEdge]:
        narrowed = _between_entities(search_filter, source_node_uuid, target_node_uuid)
        entities, relation = _endpoints(narrowed), _only_relation(narrowed)
        parameters = {"vector": search_vector, "min_score": min_score}
        filters = _edge_filters(narrowed, group_ids)
        if entities is not None:
            return await self._edges(driver, TOUCHING, filters, limit, parameters | {"entities": entities})
        if relation is not None and await _is_rare(driver, relation):
            return await self._edges(driver, OF_RELATION, filters, limit, parameters | {"relation": relation})
        return await self._edges(driver, BY_MEANING + ENDS, filters, limit, parameters)

    async def node_fulltext_search(
        self, driver: Any, query: str, search_filter: Any, group_ids: list[str] | None = None, limit: int = 100
    ) -> list[EntityNode]:
        words = any_word_query(query)
        if words == "":
            return []
        return await self._nodes(driver, NODES_BY_WORDS, search_filter, group_ids, limit, {"query": words, "min": -1.0})

    async def node_similarity_search(
        self,
        driver: Any,
        search_vector: list[float],
        search_filter: Any,
        group_ids: list[str] | None = None,
        limit: int = 100,
        min_score: float = 0.7,
    ) -> list[EntityNode]:
        parameters = {"vector": search_vector, "min": min_score}
        return await self._nodes(driver, NODES_BY_MEANING, search_filter, group_ids, limit, parameters)

    async def episode_fulltext_search(
        self,
        driver: Any,
        query: str,
        search_filter: Any,  # noqa: ARG002  Graphiti has no filter for episodes
        group_ids: list[str] | None = None,
        limit: int = 100,
    ) -> list[EpisodicNode]:
        cypher = EPISODES_BY_WORDS + EPISODE_FILTER + EPISODIC_NODE_RETURN + " ORDER BY score DESC LIMIT $limit"
        parameters = {
            "query": any_word_query(query) or "nothing",
            "width": limit,
            "limit": limit,
            "group_ids": group_ids,
        }
        return [get_episodic_node_from_record(row) for row in await driver.read(cypher, **parameters)]

    async def _edges(
        self, driver: Reader, candidates: str, filters: "Filters", limit: int, parameters: dict[str, Any]
    ) -> list[EntityEdge]:
        given = parameters | filters.parameters
        if filters.ours:
            return [*map(FoundFact.of, await search_fact_rows(driver, candidates, filters, limit, given))]
        cypher = f"""
            {candidates}
            WHERE score > $min_score {filters.condition}
            WITH e, r, n, m, score
            ORDER BY score DESC, e.uuid
            LIMIT $limit
            RETURN {FACT}
        """
        rows = await _search_wider(driver, cypher, limit, filters.narrow, given)
        return _keep_copies([get_entity_edge_from_record(row, GraphProvider.NEO4J) for row in rows])

    async def _nodes(
        self,
        driver: Reader,
        candidates: str,
        search_filter: SearchFilters,
        group_ids: list[str] | None,
        limit: int,
        parameters: dict[str, Any],
    ) -> list[EntityNode]:
        conditions, more = node_search_filter_query_constructor(search_filter, GraphProvider.NEO4J)
        if group_ids is not None:
            conditions, more = [*conditions, "n.group_id IN $group_ids"], more | {"group_ids": group_ids}
        cypher = f"""
            {candidates}
            WHERE score > $min {"".join(f" AND ({condition})" for condition in conditions)}
            RETURN {ENTITY}
            ORDER BY score DESC, uuid
            LIMIT $limit
        """
        rows = await _search_wider(driver, cypher, limit, bool(conditions), parameters | more)
        return [get_entity_node_from_record(row, GraphProvider.NEO4J) for row in rows]


class Filters:
    """A WHERE of our own making: conditions are constants of this module and Graphiti's, values are parameters."""

    def __init__(self, conditions: Sequence[str], parameters: dict[str, Any], ours: bool) -> None:
        """`ours`: for our own search, which wants rows of facts."""
        self.condition = "".join(f" AND ({condition})" for condition in conditions)
        self.parameters = parameters
        self.narrow = bool(conditions)
        self.ours = ours


def _edge_filters(search_filter: SearchFilters, group_ids: list[str] | None) -> Filters:
    conditions, parameters = edge_search_filter_query_constructor(search_filter, GraphProvider.NEO4J)
    if group_ids is not None:
        conditions, parameters = [*conditions, "e.group_id IN $group_ids"], parameters | {"group_ids": group_ids}
    if isinstance(search_filter, FactFilters):
        if search_filter.holds:
            conditions, parameters = [*conditions, search_filter.holds], parameters | search_filter.view
        if search_filter.touching is not None:
            conditions = [*conditions, "n.uuid IN $touching OR m.uuid IN $touching"]
            parameters = parameters | {"touching": search_filter.touching}
        if search_filter.label:
            conditions = [*conditions, "$label IN labels(n) OR $label IN labels(m)"]
            parameters = parameters | {"label": search_filter.label}
    return Filters(conditions, parameters, isinstance(search_filter, FactFilters))


def _endpoints(search_filter: SearchFilters) -> list[str] | None:
    """The entities that every fact wanted touches: their facts are few, and are scored one by one."""
    if isinstance(search_filter, FactFilters) and search_filter.touching is not None:
        return search_filter.touching
    return search_filter.edge_source_node_uuids or search_filter.edge_target_node_uuids


def _only_relation(search_filter: SearchFilters) -> str | None:
    wanted = search_filter.edge_types or []
    return wanted[0] if isinstance(search_filter, FactFilters) and len(wanted) == 1 else None


async def _is_rare(driver: Reader, relation: str) -> bool:
    (row,) = await driver.read(HOW_MANY, relation=relation)
    return records.number(row["count"]) < RARE


def _between_entities(search_filter: SearchFilters, source: str | None, target: str | None) -> SearchFilters:
    update = {
        name: [uuid]
        for name, uuid in (("edge_source_node_uuids", source), ("edge_target_node_uuids", target))
        if uuid is not None
    }
    return search_filter.model_copy(update=update) if update else search_filter


async def search_fact_rows(
    driver: Reader, candidates: str, filters: Filters, limit: int, parameters: dict[str, Any]
) -> Sequence[records.Row]:
    """For our own search. The index is asked for more while too few of what it offered pass the filters; not where it
    has no more to give, nor where the least of what it gave is too far away already."""
    first = FIRST_WIDTH_BY_MEANING if BY_MEANING in candidates else FIRST_WIDTH
    width = limit * first if filters.narrow else limit
    cypher = OFFERED.replace(CANDIDATES, candidates).replace(CONDITION, filters.condition)
    while True:
        (found,) = await driver.read(cypher, limit=limit, width=width, **parameters)
        rows, offered, least = records.unpack_rows([found]), records.number(found["offered"]), found["least"]
        is_all = offered < width or width >= WIDEST or not filters.narrow or SCORED in candidates
        is_far = isinstance(least, float) and least <= parameters["min_score"]
        if len(rows) >= limit or is_all or is_far:
            return rows
        width = min(WIDEST, width * WIDER)


async def _search_wider(
    driver: Reader, cypher: str, limit: int, narrow: bool, parameters: dict[str, Any]
) -> Sequence[records.Row]:
    """Ask the index for more and more until enough candidates pass the filters, or it has no more to give."""
    width = limit
    while True:
        rows = await driver.read(cypher, limit=limit, width=width, **parameters)
        if not narrow or len(rows) >= limit or width >= WIDEST or SCORED in cypher:
            return rows
        width = min(WIDEST, width * WIDER)


def _keep_copies(edges: list[EntityEdge]) -> list[EntityEdge]:
    """Keep a copy of each fact as it was first shown: Graphiti changes those that it retires in place."""
    seen = retrieved.get()
    if seen is not None:
        for edge in edges:
            seen.setdefault(edge.uuid, edge.model_copy(deep=True))
    return edges
