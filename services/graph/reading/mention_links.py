"""What is mentioned together: weak links between entities whose names stand close by, where no fact need join them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from services.graph import records
from services.graph.prepared import PreparedGraph
from services.graph.provenance.citations import Citations, Span
from services.graph.reading.closeness import CLOSE, CLOSE_BY, Pair, Place, Stretch, pair_of, pairs_in
from services.graph.reading.entities import Entities
from services.graph.reading.viewpoints import Viewpoints
from services.graph.viewpoint import NAMED, ResolvedViewpoint
from services.models import Entity, MentionedTogether, MentionLink, SharedPassages, Viewpoint

MOST_DOCUMENTS = 300
"""Documents of one entity in which others are looked for: those that name it most."""
MOST_COMPANIONS = 40
MOST_LINKS = 300
STEPPED_FROM = 100
"""Entities from which a path goes on over mentions; of each, so many documents and companions."""
STEP_DOCUMENTS = 100
STEP_COMPANIONS = 200
MOST_MENTIONS = 30_000
MOST_PASSAGES = 12
PASSAGES_A_DOCUMENT = 3
COMPANIONS = f"""
    MATCH (here:Entity {{uuid: $uuid}})<-[m:MENTIONS]-(e:Episodic)
    WHERE m.starts IS NOT NULL AND {NAMED}
    WITH here, m, e
    ORDER BY m.count DESC, e.uuid
    LIMIT $documents
    MATCH (e)-[o:MENTIONS]->(n:Entity)
    WHERE n <> here AND {CLOSE_BY}
    WITH n, count(e) AS documents, sum(o.count) AS count
    ORDER BY documents DESC, count DESC, n.normalized_name, n.uuid
    RETURN collect(n.uuid) AS uuids
"""
STEPS = f"""
    UNWIND $uuids AS uuid
    MATCH (here:Entity {{uuid: uuid}})
    CALL (here) {{
        MATCH (here)<-[m:MENTIONS]-(e:Episodic)
        WHERE m.starts IS NOT NULL AND {NAMED}
        WITH here, m, e
        ORDER BY m.count DESC, e.uuid
        LIMIT $documents
        MATCH (e)-[o:MENTIONS]->(n:Entity)
        WHERE n <> here AND {CLOSE_BY}
        WITH n, count(e) AS documents
        ORDER BY documents DESC, n.uuid
        LIMIT $limit
        RETURN n
    }}
    RETURN here.uuid AS source, n.uuid AS target
"""
PLACES = f"""
    UNWIND $uuids AS uuid
    MATCH (n:Entity {{uuid: uuid}})<-[m:MENTIONS]-(e:Episodic)
    WHERE m.starts IS NOT NULL AND e.document_id IS NOT NULL AND {NAMED}
    WITH n, m, e
    ORDER BY e.valid_at DESC, e.uuid, n.uuid
    LIMIT $limit
    RETURN {records.packed_columns({"entity": "n.uuid", "document": "e.document_id", "starts": "m.starts"})}
"""
Found = Mapping[Pair, Mapping[str, Sequence[Stretch]]]
"""Of each pair the passages by document."""


@dataclass(frozen=True)
class MentionLinks:
    graph: PreparedGraph
    entities: Entities
    citations: Citations
    viewpoints: Viewpoints

    async def around(self, centres: Sequence[UUID], beside: Sequence[UUID], viewpoint: Viewpoint) -> MentionedTogether:
        """Companions of the centres, so many of each, and the links between all of these and the entities `beside`."""
        view = await self.viewpoints.resolve(viewpoint)
        near = [await self._companions(uuid, view) for uuid in dict.fromkeys(centres)]
        known = {*map(str, centres), *map(str, beside)}
        every = [uuid for uuid in dict.fromkeys(uuid for one in near for uuid in one) if uuid not in known]
        chosen = dict.fromkeys(uuid for one in near for uuid in one[:MOST_COMPANIONS] if uuid not in known)
        places, is_whole = await self._places([*known, *chosen], view)
        links = await self._links(_pairs(places), viewpoint)
        entities = await self.entities.by_uuids([UUID(uuid) for uuid in chosen], viewpoint)
        return MentionedTogether(
            entities=tuple(entities[UUID(uuid)] for uuid in chosen if UUID(uuid) in entities),
            links=links[:MOST_LINKS],
            total_entities=len(every),
            total_links=len(links),
            is_whole=is_whole,
        )

    async def between(
        self, pairs: Iterable[tuple[UUID, UUID]], view: ResolvedViewpoint
    ) -> Mapping[frozenset[UUID], MentionLink]:
        wanted = {pair_of(str(one), str(other)) for one, other in pairs}
        places, _ = await self._places(sorted({uuid for pair in wanted for uuid in pair}), view)
        found = {pair: documents for pair, documents in _pairs(places).items() if pair in wanted}
        return {link.pair: link for link in await self._links(found, view.viewpoint)}

    async def steps(self, uuids: Sequence[str], view: ResolvedViewpoint) -> list[tuple[str, str]]:
        """The steps of a path from these entities to those that are mentioned together with them; both by uuid."""
        given = {"uuids": list(uuids[:STEPPED_FROM]), "close": CLOSE, **view.parameters}
        most = {"documents": STEP_DOCUMENTS, "limit": STEP_COMPANIONS}
        rows = await self.graph.read(view.with_conditions(STEPS), **given, **most)
        return [(records.text(row["source"]), records.text(row["target"])) for row in rows]

    async def passages(self, one: UUID, other: UUID, viewpoint: Viewpoint) -> SharedPassages:
        """Literal passages in which both names stand, as sentences."""
        view = await self.viewpoints.resolve(viewpoint)
        places, _ = await self._places([str(one), str(other)], view)
        found = _pairs(places).get(pair_of(str(one), str(other)), {})
        first = sorted(found, key=lambda document: (-len(found[document]), document))
        spans = [Span(UUID(of), *stretch) for of in first for stretch in found[of][:PASSAGES_A_DOCUMENT]]
        return SharedPassages(
            passages=await self.citations.of_spans(spans[:MOST_PASSAGES], viewpoint),
            document_count=len(found),
            passage_count=sum(map(len, found.values())),
        )

    async def _companions(self, uuid: UUID, view: ResolvedViewpoint) -> list[str]:
        given = {"uuid": str(uuid), "close": CLOSE, "documents": MOST_DOCUMENTS, **view.parameters}
        rows = await self.graph.read(view.with_conditions(COMPANIONS), **given)
        return records.texts(rows[0]["uuids"]) if rows else []

    async def _places(self, uuids: Sequence[str], view: ResolvedViewpoint) -> tuple[list[records.Row], bool]:
        given = {"uuids": list(uuids), "limit": MOST_MENTIONS, **view.parameters}
        rows = records.unpack_rows(await self.graph.read(view.with_conditions(PLACES), **given))
        return rows, len(rows) < MOST_MENTIONS

    async def _links(self, found: Found, viewpoint: Viewpoint) -> list[MentionLink]:
        """Those in most documents first."""
        counts = {pair: (len(documents), sum(map(len, documents.values()))) for pair, documents in found.items()}
        ranked = sorted(counts, key=lambda pair: (-counts[pair][0], -counts[pair][1], pair))
        uuids = {UUID(uuid) for pair in ranked for uuid in pair}
        entities = await self.entities.by_uuids(sorted(uuids), viewpoint)
        return [_link(entities, pair, counts[pair]) for pair in ranked if all(UUID(uuid) in entities for uuid in pair)]


def _pairs(rows: Iterable[records.Row]) -> Found:
    documents: defaultdict[str, list[Place]] = defaultdict(list)
    for row in rows:
        starts = row["starts"] if isinstance(row["starts"], list) else []
        documents[records.text(row["document"])] += [Place(start, records.text(row["entity"])) for start in starts]
    found: defaultdict[Pair, dict[str, Sequence[Stretch]]] = defaultdict(dict)
    for document, places in documents.items():
        for pair, stretches in pairs_in(places).items():
            found[pair][document] = stretches
    return found


def _link(entities: Mapping[UUID, Entity], pair: Pair, counts: tuple[int, int]) -> MentionLink:
    one, other = (entities[UUID(uuid)] for uuid in pair)
    return MentionLink(
        source_uuid=one.uuid,
        source=one.name,
        target_uuid=other.uuid,
        target=other.name,
        document_count=counts[0],
        passage_count=counts[1],
    )
