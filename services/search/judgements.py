"""How relevant documents are to queries, as people judged them: named sets in Postgres, who judged and when."""

import hashlib
from dataclasses import dataclass
from typing import cast
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from services.errors import InvalidInput, NotFound
from services.search.models import JudgedQuery, Judgement, Judgements, JudgementSet
from services.stores.postgres import Database, repeatable
from services.text.queries import query_text

GRADES = range(4)

SETS = text("""
    SELECT s.name, count(DISTINCT q.id) AS query_count, count(j.query_id) AS judgement_count,
           coalesce(array_agg(DISTINCT j.judged_by) FILTER (WHERE j.judged_by <> ''), '{}') AS judged_by,
           max(j.judged_at) AS last_judged_at
    FROM judgement_set AS s
    LEFT JOIN judged_query AS q ON q.set_id = s.id
    LEFT JOIN judgement AS j ON j.query_id = q.id
    GROUP BY s.id
    ORDER BY s.name
    LIMIT 1000
""")
OF_QUERY = text("""
    SELECT j.*, q.query
    FROM judgement AS j
    JOIN judged_query AS q ON q.id = j.query_id
    JOIN judgement_set AS s ON s.id = q.set_id
    WHERE s.name = :name AND q.query = :query
    LIMIT 10000
""")
OF_SET = text("""
    SELECT q.external_id, q.query, q.kind, j.document_source, j.grade
    FROM judged_query AS q
    JOIN judgement_set AS s ON s.id = q.set_id
    LEFT JOIN judgement AS j ON j.query_id = q.id
    WHERE s.name = :name
    ORDER BY q.external_id, j.document_source
""")
REMOVE = text("DELETE FROM judgement_set WHERE name = :name")
KNOWN = text("SELECT count(DISTINCT source) FROM document WHERE source = ANY(:sources)")
ADD_SET = text("INSERT INTO judgement_set (name) VALUES (:name) ON CONFLICT DO NOTHING")
SET_ID = text("SELECT id FROM judgement_set WHERE name = :name")
ADD_QUERY = text("""
    INSERT INTO judged_query (set_id, external_id, query, kind)
    VALUES (:set_id, :external_id, :query, :kind)
    ON CONFLICT DO NOTHING
""")
QUERY_ID = text("""
    SELECT id
    FROM judged_query
    WHERE set_id = :set_id AND (query = :query OR external_id = :external_id)
    ORDER BY (query = :query) DESC
    LIMIT 1
""")
GRADE = text("SELECT grade FROM judgement WHERE query_id = :query_id AND document_source = :source FOR UPDATE")
WRITE = text("""
    INSERT INTO judgement (query_id, document_source, grade, judged_by)
    VALUES (:query_id, :document_source, :grade, :judged_by)
    ON CONFLICT (query_id, document_source) DO UPDATE
    SET grade = excluded.grade, judged_by = excluded.judged_by, judged_at = now()
""")
TAKE_BACK = text("DELETE FROM judgement WHERE query_id = :query_id AND document_source = :source")
FORGET_TYPED = text("""
    DELETE FROM judged_query AS q
    WHERE q.id = :query_id
      AND q.external_id LIKE 'typed-%'
      AND NOT EXISTS (SELECT FROM judgement AS j WHERE j.query_id = q.id)
""")
"""A query that was typed only to be graded goes with its last grade."""


@dataclass(frozen=True)
class JudgementStore:
    """A judgement is of a document (by its source, which survives a re-ingest), even where a chunk of it was graded."""

    database: Database

    async def sets(self) -> tuple[JudgementSet, ...]:
        async with self.database.connection() as connection:
            rows = await connection.execute(SETS)
            return tuple(JudgementSet.model_validate(row, from_attributes=True) for row in rows)

    @repeatable
    async def create(self, set_name: str) -> None:
        """A set that is there already stays as it is."""
        async with self.database.transaction() as connection:
            await _set_id(connection, _checked_name(set_name))

    @repeatable
    async def remove(self, set_name: str) -> None:
        async with self.database.transaction() as connection:
            await connection.execute(REMOVE, {"name": set_name})

    @repeatable
    async def grade(
        self, set_name: str, query: str, document_source: str, grade: int | None, *, judged_by: str = ""
    ) -> int | None:
        """Set a grade, or take it back with None; returns the one before, so that a caller can undo."""
        if grade is not None and grade not in GRADES:
            raise InvalidInput(f"A grade is 0, 1, 2 or 3, not {grade}.")
        async with self.database.transaction() as connection:
            query_id = await _query_id(
                connection, await _set_id(connection, _checked_name(set_name)), query_text(query)
            )
            before = await _grade_before(connection, query_id, document_source)
            await _write_grade(connection, query_id, document_source, grade, judged_by)
            return before

    async def grades(self, set_name: str, query: str) -> dict[str, Judgement]:
        """The judgements of one query, by document source."""
        async with self.database.connection() as connection:
            rows = await connection.execute(OF_QUERY, {"name": set_name, "query": query_text(query)})
            return {row.document_source: Judgement.model_validate(row, from_attributes=True) for row in rows}

    async def load(self, set_name: str) -> Judgements:
        """All queries of a set, also those without a judgement. Raises NotFound."""
        async with self.database.connection() as connection:
            rows = (await connection.execute(OF_SET, {"name": set_name})).all()
        if not rows and set_name not in {known.name for known in await self.sets()}:
            raise NotFound(f"No set of judgements is called “{set_name}”.")
        queries: dict[str, JudgedQuery] = {}
        for row in rows:
            found = queries.setdefault(
                row.external_id, JudgedQuery(id=row.external_id, query=row.query, kind=row.kind, grades={})
            )
            if row.document_source is not None:
                found.grades[row.document_source] = row.grade
        return Judgements(name=set_name, queries=tuple(queries.values()))

    @repeatable
    async def add(self, judgements: Judgements, *, judged_by: str = "") -> int:
        """Import a set under its name: same queries and documents are overwritten, others stay. Returns how many."""
        async with self.database.transaction() as connection:
            set_id = await _set_id(connection, _checked_name(judgements.name))
            ids = {
                query.id: await _query_id(connection, set_id, query.query, query.id, query.kind)
                for query in judgements.queries
            }
            # By query and document: two queries of a file may be one and the same text.
            rows = {
                (ids[query.id], source): {
                    "query_id": ids[query.id],
                    "document_source": source,
                    "grade": min(max(grade, 0), 3),
                    "judged_by": judged_by,
                }
                for query in judgements.queries
                for source, grade in query.grades.items()
            }
            if rows:
                await connection.execute(WRITE, list(rows.values()))
        return len(rows)

    async def missing_documents(self, judgements: Judgements) -> int:
        """How many of the judged documents are not in the store."""
        sources = {source for query in judgements.queries for source in query.grades}
        async with self.database.connection() as connection:
            known = (await connection.execute(KNOWN, {"sources": sorted(sources)})).scalar_one()
        return len(sources) - int(known)


def _checked_name(set_name: str) -> str:
    name = set_name.strip()
    if not name or len(name) > 200:
        raise InvalidInput("A set of judgements needs a name of 1 to 200 characters.")
    return name


async def _set_id(connection: AsyncConnection, name: str) -> UUID:
    await connection.execute(ADD_SET, {"name": name})
    return UUID(str((await connection.execute(SET_ID, {"name": name})).scalar_one()))


async def _query_id(
    connection: AsyncConnection, set_id: UUID, query: str, external_id: str | None = None, kind: str = ""
) -> UUID:
    """Queries typed by hand are named after their text, so that two people who judge at once mean the same one."""
    name = external_id or f"typed-{hashlib.sha256(query.encode()).hexdigest()[:12]}"
    row = {"set_id": set_id, "external_id": name, "query": query, "kind": kind}
    await connection.execute(ADD_QUERY, row)
    return UUID(str((await connection.execute(QUERY_ID, row)).scalar_one()))


async def _grade_before(connection: AsyncConnection, query_id: UUID, source: str) -> int | None:
    found = await connection.execute(GRADE, {"query_id": query_id, "source": source})
    return cast(int | None, found.scalar_one_or_none())


async def _write_grade(
    connection: AsyncConnection, query_id: UUID, source: str, grade: int | None, judged_by: str
) -> None:
    if grade is not None:
        row = {"query_id": query_id, "document_source": source, "grade": grade, "judged_by": judged_by}
        await connection.execute(WRITE, row)
        return
    await connection.execute(TAKE_BACK, {"query_id": query_id, "source": source})
    await connection.execute(FORGET_TYPED, {"query_id": query_id})
