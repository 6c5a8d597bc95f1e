"""Cuts long graph results at a whole item and says what was left out. Pure."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import JsonValue

from services.text.wording import count_of

MOST_ITEMS = 20
MOST_CHARACTERS = 3000
HEADING = 250
"""Characters that a result keeps for what stands around its items: what was cut, from which date, of which entity."""

Item = TypeVar("Item")
Row = TypeVar("Row", str, JsonValue)


@dataclass(frozen=True)
class Digest(Generic[Item, Row]):
    """The first items that fit, as rows; `line` says what was left out and how to drill down, or is empty."""

    items: tuple[Item, ...]
    rows: tuple[Row, ...]
    line: str


def capped(
    items: Sequence[Item],
    row: Callable[[Item], Row],
    *,
    noun: str,
    narrow_by: str,
    total: int | None = None,
    room: int = MOST_CHARACTERS,
) -> Digest[Item, Row]:
    """At most 20 items and `room` characters of rows; at least one item, however long it is."""
    rows: list[Row] = []
    for item in items[:MOST_ITEMS]:
        written = row(item)
        if rows and _length([*rows, written]) > room:
            break
        rows.append(written)
    found = len(items) if total is None else total
    return Digest(tuple(items[: len(rows)]), tuple(rows), _line(found, len(rows), noun, narrow_by))


def _length(rows: Sequence[str | JsonValue]) -> int:
    if all(isinstance(row, str) for row in rows):
        return len("\n".join(str(row) for row in rows))
    return len(json.dumps(rows, ensure_ascii=False))


def _line(found: int, shown: int, noun: str, narrow_by: str) -> str:
    if found <= shown:
        return ""
    return f"Found {count_of(found, noun)}. Showing the top {shown} by relevance. {narrow_by}"
