"""How long an ingest takes with one, two and four workers, and how long an answer takes meanwhile.

`python -m bench.ingest_workers [--sizes 300] [--rounds 30] [--write]`: as many texts go through the queue, with facts
read by rule, into a workbench with the sample, once for each number of workers. A chat asks one second after each
answer, before and during; `--rounds` are its questions before. `--sizes` are texts.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench.agent import FILLED_WITHIN_SECONDS, QUESTIONS, WARM_ROUNDS, answered
from bench.ingest import texts
from bench.report import Benchmark, middle, slow
from services.core import Services, open_services
from services.documents.ingest import queue
from services.models import IngestTask
from services.settings import Settings

BENCHMARK = Benchmark("ingest_workers", "Ingest with more workers", str(__doc__), sizes=(300,), rounds=30)
WORKERS = 1, 2, 4
PAUSE_SECONDS = 1.0


async def run(sizes: Sequence[int], rounds: int) -> list[str]:
    lines = [
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before the first; {rounds} questions alone.",
        "",
        "| texts | workers | minutes | texts a minute | answer alone, median and 95th, ms | meanwhile | over alone |",
        "|---:|---:|---:|---:|---:|---:|---:|",
    ]
    with tempfile.TemporaryDirectory(prefix="dossier-bench-") as folder:
        settings = Settings(data_dir=Path(folder), chat_model="offline", sample=False, read_facts=True)
        async with open_services(settings, serving=False) as services:
            await services.graph_store.ready(timeout=240)
            await asyncio.wait_for(services.sample.load(), FILLED_WITHIN_SECONDS)
            for question in QUESTIONS * WARM_ROUNDS:
                await answered(services, question)
            for size in sizes:
                for number, workers in enumerate(WORKERS):
                    lines.append(await _row(services, size, number, workers, rounds))
                    print(lines[-1], flush=True)
    return lines


async def _row(services: Services, size: int, seed: int, workers: int, rounds: int) -> str:
    alone = [await _asked(services, place) for place in range(rounds)]
    queue.WORKERS = workers
    for draft in texts(size, seed=seed):
        await services.jobs.queue(IngestTask(draft=draft), source=draft.source)
    began, meanwhile = time.perf_counter(), list[float]()
    working = asyncio.create_task(services.jobs.work())
    try:
        while (totals := await services.jobs.totals()).queued or totals.running:
            meanwhile.append(await _asked(services, len(meanwhile)))
        if totals.failed:
            raise RuntimeError(f"{totals.failed} documents could not be ingested")
    finally:
        working.cancel()
        await asyncio.wait([working])
    minutes = (time.perf_counter() - began) / 60
    return (
        f"| {size} | {workers} | {minutes:.1f} | {size / minutes:.0f} | {middle(alone):.0f}, {slow(alone):.0f} "
        f"| {middle(meanwhile):.0f}, {slow(meanwhile):.0f} | {slow(meanwhile) / slow(alone):.1f} × |"
    )


async def _asked(services: Services, place: int) -> float:
    await asyncio.sleep(PAUSE_SECONDS)
    return await answered(services, QUESTIONS[place % len(QUESTIONS)])


if __name__ == "__main__":
    BENCHMARK.main(run)
