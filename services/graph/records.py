"""Rows of Cypher as models: what a query must return, and how a row becomes an entity or a fact."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

from services.graph.names import BASE_LABEL
from services.models import Citation, Entity, Fact, Origin

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def instant(expression: str) -> str:
    """Cypher for a date as microseconds since 1970: all that Python's dates hold, and a tenth of what it costs the
    driver to unpack Neo4j's own."""
    return f"{expression}.epochSeconds * 1000000 + {expression}.microsecond"


def columns(of: Mapping[str, str]) -> str:
    """What follows RETURN: a record a row."""
    return ", ".join(f"{expression} AS {name}" for name, expression in of.items())


def packed(of: Mapping[str, str]) -> str:
    """What follows RETURN: all rows in one record, for `unpacked`. The driver spends more on a record than on a row."""
    return "collect({" + ", ".join(f"{name}: {expression}" for name, expression in of.items()) + "}) AS rows"


ENTITY_COLUMNS = {
    "uuid": "n.uuid",
    "name": "n.name",
    "labels": "labels(n)",
    "type_name": "n.type_name",
    "summary": "n.summary",
}
FACT_COLUMNS = {
    "uuid": "r.uuid",
    "fact": "r.fact",
    "relation": "r.name",
    "source": "startNode(r).name",
    "target": "endNode(r).name",
    "source_uuid": "startNode(r).uuid",
    "target_uuid": "endNode(r).uuid",
    "origin": "r.origin",
    **{date: instant(f"r.{date}") for date in ("valid_at", "invalid_at", "created_at", "expired_at")},
}
ENTITY, ENTITIES = columns(ENTITY_COLUMNS), packed(ENTITY_COLUMNS)
FACT, FACTS = columns(FACT_COLUMNS), packed(FACT_COLUMNS)
"""The RETURN of an entity `n` and of a fact `r`. Never the embedding."""

Row = Mapping[str, object]


def unpacked(found: Sequence[Row]) -> list[Row]:
    rows = found[0]["rows"] if found else []
    return rows if isinstance(rows, list) else []


def entity(row: Row) -> Entity:
    return Entity(
        uuid=UUID(text(row["uuid"])),
        name=text(row["name"]),
        type=type_of(row),
        summary=text(row["summary"]),
    )


def fact(row: Row, citations: tuple[Citation, ...] = ()) -> Fact:
    return Fact(
        uuid=UUID(text(row["uuid"])),
        fact=text(row["fact"]),
        relation=text(row["relation"]),
        source=text(row["source"]),
        target=text(row["target"]),
        source_uuid=UUID(text(row["source_uuid"])),
        target_uuid=UUID(text(row["target_uuid"])),
        valid_at=moment(row["valid_at"]),
        invalid_at=moment(row["invalid_at"]),
        created_at=moment(row["created_at"]),
        expired_at=moment(row["expired_at"]),
        origin=origin(row.get("origin")),
        citations=citations,
    )


def origin(value: object) -> Origin:
    """Facts from before origins were kept count as given."""
    return "model" if value == "model" else "rule" if value == "rule" else "given"


def type_of(row: Row) -> str:
    """The type as its document spelled it, else the label; "" for an entity of no known type."""
    return text(row["type_name"]) or label(row)


def label(row: Row) -> str:
    return next((name for name in sorted(texts(row["labels"])) if name != BASE_LABEL), "")


def text(value: object) -> str:
    return "" if value is None else str(value)


def texts(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list | tuple) else []


def number(value: object) -> int:
    return int(value) if isinstance(value, int | float) else 0


def moment(value: object) -> datetime | None:
    """Microseconds since 1970, a date of Neo4j's, of Python's or in ISO 8601, in UTC."""
    if value is None:
        return None
    if isinstance(value, int):
        return EPOCH + timedelta(microseconds=value)
    native = value if isinstance(value, datetime | str) else value.to_native()  # type: ignore[attr-defined]
    parsed = datetime.fromisoformat(native) if isinstance(native, str) else native
    return parsed.replace(tzinfo=UTC) if parsed.tzinfo is None else parsed.astimezone(UTC)
