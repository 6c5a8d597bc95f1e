import math
import random

import ir_measures
import numpy as np
import pytest
from ir_measures import AP, RR, R, nDCG

from services.errors import InvalidInput
from services.models import SearchPreferences
from services.search.evaluation import Evaluation
from services.search.finding import finding_sentence, held_out, noise_range, report
from services.search.metrics import difference, measure
from services.search.models import Difference, JudgedQuery, Judgements
from services.search.sweep import Sweep
from tests.search.corpus import store, text


def test_metrics_are_the_hand_computed_ones():
    values = measure({"q": ["b", "x", "a", "y", "c"]}, {"q": {"a": 3, "b": 1, "c": 2, "gone": 1}})
    gain = 1 / math.log2(2) + 3 / math.log2(4) + 2 / math.log2(6)
    ideal = 3 / math.log2(2) + 2 / math.log2(3) + 1 / math.log2(4) + 1 / math.log2(5)
    assert values["ndcg_10"]["q"] == pytest.approx(gain / ideal)
    assert values["mrr_10"]["q"] == 1.0
    assert values["recall_5"]["q"] == 0.75
    assert values["recall_10"]["q"] == 0.75
    assert values["average_precision"]["q"] == pytest.approx((1 / 1 + 2 / 3 + 3 / 5) / 4)


def test_cuts_are_at_five_and_ten():
    ranking = [f"x{n}" for n in range(5)] + ["a"] + [f"y{n}" for n in range(4)] + ["b"]
    values = measure({"q": ranking}, {"q": {"a": 1, "b": 1}})
    assert (values["recall_5"]["q"], values["recall_10"]["q"]) == (0.0, 0.5)
    assert values["mrr_10"]["q"] == pytest.approx(1 / 6)
    late = measure({"q": [f"x{n}" for n in range(10)] + ["a"]}, {"q": {"a": 1}})
    assert (late["mrr_10"]["q"], late["ndcg_10"]["q"]) == (0.0, 0.0)


def test_a_query_that_found_nothing_counts_as_nothing():
    values = measure({"found": ["a"], "lost": []}, {"found": {"a": 1}, "lost": {"a": 1}})
    assert values["ndcg_10"] == {"found": 1.0, "lost": 0.0}


def test_measuring_each_shape_once_gives_what_the_library_gives_for_every_ranking():
    dice, names = random.Random(2), [f"d{n}" for n in range(40)]
    rankings = {f"q{n}": dice.sample(names, dice.randrange(41)) for n in range(150)}
    grades = {query: {name: dice.randrange(4) for name in dice.sample(names, 4)} for query in rankings}
    library = {"ndcg_10": nDCG @ 10, "mrr_10": RR @ 10, "recall_5": R @ 5, "recall_10": R @ 10, "average_precision": AP}
    run = {query: {name: -float(place) for place, name in enumerate(ranked)} for query, ranked in rankings.items()}
    values = measure(rankings, grades)
    for name, measured in library.items():
        expected = dict.fromkeys(grades, 0.0)
        expected |= {found.query_id: found.value for found in ir_measures.iter_calc([measured], grades, run)}
        assert values[name] == expected


def test_a_difference_without_spread_has_an_interval_without_width():
    same = difference(np.full(30, 0.6), np.full(30, 0.5))
    assert (same.mean, same.low, same.high) == pytest.approx((0.1, 0.1, 0.1))
    assert not same.is_noise


def test_a_difference_that_goes_both_ways_is_noise():
    alternating = np.array([0.3, -0.3] * 20)
    assert difference(alternating, np.zeros(40)).is_noise


def sweep(rows: dict[float, list[float]]) -> Sweep:
    """nDCG@10 by weight, one number a query."""
    count = len(next(iter(rows.values())))
    ndcg = np.array(list(rows.values()))
    return Sweep(
        queries=tuple(JudgedQuery(id=f"q{n}", query=f"query {n}", grades={"a": 1}) for n in range(count)),
        weights=tuple(rows),
        method="best_candidate",
        values=dict.fromkeys(("ndcg_10", "mrr_10", "recall_5", "recall_10", "average_precision"), ndcg),
        unjudged=np.full(ndcg.shape, 2),
        shown=np.full(ndcg.shape, 10),
    )


CLEAR = {0.0: [0.2, 0.3] * 20, 0.5: [0.8, 0.9] * 20, 0.55: [0.9, 0.79] * 20, 1.0: [0.4, 0.5] * 20}


def test_the_noise_range_holds_what_cannot_be_told_from_the_best():
    measured = sweep(CLEAR)
    assert noise_range(measured, measured.best()) == (0.5, 0.55)


def test_the_report_names_a_better_weight_and_by_how_much():
    found = report(Judgements(name="s", queries=sweep(CLEAR).queries), sweep(CLEAR), 0.0, 0)
    assert found.best_weight == 0.5
    assert found.finding.startswith("0.50 is better than the saved 0.00 by 0.600 nDCG@10")
    assert found.enough
    assert found.unjudged == 80
    assert found.shown == 400


def test_a_saved_weight_within_noise_is_fine():
    found = report(Judgements(name="s", queries=sweep(CLEAR).queries), sweep(CLEAR), 0.55, 0)
    assert found.finding == "0.50–0.55 are within noise of each other; the saved 0.55 is fine."


def test_with_too_few_queries_it_says_that_it_cannot_tell():
    few = sweep({weight: values[:4] for weight, values in CLEAR.items()})
    found = report(Judgements(name="s", queries=few.queries), few, 0.0, 0)
    assert not found.enough
    assert found.finding.startswith("Too few judgements to tell: 4 queries have a relevant document")
    assert found.held_out is None
    nothing = Difference(mean=0, low=0, high=0)
    assert "1 query has" in finding_sentence(1, False, 0.3, 0.3, (0.3, 0.3), nothing)


def test_the_held_out_half_has_no_say_in_the_tuning():
    measured = sweep({0.0: [0.0] * 40, 0.5: [0.5] * 40, 1.0: [0.0] * 40})
    halves = held_out(measured, measured.index(0.0))
    tuning = 40 - halves.query_count
    assert 5 < tuning < 35
    # Only the reporting half prefers 1.0: tuning must not see it.
    import hashlib

    reporting = [n for n in range(40) if hashlib.sha256(f"q{n}".encode()).digest()[0] % 2]
    measured.values["ndcg_10"][2, reporting] = 1.0
    assert held_out(measured, measured.index(0.0)).tuned_weight == 0.5
    assert held_out(measured, measured.index(0.0)).difference.mean == pytest.approx(0.5)


def test_outcomes_list_wins_first_and_losses_last():
    measured = sweep({0.3: [0.5, 0.5, 0.5], 0.7: [0.4, 1.0, 0.5]})
    found = report(Judgements(name="s", queries=measured.queries), measured, 0.3, 0)
    assert [(o.id, round(o.best_ndcg - o.saved_ndcg, 1)) for o in found.outcomes] == [
        ("q1", 0.5),
        ("q2", 0.0),
        ("q0", -0.1),
    ]


@pytest.fixture
def evaluation(service) -> Evaluation:
    return Evaluation(service)


JUDGED = Judgements(
    name="space",
    queries=(
        JudgedQuery(id="1", query="RS-68", grades={"engines.md": 3}),
        JudgedQuery(id="2", query="heavy lift rocket", grades={"lift.md": 3, "nowhere.md": 1}),
        JudgedQuery(id="3", query="only bad ones", grades={"crew.md": 0}),
        JudgedQuery(id="4", query="STS-71 docked with Mir", grades={"missions.md": 2, "crew.md": 0}),
    ),
)


async def run(evaluation, judgements, **more):
    return [step async for step in evaluation.run(judgements, **more)]


async def test_an_evaluation_reports_progress_and_then_every_weight(evaluation, space):
    steps = await run(evaluation, JUDGED)
    assert [step.stage for step in steps] == ["embedding", "fetching", "measuring", "done"]
    found = steps[-1].report
    assert [point.text_weight for point in found.points] == [round(0.05 * n, 2) for n in range(21)]
    assert (found.query_count, found.without_relevant, found.missing_documents) == (3, 1, 1)
    assert found.saved_weight == 0.3
    assert found.points[-1].mrr_10 == 1.0
    assert found.shown == found.unjudged + 4


async def test_the_measured_ranking_is_the_one_that_search_shows(evaluation, service, space):
    """Reckoned again through hybrid search: documents by their best chunk."""
    found = (await run(evaluation, JUDGED))[-1].report
    for point in found.points[::5]:
        rankings = {}
        for query in (JUDGED.queries[0], JUDGED.queries[1], JUDGED.queries[3]):
            hits = (await service.hybrid(query.query, text_weight=point.text_weight, limit=50)).hits
            rankings[query.id] = list(dict.fromkeys(hit.document_source for hit in hits))
        values = measure(rankings, {query.id: query.grades for query in JUDGED.queries if query.id in rankings})
        assert point.ndcg_10 == pytest.approx(np.mean(list(values["ndcg_10"].values())))
        assert point.recall_5 == pytest.approx(np.mean(list(values["recall_5"].values())))


async def test_a_saved_weight_between_the_steps_is_measured_too(evaluation, service, space):
    await service.preferences.save(SearchPreferences(text_weight=0.42, fusion="rrf"))
    found = (await run(evaluation, JUDGED))[-1].report
    assert 0.42 in [point.text_weight for point in found.points]
    assert found.fusion == "rrf"


async def test_the_fusion_method_moves_the_curve(evaluation, database, embedder, random_corpus):
    from tests.search.corpus import random_queries

    judged = Judgements(
        name="random",
        queries=tuple(
            JudgedQuery(id=str(n), query=query, grades={f"random-{n * 7}": 1, f"random-{n * 3}": 2})
            for n, query in enumerate(random_queries(20, seed=4))
        ),
    )
    curves = {}
    for method in ("best_candidate", "rrf", "bounded"):
        found = (await run(evaluation, judged, method=method))[-1].report
        curves[method] = [point.average_precision for point in found.points]
    assert curves["best_candidate"] != curves["rrf"] != curves["bounded"]
    assert curves["best_candidate"][0] == pytest.approx(curves["rrf"][0])
    assert curves["best_candidate"][-1] == pytest.approx(curves["rrf"][-1])


async def test_a_query_that_is_a_document_itself_is_no_answer_to_itself(evaluation, database, embedder):
    await store(database, embedder, text("d1", "heavy lift"), text("d2", "heavy lift rocket"))
    itself = Judgements(name="s", queries=(JudgedQuery(id="d1", query="heavy lift", grades={"d2": 1}),))
    found = (await run(evaluation, itself))[-1].report
    assert all(point.mrr_10 == 1.0 for point in found.points)


async def test_without_a_relevant_document_there_is_nothing_to_measure(evaluation, space):
    nothing = Judgements(name="s", queries=(JUDGED.queries[2],))
    with pytest.raises(InvalidInput, match="judge hits"):
        await run(evaluation, nothing)


async def test_queries_longer_than_a_search_allows_are_measured_all_the_same(evaluation, space):
    long = Judgements(name="s", queries=(JudgedQuery(id="1", query="hydrogen " * 400, grades={"engines.md": 1}),))
    assert (await run(evaluation, long))[-1].report.points[-1].recall_5 == 1.0
