"""Ends that one document tells of what another left open: “mayor since 2014”, and “resigned as mayor in 2022”."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from services.graph import records
from services.graph.prepared import PreparedGraph
from services.graph.provenance.ledger import Ledger, state
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
    MATCH (s)-[open:RELATES_TO {{name: one.name}}]->(t)
    MATCH (s)-[ended:RELATES_TO {{name: one.name}}]->(t)
    WHERE (open.uuid = uuid OR ended.uuid = uuid) AND open.uuid <> ended.uuid AND open.origin = 'rule'
      AND open.valid_at IS NOT NULL AND open.invalid_at IS NULL AND open.expired_at IS NULL
      AND ended.invalid_at > open.valid_at AND ended.expired_at IS NULL
    RETURN DISTINCT open.uuid AS uuid, open.fact AS fact, open.reference_time AS reference_time,
           open.valid_at AS began, open.valid_precision AS precision,
           ended.valid_at AS other_began, ended.valid_precision AS other_precision,
           ended.uuid AS told_by, ended.episodes[0] AS episode,
           ended {{{", ".join(f".{name}" for name in _OF_ENDS)}}} AS ended
    ORDER BY ended.invalid_at
"""
SET_END = f"""
    MATCH ()-[r:RELATES_TO {{uuid: $uuid}}]->()
    SET {", ".join(f"r.{name} = $end.{name}" for name in _OF_ENDS)}
"""


@dataclass(frozen=True)
class ToldEnds:
    graph: PreparedGraph
    ledger: Ledger

    async def tell(self, facts: Collection[UUID]) -> None:
        """Of facts read by rule that name a beginning and no end, and of those that one of these facts ends: between
        the same two, with the same relation and the same beginning, if it names one. The ledger has each change under
        the document that tells the end, and takes it back with that document.

        A source that is later than the end and says that it goes on is left as it is: two sources differ.
        """
        rows = [row for batch in batches(sorted(map(str, facts)), BATCH) for row in await self._pairs(batch)]
        first = {records.text(row["uuid"]): row for row in reversed([row for row in rows if _is_told(row)])}
        for uuid, row in first.items():
            await self._end(UUID(uuid), row)

    async def _pairs(self, uuids: Sequence[str]) -> list[dict[str, object]]:
        return await self.graph.read(PAIRS, uuids=uuids)

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
    told = state({"fact": known["fact"], "name": known["name"], **ended})
    kept = {name: value for name, value in known.items() if name not in _OF_ENDS}
    return kept | {name: value for name, value in told.items() if name in _OF_ENDS}


def _is_told(row: records.Row) -> bool:
    ended = row["ended"]
    assert isinstance(ended, Mapping)
    end, written = records.moment(ended["invalid_at"]), records.moment(row["reference_time"])
    goes_on = _GOES_ON.search(records.text(row["fact"])) is not None
    is_later = end is not None and written is not None and written > end
    return _is_same_beginning(row) and not (goes_on and is_later)


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
