"""Rows of Cypher as models: what a query must return, and how a row becomes an entity or a fact."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from services.graph.names import BASE_LABEL
from services.models import Citation, Dated, Entity, Fact, Origin

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def epoch_microseconds(expression: str) -> str:
    """Cypher for a date as microseconds since 1970: all that Python's dates hold, and a tenth of what it costs the
    driver to unpack Neo4j's own."""
    # Neo4j rounds epochSeconds towards 1970, and so gives a second too many for parts of a second before it.
    return f"{expression}.epochMillis * 1000 + {expression}.microsecond % 1000"


def _columns(of: Mapping[str, str]) -> str:
    """What follows RETURN: a record a row."""
    return ", ".join(f"{expression} AS {name}" for name, expression in of.items())


def packed_columns(of: Mapping[str, str]) -> str:
    """What follows RETURN: all rows in one record, for `unpack_rows`. The driver spends more on a record."""
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
    **{date: epoch_microseconds(f"r.{date}") for date in ("valid_at", "invalid_at", "created_at", "expired_at")},
    **{date: epoch_microseconds(f"r.{date}") for date in ("valid_latest", "invalid_latest")},
    **{words: f"r.{words}" for words in ("valid_precision", "invalid_precision", "valid_text", "invalid_text")},
}
ENTITY, ENTITIES = _columns(ENTITY_COLUMNS), packed_columns(ENTITY_COLUMNS)
FACT, FACTS = _columns(FACT_COLUMNS), packed_columns(FACT_COLUMNS)
"""The RETURN of an entity `n` and of a fact `r`. Never the embedding."""

DATE_PROPERTIES = tuple(Dated.model_fields)
"""Graphiti's own `valid_at` and `invalid_at` are the earliest moments; the others stand beside them."""
DATE_WORDS = ("valid_precision", "invalid_precision", "valid_text", "invalid_text")
MOMENTS = ("valid_at", "invalid_at", "valid_latest", "invalid_latest", "expired_at")

Row = Mapping[str, object]


def unpack_rows(found: Sequence[Row]) -> list[Row]:
    rows = found[0]["rows"] if found else []
    return rows if isinstance(rows, list) else []


def entity(row: Row) -> Entity:
    return Entity(
        uuid=UUID(text(row["uuid"])),
        name=text(row["name"]),
        type=_type_of(row),
        summary=text(row["summary"]),
    )


def fact(row: Row, citations: tuple[Citation, ...] = ()) -> Fact:
    found = Fact(
        uuid=UUID(text(row["uuid"])),
        fact=text(row["fact"]),
        relation=text(row["relation"]),
        source=text(row["source"]),
        target=text(row["target"]),
        source_uuid=UUID(text(row["source_uuid"])),
        target_uuid=UUID(text(row["target_uuid"])),
        created_at=moment(row["created_at"]),
        expired_at=moment(row["expired_at"]),
        origin=_origin(row.get("origin")),
        citations=citations,
        **dates(row),
    )
    seen_at = moment(row.get("seen_at"))
    return found.with_certainty_at(seen_at, undated=bool(row.get("undated"))) if seen_at else found


def dates(row: Row) -> dict[str, Any]:
    """The fields of `Dated`: what a graph that others have written does not say follows from the moments."""
    given = {name: value for name in DATE_PROPERTIES if (value := row.get(name)) is not None}
    return {name: moment(value) if name in MOMENTS else text(value) for name, value in given.items()}


def validity(row: Row) -> Dated:
    return Dated(**dates(row))


def date_properties(fact: Dated) -> dict[str, object]:
    """What a fact's relationship holds of its dates. The latest moment only where it is not the earliest."""
    ends = {"valid": fact.began, "invalid": fact.ended}
    return {
        f"{name}_{part}": value
        for name, date in ends.items()
        for part, value in (
            ("at", date and date.earliest),
            ("latest", None if date is None or date.is_exact else date.latest),
            ("precision", date and date.precision),
            ("text", date and date.text),
        )
    }


def _origin(value: object) -> Origin:
    """Facts from before origins were kept count as given."""
    return "model" if value == "model" else "rule" if value == "rule" else "given"


def _type_of(row: Row) -> str:
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
