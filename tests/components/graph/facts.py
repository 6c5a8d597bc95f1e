"""Facts and entities for tests that need no store."""

from datetime import UTC, datetime
from uuid import NAMESPACE_URL, UUID, uuid5

from services.models import Entity, Fact, Neighborhood, dated_fields
from services.models.edtf import read_date


def moment(written: str | None) -> datetime | None:
    return datetime.fromisoformat(written).replace(tzinfo=UTC) if written else None


def uuid(name: str) -> UUID:
    return uuid5(NAMESPACE_URL, name)


def entity(name: str, type: str = "Person") -> Entity:
    return Entity(uuid=uuid(name), name=name, type=type, summary=f"About {name}")


def fact(source: str, relation: str, target: str, since: str | None = None, until: str | None = None) -> Fact:
    """`since` and `until` in ISO 8601 or EDTF."""
    return Fact(
        uuid=uuid(f"{source} {relation} {target} {since} {until}"),
        fact=f"{source} {relation} {target}",
        relation=relation,
        source=source,
        target=target,
        source_uuid=uuid(source),
        target_uuid=uuid(target),
        created_at=moment("2026-01-01"),
        expired_at=None,
        **dated_fields(read_date(since) if since else None, read_date(until) if until else None),
    )


def neighborhood(centre: str, *facts: Fact, total: int | None = None) -> Neighborhood:
    names = dict.fromkeys([centre, *(name for one in facts for name in (one.source, one.target))])
    return Neighborhood(
        entity=entity(centre),
        nodes=tuple(entity(name) for name in names),
        edges=facts,
        as_of=None,
        total_nodes=total or len(names),
        total_edges=len(facts),
        truncated=total is not None,
    )
