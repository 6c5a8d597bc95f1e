"""From a sweep to a report: the best weight, what is within noise of it, a held-out half, and one plain sentence."""

import hashlib

import numpy as np
from numpy.typing import NDArray

from services.search.metrics import difference
from services.search.models import Difference, EvaluationReport, HeldOut, Judgements, QueryOutcome
from services.search.sweep import Sweep

ENOUGH_QUERIES = 20
"""Below this a mean's interval is wider than any difference between weights that was ever measured."""
HELD_OUT_QUERIES = 10
"""Halves need at least so many queries together to be worth splitting."""


def report(judgements: Judgements, sweep: Sweep, saved_weight: float, missing_documents: int) -> EvaluationReport:
    saved, best = sweep.index(saved_weight), sweep.best()
    noise = noise_range(sweep, best)
    against_saved = difference(sweep.ndcg[best], sweep.ndcg[saved])
    enough = len(sweep.queries) >= ENOUGH_QUERIES
    return EvaluationReport(
        set_name=judgements.name,
        fusion=sweep.method,
        query_count=len(sweep.queries),
        without_relevant=len(judgements.queries) - len(sweep.queries),
        unjudged=int(sweep.unjudged[saved].sum()),
        shown=int(sweep.shown[saved].sum()),
        missing_documents=missing_documents,
        points=sweep.points(),
        saved_weight=saved_weight,
        saved_ndcg=float(sweep.ndcg[saved].mean()),
        best_weight=sweep.weights[best],
        noise=noise,
        against_saved=against_saved,
        held_out=held_out(sweep, saved),
        outcomes=_query_outcomes(sweep, saved, best),
        enough=enough,
        finding=finding_sentence(len(sweep.queries), enough, saved_weight, sweep.weights[best], noise, against_saved),
    )


def noise_range(sweep: Sweep, best: int) -> tuple[float, float]:
    """The unbroken range of weights around the best whose difference to it has 0 in its interval."""
    low = high = best
    while low > 0 and _is_noise(sweep, best, low - 1):
        low -= 1
    while high < len(sweep.weights) - 1 and _is_noise(sweep, best, high + 1):
        high += 1
    return sweep.weights[low], sweep.weights[high]


def _is_noise(sweep: Sweep, best: int, other: int) -> bool:
    return difference(sweep.ndcg[best], sweep.ndcg[other]).is_noise


def held_out(sweep: Sweep, saved: int) -> HeldOut | None:
    """Which half a query is in depends on its id alone, so that a later evaluation splits in the same way."""
    in_first = np.array([hashlib.sha256(query.id.encode()).digest()[0] % 2 == 0 for query in sweep.queries])
    tuning, reporting = np.flatnonzero(in_first), np.flatnonzero(~in_first)
    if len(sweep.queries) < HELD_OUT_QUERIES or not len(tuning) or not len(reporting):
        return None
    tuned = sweep.best(tuning)
    ours, theirs = sweep.ndcg[tuned, reporting], sweep.ndcg[saved, reporting]
    return HeldOut(
        tuned_weight=sweep.weights[tuned],
        query_count=len(reporting),
        tuned_ndcg=float(ours.mean()),
        saved_ndcg=float(theirs.mean()),
        difference=difference(ours, theirs),
    )


def _query_outcomes(sweep: Sweep, saved: int, best: int) -> tuple[QueryOutcome, ...]:
    """Largest gain first."""
    gain: NDArray[np.float64] = sweep.ndcg[best] - sweep.ndcg[saved]
    return tuple(
        QueryOutcome(
            id=sweep.queries[i].id,
            query=sweep.queries[i].query,
            kind=sweep.queries[i].kind,
            saved_ndcg=float(sweep.ndcg[saved, i]),
            best_ndcg=float(sweep.ndcg[best, i]),
            unjudged=int(sweep.unjudged[saved, i]),
        )
        for i in np.argsort(-gain, kind="stable")
    )


def finding_sentence(
    count: int, enough: bool, saved: float, best: float, noise: tuple[float, float], against_saved: Difference
) -> str:
    if not enough:
        queries = "query has" if count == 1 else "queries have"
        return (
            f"Too few judgements to tell: {count} {queries} a relevant document, {ENOUGH_QUERIES} or more are needed. "
            f"So far {best:.2f} has the highest mean."
        )
    alike = f"{noise[0]:.2f}–{noise[1]:.2f} are within noise of each other"
    if noise[0] == noise[1]:
        alike = "no other weight is within noise of it"
    if saved == best:
        return f"The saved {saved:.2f} is the best; {alike}."
    if noise[0] <= saved <= noise[1]:
        return f"{alike}; the saved {saved:.2f} is fine."
    gap = f"{against_saved.mean:.3f} nDCG@10 (95 % interval {against_saved.low:.3f} to {against_saved.high:.3f})"
    return f"{best:.2f} is better than the saved {saved:.2f} by {gap}; {alike}."
