"""Which text_weight is best, and whether that can be told: every weight measured on judged queries fetched once."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import text

from services.errors import InvalidInput
from services.models import NO_FILTERS, FusionMethod, SearchFilters, Viewpoint
from services.search.candidates import EVERYWHERE
from services.search.finding import report
from services.search.fusion import Scores, order
from services.search.judgements import JudgementStore
from services.search.kept_reports import KeptReports
from services.search.metrics import measure
from services.search.models import Candidates, EvaluationStep, JudgedQuery, Judgements
from services.search.service import SearchService
from services.search.sweep import Sweep

WEIGHTS = tuple(round(step * 0.05, 2) for step in range(21))
BATCH = 64
AT_ONCE = 4
"""Queries in the database at the same time."""

SOURCES = text("SELECT id, source FROM document WHERE id = ANY (CAST(:ids AS uuid[])) LIMIT :limit")


@dataclass(frozen=True)
class JudgedCandidates:
    """A judged query with its candidates; `sources[i]` is the document of candidate i."""

    judged: JudgedQuery
    scores: Scores
    sources: tuple[str, ...]

    def documents(self, text_weight: float, method: FusionMethod) -> tuple[str, ...]:
        """Ranked by their best chunk. A query that is itself a document of the corpus is no answer to itself."""
        ranked = dict.fromkeys(map(self.sources.__getitem__, order(self.scores, text_weight, method)))
        if self.judged.id not in self.judged.grades:
            ranked.pop(self.judged.id, None)
        return tuple(ranked)


@dataclass(frozen=True)
class Evaluation:
    search: SearchService
    reports: KeptReports = field(default_factory=KeptReports)

    async def run(
        self,
        judgements: Judgements,
        *,
        method: FusionMethod | None = None,
        viewpoint: Viewpoint = EVERYWHERE,
        filters: SearchFilters = NO_FILTERS,
    ) -> AsyncIterator[EvaluationStep]:
        """Progress, then a last step with the report. `method` None: the saved one. Raises InvalidInput."""
        started = time.perf_counter()
        saved = await self.search.preferences.current()
        queries = [query for query in judgements.queries if any(grade > 0 for grade in query.grades.values())]
        if not queries:
            raise InvalidInput(f"No query of “{judgements.name}” has a relevant document: judge hits 1 to 3 first.")
        total = len(queries)
        found: list[tuple[JudgedQuery, Candidates]] = []
        yield EvaluationStep(done=0, total=total, stage="embedding")
        for start in range(0, total, BATCH):
            found += await self._fetch(queries[start : start + BATCH], viewpoint, filters)
            yield EvaluationStep(done=len(found), total=total, stage="fetching")
        yield EvaluationStep(done=total, total=total, stage="measuring")
        sources = await self._sources({found_in for _, candidates in found for found_in in candidates.document_ids})
        judged = [_judged(query, candidates, sources) for query, candidates in found]
        weights = tuple(sorted({*WEIGHTS, saved.text_weight}))
        sweep = await asyncio.to_thread(_sweep_weights, judged, weights, method or saved.fusion)
        missing = await JudgementStore(self.search.source.database).missing_documents(judgements)
        finished = await asyncio.to_thread(report, judgements, sweep, saved.text_weight, missing)
        yield EvaluationStep(
            done=total,
            total=total,
            stage="done",
            report=finished.model_copy(update={"seconds": time.perf_counter() - started}),
        )

    async def _fetch(
        self, queries: Sequence[JudgedQuery], viewpoint: Viewpoint, filters: SearchFilters
    ) -> list[tuple[JudgedQuery, Candidates]]:
        embeddings = await self.search.embedder.embed_chunks([query.query for query in queries])
        gate = asyncio.Semaphore(AT_ONCE)

        async def fetch(query: str, embedding: Sequence[float]) -> Candidates:
            async with gate:
                return await self.search.source.fetch(query, embedding, viewpoint, filters)

        work = [fetch(query.query, embedding) for query, embedding in zip(queries, embeddings, strict=True)]
        return list(zip(queries, await asyncio.gather(*work), strict=True))

    async def _sources(self, ids: set[UUID]) -> dict[UUID, str]:
        async with self.search.source.database.connection() as connection:
            rows = await connection.execute(SOURCES, {"ids": list(ids), "limit": len(ids)})
            return {row.id: row.source for row in rows}


def _judged(query: JudgedQuery, candidates: Candidates, sources: Mapping[UUID, str]) -> JudgedCandidates:
    return JudgedCandidates(
        judged=query,
        scores=Scores.of(candidates),
        sources=tuple(sources[document_id] for document_id in candidates.document_ids),
    )


def _sweep_weights(judged: Sequence[JudgedCandidates], weights: Sequence[float], method: FusionMethod) -> Sweep:
    """All weights in one call of the measures: "0.35 <tab> query" stands for a query at a weight."""
    rankings = {_key(weight, item): item.documents(weight, method) for weight, item in _each(judged, weights)}
    grades = {_key(weight, item): item.judged.grades for weight, item in _each(judged, weights)}
    return Sweep.of([item.judged for item in judged], weights, method, measure(rankings, grades), rankings)


def _each(judged: Sequence[JudgedCandidates], weights: Sequence[float]) -> Iterator[tuple[float, JudgedCandidates]]:
    return ((weight, item) for weight in weights for item in judged)


def _key(weight: float, item: JudgedCandidates) -> str:
    return Sweep.key(weight, item.judged.id)
