"""How much each sign speaks against a fact read by rule, and how right the facts are that enter.

`python -m bench.fact_doubts`, from the facts judged by hand in tests/corpora/judged_signs.jsonl: the signs of each,
whether it says what its sentence says, whether its text is one of the project's own, and a number for its document.
Plain logistic regression in which no sign speaks for a fact; ten parts of the documents are left out in turn.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from services.graph.by_rule.doubts import DOUBTS, points_of

JUDGED = Path(__file__).resolve().parents[1] / "tests" / "corpora" / "judged_signs.jsonl"
OWN_COUNT = 0.3
"""How much a fact of the project's own collections counts, on which the rules were made."""
PARTS = 10
STEPS, RATE, PULL = 3_000, 0.5, 1.0
LIMITS = (4, 5, 6, 7, 8, 9, 10, 12)

Vector = NDArray[np.float64]


def main() -> int:
    facts = [json.loads(line) for line in JUDGED.read_text("utf-8").splitlines()]
    signs = sorted(DOUBTS)
    rows, right = table(facts, signs), np.array([float(fact["right"]) for fact in facts])
    counts = np.array([OWN_COUNT if fact["own"] else 1.0 for fact in facts])
    weights = fitted(rows, right, counts)
    print(f"{'sign':24} {'facts':>6} {'right':>6} {'fitted':>7} {'points':>7}")
    for sign, weight in sorted(zip(signs, weights[1:], strict=True), key=lambda one: one[1]):
        having = [fact["right"] for fact in facts if sign in fact["signs"] and not fact["own"]]
        share = f"{sum(having) / len(having):.2f}" if having else ""
        print(f"{sign:24} {len(having):6} {share:>6} {-10 * weight:7.1f} {DOUBTS[sign].points:7}")
    print(f"\n{'points below':12} {'facts':>6} {'right':>6}   by weights of other documents, as many facts")
    left_out = scores_of_left_out(facts, rows, right, counts)
    foreign = [number for number, fact in enumerate(facts) if not fact["own"]]
    for limit in LIMITS:
        entering = [number for number in foreign if points_of(facts[number]["signs"]) < limit]
        best = sorted(foreign, key=lambda number: -left_out[number])[: len(entering)]
        print(f"{limit:12} {len(entering):6} {right[entering].mean():6.2f}   {right[best].mean():.2f}")
    return 0


def table(facts: Sequence[Mapping[str, Collection[str]]], signs: Sequence[str]) -> Vector:
    """A row for each fact: 1, and 1 for each sign that it has."""
    return np.array([[1.0, *(float(sign in fact["signs"]) for sign in signs)] for fact in facts])


def fitted(rows: Vector, right: Vector, counts: Vector) -> Vector:
    """Weights of which none but the first is above 0."""
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        wrong_by = right - 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (counts * wrong_by)
        slope[1:] -= PULL * weights[1:]
        weights += RATE * slope / counts.sum()
        weights[1:] = np.minimum(weights[1:], 0)
    return weights


def scores_of_left_out(facts: Sequence[Mapping[str, int]], rows: Vector, right: Vector, counts: Vector) -> Vector:
    """Each fact's score by the weights that the documents of the other parts give."""
    scores, part = np.zeros(len(facts)), np.array([fact["document"] % PARTS for fact in facts])
    for number in range(PARTS):
        others = part != number
        scores[~others] = rows[~others] @ fitted(rows[others], right[others], counts[others])
    return scores


if __name__ == "__main__":
    raise SystemExit(main())
