"""Which names mean nearly the same: every entity's name against every other's, by their vectors."""

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast
from uuid import UUID

import numpy
from numpy.typing import NDArray

from services.graph import records
from services.graph.prepared import PreparedGraph
from services.stores.batches import batches

MOST_COMPARED = 10_000
"""Entities, those with most facts first: about two seconds of one core, half of it to read the vectors."""
MOST_PAIRS = 2_000
BATCH = 500
"""Vectors a read: unpacking them holds the event loop, some 20 ms at this size."""
BLOCK = 1_000
NUMBERING = re.compile(r"\d+[A-Z]?\b|\d+|\b[IVXL]+\b(?!\.)|\b[A-Z]$")
"""Of a series: 11, 39A, III, and a letter at the end; an initial is none."""
BUSIEST = """
    MATCH (n:Entity)
    WHERE n.name_embedding IS NOT NULL
    WITH n, COUNT { (n)-[:RELATES_TO]-() } AS facts
    ORDER BY facts DESC, n.uuid
    LIMIT $limit
    RETURN collect(n.uuid) AS uuids
"""
VECTORS = """
    UNWIND $uuids AS uuid
    MATCH (n:Entity {uuid: uuid})
    WHERE n.name_embedding IS NOT NULL
    RETURN collect(n.uuid) AS uuids, collect(n.name) AS names, collect(n.name_embedding) AS vectors
"""

Vectors = NDArray[numpy.float32]
Kinds = NDArray[numpy.int_]


@dataclass(frozen=True)
class NameLikeness:
    graph: PreparedGraph

    async def pairs(self, least: float) -> list[tuple[UUID, UUID]]:
        """Entities whose names' cosine is at least `least`, the most alike first. Names that are numbered differently
        are left out: Apollo 11 and Apollo 12, Atlas III and Atlas V, Annex A and Annex B are as near as two spellings,
        and never one."""
        busiest = await self.graph.read(BUSIEST, limit=MOST_COMPARED)
        uuids: list[str] = []
        numbering: list[tuple[str, ...]] = []
        parts: list[Vectors] = []
        for batch in batches(records.texts(busiest[0]["uuids"]), BATCH):
            (row,) = await self.graph.read(VECTORS, uuids=batch)
            uuids += records.texts(row["uuids"])
            numbering += [tuple(NUMBERING.findall(name)) for name in records.texts(row["names"])]
            parts += [_normalized(cast(Sequence[Sequence[float]], row["vectors"]))] if row["uuids"] else []
        if not parts:
            return []
        kinds = {found: kind for kind, found in enumerate(dict.fromkeys(numbering))}
        of_kind = numpy.array([kinds[found] for found in numbering])
        found = await asyncio.to_thread(similar_pairs, numpy.concatenate(parts), of_kind, least)
        return [(UUID(uuids[one]), UUID(uuids[other])) for one, other in found]


def similar_pairs(vectors: Vectors, kinds: Kinds, least: float) -> list[tuple[int, int]]:
    """Positions of rows (of length 1) of one kind whose product is at least `least`, each pair once, the greatest
    product first."""
    found = sorted(_above(vectors, kinds, least), key=lambda pair: -pair[0])
    return [(one, other) for _, one, other in found[:MOST_PAIRS]]


def _above(vectors: Vectors, kinds: Kinds, least: float) -> Iterator[tuple[float, int, int]]:
    """In blocks, so that the products of all with all are never in memory at once."""
    for start in range(0, len(vectors), BLOCK):
        products = vectors[start : start + BLOCK] @ vectors[start:].T
        same = kinds[start : start + BLOCK, None] == kinds[None, start:]
        ones, others = numpy.nonzero(numpy.triu((products >= least) & same, 1))
        strongest = numpy.argsort(-products[ones, others], kind="stable")[:MOST_PAIRS]
        for one, other in zip(ones[strongest].tolist(), others[strongest].tolist(), strict=True):
            yield float(products[one, other]), start + one, start + other


def _normalized(vectors: Sequence[Sequence[float]]) -> Vectors:
    made = numpy.asarray(vectors, dtype=numpy.float32)
    lengths = numpy.linalg.norm(made, axis=1, keepdims=True)
    return cast(Vectors, made / numpy.where(lengths == 0, 1, lengths))
