"""Cuts long graph results at a whole item and says what was left out. Pure."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from pydantic import JsonValue

from services.text.wording import count_of

MOST_ENTITIES = 20
MOST_ITEMS = 20
MOST_CHARACTERS = 3000
HEADING = 250
"""Characters that a result keeps for what stands around its items: what was cut, from which date, of which entity."""
CUT = " […]"
"""Stands where a single item that is too long was cut."""

Item = TypeVar("Item")
Row = TypeVar("Row", str, JsonValue)


@dataclass(frozen=True)
class Digest(Generic[Item, Row]):
    """The first items that fit, as rows; `line` says what was left out and how to drill down, or is empty."""

    items: tuple[Item, ...]
    rows: tuple[Row, ...]
    line: str


def make_digest(
    items: Sequence[Item],
    row: Callable[[Item], Row],
    *,
    entities: Callable[[Item], Collection[object]],
    noun: str,
    narrow_by: str,
    order: str = "",
    total: int | None = None,
    is_all: bool = True,
    room: int = MOST_CHARACTERS,
    most: int = MOST_ITEMS,
) -> Digest[Item, Row]:
    """The first items as rows: at most `most` items that speak of 20 entities and make `room` characters of rows; a
    first item that is longer is cut with a mark.

    `entities` of an item that is a heading are none; no heading is left without an item after it. `order` says by what
    the first items were chosen, if not by relevance. `total` is how many exist, or, without `is_all`, are known to.
    """
    rows: list[Row] = []
    named: set[object] = set()
    for item in items[:most]:
        named |= set(entities(item))
        written = row(item)
        if len(named) > MOST_ENTITIES:
            break
        if _length([*rows, written]) > room:
            if any(entities(shown) for shown in items[: len(rows)]):
                break
            written = cast(Row, _shortened(written, _length([*rows, written]) - room))
        rows.append(written)
    shown = list(items[: len(rows)])
    while len(shown) < len(items) and shown and not entities(shown[-1]):
        shown.pop()
    found = sum(1 for item in items if entities(item)) if total is None else total
    line = _line(found, sum(1 for item in shown if entities(item)), noun, narrow_by, order, is_all=is_all)
    return Digest(tuple(shown), tuple(rows[: len(shown)]), line)


def _length(rows: Sequence[str | JsonValue]) -> int:
    if all(isinstance(row, str) for row in rows):
        return len("\n".join(map(str, rows)))
    return len(json.dumps(rows, ensure_ascii=False))


def _shortened(row: str | JsonValue, excess: int) -> object:
    """`row` with its longest text shorter by `excess` characters as they are written, and marked."""
    if isinstance(row, str):
        return row[: max(0, len(row) - excess - len(CUT))] + CUT
    fields = cast(Mapping[str, JsonValue], row)
    texts = {key: value for key, value in fields.items() if isinstance(value, str)}
    longest = max(texts, key=lambda key: len(texts[key]))
    wanted = _written(texts[longest]) - excess - len(CUT)
    kept = texts[longest][: max(0, wanted)]
    while kept and _written(kept) > wanted:
        kept = kept[: -max(1, (_written(kept) - wanted) // 6)]
    return {**fields, longest: kept + CUT}


def _written(text: str) -> int:
    """Characters of the text as JSON, which writes some as up to six."""
    return len(json.dumps(text, ensure_ascii=False)) - 2


def _line(found: int, shown: int, noun: str, narrow_by: str, order: str, *, is_all: bool) -> str:
    if found <= shown:
        return ""
    count = count_of(found, noun) if is_all else f"at least {count_of(found, noun)}"
    which = f"Showing {shown}, {order}." if order else f"Showing the top {shown} by relevance."
    return f"Found {count}. {which} {narrow_by}".rstrip()
