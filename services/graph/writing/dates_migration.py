"""Facts from before dates had a precision: each gets one, once, when the graph is first opened by this version."""

import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import text

from services.graph import records
from services.graph.prepared import PreparedGraph
from services.graph.viewpoint import now
from services.graph.writing.precision import SET_DATES, date_row
from services.stores.postgres import Database
from services.text.named_dates import refine_stored_date

BATCH = 1_000
DONE = "MATCH (m:Migration {name: 'precision of dates'}) RETURN m.name AS name LIMIT 1"
MARK = "MERGE (m:Migration {name: 'precision of dates'}) SET m.done_at = $now"
NEXT = f"""
    MATCH ()-[r:RELATES_TO]->()
    WHERE r.uuid > $after
      AND ((r.valid_at IS NOT NULL AND r.valid_precision IS NULL)
        OR (r.invalid_at IS NOT NULL AND r.invalid_precision IS NULL))
    RETURN r.uuid AS uuid, r.fact AS fact, {", ".join(f"r.{name} AS {name}" for name in records.DATE_PROPERTIES)}
    ORDER BY r.uuid
    LIMIT {BATCH}
"""
QUOTES = text("SELECT fact_uuid, quote FROM fact_citation WHERE fact_uuid = ANY(:facts)")
CHANGED = text("SELECT DISTINCT fact_uuid FROM fact_change WHERE fact_uuid = ANY(:facts)")

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class DatesMigration:
    """In batches, and again from where it was interrupted. A date whose quote and fact name only a year or a month
    becomes that; every other one stays the day or the time that it was, and so does what an episode has changed, for
    the ledger puts it back as it was."""

    graph: PreparedGraph
    database: Database

    async def run(self) -> int:
        """How many facts it has seen. Raises GraphUnavailable, PostgresUnavailable."""
        if await self.graph.read(DONE):
            return 0
        count, last = 0, ""
        while rows := await self.graph.read(NEXT, after=last):
            quotes, changed = await self._stated([UUID(records.text(row["uuid"])) for row in rows])
            await self.graph.write(SET_DATES, rows=[_dated(row, quotes, changed) for row in rows])
            count, last = count + len(rows), records.text(rows[-1]["uuid"])
        await self.graph.write(MARK, now=now())
        if count:
            logger.info("Dates of %d facts have a precision now", count)
        return count

    async def _stated(self, facts: Sequence[UUID]) -> tuple[Mapping[UUID, list[str]], set[UUID]]:
        """Their quotes, and those of them that the ledger knows."""
        quotes: defaultdict[UUID, list[str]] = defaultdict(list)
        given = {"facts": list(facts)}
        async with self.database.connection() as connection:
            for row in await connection.execute(QUOTES, given):
                quotes[row.fact_uuid].append(row.quote)
            return quotes, set((await connection.execute(CHANGED, given)).scalars())


def _dated(row: records.Row, quotes: Mapping[UUID, list[str]], changed: set[UUID]) -> dict[str, object]:
    fact, uuid = records.validity(row), UUID(records.text(row["uuid"]))
    began, ended = fact.began, fact.ended
    if uuid not in changed:
        texts = [*quotes.get(uuid, ()), records.text(row["fact"])]
        began = refine_stored_date(began, texts) if began else None
        ended = refine_stored_date(ended, texts, is_end=True) if ended else None
    return date_row(str(uuid), began, ended)
