"""Conversations and their turns, in Postgres: whatever replica of the app asks sees the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from pydantic import TypeAdapter
from pydantic_core import to_json
from sqlalchemy import BindParameter, Boolean, Text, bindparam, text
from sqlalchemy.dialects.postgresql import JSONB, TIMESTAMP
from sqlalchemy.dialects.postgresql import UUID as PG_UUID
from sqlalchemy.ext.asyncio import AsyncConnection

from services.errors import InvalidInput, NotFound
from services.models import (
    Answer,
    AnswerParagraph,
    ChatEvent,
    Conversation,
    ConversationSummary,
    DoorName,
    Note,
    Question,
    TextDelta,
    ThinkingDelta,
    ToolCall,
    ToolResult,
    Turn,
    TurnStatus,
)
from services.stores.patterns import like_pattern
from services.stores.postgres import Database, repeatable
from services.text import cleaning

TITLE_LENGTH = 80
ABANDONED_AFTER = timedelta(minutes=10)
"""A turn that still says “running” after so long was cut off with the process that ran it."""

_EVENTS: TypeAdapter[tuple[ChatEvent, ...]] = TypeAdapter(tuple[ChatEvent, ...])

SUMMARIES = """
    SELECT c.*, (SELECT count(*) FROM turn AS t WHERE t.conversation_id = c.id) AS turn_count
    FROM conversation AS c
"""
LATEST = text(f"""
    {SUMMARIES}
    WHERE CAST(:pattern AS text) IS NULL
       OR c.title ILIKE :pattern
       OR EXISTS (
            SELECT FROM turn AS t
            WHERE t.conversation_id = c.id
              AND (t.prompt ILIKE :pattern
                   OR CAST(jsonb_path_query_array(t.events, '$[*].text') AS text) ILIKE :pattern)
       )
    ORDER BY c.updated_at DESC, c.id
    LIMIT :limit
""")
SUMMARY = text(f"{SUMMARIES} WHERE c.id = :id")
TURNS = text("SELECT * FROM turn WHERE conversation_id = :id ORDER BY turn_index")
TURN = text("SELECT * FROM turn WHERE id = :id")
RENAME = text("UPDATE conversation SET title = :title WHERE id = :id")
DELETE = text("DELETE FROM conversation WHERE id = :id")
RATE = text("UPDATE turn SET thumbs = :thumbs, thumbs_note = :note WHERE id = :id")
LOCK = text("SELECT id FROM conversation WHERE id = :id FOR UPDATE")
"""Two tabs that ask at once do not take the same place."""
DELETE_FROM = text("DELETE FROM turn WHERE conversation_id = :id AND turn_index >= :index")
NEXT_INDEX = text("SELECT coalesce(max(turn_index) + 1, 0) FROM turn WHERE conversation_id = :id")

SAVED = text("""
    WITH changed AS (
        UPDATE turn SET events = CAST(:events AS jsonb), status = :status WHERE id = :turn_id RETURNING conversation_id
    ),
    gone AS (
        DELETE FROM tool_run WHERE turn_id = :turn_id AND :is_over
    ),
    added AS (
        INSERT INTO tool_run (turn_id, door, call_id, name, args, result, notes, duration_ms, is_error)
        SELECT
            :turn_id, :door, call.call_id, call.name, call.args, call.result, call.notes, call.duration_ms,
            call.is_error
        FROM changed, ROWS FROM (
            jsonb_to_recordset(CAST(:calls AS jsonb)) AS (
                call_id text, name text, args jsonb, result jsonb, notes jsonb, duration_ms float, is_error boolean
            )
        ) WITH ORDINALITY AS call
        WHERE :is_over
        ORDER BY call.ordinality
    )
    UPDATE conversation SET updated_at = now() FROM changed WHERE conversation.id = changed.conversation_id AND :is_over
""").bindparams(
    bindparam("turn_id", type_=PG_UUID(as_uuid=True)),
    bindparam("is_over", type_=Boolean),
    bindparam("door", type_=Text),
)
"""In one statement, which is whole or not at all; of a turn that was deleted meanwhile it changes nothing."""

CLOCKS = ("as_of", "published_by", "known_on")
VIEWPOINT = {*CLOCKS, "collection"}
"""The columns of a turn that are its viewpoint, beside `chosen`."""

ASKED: tuple[BindParameter[Any], ...] = (
    *(bindparam(clock, type_=TIMESTAMP(timezone=True)) for clock in CLOCKS),
    bindparam("collection", type_=Text),
    bindparam("chosen", type_=JSONB(none_as_null=True)),
)
ADDED = """
    INSERT INTO turn (
        conversation_id, turn_index, prompt, profile, as_of, published_by, known_on, collection, chosen, model
    )
"""
BEGUN = text(f"""
    WITH home AS (
        INSERT INTO conversation (title, profile) VALUES (:title, :profile) RETURNING id
    )
    {ADDED}
    SELECT home.id, 0, :prompt, :profile, :as_of, :published_by, :known_on, :collection, :chosen, :model
    FROM home
    RETURNING turn.*
""").bindparams(*ASKED)  # noqa: S608 – parts of our own, values as parameters
CONTINUED = text(f"""
    {ADDED}
    VALUES (:id, :index, :prompt, :profile, :as_of, :published_by, :known_on, :collection, :chosen, :model)
    RETURNING turn.*
""").bindparams(*ASKED)


@dataclass(frozen=True)
class Conversations:
    database: Database

    async def list(self, search: str = "", limit: int = 50) -> tuple[ConversationSummary, ...]:
        """The latest first; `search` looks in titles, questions and answers."""
        given = {"pattern": like_pattern(search), "limit": limit}
        async with self.database.connection() as connection:
            rows = (await connection.execute(LATEST, given)).mappings().all()
        return tuple(ConversationSummary.model_validate(dict(row)) for row in rows)

    async def get(self, conversation_id: UUID) -> Conversation:
        """Raises NotFound."""
        async with self.database.connection() as connection:
            summary = await _summary(connection, conversation_id)
            rows = (await connection.execute(TURNS, {"id": conversation_id})).mappings().all()
        return Conversation(summary=summary, turns=tuple(_turn(dict(row)) for row in rows))

    async def turn(self, turn_id: UUID) -> Turn:
        async with self.database.connection() as connection:
            row = (await connection.execute(TURN, {"id": turn_id})).mappings().first()
        if row is None:
            raise NotFound(f"Turn not found: {turn_id}")
        return _turn(dict(row))

    @repeatable
    async def rename(self, conversation_id: UUID, title: str) -> None:
        written = cleaning.replace(title).strip()
        if not written:
            raise InvalidInput("A conversation needs a title.")
        async with self.database.transaction() as connection:
            renamed = await connection.execute(RENAME, {"id": conversation_id, "title": written[:200]})
        if renamed.rowcount == 0:
            raise _gone(conversation_id)

    async def delete(self, conversation_id: UUID) -> None:
        async with self.database.connection() as connection:
            if await connection.scalar(SUMMARY, {"id": conversation_id}) is None:
                raise _gone(conversation_id)
        await self._delete(conversation_id)

    @repeatable
    async def _delete(self, conversation_id: UUID) -> None:
        async with self.database.transaction() as connection:
            await connection.execute(DELETE, {"id": conversation_id})

    @repeatable
    async def rate(self, turn_id: UUID, thumbs: int | None, note: str = "") -> None:
        """`thumbs` 1 up, -1 down, None taken back."""
        if thumbs not in (1, -1, None):
            raise InvalidInput("Thumbs are 1, -1 or nothing.")
        given = {"id": turn_id, "thumbs": thumbs, "note": cleaning.replace(note).strip()[:2000]}
        async with self.database.transaction() as connection:
            await connection.execute(RATE, given)

    async def begin(self, question: Question) -> Turn:
        """A new running turn, in a new conversation when none is named; raises NotFound for one that is gone."""
        values = _values(question)
        if question.conversation is None:
            async with self.database.connection() as connection:
                begun = await connection.execute(BEGUN, {"title": conversation_title(question.prompt), **values})
                return _turn(dict(begun.mappings().one()))
        async with self.database.transaction() as connection:
            index = await _next_index(connection, question.conversation, question.replace_from)
            place = {"id": question.conversation, "index": index}
            return _turn(dict((await connection.execute(CONTINUED, place | values)).mappings().one()))

    @repeatable
    async def save(
        self, turn_id: UUID, events: Sequence[ChatEvent], status: TurnStatus, door: DoorName = "chat"
    ) -> None:
        """Keep what has happened so far; once the turn has ended, its tool calls as rows of their own, too."""
        is_over = status != "running"
        given = {
            "turn_id": turn_id,
            "door": door,
            "status": status,
            "is_over": is_over,
            "events": _EVENTS.dump_json(join_deltas(events)).decode(),
            "calls": to_json(_tool_rows(events) if is_over else [], inf_nan_mode="null").decode(),
        }
        async with self.database.connection() as connection:
            await connection.execute(SAVED, given)


def join_deltas(events: Sequence[ChatEvent]) -> tuple[ChatEvent, ...]:
    """The same events with neighbouring deltas of one kind as one."""
    kept: list[ChatEvent] = []
    for event in events:
        last = kept[-1] if kept else None
        if isinstance(event, TextDelta) and isinstance(last, TextDelta):
            kept[-1] = TextDelta(delta=last.delta + event.delta)
        elif isinstance(event, ThinkingDelta) and isinstance(last, ThinkingDelta):
            kept[-1] = ThinkingDelta(delta=last.delta + event.delta)
        else:
            kept.append(event)
    return tuple(kept)


def conversation_title(prompt: str) -> str:
    line = " ".join(prompt.split())
    return line if len(line) <= TITLE_LENGTH else f"{line[: TITLE_LENGTH - 1].rsplit(' ', 1)[0]}…"


def _gone(conversation_id: UUID) -> NotFound:
    return NotFound(f"Conversation not found: {conversation_id}")


async def _summary(connection: AsyncConnection, conversation_id: UUID) -> ConversationSummary:
    row = (await connection.execute(SUMMARY, {"id": conversation_id})).mappings().first()
    if row is None:
        raise _gone(conversation_id)
    return ConversationSummary.model_validate(dict(row))


async def _next_index(connection: AsyncConnection, conversation_id: UUID, replace_from: int | None) -> int:
    if (await connection.execute(LOCK, {"id": conversation_id})).scalar() is None:
        raise _gone(conversation_id)
    if replace_from is not None:
        await connection.execute(DELETE_FROM, {"id": conversation_id, "index": replace_from})
    return int((await connection.execute(NEXT_INDEX, {"id": conversation_id})).scalar_one())


def _values(question: Question) -> dict[str, object]:
    """The columns of its turn; an unnamed profile is the default one."""
    asked = {"prompt": question.prompt, "profile": question.profile, "model": question.model or ""}
    chosen = question.viewpoint.chosen
    seen = {"chosen": None if chosen.is_empty else chosen.as_json()}
    return asked | seen | question.viewpoint.model_dump(include=VIEWPOINT)


def _turn(row: dict[str, object]) -> Turn:
    seen = {name: row[name] for name in VIEWPOINT} | {"chosen": row["chosen"] or {}}
    found = Turn.model_validate({**row, "viewpoint": seen})
    age = datetime.now(found.created_at.tzinfo) - found.created_at
    if found.status == "running" and age > ABANDONED_AFTER:
        return found.model_copy(update={"status": "stopped"})
    return found


def _tool_rows(events: Sequence[ChatEvent]) -> list[dict[str, object]]:
    results = {event.id: event for event in events if isinstance(event, ToolResult)}
    return [_tool_row(event, results.get(event.id)) for event in events if isinstance(event, ToolCall)]


STOPPED_CALL = Note(kind="failed", text="The answer was stopped before the tool returned.")


def _tool_row(call: ToolCall, result: ToolResult | None) -> dict[str, object]:
    return {
        "call_id": call.id,
        "name": call.name,
        "args": call.args,
        "result": result.result if result else None,
        "notes": [note.model_dump(mode="json") for note in result.notes]
        if result
        else [STOPPED_CALL.model_dump(mode="json")],
        "duration_ms": result.duration_ms if result else None,
        "is_error": result.is_error if result else False,
    }


def answer_text(one: Turn) -> str:
    """What was answered, also by an answer that was stopped or failed half way."""
    answer = one.answer
    if isinstance(answer, Answer):
        return answer.text
    return "".join(event.delta for event in one.events if isinstance(event, TextDelta))


def turn_paragraphs(one: Turn) -> tuple[AnswerParagraph, ...]:
    """What an offline answer was made of; none where a language model wrote it, or it was stopped."""
    return one.answer.paragraphs if isinstance(one.answer, Answer) else ()
