"""Reports are kept by what they measured: the latest of each, and not for ever."""

from services.models import NO_FILTERS, SearchFilters, Viewpoint
from services.search.kept_reports import MOST_REPORTS, KeptReports
from services.search.models import Difference, EvaluationReport, EvaluationSubject, JudgementSet

REPORT = EvaluationReport(
    set_name="mine",
    fusion="rrf",
    query_count=1,
    without_relevant=0,
    unjudged=0,
    shown=10,
    missing_documents=0,
    points=(),
    saved_weight=0.3,
    saved_ndcg=0.5,
    best_weight=0.3,
    noise=(0.0, 1.0),
    against_saved=Difference(mean=0, low=0, high=0),
    held_out=None,
    outcomes=(),
    enough=False,
    finding="Too few.",
)


def subject(weight: float = 0.3, **changes) -> EvaluationSubject:
    judgements = JudgementSet(name="mine", query_count=1, judgement_count=2)
    whole = {"judgements": judgements, "fusion": "rrf", "viewpoint": Viewpoint.now(), "filters": NO_FILTERS}
    return EvaluationSubject(**{**whole, "saved_weight": weight, **changes})


def test_a_report_is_found_by_what_it_measured_and_a_later_one_takes_its_place():
    reports = KeptReports()
    assert reports.find(subject().key) is None
    reports.keep(subject(), REPORT)
    later = reports.keep(subject(), REPORT.model_copy(update={"seconds": 2.0}))
    assert reports.find(subject().key) == later


def test_what_changes_the_measure_changes_the_key():
    more = JudgementSet(name="mine", query_count=1, judgement_count=3)
    others = [
        subject(0.4),
        subject(fusion="bounded"),
        subject(judgements=more),
        subject(filters=SearchFilters(sources=("a.md",))),
        subject(viewpoint=Viewpoint(collection="papers")),
    ]
    assert len({subject().key, *(one.key for one in others)}) == 6


def test_only_the_latest_are_kept():
    reports, weights = KeptReports(), [number / 100 for number in range(MOST_REPORTS + 1)]
    for weight in weights:
        reports.keep(subject(weight), REPORT)
    assert reports.find(subject(weights[0]).key) is None
    assert reports.find(subject(weights[1]).key)
    assert reports.find(subject(weights[-1]).key)
