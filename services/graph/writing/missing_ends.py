"""Ends that one sentence tells of what another left open: “mayor since 2014”, and “resigned as mayor in 2022”, or “left
the council in 2022”."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from services.graph import records
from services.graph.prepared import PreparedGraph
from services.graph.provenance.ledger import Ledger, fact_state
from services.graph.writing.departures import (
    EARLIER_FIRST,
    LATER_FIRST,
    LEAVING,
    has_left,
    is_replaced,
    same_office,
)
from services.models import Metadata
from services.stores.batches import batches

BATCH = 1_000
LENGTHS = {"year": 4, "month": 7}
"""Of an ISO date as far as a precision goes."""
_GOES_ON = re.compile(r"\b(?:is|are|has been|have been|still|currently|today|since)\b", re.IGNORECASE)
_OF_ENDS = tuple(name for name in records.DATE_PROPERTIES if name.startswith("invalid_"))
PAIRS = f"""
    UNWIND $uuids AS uuid
    MATCH (s)-[one:RELATES_TO {{uuid: uuid}}]->(t)
    MATCH (s)-[open:RELATES_TO]->(t), (s)-[ended:RELATES_TO]->(t)
    WHERE (open.uuid = uuid OR ended.uuid = uuid) AND open.uuid <> ended.uuid AND open.origin = 'rule'
      AND open.valid_at IS NOT NULL AND open.invalid_at IS NULL AND open.expired_at IS NULL
      AND ended.invalid_at > open.valid_at AND ended.expired_at IS NULL
    RETURN DISTINCT open.uuid AS uuid, open.fact AS fact, open.reference_time AS reference_time,
           open.name AS belongs, ended.name AS other, open.valid_at AS began, open.valid_precision AS precision,
           ended.valid_at AS other_began, ended.valid_precision AS other_precision,
           ended.uuid AS told_by, ended.episodes[0] AS episode,
           ended {{{", ".join(f".{name}" for name in _OF_ENDS)}}} AS ended
    ORDER BY ended.invalid_at
"""
_AS_END = ", ".join(f"invalid_{part}: gone.valid_{part}" for part in ("at", "latest", "precision", "text"))
DEPARTURES = f"""
    UNWIND $uuids AS uuid
    MATCH (a)-[one:RELATES_TO {{uuid: uuid}}]-(b)
    MATCH (a)-[open:RELATES_TO]-(b), (a)-[gone:RELATES_TO]-(b)
    WHERE (open.uuid = uuid OR gone.uuid = uuid) AND open.uuid <> gone.uuid
      AND open.origin = 'rule' AND open.valid_at IS NOT NULL AND open.invalid_at IS NULL AND open.expired_at IS NULL
      AND gone.name =~ $leaving AND gone.valid_at > open.valid_at AND gone.expired_at IS NULL
    RETURN DISTINCT open.uuid AS uuid, open.fact AS fact, open.reference_time AS reference_time,
           open.name AS belongs, gone.name AS leaves, startNode(open) <> startNode(gone) AS by_target,
           gone.uuid AS told_by, gone.episodes[0] AS episode, gone {{{_AS_END}}} AS ended
    ORDER BY ended.invalid_at
"""
MOST_OF_ONE = 200
"""Facts of somebody who takes or leaves an office; what has more is no person, and not worth going through."""
SUCCESSIONS = f"""
    UNWIND $uuids AS uuid
    MATCH (p)-[one:RELATES_TO {{uuid: uuid}}]-()
    WITH DISTINCT p, one WHERE COUNT {{ (p)-[:RELATES_TO]-() }} <= {MOST_OF_ONE}
    MATCH (p)-[gone:RELATES_TO]-()
    WHERE ((gone.name IN $later_first AND endNode(gone) = p) OR (gone.name IN $earlier_first AND startNode(gone) = p))
      AND gone.valid_at IS NOT NULL AND gone.expired_at IS NULL
    MATCH (p)-[open:RELATES_TO]-(o)
    WHERE (open = one OR gone = one) AND open <> gone
      AND open.origin = 'rule' AND open.valid_at IS NOT NULL AND open.invalid_at IS NULL AND open.expired_at IS NULL
      AND gone.valid_at > open.valid_at
    RETURN DISTINCT open.uuid AS uuid, open.fact AS fact, open.reference_time AS reference_time,
           open.name AS belongs, startNode(open) = p AS is_source, gone.fact CONTAINS o.name AS is_named,
           gone.uuid AS told_by, gone.episodes[0] AS episode, gone {{{_AS_END}}} AS ended
    ORDER BY ended.invalid_at
"""
SET_END = f"""
    MATCH ()-[r:RELATES_TO {{uuid: $uuid}}]->()
    SET {", ".join(f"r.{name} = $end.{name}" for name in _OF_ENDS)}
"""


@dataclass(frozen=True)
class MissingEnds:
    graph: PreparedGraph
    ledger: Ledger

    async def set_ends(self, facts: Collection[UUID]) -> None:
        """Set the ends of those facts read by rule that name a beginning and no end, and of those that one of them
        ends: between the same two, by the same office and the same beginning, if it names one; by telling that the one
        has left the other; or by telling that somebody else has taken the place. The ledger has each change under the
        document that tells the end, and takes it back with it.

        A source that is later than the end and says that it goes on is left as it is: two sources differ.
        """
        told = [row for batch in batches(sorted(map(str, facts)), BATCH) for row in await self._told(batch)]
        first = {records.text(row["uuid"]): row for row in sorted(told, key=_end_of, reverse=True)}
        for uuid, row in first.items():
            await self._end(UUID(uuid), row)

    async def _told(self, uuids: Sequence[str]) -> list[records.Row]:
        """The rows of the three queries that tell an end, the earliest end of each query first."""
        pairs = await self.graph.read(PAIRS, uuids=uuids)
        gone = await self.graph.read(DEPARTURES, uuids=uuids, leaving=LEAVING)
        taken = await self.graph.read(
            SUCCESSIONS, uuids=uuids, later_first=list(LATER_FIRST), earlier_first=list(EARLIER_FIRST)
        )
        again = [row for row in pairs if _is_same_office(row) and _is_same_beginning(row)]
        left = [row for row in gone if _is_departure(row)]
        return [row for row in (*again, *left, *_of_offices(taken)) if not _goes_on(row)]

    async def _end(self, fact: UUID, row: records.Row) -> None:
        """The ledger first: an end that is interrupted may be known there and not yet told, and is told the next time;
        never is one told of which the ledger knows nothing."""
        ended, episode = row["ended"], UUID(records.text(row["episode"]))
        told_by = UUID(records.text(row["told_by"]))
        assert isinstance(ended, Mapping)
        before = await self.ledger.states([fact])
        after = {uuid: _with_end(known, ended) for uuid, known in before.items()}
        written = [change.after for change in await self.ledger.of_episodes([episode]) if change.fact_uuid == fact]
        if written[-1:] != [after.get(fact)]:
            await self.ledger.record(before, after, episode, episode, kind="changed", told_by=told_by)
        await self.graph.write(SET_END, uuid=str(fact), end={name: ended.get(name) for name in _OF_ENDS})


def _with_end(known: Metadata, ended: Mapping[str, object]) -> Metadata:
    """A fact's state in the ledger, with that end."""
    told = fact_state({"fact": known["fact"], "name": known["name"], **ended})
    kept = {name: value for name, value in known.items() if name not in _OF_ENDS}
    return kept | {name: value for name, value in told.items() if name in _OF_ENDS}


def _is_same_office(row: records.Row) -> bool:
    return same_office(records.text(row["belongs"]), records.text(row["other"]))


def _of_offices(taken: Sequence[records.Row]) -> list[records.Row]:
    """Of who was succeeded: the office that the sentence names; where it names none, the only one that was held."""
    held = [row for row in taken if is_replaced(records.text(row["belongs"]), bool(row["is_source"]))]
    count = Counter(records.text(row["told_by"]) for row in held)
    return [row for row in held if row["is_named"] or count[records.text(row["told_by"])] == 1]


def _is_departure(row: records.Row) -> bool:
    return has_left(records.text(row["belongs"]), bool(row["by_target"]), records.text(row["leaves"]))


def _goes_on(row: records.Row) -> bool:
    """Whether a source that is later than the end says so."""
    written = records.moment(row["reference_time"])
    is_later = written is not None and written > _end_of(row)
    return is_later and _GOES_ON.search(records.text(row["fact"])) is not None


def _end_of(row: records.Row) -> datetime:
    ended = row["ended"]
    assert isinstance(ended, Mapping)
    end = records.moment(ended["invalid_at"])
    assert end is not None  # the queries ask for it
    return end


def _is_same_beginning(row: records.Row) -> bool:
    """As far as both are known: 2014 is 3 May 2014, too."""
    other = records.moment(row["other_began"])
    if other is None:
        return True
    precisions = (row["precision"], row["other_precision"])
    length = min(LENGTHS.get(str(one), 10) for one in precisions)
    return _day(records.moment(row["began"]))[:length] == _day(other)[:length]


def _day(moment: datetime | None) -> str:
    return moment.date().isoformat() if moment else ""
