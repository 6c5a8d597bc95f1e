"""What the three clocks cost: each question of the graph with all of them set, over the same without.

`python -m bench.clocks [--sizes 100000] [--rounds 150] [--write]` fills stores of its own as `bench.graph` does, with
dated documents and with facts that later documents have retired, and prints a table; `--write` puts it into
docs/benchmarks.md. Each pair of questions is asked one right after the other, so that both meet the same machine.
"""

import random
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import sqlalchemy as sa

from bench.graph import FIRST, MIDDLE, Bench, bench_over, stores, timed
from bench.report import Benchmark, middle, slow
from services.graph.provenance.ledger import Ledger
from services.models import Viewpoint
from services.stores.tables import document

BENCHMARK = Benchmark("clocks", "The three clocks", str(__doc__), sizes=(100_000,), rounds=150)
GOAL = 1.5
WARM_UP = 60
RETIRED = 1_000
WITHOUT = Viewpoint.now()
SOME = """
    MATCH ()-[r:RELATES_TO]->()
    WHERE r.invalid_at IS NULL
    WITH r
    ORDER BY r.uuid
    LIMIT $limit
    RETURN r.uuid AS uuid
"""
"""From all over the graph: were they those written first, the entities that are asked about would have none left now,
and an empty answer would be compared with a full one."""
END = """
    UNWIND $uuids AS uuid
    MATCH ()-[r:RELATES_TO {uuid: uuid}]->()
    SET r.invalid_at = $end, r.expired_at = datetime()
"""

Ask = Callable[[int, Viewpoint], Awaitable[object]]
Pair = tuple[list[float], list[float]]
"""Seconds without the clocks and with them."""


def questions(bench: Bench) -> dict[str, Ask]:
    service, probe = bench.service, bench.probe
    return {
        "fact search": lambda n, view: service.search_facts(bench.query(n), viewpoint=view.or_ever()),
        "neighbourhood, depth 1": lambda n, view: service.neighborhood(probe(n), viewpoint=view),
        "neighbourhood, depth 2": lambda n, view: service.neighborhood(probe(n), depth=2, viewpoint=view),
        "timeline": lambda n, view: service.timeline(probe(n), viewpoint=view),
        "state": lambda n, view: service.state(probe(n), view),
        "diff of two dates": lambda n, view: service.diff(
            probe(n), MIDDLE - timedelta(days=3000), MIDDLE, viewpoint=view
        ),
        "history": lambda n, view: service.history(probe(n), viewpoint=view),
        "paths": lambda n, view: service.paths(probe(n), probe(n + 1), viewpoint=view),
        "suggestions": lambda n, view: service.suggest(f"prob {n % 20}", viewpoint=view),
        "a page of entities": lambda _, view: service.entities(limit=50, viewpoint=view),
        "the busiest entities": lambda _, view: service.suggest("", 3000, viewpoint=view),
        "types": lambda _, view: service.types(viewpoint=view),
    }


async def run(sizes: Sequence[int], rounds: int) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="dossier-bench-") as folder:
        async with stores(Path(folder)) as (database, graph):
            bench = bench_over(database, graph, Path(folder), rounds)
            lines: list[str] = []
            for size in sizes:
                rate = await bench.grow_to(size)
                print(f"{size:,} facts, written at {rate:,.0f} a second", flush=True)
                await date_documents(bench)
                await retire(bench)
                lines += report(size, {name: await pairs(ask, rounds) for name, ask in questions(bench).items()})
            return lines


async def date_documents(bench: Bench) -> None:
    """From 1960 to 2020, one of ten undated; in the order in which they were written."""
    dice = random.Random(4)
    async with bench.database.transaction() as connection:
        for (uuid,) in (await connection.execute(sa.select(document.c.id).order_by(document.c.created_at))).all():
            date = FIRST + timedelta(days=dice.randrange(22_000)) if dice.random() < 0.9 else None
            await connection.execute(sa.update(document).where(document.c.id == uuid).values(reference_time=date))


async def retire(bench: Bench) -> None:
    """As episodes of all documents did it: every so many facts get an end that was not known before."""
    ledger = Ledger(bench.prepared, bench.database)
    uuids = [UUID(str(row["uuid"])) for row in await bench.prepared.read(SOME, limit=RETIRED)]
    async with bench.database.connection() as connection:
        documents = list((await connection.execute(sa.select(document.c.id))).scalars())
    for number, by in enumerate(documents):
        ended = uuids[number :: len(documents)]
        before = await ledger.states(ended)
        await bench.prepared.write(END, uuids=[str(one) for one in ended], end=datetime(2022, 1, 1, tzinfo=UTC))
        await ledger.record(before, await ledger.states(ended), by, by)


def clocks(number: int) -> Viewpoint:
    """Half of the documents are out, and all are in; of three dates, as one who steps through time."""
    day = MIDDLE + timedelta(days=number % 3)
    return Viewpoint(as_of=day, published_by=day, known_on=datetime.now(UTC).replace(microsecond=0))


async def pairs(ask: Ask, rounds: int) -> Pair:
    """First some rounds that do not count, in which Java compiles both; which of the two comes first alternates."""
    without, with_clocks = [], []
    seen = [clocks(number) for number in range(3)]
    for number in range(-WARM_UP, rounds):
        views = [(WITHOUT, without), (seen[number % 3], with_clocks)]
        for view, times in views if number % 2 else views[::-1]:
            took = await timed(ask(number + WARM_UP, view))
            if number >= 0:
                times.append(took)
    return without, with_clocks


def report(size: int, times: dict[str, Pair]) -> Iterator[str]:
    rounds = len(next(iter(times.values()))[0])
    yield f"{size:,} facts, {RETIRED:,} of them retired by later documents; median (95th percentile) of {rounds}"
    yield f"questions in ms. The goal is {GOAL} × at the 95th percentile."
    yield ""
    yield "| question | without | as of, published by and known on | median | 95th percentile |"
    yield "|---|---:|---:|---:|---:|"
    for name, (without, with_clocks) in times.items():
        cells = " | ".join(f"{middle(one) * 1000:.1f} ({slow(one) * 1000:.1f})" for one in (without, with_clocks))
        ratios = " | ".join(f"{of(with_clocks) / of(without):.2f} ×" for of in (middle, slow))
        yield f"| {name} | {cells} | {ratios} |"


if __name__ == "__main__":
    BENCHMARK.main(run)
