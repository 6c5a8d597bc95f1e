"""How relevant documents are to queries, as people judged them: named sets in Postgres, who judged and when."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import delete, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.errors import InvalidInput, NotFound
from services.search.models import JudgedQuery, Judgement, Judgements, JudgementSet
from services.stores.postgres import Database, repeatable
from services.stores.tables import document, judged_query, judgement, judgement_set
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
            await connection.execute(delete(judgement_set).where(judgement_set.c.name == set_name))

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
        statement = (
            select(judgement, judged_query.c.query)
            .join(judged_query, judged_query.c.id == judgement.c.query_id)
            .join(judgement_set, judgement_set.c.id == judged_query.c.set_id)
            .where(judgement_set.c.name == set_name, judged_query.c.query == query_text(query))
            .limit(10_000)
        )
        async with self.database.connection() as connection:
            rows = await connection.execute(statement)
            return {row.document_source: Judgement.model_validate(row, from_attributes=True) for row in rows}

    async def load(self, set_name: str) -> Judgements:
        """All queries of a set, also those without a judgement. Raises NotFound."""
        statement = (
            select(judged_query, judgement.c.document_source, judgement.c.grade)
            .join(judgement_set, judgement_set.c.id == judged_query.c.set_id)
            .outerjoin(judgement, judgement.c.query_id == judged_query.c.id)
            .where(judgement_set.c.name == set_name)
            .order_by(judged_query.c.external_id, judgement.c.document_source)
        )
        async with self.database.connection() as connection:
            rows = (await connection.execute(statement)).all()
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
            await _write_grades(connection, list(rows.values()))
        return len(rows)

    async def missing_documents(self, judgements: Judgements) -> int:
        """How many of the judged documents are not in the store."""
        sources = {source for query in judgements.queries for source in query.grades}
        known = select(func.count(document.c.source.distinct())).where(document.c.source == func.any(list(sources)))
        async with self.database.connection() as connection:
            return len(sources) - (await connection.execute(known)).scalar_one()


def _checked_name(set_name: str) -> str:
    name = set_name.strip()
    if not name or len(name) > 200:
        raise InvalidInput("A set of judgements needs a name of 1 to 200 characters.")
    return name


async def _set_id(connection: AsyncConnection, name: str) -> UUID:
    await connection.execute(insert(judgement_set).values(name=name).on_conflict_do_nothing())
    found = select(judgement_set.c.id).where(judgement_set.c.name == name)
    return UUID(str((await connection.execute(found)).scalar_one()))


async def _query_id(
    connection: AsyncConnection, set_id: UUID, query: str, external_id: str | None = None, kind: str = ""
) -> UUID:
    """Queries typed by hand are named after their text, so that two people who judge at once mean the same one."""
    name = external_id or f"typed-{hashlib.sha256(query.encode()).hexdigest()[:12]}"
    row = {"set_id": set_id, "external_id": name, "query": query, "kind": kind}
    await connection.execute(insert(judged_query).values(row).on_conflict_do_nothing())
    found = select(judged_query.c.id).where(
        judged_query.c.set_id == set_id, (judged_query.c.query == query) | (judged_query.c.external_id == name)
    )
    by_text_first = found.order_by((judged_query.c.query == query).desc()).limit(1)
    return UUID(str((await connection.execute(by_text_first)).scalar_one()))


async def _grade_before(connection: AsyncConnection, query_id: UUID, source: str) -> int | None:
    found = select(judgement.c.grade).where(judgement.c.query_id == query_id, judgement.c.document_source == source)
    return (await connection.execute(found.with_for_update())).scalar_one_or_none()


async def _write_grade(
    connection: AsyncConnection, query_id: UUID, source: str, grade: int | None, judged_by: str
) -> None:
    if grade is not None:
        row = {"query_id": query_id, "document_source": source, "grade": grade, "judged_by": judged_by}
        await _write_grades(connection, [row])
        return
    await connection.execute(
        delete(judgement).where(judgement.c.query_id == query_id, judgement.c.document_source == source)
    )
    # A query that was typed only to be graded goes with its last grade.
    empty = ~select(judgement.c.query_id).where(judgement.c.query_id == query_id).exists()
    await connection.execute(
        delete(judged_query).where(
            judged_query.c.id == query_id, judged_query.c.external_id.startswith("typed-"), empty
        )
    )


async def _write_grades(connection: AsyncConnection, rows: Sequence[dict[str, object]]) -> None:
    statement = insert(judgement)
    statement = statement.on_conflict_do_update(
        index_elements=[judgement.c.query_id, judgement.c.document_source],
        set_={
            "grade": statement.excluded.grade,
            "judged_by": statement.excluded.judged_by,
            "judged_at": func.now(),
        },
    )
    for start in range(0, len(rows), 1000):
        await connection.execute(statement.values(rows[start : start + 1000]))
