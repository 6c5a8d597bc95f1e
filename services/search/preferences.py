"""The search setting that every door reads: saved by the tuner, with history and undo."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, bindparam, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection

from services.models import SavedPreferences, SearchPreferences
from services.stores.postgres import Database, repeatable

OUT_OF_THE_BOX = SavedPreferences(
    id=0, preferences=SearchPreferences(), saved_at=None, saved_by="", note="out of the box", is_chosen=False
)
ONE_UNDO_AT_A_TIME = text("LOCK TABLE search_setting IN SHARE ROW EXCLUSIVE MODE")
COLUMNS = "id, preferences, saved_at, saved_by, note"
HISTORY = text(f"SELECT {COLUMNS} FROM search_setting ORDER BY id DESC LIMIT :limit")  # noqa: S608
ALL = text(f"SELECT {COLUMNS} FROM search_setting ORDER BY id")  # noqa: S608 – parts of our own, values as parameters
ADD = text(f"""
    INSERT INTO search_setting (preferences, saved_by, note) VALUES (:preferences, :saved_by, :note)
    RETURNING {COLUMNS}
""").bindparams(bindparam("preferences", type_=JSONB))  # noqa: S608
UNDOES = "undoes"
"""A row that takes another back names it in its `preferences` under this key."""
OUT_OF_THE_BOX_AGAIN = "out_of_the_box"
"""And says under this one whether nothing that was saved is left."""


@dataclass(frozen=True)
class PreferenceStore:
    """Rows are only ever added; the newest holds."""

    database: Database

    async def current(self, connection: AsyncConnection | None = None) -> SearchPreferences:
        """`connection`: one that is open, so that a search needs no second."""
        if connection is None:
            return (await self.saved()).preferences
        row = (await connection.execute(HISTORY, {"limit": 1})).first()
        return OUT_OF_THE_BOX.preferences if row is None else _saved(row).preferences

    async def saved(self) -> SavedPreferences:
        newest = await self.history(1)
        return newest[0] if newest else OUT_OF_THE_BOX

    @repeatable
    async def save(self, preferences: SearchPreferences, *, saved_by: str = "", note: str = "") -> SavedPreferences:
        async with self.database.transaction() as connection:
            return await _add(connection, preferences.model_dump(mode="json"), saved_by, note)

    async def history(self, limit: int = 20) -> tuple[SavedPreferences, ...]:
        """Newest first."""
        async with self.database.connection() as connection:
            return tuple(_saved(row) for row in await connection.execute(HISTORY, {"limit": limit}))

    async def undo(self, *, saved_by: str = "") -> SavedPreferences:
        """Back to the setting before the one that holds; again, one further back; in the end, out of the box."""
        async with self.database.transaction() as connection:
            await connection.execute(ONE_UNDO_AT_A_TIME)
            rows = (await connection.execute(ALL)).all()
            standing = _standing(rows)
            if not standing:
                return OUT_OF_THE_BOX
            before = _saved(standing[-2]) if len(standing) > 1 else OUT_OF_THE_BOX
            marks = {UNDOES: standing[-1].id, OUT_OF_THE_BOX_AGAIN: not before.is_chosen}
            values = before.preferences.model_dump(mode="json") | marks
            return await _add(connection, values, saved_by, f"Setting {standing[-1].id} taken back")


def _standing(rows: Any) -> list[Row[Any]]:
    """The settings that were not taken back, oldest first."""
    standing: list[Row[Any]] = []
    for row in rows:
        if UNDOES in row.preferences:
            standing = [kept for kept in standing if kept.id != row.preferences[UNDOES]]
        else:
            standing.append(row)
    return standing


async def _add(connection: AsyncConnection, values: dict[str, object], saved_by: str, note: str) -> SavedPreferences:
    given = {"preferences": values, "saved_by": saved_by, "note": note}
    return _saved((await connection.execute(ADD, given)).one())


def _saved(row: Row[Any]) -> SavedPreferences:
    return SavedPreferences(
        id=row.id,
        preferences=SearchPreferences.model_validate(row.preferences),
        saved_at=row.saved_at,
        saved_by=row.saved_by,
        note=row.note,
        is_chosen=not row.preferences.get(OUT_OF_THE_BOX_AGAIN, False),
    )
