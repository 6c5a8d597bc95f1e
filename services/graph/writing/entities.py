"""Entities as documents name them: found where they are known, made where they are new."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import TypeVar
from uuid import UUID

from services.embedding.protocol import Embedder
from services.graph import records
from services.graph.names import BASE_LABEL, entity_uuid, label_of, normalize
from services.graph.prepared import PreparedGraph
from services.graph.writing.resolution import Key, Known, Resolved, resolve
from services.graph.writing.transaction import Transaction

T = TypeVar("T")
BATCH = 1_000
VECTOR_BATCH = 250
GROUP = "dossier"
"""Graphiti's `group_id` for what we write; reading asks for none, so graphs of other making are read, too."""

KNOWN = """
    UNWIND $names AS name
    MATCH (n:Entity {normalized_name: name})
    RETURN name, n.uuid AS uuid, CASE WHEN n.typed_by = 'rule' THEN [] ELSE labels(n) END AS labels,
           n.created_at AS created_at
    UNION ALL
    UNWIND $names AS name
    MATCH (m:MergedEntity {normalized_name: name})
    MATCH (n:Entity {uuid: m.merged_into})
    RETURN name, n.uuid AS uuid, m.merged_labels AS labels, m.created_at AS created_at
"""
CREATE = """
    UNWIND $rows AS row
    MERGE (n:Entity {uuid: row.uuid})
    ON CREATE SET n += row.properties, n.created_at = $now, n:$(row.labels)
    WITH n, row
    CALL db.create.setNodeVectorProperty(n, 'name_embedding', row.name_embedding)
"""
GIVE_TYPE = """
    UNWIND $rows AS row
    MATCH (n:Entity {uuid: row.uuid})
    WITH n, row, [label IN labels(n) WHERE label <> 'Entity'] AS old
    REMOVE n:$(old), n.typed_by
    SET n:$(row.labels), n.labels = row.labels, n.type_name = row.type_name
"""
"""A type that a rule guessed gives way."""


@dataclass(frozen=True)
class Named:
    """An entity as a document names it."""

    name: str
    type_name: str | None

    @property
    def key(self) -> Key:
        return normalize(self.name), label_of(self.type_name)


@dataclass(frozen=True)
class EntityWriter:
    graph: PreparedGraph
    embedder: Embedder

    async def ensure(self, named: Iterable[Named], now: datetime, writes: Transaction) -> dict[Key, UUID]:
        """The uuid of each entity named; those that are not in the graph yet are written."""
        spelled = commonest_spellings(named)
        known = await self._known([name for name, _ in spelled])
        resolved = resolve(spelled, known)
        new = [(spelled[key], found) for key, found in resolved.items() if found.action == "new"]
        typed = [(spelled[key], found) for key, found in resolved.items() if found.action == "typed"]
        await self._create(new, now, writes)
        await self._give_types(typed, writes)
        return {key: found.uuid for key, found in resolved.items()}

    async def ensure_by_rule(self, named: Iterable[Named], now: datetime, writes: Transaction) -> dict[Key, UUID]:
        """As `ensure`, for types that a rule guessed: they make no second entity beside one of the same name, and give
        way to the type that a person or a model states."""
        spelled = {one.key: one for one in named}
        known = await self._known([name for name, _ in spelled])
        found = {key: _untyped(key, known.get(key[0], ())) for key in spelled}
        await self._create(
            [(spelled[key], one) for key, one in found.items() if one.action == "new"], now, writes, "rule"
        )
        return {key: one.uuid for key, one in found.items()}

    async def _known(self, names: Sequence[str]) -> Mapping[str, tuple[Known, ...]]:
        found: defaultdict[str, list[Known]] = defaultdict(list)
        for batch in batches(sorted(set(names)), BATCH):
            rows = await self.graph.read(KNOWN, names=batch)
            for row in sorted(rows, key=lambda row: (str(row["created_at"]), str(row["uuid"]))):
                found[records.text(row["name"])].append(Known(UUID(records.text(row["uuid"])), records.label(row)))
        return {name: tuple(entities) for name, entities in found.items()}

    async def _create(
        self, new: Sequence[tuple[Named, Resolved]], now: datetime, writes: Transaction, typed_by: str | None = None
    ) -> None:
        typed_last = sorted(new, key=lambda pair: pair[0].key[1] != "")  # an untyped name may mean a typed entity
        unique = {resolved.uuid: (named, resolved) for named, resolved in typed_last}
        for batch in batches(unique.values(), VECTOR_BATCH):
            vectors = await self.embedder.embed_chunks([named.name for named, _ in batch])
            rows = [_row(named, found, vector, typed_by) for (named, found), vector in zip(batch, vectors, strict=True)]
            await writes.add(CREATE, len(rows), rows=rows, now=now)

    async def _give_types(self, typed: Sequence[tuple[Named, Resolved]], writes: Transaction) -> None:
        rows = [{"uuid": str(found.uuid), **_type(named)} for named, found in typed if named.key[1]]
        if rows:
            await writes.add(GIVE_TYPE, len(rows), rows=rows)


def commonest_spellings(named: Iterable[Named]) -> dict[Key, Named]:
    """How each entity is mostly written; of equally common spellings the first."""
    counts = Counter(named)
    return {one.key: one for one, _ in reversed(counts.most_common())}


def _untyped(key: Key, known: Sequence[Known]) -> Resolved:
    """The entity of that name that has no type from elsewhere, else the oldest."""
    there = sorted(known, key=lambda entity: entity.label != "")
    return Resolved(there[0].uuid, "known") if there else Resolved(entity_uuid(key[0], ""), "new")


def _row(named: Named, resolved: Resolved, vector: Sequence[float], typed_by: str | None) -> dict[str, object]:
    properties = {
        "name": " ".join(named.name.split()),
        "normalized_name": named.key[0],
        "group_id": GROUP,
        "summary": "",
        "typed_by": typed_by if named.key[1] else None,
        **_type(named),
    }
    return {
        "uuid": str(resolved.uuid),
        "properties": properties,
        "labels": properties["labels"],
        "name_embedding": list(vector),
    }


def _type(named: Named) -> dict[str, object]:
    """`type_name` only where the label had to differ from what the document says."""
    label, given = named.key[1], (named.type_name or "").strip()
    labels = [BASE_LABEL, label] if label else [BASE_LABEL]
    return {"labels": labels, "type_name": given if label and given != label else None}


def batches(items: Iterable[T], size: int) -> Iterable[list[T]]:
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch
