"""Combining both arms' scores into one: a pure function, the same for every door.

`combined_score = (1 - text_weight) * vector_similarity + text_weight * text_similarity`, where text_similarity is BM25
divided by the best BM25 among the candidates ("best_candidate"), or by the most that the query could score ("bounded");
or reciprocal ranks instead of scores ("rrf"). A chunk that only one arm returned has been scored exactly by both, so it
takes part like any other; one without any of the query's words has text_similarity 0. At text_weight 0 the order is
exactly the vector arm's, at 1 exactly the text arm's, which shows only what it found. Equal scores: by chunk id.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from services.models import FusionMethod
from services.search.models import Candidates, RankedCandidate

RRF_K = 60
"""Cormack, Clarke, Büttcher (SIGIR 2009), section 2."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Scores:
    """Candidates as columns, in the order of their chunk ids: what a sweep over text_weight computes with."""

    vector: Numbers
    text: Numbers
    text_bound: float

    @classmethod
    def of(cls, candidates: Candidates) -> "Scores":
        return cls(
            vector=np.array(candidates.vector_similarities, dtype=np.float64),
            text=np.array(candidates.text_scores, dtype=np.float64),
            text_bound=candidates.text_bound,
        )


def rank(
    candidates: Candidates, text_weight: float, method: FusionMethod = "best_candidate", limit: int | None = None
) -> tuple[RankedCandidate, ...]:
    """All candidates or the first `limit`, best first; at text_weight 1 only those that hold a word of the query."""
    scores = Scores.of(candidates)
    combined = combine(scores, text_weight, method)
    similarities = _text_similarities(scores, method)
    return tuple(
        RankedCandidate(
            chunk_id=candidates.chunk_ids[i],
            document_id=candidates.document_ids[i],
            combined_score=max(0.0, float(combined[i])),
            vector_similarity=max(0.0, candidates.vector_similarities[i]),
            text_similarity=float(similarities[i]),
        )
        for i in order(scores, text_weight, method)[:limit]
    )


def order(scores: Scores, text_weight: float, method: FusionMethod) -> Sequence[int]:
    """Indices of the candidates, best first."""
    best_first = np.argsort(-combine(scores, text_weight, method), kind="stable")
    found = best_first[scores.text[best_first] > 0] if text_weight == 1 else best_first
    indices: list[int] = found.tolist()
    return indices


def combine(scores: Scores, text_weight: float, method: FusionMethod) -> Numbers:
    """Not cut at 0: a negative cosine still has its place in the order."""
    if method == "rrf":
        return _reciprocal_ranks(scores, text_weight)
    return (1 - text_weight) * scores.vector + text_weight * _text_similarities(scores, method)


def _text_similarities(scores: Scores, method: FusionMethod) -> Numbers:
    best = scores.text_bound if method == "bounded" else scores.text.max(initial=0.0)
    return scores.text / best if best > 0 else np.zeros_like(scores.text)


def _reciprocal_ranks(scores: Scores, text_weight: float) -> Numbers:
    """Scaled so that the first of both arms has 1."""
    from_vector = (1 - text_weight) / (RRF_K + _ranks(scores.vector))
    from_text = np.where(scores.text > 0, text_weight / (RRF_K + _ranks(scores.text)), 0.0)
    return (from_vector + from_text) * (RRF_K + 1)


def _ranks(values: Numbers) -> Numbers:
    """1 for the highest; equal values in the order they stand."""
    ranks = np.empty(len(values))
    ranks[np.argsort(-values, kind="stable")] = np.arange(1, len(values) + 1)
    return ranks
