"""What ingest costs beside the embedder: processor time of everything over that of the embedder on the same passages.

`python -m bench.ingest [--sizes 1000] [--write]` makes texts of paragraphs of the sample and the test collections, in
an order of its own, and takes them into stores of their own through the queue: documents alone, with the names that
they mention, and with the facts that are read by rule. Counted is the processor time of this process, of its reading
processes and of both stores, so that other work on the machine counts little. `bench.ingest` also reads a PDF of 500
pages and tells the memory that this takes above an idle process.
"""

import asyncio
import io
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil
from pypdf import PdfReader, PdfWriter

from bench.report import Benchmark
from services.core import Services, open_services
from services.documents.chunking import split_content
from services.documents.ingest.preparation import SLICE, embedded_text
from services.documents.reading.apart import ReadingProcesses
from services.models import DocumentDraft, IngestTask
from services.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
SAMPLE, CORPORA = ROOT / "samples" / "space", ROOT / "tests" / "corpora"
BENCHMARK = Benchmark("ingest", "Ingest", str(__doc__), sizes=(1_000,), rounds=1)
PARAGRAPHS = 3, 6
"""Of a text, at least and at most."""
FEWEST_LETTERS = 200
PAGES = 500
GOALS = {"documents alone": 1.25, "with the names that they mention": 1.25, "with facts read by rule": 1.5}
PARTS = ("this process", "reading", "Postgres", "Neo4j")


@dataclass(frozen=True)
class Work:
    """Seconds of processor time by part."""

    seconds: dict[str, float]

    @property
    def total(self) -> float:
        return sum(self.seconds.values())

    def since(self, before: "Work") -> "Work":
        return Work({part: self.seconds[part] - before.seconds[part] for part in PARTS})


def texts(count: int, seed: int) -> list[DocumentDraft]:
    """Different ones for each seed, of the same paragraphs."""
    dice, paragraphs = random.Random(seed), list(_paragraphs())
    return [
        DocumentDraft(
            title=f"Report {seed}-{number}",
            source=f"report-{seed}-{number}.md",
            content="\n\n".join(dice.sample(paragraphs, dice.randint(*PARAGRAPHS))),
        )
        for number in range(count)
    ]


def _paragraphs() -> Iterator[str]:
    for file in [*sorted(SAMPLE.glob("*.md")), *sorted(CORPORA.glob("*/documents/*.md"))]:
        for paragraph in file.read_text("utf-8").split("\n\n"):
            if len(paragraph) >= FEWEST_LETTERS and not paragraph.startswith(("#", "|", "-", "---")):
                yield paragraph.strip()


async def run(sizes: Sequence[int], _: int) -> list[str]:
    lines: list[str] = []
    for size in sizes:
        alone, found = await embedder_alone(size), {}
        for number, way in enumerate(GOALS):
            found[way] = await ingested(texts(size, seed=number), way)
            print(f"{way}: {found[way].total:.1f} s, the embedder {alone[number]:.1f} s", flush=True)
        lines += report(size, alone, found)
    return [*lines, "", *memory()]


async def embedder_alone(size: int) -> list[float]:
    """Seconds for each of the ways' texts."""
    with tempfile.TemporaryDirectory(prefix="dossier-bench-") as folder:
        async with open_services(settings(Path(folder), "documents alone"), graph=False, serving=False) as services:
            await services.embedder.embed_chunks(["warm"])
            return [await embedding_of(texts(size, seed=number), services) for number in range(len(GOALS))]


async def embedding_of(drafts: Sequence[DocumentDraft], services: Services) -> float:
    embedder = services.embedder
    passages = [
        embedded_text(draft.title, passage.content)
        for draft in drafts
        for passage in split_content(draft.content, embedder.count_tokens)
    ]
    before = work()
    for start in range(0, len(passages), SLICE):
        await embedder.embed_chunks(passages[start : start + SLICE])
    return work().since(before).total


async def ingested(drafts: Sequence[DocumentDraft], way: str) -> Work:
    """A few texts before, which do not count: stores and parsers start with the first."""
    with tempfile.TemporaryDirectory(prefix="dossier-bench-") as folder:
        graph = way != "documents alone"
        async with open_services(settings(Path(folder), way), graph=graph, serving=False) as services:
            if graph:
                await services.graph_store.ready(600)
            await through_queue(texts(10, seed=99), services, graph)
            before = work(Path(folder))
            await through_queue(drafts, services, graph)
            return work(Path(folder)).since(before)


async def through_queue(drafts: Sequence[DocumentDraft], services: Services, graph: bool) -> None:
    if not graph:
        waiting = iter(drafts)
        await asyncio.gather(*(_stored(waiting, services) for _ in range(2)))
        return
    for draft in drafts:
        await services.jobs.queue(IngestTask(draft=draft), source=draft.source)
    working = asyncio.create_task(services.jobs.work())
    try:
        while (totals := await services.jobs.totals()).queued or totals.running:  # noqa: ASYNC110
            await asyncio.sleep(1)
        if totals.failed:
            raise RuntimeError(f"{totals.failed} documents could not be ingested")
    finally:
        working.cancel()
        await asyncio.wait([working])


async def _stored(drafts: Iterator[DocumentDraft], services: Services) -> None:
    for draft in drafts:
        await services.ingestion.add(draft, graph=False)


def settings(folder: Path, way: str) -> Settings:
    reads = way == "with facts read by rule"
    return Settings(data_dir=folder, read_facts=reads, sample=False, openai_api_key=None, openai_base_url=None)


def work(folder: Path | None = None) -> Work:
    """Up to now: of this process with its children, and of the stores in the folder, if any."""
    seconds = dict.fromkeys(PARTS, 0.0)
    own = psutil.Process()
    _count(seconds, "this process", own)
    of_ours = {child.pid for child in own.children(recursive=True)}
    for process in psutil.process_iter():
        try:
            command = " ".join(process.cmdline())
            is_of_stores = folder is not None and str(folder) in command
            if "neo4j" in command and is_of_stores:
                _count(seconds, "Neo4j", process)
            elif "services.graph.by_rule" in command and process.pid in of_ours:
                _count(seconds, "reading", process)
            elif "postgres" in command and is_of_stores:
                for one in [process, *process.children(recursive=True)]:
                    _count(seconds, "Postgres", one)
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return Work(seconds)


def _count(seconds: dict[str, float], part: str, process: psutil.Process) -> None:
    """Children that have ended count with their parent, but for our own, which are counted while they live."""
    times = process.cpu_times()
    seconds[part] += times.user + times.system
    if part != "this process":
        seconds[part] += times.children_user + times.children_system


def memory() -> list[str]:
    """At most, above what the reading process takes for a text of one line."""
    data = pdf_of(PAGES)
    processes = ReadingProcesses()
    processes.read(b"idle", "idle.txt")
    (worker,) = psutil.Process().children()
    idle = worker.memory_info().rss
    draft = processes.read(data, "long.pdf")
    peak = _peak(worker.pid)
    processes.close()
    return [
        f"A PDF of {PAGES} pages ({len(data) / 1e6:.1f} MB, {len(draft.content):,} characters of text) takes "
        f"{(peak - idle) / 1e6:.0f} MB in its reading process at most, above the idle one (goal 300)."
    ]


def _peak(pid: int) -> int:
    """Linux alone tells it."""
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024


def pdf_of(pages: int) -> bytes:
    """The sample's PDFs, page after page."""
    writer, written = PdfWriter(), io.BytesIO()
    found = [page for file in sorted(SAMPLE.glob("*.pdf")) for page in PdfReader(file).pages]
    for number in range(pages):
        writer.add_page(found[number % len(found)])
    writer.write(written)
    return written.getvalue()


def report(size: int, alone: Sequence[float], found: dict[str, Work]) -> Iterator[str]:
    yield f"{size:,} texts; seconds of processor time."
    yield ""
    yield "| ingest | embedder alone | " + " | ".join(PARTS) + " | together | over the embedder | goal |"
    yield "|---|" + "---:|" * (len(PARTS) + 4)
    for seconds, (way, spent) in zip(alone, found.items(), strict=True):
        parts = " | ".join(f"{spent.seconds[part]:.1f}" for part in PARTS)
        ratio = f"{spent.total / seconds:.2f} × | {GOALS[way]} ×"
        yield f"| {way} | {seconds:.1f} | {parts} | {spent.total:.1f} | {ratio} |"


if __name__ == "__main__":
    BENCHMARK.main(run)
