"""Episodes: what each document brought into the graph, and how it goes again."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal
from uuid import UUID

from services.graph import records
from services.graph.names import mention_uuid
from services.graph.prepared import PreparedGraph
from services.graph.provenance.citations import Citations
from services.graph.provenance.ledger import Ledger
from services.graph.writing.entities import GROUP
from services.graph.writing.transaction import Transaction
from services.models import Document, NamedEntity, ReadingSummary
from services.stores.batches import batches

BATCH = 2_000
LONGEST_CONTENT = 4_000
SAVE = """
    UNWIND $rows AS row
    MERGE (e:Episodic {uuid: row.uuid})
    ON CREATE SET e.created_at = row.now
    SET e.name = row.name, e.group_id = $group, e.source = 'text', e.source_description = row.source_description,
        e.content = row.content, e.valid_at = row.valid_at, e.entity_edges = row.facts,
        e.document_id = row.document_id, e.reading = row.reading, e.waiting_count = row.waiting_count
    WITH e
    OPTIONAL MATCH (e)-[m:MENTIONS]->()
    DELETE m
"""
MENTION = """
    UNWIND $rows AS row
    MATCH (e:Episodic {uuid: row.episode})
    MATCH (n:Entity {uuid: row.entity})
    MERGE (e)-[m:MENTIONS {uuid: row.uuid}]->(n)
    SET m.group_id = $group, m.created_at = row.now, m.by = row.by,
        m.count = coalesce(row.count, m.count), m.starts = coalesce(row.starts, m.starts)
"""
ADD_FACTS = """
    MATCH (e:Episodic {uuid: $episode})
    SET e.entity_edges = [fact IN e.entity_edges WHERE NOT fact IN $facts] + $facts
"""
DROP_FACTS = """
    MATCH (e:Episodic {uuid: $episode})
    SET e.entity_edges = [fact IN e.entity_edges WHERE NOT fact IN $facts]
"""
READING = "MATCH (e:Episodic {uuid: $episode}) RETURN e.reading AS reading"
SET_READING = """
    MATCH (e:Episodic {uuid: $episode})
    SET e.reading = $reading, e.waiting_count = $waiting_count
"""
OF_DOCUMENT = """
    MATCH (e:Episodic {document_id: $document_id})
    RETURN e.uuid AS uuid
    UNION
    MATCH (e:Episodic {uuid: $document_id})
    RETURN e.uuid AS uuid
"""
RENAME = """
    UNWIND $episodes AS uuid
    MATCH (e:Episodic {uuid: uuid})
    SET e.name = $name
    RETURN e.uuid AS uuid
"""
FACTS = """
    UNWIND $episodes AS uuid
    MATCH (e:Episodic {uuid: uuid})
    WHERE size(e.entity_edges) > 0
    RETURN uuid AS episode, e.entity_edges AS facts
"""
ENTITIES = """
    UNWIND $episodes AS uuid
    MATCH (e:Episodic {uuid: uuid})-[:MENTIONS]->(n:Entity)
    RETURN DISTINCT n.uuid AS uuid
"""
RELEASE = """
    UNWIND $uuids AS uuid
    MATCH (s)-[r:RELATES_TO {uuid: uuid}]->(t)
    WITH r, s.uuid AS source, t.uuid AS target,
         [e IN r.episodes WHERE NOT e IN $episodes] AS left, size(r.episodes) AS had
    WHERE size(left) < had
    SET r.episodes = left
    WITH r, source, target
    WHERE size(r.episodes) = 0
    DELETE r
    RETURN source, target
"""
DELETE_EPISODES = """
    UNWIND $episodes AS uuid
    MATCH (e:Episodic {uuid: uuid})
    DETACH DELETE e
"""
DELETE_UNSUPPORTED = """
    UNWIND $uuids AS uuid
    MATCH (n:Entity {uuid: uuid})
    WHERE NOT EXISTS { (n)-[:RELATES_TO]-() } AND NOT EXISTS { (n)<-[:MENTIONS]-(:Episodic) }
    OPTIONAL MATCH (m:MergedEntity {merged_into: n.uuid})
    DETACH DELETE n, m
"""


@dataclass(frozen=True)
class Episode:
    """`content` is what Graphiti shows a language model as context, so it is kept short."""

    uuid: UUID
    document: Document
    content: str
    source_description: str
    reading: ReadingSummary | None = None
    """What was read and what was not."""

    @classmethod
    def of(cls, document: Document, how: str, reading: ReadingSummary | None = None) -> "Episode":
        return cls(document.id, document, document.content[:LONGEST_CONTENT], f"{document.source} ({how})", reading)

    @property
    def valid_at(self) -> datetime:
        """The document's own date; Graphiti needs one, so a document without is dated by its arrival."""
        return self.document.reference_time or self.document.created_at


MentionOrigin = Literal["fact", "rule"]
"""Of a mention: a fact names the entity, or a rule found the name."""


@dataclass(frozen=True)
class EpisodeContent:
    """An episode with what it brings: its facts, and the entities that it names, as far as is known how often."""

    episode: Episode
    facts: Sequence[UUID]
    entities: Iterable[UUID]
    moment: datetime
    by: MentionOrigin = "fact"
    mentions: Mapping[UUID, NamedEntity] = field(default_factory=dict)

    def row(self) -> dict[str, object]:
        return {
            "uuid": str(self.episode.uuid),
            "document_id": str(self.episode.document.id),
            "name": self.episode.document.title,
            "source_description": self.episode.source_description,
            "content": self.episode.content,
            "valid_at": self.episode.valid_at,
            "facts": [str(fact) for fact in self.facts],
            **_reading_row(self.episode.reading),
            "now": self.moment,
        }

    def mention_rows(self) -> list[dict[str, object]]:
        named = dict.fromkeys(self.entities)
        return [_mention(self.episode.uuid, uuid, self.mentions.get(uuid), self.moment, self.by) for uuid in named]


@dataclass(frozen=True)
class Episodes:
    graph: PreparedGraph
    citations: Citations
    ledger: Ledger

    async def write(self, told: Sequence["EpisodeContent"], writes: Transaction) -> None:
        """Write the episodes before their facts, so that what an interrupted ingest left can be found and removed."""
        await writes.add(SAVE, len(told), rows=[one.row() for one in told], group=GROUP)
        for batch in batches((row for one in told for row in one.mention_rows()), BATCH):
            await writes.add(MENTION, 0, rows=batch, group=GROUP)

    async def add(
        self, episode: UUID, facts: Sequence[UUID], entities: Iterable[UUID], moment: datetime, writes: Transaction
    ) -> None:
        """Facts beside those that it brought before."""
        await writes.add(ADD_FACTS, episode=str(episode), facts=[str(fact) for fact in facts])
        rows = [_mention(episode, uuid, None, moment, "fact") for uuid in dict.fromkeys(entities)]
        await writes.add(MENTION, 0, rows=rows, group=GROUP)

    async def drop(self, episode: UUID, facts: Sequence[UUID]) -> None:
        """Facts that it brought and that may not stay."""
        await self.graph.write(DROP_FACTS, episode=str(episode), facts=[str(fact) for fact in facts])
        await self.release(facts, [episode])

    async def reading(self, episode: UUID) -> ReadingSummary | None:
        rows = await self.graph.read(READING, episode=str(episode))
        found = records.text(rows[0]["reading"]) if rows and rows[0]["reading"] else ""
        return ReadingSummary.model_validate_json(found) if found else None

    async def set_reading(self, episode: UUID, reading: ReadingSummary) -> None:
        await self.graph.write(SET_READING, episode=str(episode), **_reading_row(reading))

    async def of_document(self, document_id: UUID) -> list[UUID]:
        rows = await self.graph.read(OF_DOCUMENT, document_id=str(document_id))
        return [UUID(records.text(row["uuid"])) for row in rows]

    async def rename(self, document_id: UUID, title: str) -> None:
        """Rename the document's episodes, by which mentions of entities name it."""
        episodes = await self.of_document(document_id)
        if episodes:
            await self.graph.write(RENAME, episodes=[str(uuid) for uuid in episodes], name=title)

    async def facts_of(self, episodes: Sequence[UUID]) -> dict[UUID, set[UUID]]:
        """The facts by episode; episodes without facts are left out."""
        rows = await self.graph.read(FACTS, episodes=[str(uuid) for uuid in episodes])
        return {
            UUID(records.text(row["episode"])): {UUID(fact) for fact in records.texts(row["facts"])} for row in rows
        }

    async def remove(self, document_id: UUID) -> set[UUID]:
        """Graphiti's own removal deletes a fact with its first episode; here a fact goes with its last. Returns the
        facts that it had changed and that are as before."""
        episodes = await self.of_document(document_id)
        if not episodes:
            return set()
        facts = set().union(*(await self.facts_of(episodes)).values())
        mentioned = await self.graph.read(ENTITIES, episodes=[str(uuid) for uuid in episodes])
        put_back = await self.ledger.undo_episodes(episodes)
        touched = await self._release(facts, episodes)
        await self.graph.write(DELETE_EPISODES, episodes=[str(uuid) for uuid in episodes])
        await self._delete_unsupported({*touched, *(records.text(row["uuid"]) for row in mentioned)})
        await self.citations.forget(document_id)
        return put_back

    async def release(self, facts: Collection[UUID], episodes: Sequence[UUID]) -> None:
        """These episodes no longer support the facts; facts and entities without any support go."""
        await self._delete_unsupported(await self._release(facts, episodes))

    async def _release(self, facts: Collection[UUID], episodes: Sequence[UUID]) -> set[str]:
        touched: set[str] = set()
        for batch in batches(facts, BATCH):
            uuids, gone = [str(fact) for fact in batch], [str(episode) for episode in episodes]
            for row in await self.graph.write(RELEASE, uuids=uuids, episodes=gone):
                touched |= {records.text(row["source"]), records.text(row["target"])}
        return touched

    async def _delete_unsupported(self, entities: Iterable[str]) -> None:
        for batch in batches(sorted(entities), BATCH):
            await self.graph.write(DELETE_UNSUPPORTED, uuids=batch)


def _reading_row(reading: ReadingSummary | None) -> dict[str, str | int | None]:
    """How an episode keeps it: as JSON, and beside it the number that is asked for of all documents together."""
    if reading is None:
        return {"reading": None, "waiting_count": None}
    return {"reading": reading.model_dump_json(), "waiting_count": reading.waiting_count}


def _mention(
    episode: UUID, entity: UUID, named: NamedEntity | None, moment: datetime, by: MentionOrigin
) -> dict[str, object]:
    """`count` and `starts` say how often and where it stands, where that is known."""
    return {
        "episode": str(episode),
        "entity": str(entity),
        "uuid": str(mention_uuid(episode, entity)),
        "count": named.count if named else None,
        "starts": list(named.starts) if named else None,
        "now": moment,
        "by": by,
    }
