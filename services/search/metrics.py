"""Rankings against judgements, by ir-measures (trec_eval's definitions), and how sure the means are."""

from collections.abc import Mapping, Sequence

import ir_measures
import numpy as np
from ir_measures import AP, RR, R, nDCG
from numpy.typing import NDArray

from services.search.models import Difference

MEASURES = {
    "ndcg_10": nDCG @ 10,
    "mrr_10": RR @ 10,
    "recall_5": R @ 5,
    "recall_10": R @ 10,
    "average_precision": AP,
}
RESAMPLES = 2000
CONFIDENCE = (2.5, 97.5)

Rankings = Mapping[str, Sequence[str]]
"""Documents by query, best first."""
PerQuery = dict[str, dict[str, float]]
"""Measure → query → value."""


def measure(rankings: Rankings, grades: Mapping[str, Mapping[str, int]]) -> PerQuery:
    """Every judged query has a value: one without any found document has 0."""
    # Falling scores: the measures order by score and would break ties in their own way.
    run = {query: {found: -float(place) for place, found in enumerate(ranked)} for query, ranked in rankings.items()}
    values: PerQuery = {name: dict.fromkeys(grades, 0.0) for name in MEASURES}
    names = {measured: name for name, measured in MEASURES.items()}
    qrels = {query: dict(documents) for query, documents in grades.items()}
    for result in ir_measures.iter_calc(list(MEASURES.values()), qrels, run):
        values[names[result.measure]][result.query_id] = float(result.value)
    return values


def bootstrap(values: NDArray[np.float64], seed: int = 7) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The 95 % percentile interval of each row's mean over its columns (queries), resampled together."""
    count = values.shape[1]
    shares = np.random.default_rng(seed).multinomial(count, np.full(count, 1 / count), size=RESAMPLES) / count
    low, high = np.percentile(values @ shares.T, CONFIDENCE, axis=1)
    return low, high


def difference(first: NDArray[np.float64], second: NDArray[np.float64]) -> Difference:
    """Paired: the same queries under two settings."""
    gap = first - second
    low, high = bootstrap(gap[np.newaxis, :])
    return Difference(mean=float(gap.mean()), low=float(low[0]), high=float(high[0]))
