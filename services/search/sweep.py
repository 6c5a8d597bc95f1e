"""What measuring every text_weight gave: one row a weight, one column a query."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from services.models import FusionMethod
from services.search.metrics import MEASURES, PerQuery, bootstrap
from services.search.models import JudgedQuery, MetricPoint

SHOWN = 10


@dataclass(frozen=True)
class Sweep:
    """`values[measure]` has shape (weights, queries); `unjudged[weight index, query index]` counts in the first ten."""

    queries: tuple[JudgedQuery, ...]
    weights: tuple[float, ...]
    method: FusionMethod
    values: dict[str, NDArray[np.float64]]
    unjudged: NDArray[np.int64]
    shown: NDArray[np.int64]

    @classmethod
    def of(
        cls,
        queries: Sequence[JudgedQuery],
        weights: Sequence[float],
        method: FusionMethod,
        measured: PerQuery,
        rankings: Mapping[str, Sequence[str]],
    ) -> "Sweep":
        first_ten = [[rankings[cls.key(w, query.id)][:SHOWN] for query in queries] for w in weights]
        return cls(
            queries=tuple(queries),
            weights=tuple(weights),
            method=method,
            values={
                name: np.array([[measured[name][cls.key(w, query.id)] for query in queries] for w in weights])
                for name in MEASURES
            },
            unjudged=np.array(
                [
                    [sum(source not in query.grades for source in ten) for query, ten in zip(queries, row, strict=True)]
                    for row in first_ten
                ]
            ),
            shown=np.array([[len(ten) for ten in row] for row in first_ten]),
        )

    @staticmethod
    def key(weight: float, query_id: str) -> str:
        return f"{weight:.4f}\t{query_id}"

    @property
    def ndcg(self) -> NDArray[np.float64]:
        return self.values["ndcg_10"]

    def index(self, weight: float) -> int:
        return self.weights.index(weight)

    def best(self, columns: NDArray[np.int64] | None = None) -> int:
        """The weight with the highest mean nDCG@10; of equals, the one nearest to the middle of them."""
        means = (self.ndcg if columns is None else self.ndcg[:, columns]).mean(axis=1).round(9)
        equal = np.flatnonzero(means == means.max())
        return int(equal[len(equal) // 2])

    def points(self) -> tuple[MetricPoint, ...]:
        intervals = {name: bootstrap(values) for name, values in self.values.items()}
        low, high = intervals["ndcg_10"]
        means = {name: values.mean(axis=1) for name, values in self.values.items()}
        return tuple(
            MetricPoint(
                text_weight=weight,
                low=float(low[i]),
                high=float(high[i]),
                intervals={name: (float(ends[0][i]), float(ends[1][i])) for name, ends in intervals.items()},
                **{name: float(mean[i]) for name, mean in means.items()},
            )
            for i, weight in enumerate(self.weights)
        )
