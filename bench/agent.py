"""What the agent costs: a tool above its service, from the question to the first sign, twenty chats at once.

    python -m bench.agent --data-dir data [--json]

Runs on a filled data folder (the sample is enough), with the offline model. Times are of this machine; ratios are what
to compare.
"""

import argparse
import asyncio
import json
import statistics
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from services.agent.invocation import invoke
from services.core import Services, open_services
from services.models import Answer, ToolCall
from services.settings import Settings

QUESTIONS = (
    "Who was in charge of NASA on 1 March 2005?",
    "Who owned Rocketdyne in 1990?",
    "How has Mir changed over time?",
    "RS-25",
    "What did Skylab's last crew do?",
)
ROUNDS = 30
CHATS = 20


async def measure(services: Services) -> dict[str, float]:
    await services.graph_store.ready(timeout=120)
    for question in QUESTIONS:
        await answered(services, question)  # warm: indexes, model, pools
    return {**await overhead(services), **await first_sign(services), **await crowd(services)}


async def overhead(services: Services) -> dict[str, float]:
    """Milliseconds of a tool call above the same service call, medians of alternating calls."""
    deps = services.research_deps()
    query = {"query": QUESTIONS[0]}
    direct, tool = [], []
    for _ in range(ROUNDS):
        direct.append(await timed(lambda: services.search.hybrid(QUESTIONS[0], limit=10)))
        tool.append(await timed(lambda: invoke(deps, "hybrid_search", query)))
    graph, graph_tool = [], []
    for _ in range(ROUNDS):
        graph.append(await timed(lambda: services.graph.history("NASA")))
        graph_tool.append(await timed(lambda: invoke(deps, "get_entity_history", {"entity_name": "NASA"})))
    return {
        "hybrid_search_service_ms": statistics.median(direct),
        "hybrid_search_overhead_ms": statistics.median(tool) - statistics.median(direct),
        "get_entity_history_service_ms": statistics.median(graph),
        "get_entity_history_overhead_ms": statistics.median(graph_tool) - statistics.median(graph),
    }


async def first_sign(services: Services) -> dict[str, float]:
    """Milliseconds from the start of a run to its first tool call in the log."""
    times = [await to_first_call(services, QUESTIONS[round_ % len(QUESTIONS)]) for round_ in range(ROUNDS)]
    return {"first_trace_median_ms": statistics.median(times), "first_trace_p95_ms": p95(times)}


async def crowd(services: Services) -> dict[str, float]:
    """One chat after another against as many at once, the same questions."""
    alone = [await timed(lambda i=i: answered(services, QUESTIONS[i % len(QUESTIONS)])) for i in range(CHATS)]
    together = await asyncio.gather(
        *(timed(lambda i=i: answered(services, QUESTIONS[i % len(QUESTIONS)])) for i in range(CHATS))
    )
    return {
        "alone_median_ms": statistics.median(alone),
        "alone_p95_ms": p95(alone),
        "together_p95_ms": p95(together),
        "together_to_alone_p95": p95(together) / p95(alone),
        "together_all_done_ms": max(together),
        "one_after_another_ms": sum(alone),
    }


async def answered(services: Services, question: str) -> Answer:
    run = await services.runs.start(question)
    events = [event async for batch in run.follow() for event in batch]
    await services.conversations.delete(run.conversation_id)
    return next(event for event in events if isinstance(event, Answer))


async def to_first_call(services: Services, question: str) -> float:
    began = time.perf_counter()
    run = await services.runs.start(question)
    first = None
    async for batch in run.follow():
        if first is None and any(isinstance(event, ToolCall) for event in batch):
            first = (time.perf_counter() - began) * 1000
    await services.conversations.delete(run.conversation_id)
    assert first is not None
    return first


async def timed(work: Callable[[], Awaitable[object]]) -> float:
    began = time.perf_counter()
    await work()
    return (time.perf_counter() - began) * 1000


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


async def main(data_dir: Path, as_json: bool) -> None:
    settings = Settings(data_dir=data_dir, chat_model="offline")
    async with open_services(settings) as services:
        figures = {name: round(value, 2) for name, value in (await measure(services)).items()}
    if as_json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name:36} {value:10.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data-dir", type=Path, required=True)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    asyncio.run(main(options.data_dir, options.json))
