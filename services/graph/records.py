"""Rows of Cypher as models: what a query must return, and how a row becomes an entity or a fact."""

from collections.abc import Mapping
from datetime import UTC, datetime
from uuid import UUID

from services.graph.names import BASE_LABEL
from services.models import Citation, Entity, Fact

ENTITY = "n.uuid AS uuid, n.name AS name, labels(n) AS labels, n.type_name AS type_name, n.summary AS summary"
"""The RETURN of an entity `n`. Never the embedding."""

FACT = """
    r.uuid AS uuid, r.fact AS fact, r.name AS relation,
    startNode(r).name AS source, endNode(r).name AS target,
    startNode(r).uuid AS source_uuid, endNode(r).uuid AS target_uuid,
    r.valid_at AS valid_at, r.invalid_at AS invalid_at, r.created_at AS created_at, r.expired_at AS expired_at
"""
"""The RETURN of a fact `r`. Never the embedding."""

Row = Mapping[str, object]


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
        citations=citations,
    )


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
    """A date of Neo4j's, of Python's or in ISO 8601, in UTC."""
    if value is None:
        return None
    native = value if isinstance(value, datetime | str) else value.to_native()  # type: ignore[attr-defined]
    parsed = datetime.fromisoformat(native) if isinstance(native, str) else native
    return parsed.replace(tzinfo=UTC) if parsed.tzinfo is None else parsed.astimezone(UTC)
