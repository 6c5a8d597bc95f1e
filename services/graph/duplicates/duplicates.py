"""Entities that may be one: found for review, merged by a person, and taken apart again."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from uuid import UUID, uuid4

from services.errors import InvalidInput, NotFound
from services.graph import records
from services.graph.duplicates.name_likeness import NameLikeness
from services.graph.names import initials, normalize, squash_name
from services.graph.prepared import PreparedGraph
from services.graph.provenance.ledger import Kind, Ledger, change_row
from services.graph.reading.entities import Entities
from services.graph.viewpoint import now
from services.models import DuplicateCandidate, Entity, Merge, Metadata

MOST_NAMES = 50_000
ALIKE = 0.86
"""The cosine of two names that are often spellings of one."""
ALL = f"""
    MATCH (n:Entity)
    WITH n
    ORDER BY n.normalized_name, n.uuid
    LIMIT $limit
    RETURN {records.ENTITIES}
"""
SHARED = """
    UNWIND $pairs AS pair
    MATCH (a:Entity {uuid: pair[0]}), (b:Entity {uuid: pair[1]})
    WHERE NOT EXISTS { (a)-[:DIFFERENT_FROM]-(b) }
    OPTIONAL MATCH (a)-[:RELATES_TO]-(c:Entity)-[:RELATES_TO]-(b)
    RETURN a.uuid AS first, b.uuid AS second, count(DISTINCT c) AS shared, EXISTS { (a)-[:RELATES_TO]-(b) } AS related
"""
DIFFERENT = """
    MATCH (a:Entity {uuid: $first}), (b:Entity {uuid: $second})
    MERGE (a)-[d:DIFFERENT_FROM]-(b)
    ON CREATE SET d.decided_at = $now
"""
NOT_DIFFERENT = """
    MATCH (:Entity {uuid: $first})-[d:DIFFERENT_FROM]-(:Entity {uuid: $second})
    DELETE d
"""
KEPT_APART = """
    MATCH (a:Entity)-[d:DIFFERENT_FROM]->(b:Entity)
    RETURN a.uuid AS first, b.uuid AS second
    ORDER BY d.decided_at IS NULL, d.decided_at DESC, a.name
    LIMIT $limit
"""
FACTS_OF = """
    MATCH (n:Entity {uuid: $uuid})-[r:RELATES_TO]-()
    RETURN DISTINCT r.uuid AS uuid, startNode(r).uuid AS source, endNode(r).uuid AS target
"""
MOVE = """
    UNWIND $rows AS row
    MATCH ()-[old:RELATES_TO {uuid: row.uuid}]->()
    MATCH (s {uuid: row.source}) WHERE s:Entity OR s:MergedEntity
    MATCH (t {uuid: row.target}) WHERE t:Entity OR t:MergedEntity
    CREATE (s)-[r:RELATES_TO]->(t)
    SET r = properties(old), r.source_node_uuid = row.source, r.target_node_uuid = row.target
    WITH old, r, old.fact_embedding AS vector
    CALL db.create.setRelationshipVectorProperty(r, 'fact_embedding', vector)
    DELETE old
"""
RETIRE = """
    MATCH (n:Entity {uuid: $merged}), (k:Entity {uuid: $kept})
    OPTIONAL MATCH (e:Episodic)-[m:MENTIONS]->(n)
    WITH n, k, collect(e) AS episodes, collect(m) AS mentions
    SET n.merged_labels = labels(n), n.merged_into = k.uuid, n.merge_id = $merge, n.merged_at = $now,
        n.merged_mentions = [e IN episodes | e.uuid]
    FOREACH (m IN mentions | DELETE m)
    FOREACH (e IN episodes | MERGE (e)-[:MENTIONS {uuid: $merge + e.uuid, merge_id: $merge}]->(k))
    WITH n, labels(n) AS old
    SET n:MergedEntity
    REMOVE n:$(old)
"""
REVIVE = """
    MATCH (n:MergedEntity {uuid: $merged})
    WITH n, n.merged_labels AS labels, n.merged_mentions AS episodes, n.merge_id AS merge
    SET n:$(labels)
    REMOVE n:MergedEntity, n.merged_labels, n.merged_into, n.merge_id, n.merged_at, n.merged_mentions
    WITH n, episodes, merge
    OPTIONAL MATCH ()-[m:MENTIONS {merge_id: merge}]->()
    DELETE m
    WITH DISTINCT n, episodes
    UNWIND episodes AS uuid
    MATCH (e:Episodic {uuid: uuid})
    MERGE (e)-[m:MENTIONS]->(n)
    ON CREATE SET m.uuid = randomUUID(), m.group_id = n.group_id
"""
MERGES = f"""
    MATCH (m:MergedEntity)
    MATCH (n:Entity {{uuid: m.merged_into}})
    RETURN {records.ENTITY}, m.uuid AS merged, m.name AS merged_name, m.merge_id AS merge, m.merged_at AS merged_at
    ORDER BY m.merged_at DESC
    LIMIT $limit
"""


@dataclass(frozen=True)
class Duplicates:
    graph: PreparedGraph
    entities: Entities
    ledger: Ledger
    likeness: NameLikeness

    async def candidates(self, limit: int) -> tuple[DuplicateCandidate, ...]:
        """Pairs worth a look, the likeliest first. Nothing is merged by this."""
        rows = records.unpack_rows(await self.graph.read(ALL, limit=MOST_NAMES))
        known = await asyncio.to_thread(lambda: [records.entity(row) for row in rows])
        reasons = await asyncio.to_thread(reasons_by_name, known)
        for one, other in await self.likeness.pairs(ALIKE):
            reasons[_pair(one, other)].append("names mean nearly the same")
        return await self._reviewed({entity.uuid: entity for entity in known}, reasons, limit)

    async def _reviewed(
        self, known: dict[UUID, Entity], reasons: dict[tuple[UUID, UUID], list[str]], limit: int
    ) -> tuple[DuplicateCandidate, ...]:
        pairs = [[str(uuid) for uuid in pair] for pair in reasons if set(pair) <= set(known)]
        rows = await self.graph.read(SHARED, pairs=pairs) if pairs else []
        found = (_candidate(row, known, reasons) for row in rows)
        return tuple(sorted(found, key=lambda one: (-one.score, one.first.name, one.second.name))[:limit])

    async def keep_apart(self, first: UUID, second: UUID) -> None:
        """Note that the two are not the same, so that the pair is not offered again."""
        await self.graph.write(DIFFERENT, first=str(first), second=str(second), now=now())

    async def propose_again(self, first: UUID, second: UUID) -> None:
        """The pair may be offered again."""
        await self.graph.write(NOT_DIFFERENT, first=str(first), second=str(second))

    async def kept_apart(self, limit: int = 50) -> tuple[tuple[Entity, Entity], ...]:
        """The pairs that a person said are two, the latest first."""
        rows = await self.graph.read(KEPT_APART, limit=limit)
        pairs = [(UUID(records.text(row["first"])), UUID(records.text(row["second"]))) for row in rows]
        known = await self.entities.by_uuids([uuid for pair in pairs for uuid in pair])
        return tuple((known[one], known[other]) for one, other in pairs if {one, other} <= known.keys())

    async def merge(self, kept: UUID, merged: UUID) -> Merge:
        """All facts of `merged` become facts of `kept`, with dates, sources, uuids; the old name still finds them."""
        both = await self.entities.by_uuids([kept, merged])
        if kept == merged:
            raise InvalidInput("An entity cannot be merged with itself.")
        if len(both) < 2:
            raise NotFound("One of the two entities is no longer in the graph.")
        rows = await self.graph.read(FACTS_OF, uuid=str(merged))
        merge, moved = uuid4(), [_moved(row, str(merged), str(kept)) for row in rows]
        await self._move(rows, moved, merge, "merged")
        moment = now()
        await self.graph.write(RETIRE, merged=str(merged), kept=str(kept), merge=str(merge), now=moment)
        return Merge(id=merge, kept=both[kept], merged_name=both[merged].name, fact_count=len(moved), merged_at=moment)

    async def undo(self, merge: UUID) -> None:
        """Undo a merge: each fact goes back to the entity that it had; facts that are gone stay gone."""
        found = next((row for row in await self.graph.read(MERGES, limit=10_000) if row["merge"] == str(merge)), None)
        if found is None:
            raise NotFound("This merge is not in the graph, or it was undone already.")
        changes = [change for change in await self.ledger.of_episodes([merge]) if change.kind == "merged"]
        there = await self.ledger.states([change.fact_uuid for change in changes])
        changes = [change for change in changes if change.fact_uuid in there]
        await self.graph.write(REVIVE, merged=records.text(found["merged"]))
        before = [{"uuid": str(change.fact_uuid), **change.after} for change in changes]
        after = [{"uuid": str(change.fact_uuid), **change.before} for change in changes]
        await self._move(before, after, merge, "unmerged")

    async def merges(self, limit: int = 50) -> tuple[Merge, ...]:
        """The merges that can be undone, the latest first."""
        rows = await self.graph.read(MERGES, limit=limit)
        counts = [await self.ledger.of_episodes([UUID(records.text(row["merge"]))]) for row in rows]
        return tuple(_merge(row, len(changes)) for row, changes in zip(rows, counts, strict=True))

    async def _move(self, before: Sequence[records.Row], after: Sequence[records.Row], merge: UUID, kind: Kind) -> None:
        moved = [
            (UUID(records.text(new["uuid"])), _ends(old), _ends(new)) for old, new in zip(before, after, strict=True)
        ]
        await self.ledger.write([change_row(fact, merge, None, kind, old, new) for fact, old, new in moved])
        if after:
            await self.graph.write(MOVE, rows=list(after))


def _ends(fact: records.Row) -> Metadata:
    return {end: records.text(fact[end]) for end in ("source", "target")}


SHORTEST_ACRONYM = 3


def reasons_by_name(known: Iterable[Entity]) -> defaultdict[tuple[UUID, UUID], list[str]]:
    """Pairs of one normalised name, of the same words, or of a name and its initials."""
    reasons: defaultdict[tuple[UUID, UUID], list[str]] = defaultdict(list)
    by_name, by_words, by_initials = (defaultdict(list) for _ in range(3))
    for entity in known:
        by_name[normalize(entity.name)].append(entity)
        by_words[squash_name(entity.name)].append(entity)
        for short in _short_forms(entity.name):
            by_initials[short].append(entity)
    _note(reasons, by_name.values(), "same name")
    _note(reasons, by_words.values(), "same words in another order or punctuation")
    for short, long_names in by_initials.items():
        pairs = ([one, other] for one in by_name.get(short, ()) for other in long_names)
        _note(reasons, (pair for pair in pairs if _is_acronym(pair[0].name, short, pair[1].name)), "initials")
    return reasons


def _short_forms(name: str) -> list[str]:
    """A name's initials, with and without the first ones: APL, for “Johns Hopkins Applied Physics Laboratory”."""
    letters = initials(name)
    return [letters[start:] for start in range(len(letters) - SHORTEST_ACRONYM + 1)] if " " in name else []


def _is_acronym(name: str, short: str, long_name: str) -> bool:
    """Without the first initials, only what is written in capitals."""
    return name.isupper() or initials(long_name) == short


def _note(reasons: defaultdict[tuple[UUID, UUID], list[str]], groups: Iterable[Sequence[Entity]], reason: str) -> None:
    for group in groups:
        for one, other in combinations(group[:20], 2):
            if one.uuid != other.uuid:
                reasons[_pair(one.uuid, other.uuid)].append(reason)


def _pair(one: UUID, other: UUID) -> tuple[UUID, UUID]:
    return (one, other) if str(one) < str(other) else (other, one)


def _candidate(
    row: records.Row, known: dict[UUID, Entity], reasons: dict[tuple[UUID, UUID], list[str]]
) -> DuplicateCandidate:
    first, second = UUID(records.text(row["first"])), UUID(records.text(row["second"]))
    shared = records.number(row["shared"])
    why = list(dict.fromkeys(reasons[first, second]))
    if "same name" in why:
        why = [reason for reason in why if not reason.startswith("same words")]
    if shared:
        why.append(f"{shared} shared {'neighbour' if shared == 1 else 'neighbours'}")
    if known[first].type == known[second].type:
        why.append("same type")
    apart = 0.2 if row["related"] else 0.0  # two ends of one fact are rarely one entity
    score = min(1.0, 0.3 * len(why) + 0.05 * min(shared, 6)) - apart
    return DuplicateCandidate(
        first=known[first], second=known[second], score=max(0.0, score), reasons=tuple(why), shared_neighbours=shared
    )


def _moved(row: records.Row, merged: str, kept: str) -> dict[str, object]:
    return {"uuid": row["uuid"]} | {end: kept if row[end] == merged else row[end] for end in ("source", "target")}


def _merge(row: records.Row, fact_count: int) -> Merge:
    merged_at: datetime = records.moment(row["merged_at"]) or now()
    return Merge(
        id=UUID(records.text(row["merge"])),
        kept=records.entity(row),
        merged_name=records.text(row["merged_name"]),
        fact_count=fact_count,
        merged_at=merged_at,
    )
