"""What an evaluation's report says in words and rows."""

from components.tuner.evaluating.curve import curve_table, curve_words
from components.tuner.evaluating.report import coverage_words, held_out_words, outcomes_table, tally_words
from components.tuner.evaluating.run import progress_fraction
from components.tuner.judging.queries import progress_words, queries_table
from services.search.models import (
    Difference,
    EvaluationReport,
    EvaluationStep,
    HeldOut,
    JudgedQuery,
    Judgements,
    MetricPoint,
    QueryOutcome,
)

POINTS = tuple(
    MetricPoint(
        text_weight=weight,
        ndcg_10=0.5 + weight / 10,
        mrr_10=0.6,
        recall_5=0.7,
        recall_10=0.8,
        average_precision=0.4,
        low=0.45,
        high=0.65,
        intervals={"ndcg_10": (0.45, 0.65), "recall_5": (0.61, 0.79)},
    )
    for weight in (0.0, 0.5, 1.0)
)


def report(**changed: object) -> EvaluationReport:
    values: dict[str, object] = {
        "set_name": "space",
        "fusion": "best_candidate",
        "query_count": 3,
        "without_relevant": 0,
        "unjudged": 12,
        "shown": 30,
        "missing_documents": 0,
        "points": POINTS,
        "saved_weight": 0.5,
        "saved_ndcg": 0.55,
        "best_weight": 1.0,
        "noise": (0.5, 1.0),
        "against_saved": Difference(mean=0.05, low=-0.01, high=0.1),
        "held_out": None,
        "outcomes": tuple(
            QueryOutcome(id=name, query=name, kind="", saved_ndcg=0.5, best_ndcg=best, unjudged=1)
            for name, best in [("won", 0.6), ("same", 0.5), ("lost", 0.1), ("won more", 0.9)]
        ),
        "enough": True,
        "finding": "…",
    }
    return EvaluationReport.model_validate(values | changed)


def test_wins_come_first_then_losses_then_what_stayed():
    rows = outcomes_table(report())
    assert list(rows["query"]) == ["won more", "won", "lost", "same"]
    assert tally_words(rows) == "2 better, 1 worse, 1 the same."


def test_a_report_without_outcomes_has_an_empty_table():
    assert tally_words(outcomes_table(report(outcomes=()))) == "0 better, 0 worse, 0 the same."


def test_each_measure_has_its_own_curve_and_interval():
    assert list(curve_table(report(), "recall_5")["low"]) == [0.61] * 3
    assert list(curve_table(report(), "ndcg_10")["value"]) == [0.5, 0.55, 0.6]
    assert curve_words(curve_table(report(), "ndcg_10"), "nDCG@10") == "nDCG@10 by text_weight, highest 0.600 at 1.00"


def test_the_number_of_unjudged_documents_is_named():
    assert "12 of the 30 documents" in coverage_words(report())
    assert "(40 %)" in coverage_words(report())
    assert "4 judged documents are not in the collection" in coverage_words(report(missing_documents=4))
    assert "2 queries were left out" in coverage_words(report(without_relevant=2))


def test_half_of_the_queries_does_not_seem_to_contradict_all_of_them():
    surely = Difference(mean=0.04, low=0.01, high=0.07)
    tested = HeldOut(tuned_weight=0.9, query_count=50, tuned_ndcg=0.7, saved_ndcg=0.66, difference=surely)
    assert held_out_words(report(held_out=tested)).endswith(
        "is more than noise. That is so of these 50 queries alone: over all of them the saved setting is within noise "
        "of the best."
    )
    assert held_out_words(report(held_out=tested, noise=(0.8, 1.0))).endswith("is more than noise.")


def test_the_held_out_half_is_reported_with_how_sure_it_is():
    difference = Difference(mean=0.02, low=-0.01, high=0.05)
    tested = HeldOut(tuned_weight=0.4, query_count=50, tuned_ndcg=0.7, saved_ndcg=0.68, difference=difference)
    assert "0.40 reaches 0.700 nDCG@10 on 50 queries" in held_out_words(report(held_out=tested))
    assert "within noise" in held_out_words(report(held_out=tested))
    assert "too few" in held_out_words(report())


def test_progress_reaches_its_end_only_when_done():
    assert progress_fraction(EvaluationStep(done=0, total=10, stage="embedding")) == 0
    assert 0.9 < progress_fraction(EvaluationStep(done=10, total=10, stage="measuring")) < 1
    assert progress_fraction(EvaluationStep(done=10, total=10, stage="done")) == 1


def test_the_least_judged_queries_come_first():
    queries = (
        JudgedQuery(id="a", query="much", grades={"x": 1, "y": 0}),
        JudgedQuery(id="b", query="little", grades={"x": 0}),
    )
    rows = queries_table(Judgements(name="s", queries=queries))
    assert list(rows["query"]) == ["little", "much"]
    assert progress_words(rows).startswith("2 queries, 1 of them without a relevant document.")
