"""Facts by what they say (Graphiti's hybrid search), by uuid, by document; each with its citations."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from services.errors import NotFound
from services.graph import records
from services.graph.graphiti.client import GraphitiSearch
from services.graph.names import label_of
from services.graph.prepared import PreparedGraph
from services.graph.provenance.citations import Citations
from services.graph.reading.entities import Entities
from services.graph.reading.viewpoints import Viewpoints
from services.graph.viewpoint import ResolvedViewpoint
from services.models import Entity, Fact, Viewpoint
from services.text.queries import query_text

EVERYTHING = ResolvedViewpoint(Viewpoint.ever())
MOST_STATED = 50_000
ENDS = f"""
    UNWIND $uuids AS uuid
    MATCH (a:Entity)-[r:RELATES_TO {{uuid: uuid}}]->(b:Entity)
    WHERE $horizon IS NULL OR r.valid_at IS NULL OR r.valid_at <= $horizon
    UNWIND [a, b] AS n
    WITH n, count(*) AS facts
    ORDER BY facts DESC, n.normalized_name, n.uuid
    LIMIT $limit
    RETURN {records.ENTITY}
"""
BY_UUIDS = f"""
    UNWIND $uuids AS uuid
    MATCH ()-[r:RELATES_TO {{uuid: uuid}}]->()
    RETURN {records.FACTS}
"""


@dataclass(frozen=True)
class Facts:
    """Those that a passage speaks for; from the viewpoint of one collection, a passage of that one's."""

    graph: PreparedGraph
    citations: Citations
    entities: Entities
    graphiti: GraphitiSearch
    viewpoints: Viewpoints

    async def search(
        self,
        query: str,
        limit: int,
        entity: str | None,
        relation: str | None,
        type_name: str | None,
        viewpoint: Viewpoint,
    ) -> tuple[Fact, ...]:
        """Words and meaning by reciprocal rank fusion."""
        wanted = query_text(query)
        touching = (await self.entities.find(entity, viewpoint)).uuids if entity else None
        view = await self.resolve_viewpoint(viewpoint)
        found = await self.graphiti.search(wanted, limit, view, touching, relation, label_of(type_name))
        return await self.with_citations(found, view)

    async def resolve_viewpoint(self, viewpoint: Viewpoint) -> ResolvedViewpoint:
        return await self.viewpoints.resolve(viewpoint)

    async def fact(self, uuid: UUID | str, viewpoint: Viewpoint) -> Fact:
        view = await self.resolve_viewpoint(viewpoint.with_ended())
        facts = await self.by_uuids([_uuid(uuid)], view)
        if not facts:
            raise NotFound(f"Fact not found: {uuid}")
        return facts[0]

    async def by_uuids(
        self, uuids: Sequence[UUID], view: ResolvedViewpoint = EVERYTHING, version: UUID | None = None
    ) -> tuple[Fact, ...]:
        """The facts in the order asked for, as known at the viewpoint; those that are gone are left out."""
        rows = await self.graph.read(BY_UUIDS, uuids=[str(uuid) for uuid in uuids]) if uuids else []
        found = {fact.uuid: fact for fact in await self.with_citations(records.unpack_rows(rows), view, version)}
        return tuple(found[uuid] for uuid in uuids if uuid in found)

    async def of_document(self, document_id: UUID | str, viewpoint: Viewpoint) -> tuple[Fact, ...]:
        """A document's facts in the order in which it states them, also of an earlier version."""
        view, uuid = await self.resolve_viewpoint(viewpoint.with_ended()), _uuid(document_id)
        return await self.by_uuids(await self.citations.facts_of(uuid), view, uuid)

    async def with_citations(
        self, rows: Sequence[records.Row], view: ResolvedViewpoint, version: UUID | None = None
    ) -> tuple[Fact, ...]:
        uuids = {records.text(row["uuid"]): UUID(records.text(row["uuid"])) for row in rows}
        citations = await self.citations.of_facts(list(uuids.values()), view.viewpoint, version)
        facts = (
            records.fact(row, citations.get(uuids[records.text(row["uuid"])], ())) for row in view.rows_as_known(rows)
        )
        return tuple(fact for fact in facts if fact.citations or not view.leaves_out_documents)

    async def stated_entities(self, limit: int, viewpoint: Viewpoint) -> tuple[Entity, ...]:
        """Entities that facts of the chosen documents name, those of most such facts first."""
        uuids = await self.citations.stated_facts(viewpoint, MOST_STATED)
        given = {"uuids": [str(uuid) for uuid in uuids], "limit": limit, "horizon": viewpoint.horizon}
        return await self.entities.as_seen_from(
            [records.entity(row) for row in await self.graph.read(ENDS, **given)], viewpoint
        )


def _uuid(value: UUID | str) -> UUID:
    try:
        return value if isinstance(value, UUID) else UUID(value)
    except ValueError as error:
        raise NotFound(f"There is nothing with the id {value!r}.") from error
