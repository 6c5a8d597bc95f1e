"""What travels inside search: candidates and their ranks, judgements, and what an evaluation found."""

import hashlib
from typing import Literal
from uuid import UUID

from pydantic import Field

from services.models import Citation, FusionMethod, Metadata, Model, Moment, SearchFilters, Viewpoint

# --- candidates --------------------------------------------------------------------------------


Arms = Literal["both", "vector", "text"]
"""Which arms answered: one that failed is left out, and `notice` says why."""


class Candidates(Model):
    """The chunks that either arm found, scored exactly by both: four columns, in the order of the chunk ids.

    Fetched once a query; every text_weight is then a matter of memory. `vector_similarities` are cosines (-1..1),
    `text_scores` BM25, 0 where the chunk holds no lexeme of the query; `text_bound` is the most that it could score.
    """

    query: str
    chunk_ids: tuple[UUID, ...] = ()
    document_ids: tuple[UUID, ...] = ()
    vector_similarities: tuple[float, ...] = ()
    text_scores: tuple[float, ...] = ()
    text_bound: float = 0.0
    arms: Arms = "both"
    notice: str = ""


class RankedCandidate(Model):
    """Scores are 0..1, higher is better."""

    chunk_id: UUID
    document_id: UUID
    combined_score: float
    vector_similarity: float
    text_similarity: float


class Passage(Model):
    """A chunk as a page shows it: `marks` are the ranges (start, end) of `content` that the query's words matched."""

    chunk_id: UUID
    document_id: UUID
    chunk_index: int
    content: str
    metadata: Metadata
    citation: Citation
    marks: tuple[tuple[int, int], ...] = ()


class TunedQuery(Model):
    """Everything that the tuner needs to re-rank one query by itself."""

    candidates: Candidates
    passages: dict[UUID, Passage]


class WordCount(Model):
    """In how many chunks a word of a query stands, `chunks`, of all that are searched, `total`."""

    word: str
    chunks: int
    total: int


class Classification(Model):
    """`confident` is False where no rule applied."""

    search_type: Literal["hybrid", "semantic"]
    reasons: tuple[str, ...]
    confident: bool = True

    @property
    def reasoning(self) -> str:
        return "; ".join(self.reasons)


# --- judgements --------------------------------------------------------------------------------


class JudgedQuery(Model):
    """`grades` by document source: 0 not relevant … 3 exactly what was sought."""

    id: str
    query: str
    kind: str = ""
    grades: dict[str, int]


class Judgements(Model):
    """`skipped` counts what a file held but could not be used, with the reason."""

    name: str
    queries: tuple[JudgedQuery, ...]
    skipped: tuple[str, ...] = ()


class Judgement(Model):
    query: str
    document_source: str
    grade: int
    judged_by: str
    judged_at: Moment


class JudgementSet(Model):
    name: str
    query_count: int
    judgement_count: int
    judged_by: tuple[str, ...] = ()
    last_judged_at: Moment | None = None


# --- evaluation --------------------------------------------------------------------------------


class MetricPoint(Model):
    """Means over the queries at one text_weight; `low`..`high` is nDCG@10's 95 % bootstrap interval.

    `intervals` has the same of every measure, by its name here.
    """

    text_weight: float
    ndcg_10: float
    mrr_10: float
    recall_5: float
    recall_10: float
    average_precision: float
    low: float
    high: float
    intervals: dict[str, tuple[float, float]] = Field(default_factory=dict)


class Difference(Model):
    """Mean nDCG@10 of one setting minus another's over the same queries, with its 95 % bootstrap interval."""

    mean: float
    low: float
    high: float

    @property
    def is_noise(self) -> bool:
        return self.low <= 0 <= self.high


class HeldOut(Model):
    """Tuned on one half of the queries, reported on the other, which had no say in it."""

    tuned_weight: float
    query_count: int
    tuned_ndcg: float
    saved_ndcg: float
    difference: Difference


class QueryOutcome(Model):
    """nDCG@10 of one query; `unjudged` of its first ten documents at the saved weight have no judgement."""

    id: str
    query: str
    kind: str
    saved_ndcg: float
    best_ndcg: float
    unjudged: int


class EvaluationReport(Model):
    """`best_weight` has the highest mean nDCG@10; `noise` is the range of weights that are within noise of it."""

    set_name: str
    fusion: FusionMethod
    query_count: int
    without_relevant: int = Field(description="queries left out because no document is relevant to them")
    unjudged: int = Field(description="of the first ten documents of all queries at the saved weight")
    shown: int
    missing_documents: int = Field(description="judged documents that are not in the collection")
    points: tuple[MetricPoint, ...]
    saved_weight: float
    saved_ndcg: float
    best_weight: float
    noise: tuple[float, float]
    against_saved: Difference
    held_out: HeldOut | None
    outcomes: tuple[QueryOutcome, ...]
    enough: bool
    finding: str
    seconds: float = 0


class EvaluationSubject(Model):
    """What an evaluation measures. Two that are equal come to the same report, as long as the documents stay."""

    judgements: JudgementSet
    fusion: FusionMethod
    viewpoint: Viewpoint
    filters: SearchFilters
    saved_weight: float

    @property
    def key(self) -> str:
        """For an address: the same in every process."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:16]


class KeptReport(Model):
    subject: EvaluationSubject
    report: EvaluationReport
    measured_at: Moment


class EvaluationStep(Model):
    """`done` of `total` queries are fetched; the last step brings the report."""

    done: int
    total: int
    stage: Literal["embedding", "fetching", "measuring", "done"]
    report: EvaluationReport | None = None
