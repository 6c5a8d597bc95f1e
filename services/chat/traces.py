"""Tool calls through all doors: the slowest, the failed, those of one tool."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

import sqlalchemy as sa
from pydantic_core import to_json

from services.models import DoorName, Metadata, ToolResult, ToolRun, ToolStatistics, TracedAnswer
from services.stores.patterns import like_pattern
from services.stores.postgres import Database
from services.text import cleaning

Order = Literal["latest", "slowest"]

FITTING = """
    FROM tool_run
    LEFT JOIN turn ON turn.id = tool_run.turn_id
    LEFT JOIN conversation ON conversation.id = turn.conversation_id
    WHERE (CAST(:name AS text) IS NULL OR tool_run.name = :name)
      AND (CAST(:door AS text) IS NULL OR tool_run.door = :door)
      AND (NOT :failed_only OR tool_run.is_error)
      AND (CAST(:since AS timestamptz) IS NULL OR tool_run.started_at >= :since)
      AND (CAST(:until AS timestamptz) IS NULL OR tool_run.started_at <= :until)
      AND (CAST(:pattern AS text) IS NULL OR turn.prompt ILIKE :pattern OR CAST(tool_run.args AS text) ILIKE :pattern)
"""
RUNS = f"""
    SELECT
        tool_run.id, tool_run.door, tool_run.turn_id, turn.conversation_id,
        coalesce(conversation.title, '') AS conversation_title, coalesce(turn.prompt, '') AS prompt,
        tool_run.call_id, tool_run.name, tool_run.args, tool_run.result, tool_run.notes, tool_run.duration_ms,
        tool_run.is_error, tool_run.started_at
    {FITTING}
"""
LATEST = sa.text(f"{RUNS} ORDER BY tool_run.id DESC LIMIT :limit")
SLOWEST = sa.text(f"{RUNS} ORDER BY tool_run.duration_ms DESC NULLS LAST, tool_run.id DESC LIMIT :limit")
COUNT = sa.text(f"SELECT count(*) {FITTING}")
ANSWERS = f"""
    SELECT
        turn.id AS turn_id, turn.prompt, turn.created_at AS asked_at,
        (SELECT count(*) FROM tool_run AS own WHERE own.turn_id = turn.id) AS calls,
        (SELECT count(*) FROM tool_run AS own WHERE own.turn_id = turn.id AND own.is_error) AS failed,
        CAST(jsonb_path_query_first(turn.events, '$[*] ? (@.type == "answer").usage.total_ms') AS float) AS total_ms
    FROM turn
    WHERE turn.id IN (SELECT tool_run.turn_id {FITTING})
"""  # noqa: S608 – parts of our own, values as parameters
LATEST_ANSWERS = sa.text(f"{ANSWERS} ORDER BY turn.created_at DESC, turn.id LIMIT :limit")
SLOWEST_ANSWERS = sa.text(f"{ANSWERS} ORDER BY total_ms DESC NULLS LAST, turn.created_at DESC LIMIT :limit")
ANSWER_COUNT = sa.text(f"SELECT count(DISTINCT tool_run.turn_id) {FITTING}")

STATISTICS = sa.text("""
    SELECT
        name,
        count(*) AS calls,
        count(*) FILTER (WHERE is_error) AS failed,
        coalesce(percentile_cont(0.5) WITHIN GROUP (ORDER BY duration_ms), 0) AS median_ms,
        coalesce(percentile_cont(0.95) WITHIN GROUP (ORDER BY duration_ms), 0) AS p95_ms,
        coalesce(max(duration_ms), 0) AS slowest_ms
    FROM tool_run
    WHERE (CAST(:door AS text) IS NULL OR door = :door)
      AND (CAST(:since AS timestamptz) IS NULL OR started_at >= :since)
      AND (CAST(:until AS timestamptz) IS NULL OR started_at <= :until)
    GROUP BY name
    ORDER BY calls DESC, name
    LIMIT 100
""")

CALLS_KEPT = 10_000
"""Of those outside a conversation: the others go with theirs."""
RECORDED = sa.text("""
    WITH old AS (
        DELETE FROM tool_run WHERE turn_id IS NULL AND id < (SELECT max(id) FROM tool_run) - :kept
    )
    INSERT INTO tool_run (door, call_id, name, args, result, notes, duration_ms, is_error)
    VALUES (
        :door, :call_id, :name, CAST(:args AS jsonb), CAST(:result AS jsonb), CAST(:notes AS jsonb), :duration_ms,
        :is_error
    )
""").bindparams(sa.bindparam("duration_ms", type_=sa.Float), sa.bindparam("is_error", type_=sa.Boolean))


class Period(NamedTuple):
    """Calls from then until then; None: without a bound."""

    since: datetime | None = None
    until: datetime | None = None


EVER = Period()


@dataclass(frozen=True)
class CallFilter:
    """`name` None: every tool, `door` None: every door; `words` are looked for in the question and in what the tool was
    called with."""

    name: str | None = None
    door: DoorName | None = None
    failed_only: bool = False
    words: str = ""
    period: Period = EVER

    @property
    def parameters(self) -> dict[str, object]:
        return {
            "name": self.name,
            "door": self.door,
            **self.period._asdict(),
            "failed_only": self.failed_only,
            "pattern": like_pattern(self.words),
        }


def traces_as_json(listed: Sequence[ToolRun] | Sequence[TracedAnswer]) -> str:
    """Calls with their arguments, results and notes, or answers, in the order in which they are listed."""
    return to_json(listed, indent=2, inf_nan_mode="null").decode()


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

    async def record(self, door: DoorName, args: Metadata, told: ToolResult) -> None:
        """A call outside a conversation; those of a conversation are kept with their turn."""
        row = {
            "door": door,
            "call_id": told.id,
            "name": told.name,
            "args": to_json(cleaning.replace_in(args), inf_nan_mode="null").decode(),
            "result": to_json(cleaning.replace_in(told.result), inf_nan_mode="null").decode(),
            "notes": to_json([note.model_dump(mode="json") for note in told.notes]).decode(),
            "duration_ms": told.duration_ms,
            "is_error": told.is_error,
            "kept": CALLS_KEPT,
        }
        async with self.database.connection() as connection:
            await connection.execute(RECORDED, row)

    async def answers(
        self, wanted: CallFilter = CallFilter(), *, order: Order = "latest", limit: int = 100
    ) -> tuple[TracedAnswer, ...]:
        """Those with a call that fits."""
        query = SLOWEST_ANSWERS if order == "slowest" else LATEST_ANSWERS
        async with self.database.connection() as connection:
            rows = (await connection.execute(query, wanted.parameters | {"limit": limit})).mappings().all()
        return tuple(TracedAnswer.model_validate(dict(row)) for row in rows)

    async def count_answers(self, wanted: CallFilter = CallFilter()) -> int:
        async with self.database.connection() as connection:
            return int((await connection.execute(ANSWER_COUNT, wanted.parameters)).scalar_one())

    async def statistics(self, door: DoorName | None = None, period: Period = EVER) -> tuple[ToolStatistics, ...]:
        async with self.database.connection() as connection:
            rows = (await connection.execute(STATISTICS, {"door": door, **period._asdict()})).mappings().all()
        return tuple(ToolStatistics.model_validate(dict(row)) for row in rows)
