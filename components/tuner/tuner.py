"""The tuner's three views on one query and one setting: tune it, judge its hits, evaluate it on judged queries."""

from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from components import url_state
from components.backend import run, services
from components.sidebar import viewpoint
from components.tuner import chart, saved_setting, start
from components.tuner import comparison as tuner_comparison
from components.tuner import filters as search_filters
from components.tuner import memory as tuner_memory
from components.tuner import ranking as tuner_ranking
from components.tuner import setting as tuner_setting
from components.tuner.evaluating import curve as evaluation_curve
from components.tuner.evaluating import report as evaluation_report
from components.tuner.evaluating import run as evaluation_run
from components.tuner.judging import grading
from components.tuner.judging import queries as judged_queries
from components.tuner.judging import sets as judgement_sets
from components.tuner.ranking import Trial
from components.tuner.setting import TunedMode
from services.models import SavedPreferences, SearchFilters, SearchPreferences, Viewpoint
from services.search.models import EvaluationSubject, Judgements, JudgementSet, TunedQuery

VIEWS = ("Tune", "Judge", "Evaluate")
QUERY, VIEW = "q", "view"


def choose_view() -> str:
    chosen = st.segmented_control(
        "View",
        VIEWS,
        required=True,
        key=VIEW,
        on_change=url_state.bind_options(VIEW, list(VIEWS), VIEWS[0]),
        label_visibility="collapsed",
    )
    return chosen or VIEWS[0]


class TuningQuestion(NamedTuple):
    """What is searched, where, and with which setting."""

    query: str
    viewpoint: Viewpoint
    filters: SearchFilters
    trial: Trial


def show(chosen: str) -> None:
    """Raises the errors of the stores."""
    saved = run(services().preferences.saved())
    sets = run(services().judgements.sets())
    if chosen == "Evaluate":
        show_evaluation(saved.preferences, sets)
        return
    if chosen == "Judge":
        show_judging(show_controls(saved.preferences, "hybrid"), sets)
    else:
        show_tuning(show_controls(saved.preferences, tuner_setting.chosen_mode()), saved, sets)


def show_controls(saved: SearchPreferences, mode: TunedMode) -> TuningQuestion:
    with st.container(horizontal=True, vertical_alignment="bottom", key="tuner-controls"):
        query = st.text_input(
            "Query",
            key=QUERY,
            on_change=url_state.bind(QUERY, ""),
            icon=":material/search:",
            placeholder="a question, a name, a code, “a phrase in quotes”",
        )
        # One item of its own: on a narrow screen it goes below the query as a whole.
        with st.container(horizontal=True, vertical_alignment="bottom", width="content"):
            own_threshold = services().search.similarity_threshold
            setting = tuner_setting.show(saved, mode, own_threshold)
            filters = search_filters.show(tuner_memory.searchable_documents())
            st.button(
                ":material/refresh:",
                key="search_again",
                type="tertiary",
                help="Search again: documents may have come since the candidates were fetched",
                on_click=tuner_memory.forget_candidates,
            )
    return TuningQuestion(
        (query or "").strip(), viewpoint.current(), filters, Trial(mode, setting, saved, own_threshold)
    )


def show_tuning(asked: TuningQuestion, saved: SavedPreferences, sets: Sequence[JudgementSet]) -> None:
    trial = asked.trial
    if asked.query:
        saved_setting.show(trial.setting, saved)
    found = load_candidates(asked, sets)
    if found is None:
        return
    with st.container(key="split-tune"):
        left, right = st.columns([3, 2], gap="large")
    with left:
        show_ranking(found, trial, judgement_sets.current_set(sets))
    with right:
        chart.show(found, trial)
    if trial.mode == "hybrid":
        show_comparison(found, trial)


def show_comparison(found: TunedQuery, trial: Trial) -> None:
    comparison = st.expander("Compare two settings", icon=":material/compare_arrows:", key="compare", on_change="rerun")
    if comparison.open:
        with comparison:
            tuner_comparison.show(found, trial.setting, trial.saved)


def show_judging(asked: TuningQuestion, sets: Sequence[JudgementSet]) -> None:
    judgements = load_judgements(judgement_sets.current_set(sets), sets)
    set_name = judgement_sets.show(sets, judgements)
    with st.container(key="split-judge"):
        left, right = st.columns([3, 2], gap="large")
    with left:
        found = load_candidates(asked, sets)
        if found is not None:
            show_ranking(found, asked.trial, set_name)
    with right:
        judged_queries.show(judgements, on_open=lambda chosen: st.session_state.update({QUERY: chosen}))


def show_evaluation(saved: SearchPreferences, sets: Sequence[JudgementSet]) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        set_name = judgement_sets.show_set_choice(sets)
        setting = tuner_setting.method_setting(saved)
        filters = search_filters.show(tuner_memory.searchable_documents())
    judgements = load_judgements(set_name, sets)
    if judgements is None or not judgements.queries:
        evaluation_run.show_nothing()
        return
    subject = EvaluationSubject(
        judgements=next(known for known in sets if known.name == set_name),
        fusion=setting.fusion,
        viewpoint=viewpoint.current(),
        filters=filters,
        saved_weight=saved.text_weight,
    )
    report = evaluation_run.show(judgements, subject)
    if report is None:
        return
    evaluation_report.show_finding(report)
    evaluation_curve.show(report)
    evaluation_report.show_outcomes(report, on_open=open_in_tune)


def load_candidates(asked: TuningQuestion, sets: Sequence[JudgementSet]) -> TunedQuery | None:
    """None where there is nothing to rank; the page then says why."""
    if not asked.query:
        judgements = load_judgements(judgement_sets.current_set(sets), sets)
        has_documents = tuner_memory.searchable_documents().total > 0
        start.show(judgements.queries if judgements else (), has_documents=has_documents)
        return None
    found = tuner_memory.fetch_candidates(asked.query, asked.viewpoint, asked.filters)
    start.show_missing_arm(found.candidates, asked.trial.mode)
    if found.candidates.arms == "text" and asked.trial.mode == "semantic":
        return None
    if found.candidates.chunk_ids:
        return found
    start.show_nothing_found(asked.viewpoint)
    return None


def show_ranking(found: TunedQuery, trial: Trial, set_name: str) -> None:
    given = grading.query_grades(set_name, found.candidates.query)
    tuner_ranking.show(
        found,
        trial,
        given,
        judge=tuner_memory.tuner_memory().judge,
        on_release=tuner_setting.choose_threshold if trial.mode == "semantic" else tuner_setting.choose_weight,
        on_grade=lambda query, source, grade: grading.give_grade(set_name, query, source, grade),
    )
    grading.show(given, set_name)


def load_judgements(set_name: str, sets: Sequence[JudgementSet]) -> Judgements | None:
    """The whole set, read again only when it has changed; None: there is no such set yet."""
    known = next((one for one in sets if one.name == set_name), None)
    if known is None:
        return None
    memory = tuner_memory.tuner_memory()
    if memory.loaded is None or memory.loaded[0] != known:
        memory.loaded = (known, run(services().judgements.load(set_name)))
    return memory.loaded[1]


def open_in_tune(query: str, text_weight: float) -> None:
    st.session_state.update({QUERY: query, VIEW: VIEWS[0], tuner_setting.MODE: tuner_setting.MODES[0]})
    tuner_setting.choose_weight(text_weight)
