"""How the graph's answers grow with the facts in it, against the Cypher alone and against Graphiti's own scan.

`python -m bench.graph [--sizes 1000 50000 100000] [--rounds 30] [--write]` starts stores of its own in a temporary
folder, fills them through GraphWriter and prints a table; `--write` puts it into docs/benchmarks.md. Absolute times
depend on the machine; the ratios are from one run and are what to look at.
"""

import asyncio
import random
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy
import sqlalchemy as sa

from bench.report import Benchmark, middle, slow
from services.graph.graphiti.client import GraphitiSearch
from services.graph.graphiti.parts import hybrid_config
from services.graph.graphiti.search_interface import BY_MEANING, BY_WORDS, ENDS
from services.graph.lucene import any_word_query
from services.graph.prepared import PreparedGraph
from services.graph.reading import timeline
from services.graph.service import GraphService
from services.graph.viewpoint import ResolvedViewpoint
from services.graph.writing.writer import GraphWriter
from services.models import Document, FactDraft, PartHealth, Viewpoint
from services.settings import Settings
from services.stores.embedded.neo4j import EmbeddedNeo4j
from services.stores.embedded.postgres import EmbeddedPostgres
from services.stores.neo4j import EmbeddedGraphServer, GraphStore
from services.stores.postgres import Database, postgres_engine
from services.stores.schema import prepare_schema
from services.stores.tables import collection, document

DIMENSION = 384
DOCUMENT_FACTS = 2_500
PROBES = 20
PROBE_FACTS = 40
BENCHMARK = Benchmark("graph", "The graph", str(__doc__), sizes=(1_000, 50_000, 100_000), rounds=30)
SYLLABLES = ("ka", "lo", "mi", "ra", "ten", "sor", "vex", "ul", "pa", "dri", "no", "eth", "bar", "qui", "zan", "fol")
CONSTANT = "UNWIND range(1, 30000) AS number RETURN sum(number % 7) AS sum"
FIRST = datetime(1960, 1, 1, tzinfo=UTC)
MIDDLE = datetime(1995, 6, 1, tzinfo=UTC)
THEN = Viewpoint(as_of=MIDDLE)


class WordEmbedder:
    """Words hashed to fixed random directions and summed: as fast as a lookup, and similar texts are near."""

    model, identity, dimension, similarity_threshold = "bench", "bench-words-384", DIMENSION, 0.3
    state = PartHealth(status="ok")

    def __init__(self) -> None:
        self._words: dict[str, numpy.ndarray] = {}

    async def embed_query(self, text: str) -> list[float]:
        return self._vector(text)

    async def embed_chunks(self, texts: Sequence[str]) -> list[list[float]]:
        return [self._vector(text) for text in texts]

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    async def close(self) -> None:
        """Nothing is open."""

    def _vector(self, text: str) -> list[float]:
        total = sum((self._word(word) for word in text.casefold().split()), numpy.zeros(DIMENSION))
        return (total / numpy.linalg.norm(total)).tolist()

    def _word(self, word: str) -> numpy.ndarray:
        if word not in self._words:
            self._words[word] = numpy.random.default_rng(abs(hash(word))).normal(size=DIMENSION)
        return self._words[word]


@dataclass
class World:
    """Facts in blocks of entities of their own: an entity has as many neighbours in a small graph as in a large."""

    dice: random.Random

    def probes(self) -> list[FactDraft]:
        return [self.fact(f"Probe {p}", f"Entity 0-{f * 3 % 200}") for p in range(PROBES) for f in range(PROBE_FACTS)]

    def block(self, number: int, count: int) -> list[FactDraft]:
        names = [f"Entity {number}-{n}" for n in range(max(2, count // 5))]
        return [self.fact(*self.dice.sample(names, 2)) for _ in range(count)]

    def fact(self, subject: str, target: str) -> FactDraft:
        begin = FIRST + timedelta(days=self.dice.randrange(22_000))
        end = begin + timedelta(days=self.dice.randrange(1, 6_000)) if self.dice.random() < 0.6 else None
        relation = self.dice.choice(["LED_BY", "OWNS", "SUPPLIES", "PART_OF", "WON"])
        words = " ".join(self.word() for _ in range(6))
        return FactDraft(
            subject=subject,
            subject_type="Thing",
            relation=relation,
            object=target,
            object_type="Thing",
            fact=f"{subject} {relation} {target}: {words}.",
            valid_at=begin,
            invalid_at=end,
        )

    def word(self) -> str:
        return "".join(self.dice.choice(SYLLABLES) for _ in range(3))


@asynccontextmanager
async def stores(folder: Path):  # type: ignore[no-untyped-def]
    postgres = EmbeddedPostgres(folder)
    await postgres.ensure_running()
    database = Database(postgres_engine(postgres.url()))
    await prepare_schema(database, model="bench", identity="bench-words-384", dimension=DIMENSION)
    graph = GraphStore(EmbeddedGraphServer(EmbeddedNeo4j(folder)))
    graph.open()
    await graph.ready(300)
    try:
        yield database, graph
    finally:
        await graph.close()
        await database.close()
        await postgres.close()


async def add_document(database: Database, name: str, content: str) -> Document:
    async with database.transaction() as connection:
        found = (await connection.execute(sa.select(collection.c.id).where(collection.c.name == "main"))).scalar()
        if found is None:
            made = sa.insert(collection).values(name="main").returning(collection.c.id)
            found = (await connection.execute(made)).scalar_one()
        values = {"collection_id": found, "title": name, "source": name, "content": content, "content_hash": name}
        columns = [column for column in document.c if column.name != "metadata"]
        row = (await connection.execute(sa.insert(document).values(values).returning(*columns))).one()
    return Document.model_validate({**row._mapping, "metadata": {}})


@dataclass(frozen=True)
class Times:
    """Seconds, and the same as multiples of a piece of work of constant size done right before each: what else the
    machine is doing when a graph has grown must not look like growth."""

    seconds: Sequence[float]
    multiples: Sequence[float]


@dataclass
class Bench:
    service: GraphService
    writer: GraphWriter
    prepared: PreparedGraph
    graphiti: GraphitiSearch
    database: Database
    embedder: WordEmbedder
    world: World
    rounds: int
    written: int = 0
    sample: list[str] | None = None

    async def grow_to(self, size: int) -> float:
        """Facts written a second."""
        began, before = time.perf_counter(), self.written
        while self.written < size:
            count = min(DOCUMENT_FACTS, size - self.written)
            await self.write(self.world.block(self.written, count) if self.written else self.world.probes()[:count])
        return (self.written - before) / (time.perf_counter() - began)

    async def write(self, drafts: list[FactDraft]) -> None:
        self.sample = (self.sample or []) + [draft.fact for draft in drafts[:10]]
        made = await add_document(self.database, str(uuid.uuid4()), "\n".join(draft.fact for draft in drafts))
        await self.writer.write_facts(made, drafts)
        self.written += len(drafts)

    def questions(self) -> dict[str, Callable[[int], Awaitable[object]]]:
        service = self.service
        return {
            "fact search": lambda n: service.search_facts(self.query(n)),
            "neighbourhood, depth 1": lambda n: service.neighborhood(self.probe(n), viewpoint=Viewpoint.ever()),
            "neighbourhood, depth 2": lambda n: service.neighborhood(self.probe(n), depth=2, viewpoint=THEN),
            "timeline": lambda n: service.timeline(self.probe(n)),
            "state as of a date": lambda n: service.state(self.probe(n), THEN),
            "diff of two dates": lambda n: service.diff(self.probe(n), MIDDLE - timedelta(days=3000), MIDDLE),
            "paths": lambda n: service.paths(self.probe(n), self.probe(n + 1), viewpoint=THEN),
            "suggestions": lambda n: service.suggest(f"prob {n % PROBES}"),
            "a page of entities": lambda _: service.entities(limit=50),
        }

    async def warm_up(self) -> None:
        """Java compiles what is asked often; without this the smallest graph would look the slowest."""
        for question in self.questions().values():
            await measure(question, 60)

    async def cypher_alone(self) -> dict[str, Times]:
        """The statements of four questions over Bolt, without models, citations or words."""
        found = {n: await self.service.entity(self.probe(n)) for n in range(PROBES)}
        uuids = {n: [str(entity.uuid)] for n, entity in found.items()}
        every, then = ResolvedViewpoint(Viewpoint.ever()), ResolvedViewpoint(THEN, MIDDLE)
        dates = {"start": None, "end": None, "began_only": False, "limit": timeline.MOST_FACTS}

        async def ask(n: int, view: ResolvedViewpoint) -> object:
            statement, given = view.with_conditions(timeline.OF_ENTITIES), {"uuids": uuids[n % PROBES], **dates}
            return await self.prepared.store.read(statement, **given, **view.parameters)

        return {
            "fact search": await self.measured(self.both_arms),
            "timeline": await self.measured(lambda n: ask(n, every)),
            "state as of a date": await self.measured(lambda n: ask(n, then)),
            "diff of two dates": await self.measured(lambda n: ask(n, every)),
        }

    async def both_arms(self, number: int) -> object:
        """Words and meaning side by side, as Graphiti asks for them."""
        text = self.query(number)
        vector = await self.embedder.embed_query(text)
        read = self.prepared.store.read
        words = read(BY_WORDS + ENDS + "RETURN r.uuid AS uuid", query=any_word_query(text), width=20)
        near = read(BY_MEANING + ENDS + "RETURN r.uuid AS uuid", vector=vector, width=20)
        return await asyncio.gather(words, near)

    async def search_by_scan(self) -> Times:
        """Graphiti's own search_, as it comes, on the same data."""
        opened = await self.graphiti.open()
        ours, opened.driver.search_interface = opened.driver.search_interface, None
        try:
            return await self.measured(lambda n: opened.graphiti.search_(self.query(n), config=hybrid_config(10)))
        finally:
            opened.driver.search_interface = ours

    async def search_by_index(self) -> Times:
        opened = await self.graphiti.open()
        return await self.measured(lambda n: opened.graphiti.search_(self.query(n), config=hybrid_config(10)))

    async def measured(self, question: Callable[[int], Awaitable[object]]) -> Times:
        return await measure(question, self.rounds, lambda: self.prepared.store.read(CONSTANT))

    def probe(self, number: int) -> str:
        return f"Probe {number % PROBES}"

    def query(self, number: int) -> str:
        assert self.sample
        return " ".join(self.sample[(number * 7) % len(self.sample)].split()[-4:])


async def measure(
    question: Callable[[int], Awaitable[object]], rounds: int, constant: Callable[[], Awaitable[object]] | None = None
) -> Times:
    """A few rounds first that do not count."""
    seconds, multiples = [], []
    for number in range(-3, rounds):
        unit = await timed(constant()) if constant else 1.0
        took = await timed(question(number + 3))
        if number >= 0:
            seconds.append(took)
            multiples.append(took / unit)
    return Times(sorted(seconds), sorted(multiples))


async def timed(work: Awaitable[object]) -> float:
    began = time.perf_counter()
    await work
    return time.perf_counter() - began


def ms(of: Callable[[Sequence[float]], float], times: Times) -> float:
    return of(times.seconds) * 1000


def ratio(times: Times, to: Times) -> float:
    return middle(times.multiples) / middle(to.multiples)


async def run(sizes: Sequence[int], rounds: int) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="dossier-bench-") as folder:
        async with stores(Path(folder)) as (database, graph):
            return await compare(bench_over(database, graph, Path(folder), rounds), sizes)


def bench_over(database: Database, graph: GraphStore, folder: Path, rounds: int) -> Bench:
    embedder = WordEmbedder()
    settings = Settings(data_dir=folder, openai_api_key=None, openai_base_url=None)
    prepared = PreparedGraph(graph, DIMENSION)
    return Bench(
        service=GraphService.from_store(graph, database, embedder, settings),
        writer=GraphWriter.from_store(graph, database, embedder, settings),
        prepared=prepared,
        graphiti=GraphitiSearch(prepared, embedder, settings),
        database=database,
        embedder=embedder,
        world=World(random.Random(7)),
        rounds=rounds,
    )


async def compare(bench: Bench, sizes: Sequence[int]) -> list[str]:
    answers: dict[int, dict[str, Times]] = {}
    alone: dict[int, dict[str, Times]] = {}
    scans: dict[int, tuple[Times, Times]] = {}
    rates = {}
    for size in sizes:
        rates[size] = await bench.grow_to(size)
        print(f"{size:,} facts, written at {rates[size]:,.0f} a second", flush=True)
        if size == sizes[0]:
            await bench.warm_up()
        answers[size] = {n: await bench.measured(ask) for n, ask in bench.questions().items()}
        alone[size] = await bench.cypher_alone()
        scans[size] = await bench.search_by_index(), await bench.search_by_scan()
    return list(report(sizes, answers, alone, scans, rates, bench.rounds))


def report(sizes, answers, alone, scans, rates, rounds) -> Iterator[str]:  # type: ignore[no-untyped-def]
    first, last = sizes[0], sizes[-1]
    yield f"Median (95th percentile) of {rounds} questions in ms. Growth is from {first:,} to {last:,} facts. Ratios"
    yield "compare multiples of a constant piece of work, done in the same database right before each question, because"
    yield "the machine was busy with other work."
    yield ""
    yield "| question | " + " | ".join(f"{size:,} facts" for size in sizes) + " | growth |"
    yield "|---|" + "---:|" * (len(sizes) + 1)
    for name in answers[first]:
        cells = " | ".join(f"{ms(middle, answers[s][name]):.1f} ({ms(slow, answers[s][name]):.1f})" for s in sizes)
        yield f"| {name} | {cells} | {ratio(answers[last][name], answers[first][name]):.2f} × |"
    yield ""
    yield "Over the same Cypher alone through Bolt, without names, citations and models (ratio of medians):"
    yield ""
    yield "| question | " + " | ".join(f"{size:,} facts" for size in sizes) + " |"
    yield "|---|" + "---:|" * len(sizes)
    for name in alone[first]:
        yield (f"| {name} | " + " | ".join(f"{ratio(answers[s][name], alone[s][name]):.2f} ×" for s in sizes) + " |")
    yield ""
    yield "Graphiti's `search_()` with our index-backed search interface and as it comes (a scan), on the same data:"
    yield ""
    yield "| facts | with ours, ms | as it comes, ms | faster by |"
    yield "|---:|---:|---:|---:|"
    for size, (indexed, scanned) in scans.items():
        faster = ratio(scanned, indexed)
        yield f"| {size:,} | {ms(middle, indexed):.1f} | {ms(middle, scanned):.0f} | {faster:.0f} × |"
    yield ""
    written = ", ".join(f"{rates[size]:,.0f} a second up to {size:,}" for size in sizes)
    yield f"Facts were written at {written} (embedding left out: a stand-in)."


if __name__ == "__main__":
    BENCHMARK.main(run)
