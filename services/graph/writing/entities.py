"""Entities as documents name them: found where they are known, made where they are new."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID

from services.embedding.protocol import Embedder
from services.graph import records
from services.graph.names import BASE_LABEL, entity_uuid, label_of, normalize
from services.graph.prepared import PreparedGraph
from services.graph.writing.resolution import Key, KnownEntity, ResolvedEntity, resolve_names, with_resolved_names
from services.graph.writing.transaction import Transaction
from services.stores.batches import batches

BATCH = 1_000
VECTOR_BATCH = 250
GROUP = "dossier"
"""Graphiti's `group_id` for what we write; reading asks for none, so graphs of other making are read, too."""

KNOWN = """
    UNWIND $names AS name
    MATCH (n:Entity {normalized_name: name})
    RETURN name, n.uuid AS uuid, CASE WHEN n.typed_by = 'rule' THEN [] ELSE labels(n) END AS labels,
           CASE WHEN n.typed_by = 'rule' OR size(labels(n)) = 1
                THEN coalesce(n.type_name, head([label IN labels(n) WHERE label <> 'Entity']), '') END AS guess,
           coalesce(n.type_is_told, false) AS is_told, n.created_at AS created_at
    UNION ALL
    UNWIND $names AS name
    MATCH (m:MergedEntity {normalized_name: name})
    MATCH (n:Entity {uuid: m.merged_into})
    RETURN name, n.uuid AS uuid, m.merged_labels AS labels, NULL AS guess, false AS is_told,
           m.created_at AS created_at
"""
CREATE = """
    UNWIND $rows AS row
    MERGE (n:Entity {uuid: row.uuid})
    ON CREATE SET n += row.properties, n.created_at = row.now, n:$(row.labels)
    WITH n, row
    CALL db.create.setNodeVectorProperty(n, 'name_embedding', row.name_embedding)
"""
GIVE_TYPE = """
    UNWIND $rows AS row
    MATCH (n:Entity {uuid: row.uuid})
    WITH n, row, [label IN labels(n) WHERE label <> 'Entity'] AS old
    REMOVE n:$(old)
    SET n:$(row.labels), n.labels = row.labels, n.type_name = row.type_name, n.typed_by = row.typed_by,
        n.type_is_told = row.type_is_told
"""
"""A type that a rule guessed gives way to one that is stated, and one that only a model guessed to one that a document
tells."""


@dataclass(frozen=True)
class EntityDraft:
    """An entity as a document names it. `is_told`: by what the document itself says, its type is that."""

    name: str
    type_name: str | None
    is_told: bool = False

    @property
    def key(self) -> Key:
        return normalize(self.name), label_of(self.type_name)


@dataclass(frozen=True)
class DocumentEntities:
    """The entities that one document names at a moment. `by_rule`: a rule guessed their types; these make no second
    entity beside one of the same name, and give way to the type that a person or a model states, and to one that
    a later document tells."""

    drafts: Sequence[EntityDraft]
    moment: datetime
    by_rule: bool = False

    @cached_property
    def spellings(self) -> Mapping[Key, EntityDraft]:
        if not self.by_rule:
            return _commonest_spellings(self.drafts)
        return {one.key: one for one in sorted(self.drafts, key=lambda one: one.is_told)}

    def resolve(self, known: Mapping[str, tuple[KnownEntity, ...]]) -> dict[Key, ResolvedEntity]:
        if self.by_rule:
            return {key: _by_rule(key, one, known.get(key[0], ())) for key, one in self.spellings.items()}
        return resolve_names(self.spellings, known)

    @property
    def typed_by(self) -> str | None:
        return "rule" if self.by_rule else None

    @property
    def told(self) -> set[Key]:
        return {key for key, one in self.spellings.items() if one.is_told}


@dataclass(frozen=True)
class NewEntity:
    """An entity to be written, as the first document that names it does."""

    draft: EntityDraft
    uuid: UUID
    document: DocumentEntities

    def row(self, vector: Sequence[float]) -> dict[str, object]:
        return _row(self.draft, self.uuid, vector, self.document.typed_by, self.document.moment)


@dataclass(frozen=True)
class EntityWriter:
    graph: PreparedGraph
    embedder: Embedder

    async def ensure(self, namings: Sequence[DocumentEntities], writes: Transaction) -> list[dict[Key, UUID]]:
        """The uuids of the entities that each document names; those that are not in the graph yet are written. A later
        document finds what an earlier one of these names, as if that had been written before."""
        known = dict(await self._known([name for naming in namings for name, _ in naming.spellings]))
        new, typed, found = dict[UUID, NewEntity](), list[dict[str, object]](), list[dict[Key, UUID]]()
        for naming in namings:
            resolved = naming.resolve(known)
            typed_last = sorted(resolved.items(), key=lambda pair: pair[0][1] != "")  # an untyped name may mean it, too
            new |= {
                r.uuid: NewEntity(naming.spellings[key], r.uuid, naming) for key, r in typed_last if r.action == "new"
            }
            typed += [
                {"uuid": str(r.uuid), **_type(naming.spellings[key], naming.typed_by)}
                for key, r in resolved.items()
                if r.action == "typed" and key[1]
            ]
            known = with_resolved_names(known, resolved, by_rule=naming.by_rule, told=naming.told)
            found.append({key: r.uuid for key, r in resolved.items()})
        await self._create([*new.values()], writes)
        if typed:
            await writes.add(GIVE_TYPE, len(typed), rows=typed)
        return found

    async def _known(self, names: Sequence[str]) -> Mapping[str, tuple[KnownEntity, ...]]:
        found: defaultdict[str, list[KnownEntity]] = defaultdict(list)
        for batch in batches(sorted(set(names)), BATCH):
            rows = await self.graph.read(KNOWN, names=batch)
            for row in sorted(rows, key=lambda row: (str(row["created_at"]), str(row["uuid"]))):
                found[records.text(row["name"])].append(
                    KnownEntity(UUID(records.text(row["uuid"])), records.label(row), _guess(row), bool(row["is_told"]))
                )
        return {name: tuple(entities) for name, entities in found.items()}

    async def _create(self, new: Sequence[NewEntity], writes: Transaction) -> None:
        for batch in batches(new, VECTOR_BATCH):
            vectors = await self.embedder.embed_chunks([one.draft.name for one in batch])
            rows = [one.row(vector) for one, vector in zip(batch, vectors, strict=True)]
            await writes.add(CREATE, len(rows), rows=rows)


def _commonest_spellings(named: Iterable[EntityDraft]) -> dict[Key, EntityDraft]:
    """How each entity is mostly written; of equally common spellings the first."""
    counts = Counter(named)
    return {one.key: one for one, _ in reversed(counts.most_common())}


def _by_rule(key: Key, draft: EntityDraft, known: Sequence[KnownEntity]) -> ResolvedEntity:
    """The entity of that name that has no type from elsewhere, else the oldest."""
    there = sorted(known, key=lambda entity: entity.label != "")
    if not there:
        return ResolvedEntity(entity_uuid(key[0], ""), "new")
    return ResolvedEntity(there[0].uuid, "typed" if there[0].takes(key[1], draft.is_told) else "known")


def _guess(row: records.Row) -> str | None:
    return None if row["guess"] is None else records.text(row["guess"])


def _row(
    named: EntityDraft, uuid: UUID, vector: Sequence[float], typed_by: str | None, moment: datetime
) -> dict[str, object]:
    properties = {
        "name": " ".join(named.name.split()),
        "normalized_name": named.key[0],
        "group_id": GROUP,
        "summary": "",
        **_type(named, typed_by),
    }
    return {
        "uuid": str(uuid),
        "properties": properties,
        "labels": properties["labels"],
        "name_embedding": list(vector),
        "now": moment,
    }


def _type(named: EntityDraft, typed_by: str | None) -> dict[str, object]:
    """`type_name` only where the label had to differ from what the document says."""
    label, given = named.key[1], (named.type_name or "").strip()
    labels = [BASE_LABEL, label] if label else [BASE_LABEL]
    return {
        "labels": labels,
        "type_name": given if label and given != label else None,
        "typed_by": typed_by if label else None,
        "type_is_told": True if label and named.is_told else None,
    }
