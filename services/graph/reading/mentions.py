"""Where documents name an entity, and what they name close by, also where no fact is known of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from services.graph import records
from services.graph.prepared import PreparedGraph
from services.graph.provenance.citations import Citations
from services.graph.reading.closeness import CLOSE, CLOSE_BY
from services.models import Companion, Entity, Mention, Mentions, Viewpoint

MOST_DOCUMENTS = 1_000
MOST_SHOWN = 10
DOCUMENTS = """
    MATCH (e:Episodic)-[m:MENTIONS]->(:Entity {uuid: $uuid})
    WHERE e.document_id IS NOT NULL AND ($horizon IS NULL OR e.valid_at <= $horizon)
    RETURN e.document_id AS document_id, e.name AS title, m.count AS count, m.starts AS starts
    ORDER BY coalesce(m.count, 0) DESC, e.name, e.uuid
    LIMIT $limit
"""
TOGETHER = f"""
    MATCH (here:Entity {{uuid: $uuid}})
    UNWIND $documents AS document
    MATCH (e:Episodic {{document_id: document}})-[m:MENTIONS]->(here)
    MATCH (e)-[o:MENTIONS]->(n:Entity)
    WHERE n <> here AND {CLOSE_BY}
    WITH n, count(DISTINCT e) AS documents, sum(o.count) AS count
    ORDER BY documents DESC, count DESC, n.normalized_name, n.uuid
    LIMIT $limit
    RETURN {records.ENTITY}, documents
"""


@dataclass(frozen=True)
class MentionSearch:
    graph: PreparedGraph
    citations: Citations

    async def mentions_of(self, entity: Entity, viewpoint: Viewpoint) -> Mentions:
        """An entity's mentions in the documents that the viewpoint shows and that are dated by its horizon."""
        found = await self._documents(entity, viewpoint)
        shown = [str(mention.document_id) for mention in found]
        rows = await self.graph.read(TOGETHER, uuid=str(entity.uuid), documents=shown, close=CLOSE, limit=MOST_SHOWN)
        return Mentions(
            documents=tuple(found[:MOST_SHOWN]),
            document_count=len(found),
            count=_total([mention.count for mention in found]),
            together=tuple(
                Companion(entity=records.entity(row), document_count=int(records.number(row["documents"])))
                for row in rows
            ),
        )

    async def _documents(self, entity: Entity, viewpoint: Viewpoint) -> Sequence[Mention]:
        given = {"uuid": str(entity.uuid), "horizon": viewpoint.horizon, "limit": MOST_DOCUMENTS}
        mentions = [_mention(row) for row in await self.graph.read(DOCUMENTS, **given)]
        seen = await self.citations.visible_documents([mention.document_id for mention in mentions], viewpoint)
        return [mention for mention in mentions if mention.document_id in seen]


def _total(counts: Sequence[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def _mention(row: records.Row) -> Mention:
    starts = row["starts"] if isinstance(row["starts"], list) else []
    return Mention(
        document_id=UUID(records.text(row["document_id"])),
        title=records.text(row["title"]),
        count=None if row["count"] is None else int(records.number(row["count"])),
        starts=tuple(starts),
    )
