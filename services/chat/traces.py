"""Tool calls of all conversations: the slowest, the failed, those of one tool."""

from dataclasses import dataclass
from typing import Literal

import sqlalchemy as sa

from services.models import ToolRun, ToolStatistics
from services.stores.patterns import containing
from services.stores.postgres import Database

Order = Literal["latest", "slowest"]

FITTING = """
    FROM tool_run
    JOIN turn ON turn.id = tool_run.turn_id
    JOIN conversation ON conversation.id = turn.conversation_id
    WHERE (CAST(:name AS text) IS NULL OR tool_run.name = :name)
      AND (NOT :failed_only OR tool_run.is_error)
      AND (CAST(:pattern AS text) IS NULL OR turn.prompt ILIKE :pattern OR CAST(tool_run.args AS text) ILIKE :pattern)
"""
RUNS = f"""
    SELECT
        tool_run.id, tool_run.turn_id, turn.conversation_id, conversation.title AS conversation_title, turn.prompt,
        tool_run.call_id, tool_run.name, tool_run.args, tool_run.result, tool_run.notes, tool_run.duration_ms,
        tool_run.is_error, tool_run.started_at
    {FITTING}
"""
LATEST = sa.text(f"{RUNS} ORDER BY tool_run.id DESC LIMIT :limit")
SLOWEST = sa.text(f"{RUNS} ORDER BY tool_run.duration_ms DESC NULLS LAST, tool_run.id DESC LIMIT :limit")
COUNT = sa.text(f"SELECT count(*) {FITTING}")

STATISTICS = sa.text("""
    SELECT
        name,
        count(*) AS calls,
        count(*) FILTER (WHERE is_error) AS failed,
        coalesce(percentile_cont(0.5) WITHIN GROUP (ORDER BY duration_ms), 0) AS median_ms,
        coalesce(percentile_cont(0.95) WITHIN GROUP (ORDER BY duration_ms), 0) AS p95_ms,
        coalesce(max(duration_ms), 0) AS slowest_ms
    FROM tool_run
    GROUP BY name
    ORDER BY calls DESC, name
    LIMIT 100
""")


@dataclass(frozen=True)
class CallFilter:
    """`name` None: every tool; `words` are looked for in the question and in what the tool was called with."""

    name: str | None = None
    failed_only: bool = False
    words: str = ""

    @property
    def parameters(self) -> dict[str, str | bool | None]:
        return {"name": self.name, "failed_only": self.failed_only, "pattern": containing(self.words)}


@dataclass(frozen=True)
class Traces:
    database: Database

    async def runs(
        self, wanted: CallFilter = CallFilter(), *, order: Order = "latest", limit: int = 100
    ) -> tuple[ToolRun, ...]:
        query = SLOWEST if order == "slowest" else LATEST
        async with self.database.connection() as connection:
            rows = (await connection.execute(query, wanted.parameters | {"limit": limit})).mappings().all()
        return tuple(ToolRun.model_validate(dict(row)) for row in rows)

    async def count(self, wanted: CallFilter = CallFilter()) -> int:
        async with self.database.connection() as connection:
            return int((await connection.execute(COUNT, wanted.parameters)).scalar_one())

    async def statistics(self) -> tuple[ToolStatistics, ...]:
        async with self.database.connection() as connection:
            rows = (await connection.execute(STATISTICS)).mappings().all()
        return tuple(ToolStatistics.model_validate(dict(row)) for row in rows)
