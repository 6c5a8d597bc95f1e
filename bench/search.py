"""Hybrid search against its own SQL, against hybrid search as tutorials write it, and against bm25s.

`python -m bench.search [--sizes 1000 10000 100000] [--queries 200] [--write]` starts a Postgres of its own in a
temporary folder; `--write` puts the tables into docs/benchmarks.md. Absolute times depend on the machine: every query
is asked of all in turn, in shuffled order, and the ratios are what to look at. Embedding the query is left out.
"""

import importlib.metadata
import itertools
import os
import platform
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import asyncpg
import bm25s
from asyncpg.prepared_stmt import PreparedStatement
from pgvector import Vector
from sqlalchemy import text

from bench.report import Benchmark, middle, slow
from bench.search_corpus import DIMENSION, Corpus, Question, QuestionEmbedder
from bench.search_quality import quality
from services.search.evaluation import Evaluation
from services.search.models import JudgedQuery, Judgements
from services.search.service import SearchService
from services.settings import Settings
from services.stores.embedded.postgres import EmbeddedPostgres
from services.stores.postgres import Database, postgres_engine
from services.stores.schema import prepare_schema

SERVICE, SQL = "Dossier: service", "Dossier: its SQL alone, asyncpg"
TUTORIAL_SUM, TUTORIAL_RRF = "cosine + ts_rank over the table", "HNSW 100 + OR ts_rank 100, RRF"
TEXT_ARM, BM25S = "Dossier: full-text arm alone", "bm25s, in memory, words alone"
WARM_UP = 5

HYBRID_SQL = "SELECT * FROM hybrid_search($1::text::vector, $2, 10, 0.3)"
TEXT_SQL = "SELECT * FROM search_candidates(NULL, $1, 100, 0.9, 0.4) ORDER BY text_score DESC LIMIT 10"
SUM_SQL = """
    SELECT c.id, c.content,
           0.7 * (1 - (c.embedding <=> $1::text::vector))
           + 0.3 * ts_rank(c.tsv, plainto_tsquery('english', $2)) AS score
    FROM chunk AS c
    ORDER BY score DESC
    LIMIT 10
"""
RRF_SQL = f"""
    WITH vector_arm AS (
        SELECT id, row_number() OVER (ORDER BY distance) AS rank
        FROM (SELECT id, embedding::halfvec({DIMENSION}) <=> $1::text::halfvec({DIMENSION}) AS distance
              FROM chunk ORDER BY distance LIMIT 100) AS nearest
    ),
    text_arm AS (
        SELECT id, row_number() OVER (ORDER BY score DESC) AS rank
        FROM (SELECT id, ts_rank(tsv, query) AS score
              FROM chunk, to_tsquery('english', replace($2, ' ', ' | ')) AS query
              WHERE tsv @@ query ORDER BY score DESC LIMIT 100) AS best
    )
    SELECT c.id, c.content, coalesce(1.0 / (60 + v.rank), 0) + coalesce(1.0 / (60 + t.rank), 0) AS score
    FROM vector_arm AS v FULL JOIN text_arm AS t USING (id) JOIN chunk AS c USING (id)
    ORDER BY score DESC
    LIMIT 10
"""

Ask = Callable[[Question], Awaitable[object]]
Times = dict[str, list[float]]
"""Milliseconds by contender."""


async def measure(server: EmbeddedPostgres, size: int, count: int) -> tuple[Times, float, float]:
    """Times; seconds to evaluate 500 queries at 21 weights; seconds to fill and index."""
    corpus = Corpus()
    async with own_database(server, f"search_{size}") as database:
        started = time.perf_counter()
        await corpus.fill(database, size)
        filled = time.perf_counter() - started
        questions = corpus.questions(count + WARM_UP)
        service = SearchService.build(database, QuestionEmbedder(questions), Settings())
        connections = [await _bare_connection(server, f"search_{size}") for _ in range(4)]
        times = await _interleaved(await _contenders(service, connections, database), questions)
        for connection in connections:
            await connection.close()
        return times, await _evaluation_seconds(database, corpus), filled


class own_database:
    """`async with own_database(server, name) as database`: a migrated database of its own."""

    def __init__(self, server: EmbeddedPostgres, name: str) -> None:
        self._server, self._name = server, name

    async def __aenter__(self) -> Database:
        administrator = await _bare_connection(self._server, "postgres")
        await administrator.execute(f'CREATE DATABASE "{self._name}"')
        await administrator.close()
        self._opened = Database(postgres_engine(self._server.url(self._name, "postgres")))
        await prepare_schema(self._opened, model="bench", identity="bench", dimension=DIMENSION)
        return self._opened

    async def __aexit__(self, *_: object) -> None:
        await self._opened.close()


async def _bare_connection(server: EmbeddedPostgres, name: str) -> asyncpg.Connection:
    url = server.url(name, "postgres")
    return await asyncpg.connect(
        host=url.query["host"], port=int(str(url.query["port"])), user="postgres", password=url.password, database=name
    )


async def _contenders(
    service: SearchService, connections: Sequence[asyncpg.Connection], database: Database
) -> dict[str, Ask]:
    """A connection each: a server process that has just answered one contender would be warm for the next."""
    hybrid, words, summed, ranks = [
        await _prepared(connection, statement)
        for connection, statement in zip(connections, (HYBRID_SQL, TEXT_SQL, SUM_SQL, RRF_SQL), strict=True)
    ]
    index = await _bm25s_index(database)

    async def in_memory(question: Question) -> object:
        tokens = [question.query.split()]
        return index.retrieve(tokens, k=10, show_progress=False)

    return {
        SERVICE: lambda question: service.hybrid(question.query, text_weight=0.3, limit=10),
        SQL: lambda question: hybrid.fetch(Vector(question.embedding).to_text(), question.query),
        TUTORIAL_SUM: lambda question: summed.fetch(Vector(question.embedding).to_text(), question.query),
        TUTORIAL_RRF: lambda question: ranks.fetch(Vector(question.embedding).to_text(), question.query),
        TEXT_ARM: lambda question: words.fetch(question.query),
        BM25S: in_memory,
    }


async def _prepared(connection: asyncpg.Connection, statement: str) -> PreparedStatement:
    await connection.execute("SET jit = off; SET hnsw.ef_search = 100")
    return await connection.prepare(statement)


async def _bm25s_index(database: Database) -> bm25s.BM25:
    async with database.connection() as connection:
        contents = (await connection.scalars(text("SELECT content FROM chunk"))).all()
    index = bm25s.BM25(k1=0.9, b=0.4, method="lucene")
    index.index([content.split() for content in contents], show_progress=False)
    return index


async def _interleaved(contenders: dict[str, Ask], questions: Sequence[Question]) -> Times:
    times: Times = {name: [] for name in contenders}
    dice = random.Random(5)
    for number, question in enumerate(questions):
        for name in dice.sample(list(contenders), len(contenders)):
            started = time.perf_counter()
            await contenders[name](question)
            if number >= WARM_UP:
                times[name].append((time.perf_counter() - started) * 1000)
    return times


async def _evaluation_seconds(database: Database, corpus: Corpus) -> float:
    questions = corpus.questions(500)
    async with database.connection() as connection:
        sources = (await connection.scalars(text("SELECT source FROM document LIMIT 500"))).all()
    judged = Judgements(
        name="bench",
        queries=tuple(
            JudgedQuery(id=str(number), query=question.query, grades={sources[number % len(sources)]: 1})
            for number, question in enumerate(questions)
        ),
    )
    service = SearchService.build(database, QuestionEmbedder(questions), Settings())
    steps = [step async for step in Evaluation(service).run(judged)]
    assert steps[-1].report is not None
    return steps[-1].report.seconds


def latency_report(measured: dict[int, tuple[Times, float, float]], count: int) -> Iterator[str]:
    sizes = list(measured)
    yield f"Median / 95th percentile of {count} queries in ms, ten hits each:"
    yield ""
    yield "| | " + " | ".join(f"{size:,} chunks" for size in sizes) + " |"
    yield "|---|" + "---:|" * len(sizes)
    for name in measured[sizes[0]][0]:
        cells = [measured[size][0][name] for size in sizes]
        yield f"| {name} | " + " | ".join(f"{middle(cell):.1f} / {slow(cell):.1f}" for cell in cells) + " |"
    yield ""
    yield "| ratio, same run | " + " | ".join(f"{size:,}" for size in sizes) + " |"
    yield "|---|" + "---:|" * len(sizes)
    for name, of, over, by in (
        ("service over its SQL alone, p50", SERVICE, SQL, middle),
        ("service over its SQL alone, p95 (goal 1.5)", SERVICE, SQL, slow),
        ("cosine + ts_rank over the service, p50", TUTORIAL_SUM, SERVICE, middle),
        ("HNSW + OR ts_rank over the service, p50", TUTORIAL_RRF, SERVICE, middle),
    ):
        cells = [by(measured[size][0][of]) / by(measured[size][0][over]) for size in sizes]
        yield f"| {name} | " + " | ".join(f"{cell:.2f} ×" for cell in cells) + " |"
    yield ""
    for before, after in itertools.pairwise(sizes):
        grown = [
            (name, middle(measured[after][0][name]) / middle(measured[before][0][name])) for name in measured[after][0]
        ]
        told = "; ".join(f"{name} {growth:.1f} ×" for name, growth in grown)
        yield f"Growth of the median from {before:,} to {after:,} chunks: {told}."
        yield ""
    seconds = ", ".join(f"{evaluation:.1f} s at {size:,}" for size, (_, evaluation, _) in measured.items())
    yield f"Evaluating 500 judged queries at 21 weights, embedding left out: {seconds}."
    filled = ", ".join(f"{seconds:.0f} s for {size:,}" for size, (_, _, seconds) in measured.items())
    yield f"Filling and indexing: {filled}."


def conditions() -> str:
    versions = ", ".join(
        f"{name} {importlib.metadata.version(name)}" for name in ("pgvector", "asyncpg", "sqlalchemy", "bm25s")
    )
    python = platform.python_version()
    when = f"{datetime.now(UTC):%d %B %Y}"
    machine = f"two cores, load average {os.getloadavg()[0]:.0f}"
    return f"{when}; Python {python}, PostgreSQL 18, {versions}; {machine}."


async def run(sizes: Sequence[int], count: int) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="dossier-bench-") as folder:
        server = EmbeddedPostgres(Path(folder))
        await server.ensure_running()
        try:
            measured = {}
            for size in sizes:
                measured[size] = await measure(server, size, count)
                print(f"{size:,} chunks: service {middle(measured[size][0][SERVICE]):.1f} ms", flush=True)
            async with own_database(server, "search_quality") as database:
                good = [line async for line in quality(database)]
        finally:
            await server.close()
    return [conditions(), "", *latency_report(measured, count), "", *good]


BENCHMARK = Benchmark(
    name="search",
    title="Search",
    about=__doc__,
    sizes=(1_000, 10_000, 100_000),
    rounds=200,
    rounds_name="queries",
)

if __name__ == "__main__":
    BENCHMARK.main(run)
