"""What the agent costs: a tool above its service, from the question to the first sign, many chats at once.

`--sizes` are chats at once. With the offline model, on the sample corpus: in a temporary data folder, which is filled
first, or in the one that `--data-dir` names. Times are of this machine; ratios are what to compare.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bench.report import DOCUMENT, Benchmark, middle, slow
from services.agent.invocation import invoke
from services.core import Services, open_services
from services.models import Answer, Question, ToolCall
from services.settings import Settings
from services.text.wording import list_words

QUESTIONS = (
    "Who was in charge of NASA on 1 March 2005?",
    "Who owned Rocketdyne in 1990?",
    "How has Mir changed over time?",
    "RS-25",
    "What did Skylab's last crew do?",
)
Work = Callable[[], Awaitable[object]]
FILLED_WITHIN_SECONDS = 900
PAUSES_SECONDS = (5.0, 2.0, 1.0)
"""An analyst reads longer than any of these."""
QUESTIONS_A_CHAT = 5
WARM_ROUNDS = 20
"""Pools and indexes are warm after one; Neo4j compiles what it is asked often."""
BENCHMARK = Benchmark(name="agent", title="Agent", about=str(__doc__), sizes=(20,), rounds=30)


async def run(sizes: Sequence[int], rounds: int, data_dir: Path | None = None) -> list[str]:
    async with workbench(data_dir) as services:
        for question in QUESTIONS * WARM_ROUNDS:
            await answered(services, question)
        return [
            conditions(rounds),
            "",
            "| what | median, ms | 95th percentile, ms |",
            "|---|---:|---:|",
            *[line async for line in overhead(services, rounds)],
            row("from the start of a run to its first tool call", await first_signs(services, rounds)),
            *[line for size in sizes for line in await crowd(services, size)],
        ]


@asynccontextmanager
async def workbench(data_dir: Path | None) -> AsyncIterator[Services]:
    """The services over a filled data folder; a temporary one is filled with the sample and removed."""
    with tempfile.TemporaryDirectory(prefix="dossier-bench-") as folder:
        settings = Settings(data_dir=data_dir or Path(folder), chat_model="offline", sample=False)
        async with open_services(settings, serving=False) as services:
            await services.graph_store.ready(timeout=240)
            if data_dir is None:
                await asyncio.wait_for(services.sample.load(), FILLED_WITHIN_SECONDS)
            yield services


def conditions(rounds: int) -> str:
    load = os.getloadavg()[0]
    return (
        f"On the sample corpus with the offline model, {rounds} rounds; {os.cpu_count()} cores, load {load:.1f} "
        "before the first. A tool's overhead is taken from pairs: its service alone, then the tool."
    )


async def overhead(services: Services, rounds: int) -> AsyncIterator[str]:
    """A tool call above the same service call, by the median of the differences of pairs."""
    deps = services.research_deps()
    await deps.preferences_now()
    pairs: dict[str, tuple[Work, Work]] = {
        "hybrid_search": (
            lambda: services.search.hybrid(QUESTIONS[0], limit=10),
            lambda: invoke(deps, "hybrid_search", {"query": QUESTIONS[0]}),
        ),
        "get_entity_history": (
            lambda: services.graph.history("Rocketdyne"),
            lambda: invoke(deps, "get_entity_history", {"entity_name": "Rocketdyne"}),
        ),
    }
    for name, (service, tool) in pairs.items():
        times = [(await timed(service), await timed(tool)) for _ in range(rounds)]
        yield row(f"`{name}`, the service alone", [alone for alone, _ in times])
        yield row(f"`{name}`, the tool above it", [called - alone for alone, called in times])


async def first_signs(services: Services, rounds: int) -> list[float]:
    return [await to_first_call(services, QUESTIONS[place % len(QUESTIONS)]) for place in range(rounds)]


async def crowd(services: Services, size: int) -> list[str]:
    """One chat after another against as many at once, the same questions."""
    asked = [QUESTIONS[place % len(QUESTIONS)] for place in range(size)]
    spent = time.process_time()
    alone = [await answered(services, question) for question in asked]
    spent = (time.process_time() - spent) * 1000 / size
    chatted = {pause: await chats(services, size, pause) for pause in PAUSES_SECONDS}
    together = await asyncio.gather(*(answered(services, question) for question in asked))
    return [
        row("an answer alone", alone),
        *[row(f"an answer in one of {size} chats at once, {asking(pause)}", chatted[pause]) for pause in chatted],
        row(f"an answer to one of {size} questions in the same instant", together),
        "",
        f"An answer takes {spent:.0f} ms of this process's processor time. In {size} chats at once the 95th "
        f"percentile of an answer is "
        + list_words(
            [f"{slow(times) / slow(alone):.1f} × one alone {asking(pause)}" for pause, times in chatted.items()]
        )
        + f" (goal 3). Of {size} questions in the same instant it is {slow(together) / slow(alone):.1f} ×: work that "
        f"hardly waits takes {size} times as long on one core, however quick it is. All are answered after "
        f"{max(together):.0f} ms, one after another after {sum(alone):.0f} ms.",
    ]


def asking(pause: float) -> str:
    return f"with a question {pause:g} s after each answer"


async def chats(services: Services, size: int, pause: float) -> list[float]:
    """As many conversations at once, each of which asks again a while after it was answered."""
    times: list[float] = []

    async def chat(number: int) -> None:
        await asyncio.sleep(pause * number / size)
        for place in range(QUESTIONS_A_CHAT):
            question = QUESTIONS[(number + place) % len(QUESTIONS)]
            times.append(await answered(services, question))
            await asyncio.sleep(pause)

    await asyncio.gather(*(chat(number) for number in range(size)))
    return times


def row(name: str, times: Sequence[float]) -> str:
    return f"| {name} | {middle(times):.1f} | {slow(times):.1f} |"


async def answered(services: Services, question: str) -> float:
    """Milliseconds from the question to the end of its answer, which is stored by then."""
    began = time.perf_counter()
    run = await services.runs.start(Question(prompt=question))
    events = [event async for batch in run.follow() for event in batch]
    took = (time.perf_counter() - began) * 1000
    assert any(isinstance(event, Answer) for event in events)
    await services.conversations.delete(run.conversation_id)
    return took


async def to_first_call(services: Services, question: str) -> float:
    began = time.perf_counter()
    run = await services.runs.start(Question(prompt=question))
    first = None
    async for batch in run.follow():
        if first is None and any(isinstance(event, ToolCall) for event in batch):
            first = (time.perf_counter() - began) * 1000
    await services.conversations.delete(run.conversation_id)
    assert first is not None
    return first


async def timed(work: Work) -> float:
    began = time.perf_counter()
    await work()
    return (time.perf_counter() - began) * 1000


def main() -> None:
    parser = BENCHMARK.parser()
    parser.add_argument("--data-dir", type=Path, help="a data folder that holds the sample, instead of a temporary one")
    options = parser.parse_args()
    lines = asyncio.run(run(options.sizes, options.rounds, options.data_dir))
    print("\n".join(lines))
    if options.write:
        DOCUMENT.write_text(BENCHMARK.put_into(DOCUMENT.read_text("utf-8"), lines), "utf-8")


if __name__ == "__main__":
    main()
