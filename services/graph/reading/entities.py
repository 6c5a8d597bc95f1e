"""Entities by name: exact, near, page by page."""

import base64
import binascii
import difflib
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from services.errors import EntityNotFound, InvalidInput
from services.graph import records
from services.graph.lucene import similar_words_query
from services.graph.names import label_of, normalize
from services.graph.prepared import ENTITY_WORDS, PreparedGraph
from services.graph.reading.viewpoints import Viewpoints
from services.graph.viewpoint import TOLD, ResolvedViewpoint
from services.models import Count, Entity, EntityPage, Viewpoint
from services.text import cleaning

EVER = Viewpoint.ever()
CALLED = f"""
    MATCH (n:Entity {{normalized_name: $name}})
    RETURN {records.ENTITY}, COUNT {{ (n)-[:RELATES_TO]-() }} AS facts
    ORDER BY n.name = $spelled DESC, facts DESC, n.uuid
    LIMIT 50
"""
CALLED_BEFORE_MERGE = f"""
    MATCH (m:MergedEntity {{normalized_name: $name}})
    MATCH (n:Entity {{uuid: m.merged_into}})
    RETURN DISTINCT {records.ENTITY}, COUNT {{ (n)-[:RELATES_TO]-() }} AS facts
    ORDER BY facts DESC, n.uuid
    LIMIT 50
"""
BY_UUIDS = f"""
    UNWIND $uuids AS uuid
    MATCH (n:Entity {{uuid: uuid}})
    RETURN {records.ENTITIES}
"""
TOLD_OF = f"""
    UNWIND $names AS name
    MATCH (n:Entity {{normalized_name: name}})
    WHERE {TOLD}
    RETURN DISTINCT name
"""
PAGE = f"""
    MATCH (n:Entity)
    WHERE n.normalized_name >= $name
      AND (n.normalized_name > $name OR n.uuid > $uuid)
      AND ($label IS NULL OR $label IN labels(n))
      AND {TOLD}
    RETURN {records.ENTITY}, n.normalized_name AS normalized_name
    ORDER BY n.normalized_name, n.uuid
    LIMIT $limit
"""
PREFIX = f"""
    MATCH (n:Entity)
    WHERE n.normalized_name STARTS WITH $text AND {TOLD}
    RETURN {records.ENTITY}, COUNT {{ (n)-[:RELATES_TO]-() }} AS facts
    ORDER BY facts DESC, n.normalized_name, n.uuid
    LIMIT $limit
"""
NEAR = f"""
    CALL db.index.fulltext.queryNodes('{ENTITY_WORDS}', $query, {{limit: $limit}}) YIELD node AS n, score
    WHERE {TOLD}
    RETURN {records.ENTITY}, score, COUNT {{ (n)-[:RELATES_TO]-() }} AS facts
    ORDER BY score DESC, facts DESC, n.uuid
"""
BY_FACTS = """
    MATCH (n:Entity)
    WITH n, COUNT { (n)-[:RELATES_TO]-() } AS facts
    ORDER BY facts DESC, n.normalized_name, n.uuid
"""
BUSIEST = f"""
    {BY_FACTS}
    LIMIT $limit
    RETURN {records.ENTITY}, facts
"""
BUSIEST_TOLD = f"""
    {BY_FACTS}
    WITH n, facts
    WHERE {TOLD}
    WITH n, facts
    LIMIT $limit
    RETURN {records.ENTITY}, facts
"""
"""In their order until there are enough: to count facts costs far less than to see whether one is told from there."""
SUMMARISED_FROM = """
    UNWIND $uuids AS uuid
    MATCH (:Entity {uuid: uuid})<-[:MENTIONS]-(e:Episodic)
    WHERE $unused[e.uuid]
    RETURN DISTINCT uuid
"""
"""Entities that documents name of which nothing is told."""
LABEL = "CASE WHEN size(names) = 0 THEN '' ELSE names[0] END AS label"
LABELLED = "[name IN labels(n) WHERE name <> 'Entity'] AS names, n.type_name AS type_name"
TYPES = f"""
    MATCH (n:Entity)
    WITH {LABELLED}, count(*) AS count
    WITH {LABEL}, type_name, count
    RETURN coalesce(type_name, label) AS name, label, sum(count) AS count
    ORDER BY count DESC, name
    LIMIT 500
"""
TYPES_TOLD = f"""
    MATCH (n:Entity)
    WITH {LABELLED}, collect(n) AS entities
    CALL (entities) {{
        UNWIND entities AS n
        WITH n
        WHERE {TOLD}
        RETURN n AS told
        LIMIT 1
    }}
    WITH {LABEL}, type_name
    RETURN DISTINCT coalesce(type_name, label) AS name, null AS count
    ORDER BY name
    LIMIT 500
"""
"""Up to the first entity of each type: to count them one would look at the facts of every entity."""
NAMES = """
    MATCH (n:Entity)
    WITH n
    ORDER BY n.normalized_name
    LIMIT $limit
    RETURN collect(n.name) AS names
"""
TYPED_NAMES = """
    MATCH (n:Entity)
    WITH n
    ORDER BY n.normalized_name
    LIMIT $limit
    RETURN collect([n.name, CASE
        WHEN $only_told AND n.typed_by = 'rule' AND NOT coalesce(n.type_is_told, false) THEN ''
        ELSE coalesce(n.type_name, head([label IN labels(n) WHERE label <> 'Entity']), '')
    END]) AS names
"""
ANY = "MATCH (n:Entity) RETURN n.uuid AS uuid LIMIT 1"
MOST_NAMES = 200_000
LIKE_ENOUGH = 0.55


@dataclass(frozen=True)
class FoundEntity:
    """Every entity of one normalised name; `entity` is the one that was meant."""

    entity: Entity
    all: tuple[Entity, ...]

    @property
    def uuids(self) -> list[str]:
        return [str(entity.uuid) for entity in self.all]


@dataclass(frozen=True)
class Entities:
    graph: PreparedGraph
    viewpoints: Viewpoints

    async def find(self, name: str, viewpoint: Viewpoint = EVER) -> FoundEntity:
        """The entity spelled exactly so, else the one with most facts; raises EntityNotFound with the closest names."""
        parameters = {"name": normalize(name), "spelled": cleaning.replace(name, by=" ").strip()}
        rows = await self.graph.read(CALLED, **parameters)
        if not rows:
            rows = await self.graph.read(CALLED_BEFORE_MERGE, name=parameters["name"])
        if not rows:
            near = await self.suggest(name, 5, viewpoint)
            raise EntityNotFound(cleaning.replace(name), tuple(dict.fromkeys(entity.name for entity in near)))
        found = await self.as_seen_from([records.entity(row) for row in rows], viewpoint)
        return FoundEntity(found[0], found)

    async def by_uuids(self, uuids: Sequence[UUID], viewpoint: Viewpoint = EVER) -> dict[UUID, Entity]:
        rows = await self.graph.read(BY_UUIDS, uuids=[str(uuid) for uuid in uuids])
        found = await self.as_seen_from([records.entity(row) for row in records.unpack_rows(rows)], viewpoint)
        return {entity.uuid: entity for entity in found}

    async def as_seen_from(self, entities: Sequence[Entity], viewpoint: Viewpoint) -> tuple[Entity, ...]:
        """The entities as the viewpoint shows them, without a summary that may come from a document that is switched
        off."""
        told = tuple(_as_seen_from(entity, viewpoint) for entity in entities)
        unused = (
            await self.viewpoints.citations.unused_episodes(viewpoint) if any(entity.summary for entity in told) else ()
        )
        if not unused:
            return told
        given = {"uuids": [str(entity.uuid) for entity in told], "unused": dict.fromkeys(unused, True)}
        doubtful = {records.text(row["uuid"]) for row in await self.graph.read(SUMMARISED_FROM, **given)}
        return tuple(_without_summary(entity) if str(entity.uuid) in doubtful else entity for entity in told)

    async def told_names(self, names: Collection[str], viewpoint: Viewpoint) -> frozenset[str]:
        """Which of the names have something to tell from the viewpoint."""
        view, written = await self.viewpoints.resolve_for_entities(viewpoint), {name: normalize(name) for name in names}
        given = {"names": list(set(written.values())), **view.parameters}
        rows = await self.graph.read(view.with_conditions(TOLD_OF), **given) if names else []
        found = {records.text(row["name"]) for row in rows}
        return frozenset(name for name in names if written[name] in found)

    async def suggest(self, text: str, limit: int = 8, viewpoint: Viewpoint = EVER) -> tuple[Entity, ...]:
        """Names that begin so, then names that hold or resemble the words; for empty text the busiest entities."""
        wanted, view = normalize(text), await self.viewpoints.resolve_for_entities(viewpoint)
        given = {"limit": limit, **view.parameters}
        if wanted == "":
            rows = await self.graph.read(view.with_conditions(BUSIEST_TOLD if view.narrows else BUSIEST), **given)
            return await self.as_seen_from([records.entity(row) for row in rows], viewpoint)
        begin = list(map(records.entity, await self.graph.read(view.with_conditions(PREFIX), text=wanted, **given)))
        near = await self._near(wanted, limit, view) if len(begin) < limit else []
        unique = {entity.uuid: entity for entity in [*begin, *near]}
        return await self.as_seen_from([*unique.values()][:limit], viewpoint)

    async def _near(self, wanted: str, limit: int, view: ResolvedViewpoint) -> list[Entity]:
        query, given = similar_words_query(wanted), {"limit": limit * 5, **view.parameters}
        rows = await self.graph.read(view.with_conditions(NEAR), query=query, **given) if query else []
        found = [records.entity(row) for row in rows]
        likeness = {entity.uuid: _resemblance(wanted, normalize(entity.name)) for entity in found}
        ranked = sorted(found, key=lambda entity: -likeness[entity.uuid])
        return [entity for entity in ranked if likeness[entity.uuid] >= LIKE_ENOUGH]

    async def page(
        self, type_name: str | None, limit: int, cursor: str | None, viewpoint: Viewpoint = EVER
    ) -> EntityPage:
        """Entities by name. The cursor holds the last name shown, so rows added meanwhile neither repeat nor shift the
        rest."""
        name, uuid = _decode_cursor(cursor) if cursor else ("", "")
        label = await self._existing_label(type_name) if type_name else None
        view = await self.viewpoints.resolve_for_entities(viewpoint)
        given = {"name": name, "uuid": uuid, "label": label, "limit": limit + 1}
        rows = await self.graph.read(view.with_conditions(PAGE), **given, **view.parameters)
        shown = rows[:limit]
        following = _encode_cursor(shown[-1]) if len(rows) > limit else None
        found = await self.as_seen_from([records.entity(row) for row in shown], viewpoint)
        return EntityPage(entities=found, next_cursor=following)

    async def _existing_label(self, type_name: str) -> str:
        rows = await self.graph.read(TYPES)
        labels = {records.text(row["label"]) for row in rows} - {""}
        wanted = label_of(type_name)
        alike = sorted(label for label in labels if label.casefold() == wanted.casefold())
        match = wanted if wanted in labels else next(iter(alike), "")
        if match == "":
            known = ", ".join(records.text(row["name"]) for row in rows if row["label"]) or "none yet"
            raise InvalidInput(f"No entity is of type “{type_name}”. Types in the graph: {known}.")
        return match

    async def types(self, viewpoint: Viewpoint = EVER) -> tuple[Count, ...]:
        """The commonest first, entities of no known type under ""; from a viewpoint that leaves facts out, by name and
        without counts."""
        view = await self.viewpoints.resolve_for_entities(viewpoint)
        statement = TYPES_TOLD if view.narrows else TYPES
        return tuple(_count(row) for row in await self.graph.read(view.with_conditions(statement), **view.parameters))

    async def names(self) -> tuple[str, ...]:
        rows = await self.graph.read(NAMES, limit=MOST_NAMES)
        return tuple(dict.fromkeys(name for row in rows for name in records.texts(row["names"])))

    async def typed_names(self, *, only_told: bool = False) -> tuple[tuple[str, str], ...]:
        """Names with their types, "" for none; `only_told`: and for one that no document tells."""
        rows = await self.graph.read(TYPED_NAMES, limit=MOST_NAMES, only_told=only_told)
        pairs = (pair for row in rows for pair in _pairs(row["names"]))
        return tuple(dict.fromkeys(pairs))

    async def is_empty(self) -> bool:
        return not await self.graph.read(ANY)


def _pairs(value: object) -> list[tuple[str, str]]:
    found = value if isinstance(value, list) else []
    return [(records.text(name), records.text(kind)) for name, kind in found]


def _as_seen_from(entity: Entity, viewpoint: Viewpoint) -> Entity:
    """Its summary is of today and of all documents: it says nothing about what it would have been on an earlier day, or
    by some of them."""
    clocks = (viewpoint.horizon, viewpoint.published_by, viewpoint.known_on)
    is_whole = clocks == (None, None, None) and viewpoint.chosen.is_empty
    return entity if is_whole else _without_summary(entity)


def _without_summary(entity: Entity) -> Entity:
    return entity.model_copy(update={"summary": ""})


def _resemblance(wanted: str, name: str) -> float:
    """0..1: how alike two names are, by characters or by the words that they share."""
    letters = difflib.SequenceMatcher(None, wanted, name).ratio()
    words = [_nearest_word(word, name) for word in wanted.split()]
    return max(letters, 0.95 * sum(words) / len(words) if words else 0)


def _nearest_word(wanted: str, name: str) -> float:
    return max((difflib.SequenceMatcher(None, wanted, word).ratio() for word in name.split()), default=0)


def _encode_cursor(row: records.Row) -> str:
    last = json.dumps([records.text(row["normalized_name"]), records.text(row["uuid"])])
    return base64.urlsafe_b64encode(last.encode()).decode()


def _decode_cursor(cursor: str) -> tuple[str, str]:
    try:
        name, uuid = json.loads(base64.b64decode(cursor, altchars=b"-_", validate=True))
        return str(name), str(UUID(uuid))
    except (binascii.Error, UnicodeDecodeError, ValueError, TypeError, AttributeError) as error:
        raise InvalidInput("The cursor is not one that this list has given out. Begin without a cursor.") from error


def _count(row: records.Row) -> Count:
    count = None if row["count"] is None else records.number(row["count"])
    return Count(name=records.text(row["name"]), count=count)
