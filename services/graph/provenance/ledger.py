"""The ledger of the graph: what each episode did to facts that were there before, and the way back."""

import logging
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from cachetools import TTLCache
from sqlalchemy import Row, RowMapping, TextClause, bindparam, text
from sqlalchemy.dialects.postgresql import JSONB

from services.errors import InvalidInput, NotFound
from services.graph import records
from services.graph.prepared import PreparedGraph
from services.graph.viewpoint import UNENDED, Known
from services.models import FactChange, Metadata, Viewpoint
from services.stores.postgres import Database
from services.stores.visible_documents import IS_VISIBLE, visibility_parameters

logger = logging.getLogger(__name__)

UNUSUALLY_MANY = 5
"""An episode that retires this many facts deserves a look: more often a misreading than news."""

Kind = Literal["retired", "changed", "restored", "merged", "unmerged"]
OF_MERGES: Collection[Kind] = ("merged", "unmerged")
"""Their rows have the fact's ends, and nothing of what it says."""
ALWAYS_TOLD = ("valid_at", "invalid_at", "expired_at")
MOST_CHANGES = 20_000
KEPT, KEPT_SECONDS = 32, 60
"""Viewpoints whose facts are remembered as they were then, as long as the ledger has no newer row."""
EVER = Viewpoint.ever()
FIELDS = ("fact", "name", *records.DATE_PROPERTIES, "expired_at")
STATES = f"""
    UNWIND $uuids AS uuid
    MATCH ()-[r:RELATES_TO {{uuid: uuid}}]->()
    RETURN r.uuid AS uuid, {", ".join(f"r.{name} AS {name}" for name in FIELDS)}
"""
SET_STATE = f"""
    MATCH ()-[r:RELATES_TO {{uuid: $uuid}}]->()
    SET {", ".join(f"r.{name} = {f'datetime(${name})' if name in records.MOMENTS else f'${name}'}" for name in FIELDS)}
    RETURN r.uuid AS uuid
"""
ROWS = """
    SELECT f.*, d.title
    FROM fact_change AS f
    LEFT JOIN document AS d ON d.id = f.document_id
"""
OF_FACT = text(f"""
    {ROWS}
    WHERE f.fact_uuid = :fact
      AND (CAST(:known_on AS timestamptz) IS NULL OR f.changed_at <= :known_on)
      AND (CAST(:published_by AS timestamptz) IS NULL OR d.reference_time <= :published_by)
      AND (d.id IS NULL OR ({IS_VISIBLE}))
    ORDER BY f.id
""")
"""Also changes by hand, and by documents that are gone."""
LEFT_OUT = text(f"""
    SELECT d.id
    FROM document AS d
    WHERE ({IS_VISIBLE}) IS NOT TRUE AND EXISTS (SELECT FROM fact_change AS f WHERE f.document_id = d.id)
""")  # noqa: S608
"""The documents that have changed facts and do not count from a viewpoint."""
OF_EPISODES = text(f"{ROWS} WHERE f.episode_uuid = ANY(:episodes) ORDER BY f.id")
ONE = text(f"{ROWS} WHERE f.id = :change")
LATEST = text(f"{ROWS} WHERE NOT f.kind = ANY(:left_out) ORDER BY f.id DESC LIMIT :limit")
NOT_UNDONE = """
    NOT EXISTS (
        SELECT FROM fact_change AS newer
        WHERE newer.fact_uuid = f.fact_uuid AND newer.kind = 'restored' AND newer.id > f.id
    )
"""
ALARMING = text(f"""
    SELECT f.episode_uuid
    FROM fact_change AS f
    WHERE f.kind = 'retired' AND {NOT_UNDONE}
    GROUP BY f.episode_uuid
    HAVING count(*) >= :many
    ORDER BY max(f.id) DESC
    LIMIT 10
""")  # noqa: S608 – parts of our own, values as parameters
RETIRED = text(f"""
    {ROWS}
    WHERE f.episode_uuid = ANY(:episodes) AND f.kind = 'retired' AND {NOT_UNDONE}
    ORDER BY f.id
""")
NEWEST = text("SELECT max(id) FROM fact_change")
OF_DATES = text(f"""
    SELECT f.fact_uuid, f.before, f.after, f.changed_at, f.document_id, d.reference_time
    FROM fact_change AS f
    LEFT JOIN document AS d ON d.id = f.document_id
    WHERE f.kind IN ('retired', 'changed', 'restored')
    ORDER BY f.id DESC
    LIMIT {MOST_CHANGES}
""")  # noqa: S608
RECORD = text("""
    INSERT INTO fact_change (fact_uuid, episode_uuid, document_id, kind, before, after, told_by)
    VALUES (:fact_uuid, :episode_uuid, :document_id, :kind, :before, :after, :told_by)
""").bindparams(bindparam("before", type_=JSONB), bindparam("after", type_=JSONB))


@dataclass(frozen=True)
class Ledger:
    graph: PreparedGraph
    database: Database
    _known: TTLCache[Hashable, Mapping[str, Known]] = field(default_factory=lambda: TTLCache(KEPT, KEPT_SECONDS))

    async def states(self, facts: Sequence[UUID]) -> dict[UUID, Metadata]:
        rows = await self.graph.read(STATES, uuids=[str(fact) for fact in facts]) if facts else []
        return {UUID(records.text(row["uuid"])): fact_state(row) for row in rows}

    async def record(
        self,
        before: Mapping[UUID, Metadata],
        after: Mapping[UUID, Metadata],
        episode: UUID,
        document_id: UUID | None,
        kind: Kind | None = None,
        told_by: UUID | None = None,
    ) -> int:
        """Write down what differs; the number of facts retired. `kind` None: an end makes a change a retirement.
        `told_by`: the fact whose words tell the change, if one does."""
        changes = {fact: after[fact] for fact in before if fact in after and before[fact] != after[fact]}
        kinds: dict[UUID, Kind] = {fact: kind or change_kind(before[fact], after[fact]) for fact in changes}
        rows = [change_row(f, episode, document_id, kinds[f], before[f], changes[f], told_by) for f in changes]
        await self.write(rows)
        retired = sum(kind == "retired" for kind in kinds.values())
        if retired >= UNUSUALLY_MANY:
            logger.warning("Episode %s retired %d facts: look at them on the graph page", episode, retired)
        return retired

    async def write(self, rows: Sequence[dict[str, object]]) -> None:
        if rows:
            async with self.database.transaction() as connection:
                await connection.execute(RECORD, list(rows))

    async def of_fact(self, fact: UUID, viewpoint: Viewpoint = EVER) -> tuple[FactChange, ...]:
        """Made by the day looked from, and by documents of that time."""
        return await self._read(OF_FACT, fact=fact, **visibility_parameters(_in_any_collection(viewpoint)))

    async def of_episodes(self, episodes: Sequence[UUID]) -> tuple[FactChange, ...]:
        return await self._read(OF_EPISODES, episodes=list(episodes))

    async def newest(self) -> int:
        """The id of the newest row, 0 without one."""
        async with self.database.connection() as connection:
            return int((await connection.execute(NEWEST)).scalar() or 0)

    async def dates_as_known(
        self, viewpoint: Viewpoint, newest: int, *, leaves_out: bool = False
    ) -> Mapping[str, Known]:
        """By uuid, the dates of facts that episodes have changed or retired, by those changes alone that were made by
        `known_on` and by documents dated by `published_by`; none for those that are today as they were then.

        `newest` as of this moment. `leaves_out`: some documents are not chosen, switched off or deleted, and what they
        have changed does not count.
        """
        if newest == 0 or (viewpoint.known_on is None and viewpoint.published_by is None and not leaves_out):
            return {}
        without = frozenset[UUID]()
        if leaves_out:
            view = _in_any_collection(viewpoint).model_copy(update={"published_by": None})
            given = visibility_parameters(view) | {"version_by": viewpoint.published_by}
            async with self.database.connection() as connection:
                without = frozenset((await connection.execute(LEFT_OUT, given)).scalars())
        key = newest, viewpoint.known_on, viewpoint.published_by, without
        if key not in self._known:
            self._known[key] = await self._was(viewpoint, without)
        return self._known[key]

    async def _was(self, viewpoint: Viewpoint, without: Collection[UUID]) -> dict[str, Known]:
        async with self.database.connection() as connection:
            rows = (await connection.execute(OF_DATES)).all()
        then: dict[str, Metadata] = {}
        today: dict[str, Metadata] = {}
        for row in reversed(rows):
            uuid, news = str(row.fact_uuid), _news(row)
            state = then.setdefault(uuid, dict(row.before))
            today[uuid] = today.get(uuid, dict(row.before)) | news
            if row.document_id not in without and _is_seen(row, viewpoint):
                state |= news
        return {uuid: known for uuid, state in then.items() if (known := _unlike(state, today[uuid])) is not None}

    async def latest(self, limit: int = 100) -> tuple[FactChange, ...]:
        """What was changed about what facts say; merges are listed by themselves."""
        return await self._read(LATEST, limit=limit, left_out=list(OF_MERGES))

    async def alarms(self) -> tuple[tuple[FactChange, ...], ...]:
        """What episodes that retired unusually many facts have done and nobody has undone, the newest episode first."""
        async with self.database.connection() as connection:
            episodes = list((await connection.execute(ALARMING, {"many": UNUSUALLY_MANY})).scalars())
        rows = await self._read(RETIRED, episodes=episodes)
        return tuple(tuple(row for row in rows if row.episode_uuid == episode) for episode in episodes)

    async def restore(self, change: int) -> None:
        """Put a fact back to what it was before a change; that is a row of the ledger, too, unless it is so already."""
        found = await self._read(ONE, change=change)
        if not found:
            raise NotFound(f"There is no change {change} in the ledger.")
        if found[0].kind in OF_MERGES:
            raise InvalidInput("A merge is taken back as a whole, not fact by fact.")
        states = await self.states([found[0].fact_uuid])
        if not _is_unchanged(found[0].before, states.get(found[0].fact_uuid)):
            await self.put_back(found[0])

    async def put_back(self, change: FactChange) -> None:
        now = await self.states([change.fact_uuid])
        if change.fact_uuid not in now:
            raise NotFound("The fact is no longer in the graph, so it cannot be restored.")
        before = {name: change.before.get(name) for name in FIELDS}
        await self.graph.write(SET_STATE, uuid=str(change.fact_uuid), **before)
        fact, by = change.fact_uuid, change.document_id
        await self.write([change_row(fact, change.episode_uuid, by, "restored", now[fact], change.before)])

    async def undo_episodes(self, episodes: Sequence[UUID]) -> set[UUID]:
        """What these episodes retired is true again, unless somebody else has changed it since; the facts put back."""
        changes = [row for row in await self.of_episodes(episodes) if row.kind in ("retired", "changed")]
        now = await self.states([row.fact_uuid for row in changes])
        put_back = [row for row in reversed(changes) if _is_unchanged(row.after, now.get(row.fact_uuid))]
        for row in put_back:
            await self.put_back(row)
        return {row.fact_uuid for row in put_back}

    async def _read(self, statement: TextClause, **given: object) -> tuple[FactChange, ...]:
        async with self.database.connection() as connection:
            rows = (await connection.execute(statement, given)).mappings().all()
        return tuple(_fact_change(row) for row in rows)


def _in_any_collection(viewpoint: Viewpoint) -> Viewpoint:
    """An end that one collection tells is an end in the others, too."""
    return viewpoint.model_copy(update={"collection": None})


def _news(change: Row[Any]) -> Metadata:
    return {name: value for name, value in change.after.items() if value != change.before.get(name)}


def _unlike(then: Metadata, today: Metadata) -> Known | None:
    """What was known then, where it differs; most often that is an end alone, of which nothing was known yet."""
    different = {name for name in {*then, *today} if then.get(name) != today.get(name)}
    if not different & {*records.DATE_PROPERTIES, "expired_at"}:
        return None
    is_end = different <= UNENDED.keys() and not any(then.get(name) for name in UNENDED)
    return UNENDED if is_end else _known_dates(then)


def _is_seen(change: Row[Any], viewpoint: Viewpoint) -> bool:
    known = viewpoint.known_on
    return viewpoint.shows_published(change.reference_time) and (known is None or change.changed_at <= known)


def _known_dates(known: Metadata) -> Known:
    """Of a state in the ledger. An episode that ends a fact marks it as expired; it is known on, with its end: only a
    fact that expired without an end is no longer believed."""
    moments = {name: records.moment(known.get(name)) for name in records.MOMENTS}
    words = {name: known.get(name) for name in records.DATE_WORDS}
    return moments | words | ({"expired_at": None} if moments["invalid_at"] else {})


def fact_state(row: records.Row) -> Metadata:
    """A fact's changeable fields, as JSON holds them."""
    moments = {name: _iso(records.moment(row.get(name))) for name in records.MOMENTS}
    words = {name: records.text(row[name]) for name in records.DATE_WORDS if row.get(name) is not None}
    told = {name: value for name, value in moments.items() if value is not None or name in ALWAYS_TOLD}
    return {"fact": records.text(row["fact"]), "name": records.text(row["name"]), **told, **words}


def _is_unchanged(then: Metadata, now: Metadata | None) -> bool:
    """Rows from before dates had a precision say nothing of it."""
    compared = then if not set(records.DATE_WORDS) & set(then) else {**dict.fromkeys(FIELDS), **then}
    return now is not None and all(now.get(name) == value for name, value in compared.items())


def change_kind(before: Metadata, after: Metadata) -> Kind:
    ended = any(before[name] is None and after[name] is not None for name in ("invalid_at", "expired_at"))
    return "retired" if ended else "changed"


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def change_row(
    fact: UUID,
    episode: UUID,
    document_id: UUID | None,
    kind: Kind,
    before: Metadata,
    after: Metadata,
    told_by: UUID | None = None,
) -> dict[str, object]:
    return {
        "fact_uuid": fact,
        "episode_uuid": episode,
        "document_id": document_id,
        "kind": kind,
        "before": before,
        "after": after,
        "told_by": told_by,
    }


def _fact_change(row: RowMapping) -> FactChange:
    before = row["before"]
    fact = before.get("fact", "") if isinstance(before, dict) else ""
    return FactChange.model_validate({**row, "fact": fact, "document_title": row["title"] or ""})
