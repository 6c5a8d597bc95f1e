"""Rankings against judgements, by ir-measures (trec_eval's definitions), and how sure the means are."""

import functools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import ir_measures
import numpy as np
from ir_measures import AP, RR, Measure, R, nDCG
from numpy.typing import NDArray

from services.search.models import Difference

OF_ALL = {"ndcg_10": nDCG @ 10, "recall_5": R @ 5, "recall_10": R @ 10, "average_precision": AP}
OF_THE_FIRST_TEN = {"mrr_10": RR}
"""RR@10 by name goes another way in ir-measures, which takes longer than all the rest."""
MEASURES = (*OF_ALL, *OF_THE_FIRST_TEN)
RESAMPLES = 2000
CONFIDENCE = (2.5, 97.5)

Rankings = Mapping[str, Sequence[str]]
"""Documents by query, best first."""
PerQuery = dict[str, dict[str, float]]
"""Measure → query → value."""


class RankingShape(NamedTuple):
    """All of a ranking that the measures look at: `found` has place and grade of each relevant document in it.

    Sweeping text_weight gives many rankings and few shapes: each is measured once.
    """

    found: tuple[tuple[int, int], ...]
    missed: tuple[int, ...]

    @classmethod
    def of(cls, ranked: Sequence[str], grades: Mapping[str, int]) -> "RankingShape":
        relevant = {document: grade for document, grade in grades.items() if grade > 0}
        places = {document: place for place, document in enumerate(ranked) if document in relevant}
        missed = sorted(grade for document, grade in relevant.items() if document not in places)
        return cls(tuple((place, grades[document]) for document, place in places.items()), tuple(missed))

    def ranking(self, depth: int | None = None) -> dict[str, float]:
        """Documents by place down to the last relevant one, with falling scores: the measures would break ties."""
        length = self.found[-1][0] + 1 if self.found else 0
        return {str(place): -float(place) for place in range(min(length, depth or length))}

    def grades(self) -> dict[str, int]:
        missed = {f"missed {number}": grade for number, grade in enumerate(self.missed)}
        return {str(place): grade for place, grade in self.found} | missed


def measure(rankings: Rankings, grades: Mapping[str, Mapping[str, int]]) -> PerQuery:
    """Every judged query has a value: one without any found document has 0."""
    shapes = {query: RankingShape.of(rankings.get(query, ()), judged) for query, judged in grades.items()}
    numbers = {shape: str(number) for number, shape in enumerate(dict.fromkeys(shapes.values()))}
    qrels = {number: shape.grades() for shape, number in numbers.items()}
    whole = {number: shape.ranking() for shape, number in numbers.items()}
    first_ten = {number: shape.ranking(10) for shape, number in numbers.items()}
    by_shape = _measured(OF_ALL, qrels, whole) | _measured(OF_THE_FIRST_TEN, qrels, first_ten)
    return {
        name: {query: by_shape[name].get(numbers[shape], 0.0) for query, shape in shapes.items()} for name in MEASURES
    }


def _measured(
    measures: Mapping[str, Measure], qrels: dict[str, dict[str, int]], run: dict[str, dict[str, float]]
) -> PerQuery:
    names = {measured: name for name, measured in measures.items()}
    values: PerQuery = {name: {} for name in measures}
    for result in ir_measures.iter_calc(list(names), qrels, run):
        values[names[result.measure]][result.query_id] = float(result.value)
    return values


def bootstrap(values: NDArray[np.float64], seed: int = 7) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The 95 % percentile interval of each row's mean over its columns (queries), resampled together."""
    low, high = np.percentile(values @ _shares(values.shape[1], seed).T, CONFIDENCE, axis=1)
    return low, high


@functools.lru_cache(maxsize=2)
def _shares(count: int, seed: int) -> NDArray[np.float64]:
    """How much each query counts in each resample; a report asks for those of all queries, and of the held-out half."""
    drawn = np.random.default_rng(seed).multinomial(count, np.full(count, 1 / count), size=RESAMPLES)
    return drawn / count


def difference(first: NDArray[np.float64], second: NDArray[np.float64]) -> Difference:
    """Paired: the same queries under two settings."""
    gap = first - second
    low, high = bootstrap(gap[np.newaxis, :])
    return Difference(mean=float(gap.mean()), low=float(low[0]), high=float(high[0]))
