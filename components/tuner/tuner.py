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
from services.search.models import Judgements, JudgementSet, TunedQuery

VIEWS = ("Tune", "Judge", "Evaluate")
QUERY, VIEW = "q", "view"


def view() -> str:
    chosen = st.segmented_control(
        "View",
        VIEWS,
        required=True,
        key=VIEW,
        on_change=url_state.prepare(VIEW, list(VIEWS), VIEWS[0]),
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
        evaluate(saved.preferences, sets)
        return
    if chosen == "Judge":
        judge(controls(saved.preferences, "hybrid"), sets)
    else:
        tune(controls(saved.preferences, tuner_setting.mode()), saved, sets)


def controls(saved: SearchPreferences, mode: TunedMode) -> TuningQuestion:
    with st.container(horizontal=True, vertical_alignment="bottom", key="tuner-controls"):
        query = st.text_input(
            "Query",
            key=QUERY,
            on_change=url_state.bind(QUERY, ""),
            max_chars=1000,
            icon=":material/search:",
            placeholder="a question, a name, a code, “a phrase in quotes”",
        )
        # One item of its own: on a narrow screen it goes below the query as a whole.
        with st.container(horizontal=True, vertical_alignment="bottom", width="content"):
            own_threshold = services().search.similarity_threshold
            setting = tuner_setting.show(saved, mode, own_threshold)
            filters = search_filters.show(tuner_memory.searchable())
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


def tune(asked: TuningQuestion, saved: SavedPreferences, sets: Sequence[JudgementSet]) -> None:
    trial = asked.trial
    if asked.query:
        saved_setting.show(trial.setting, saved)
    found = candidates(asked, sets)
    if found is None:
        return
    with st.container(key="split-tune"):
        left, right = st.columns([3, 2], gap="large")
    with left:
        ranking(found, trial, judgement_sets.current(sets))
    with right:
        chart.show(found, trial)
    if trial.mode == "hybrid":
        compare(found, trial)


def compare(found: TunedQuery, trial: Trial) -> None:
    comparison = st.expander("Compare two settings", icon=":material/compare_arrows:", key="compare", on_change="rerun")
    if comparison.open:
        with comparison:
            tuner_comparison.show(found, trial.setting, trial.saved)


def judge(asked: TuningQuestion, sets: Sequence[JudgementSet]) -> None:
    judgements = loaded(judgement_sets.current(sets), sets)
    set_name = judgement_sets.show(sets, judgements)
    with st.container(key="split-judge"):
        left, right = st.columns([3, 2], gap="large")
    with left:
        found = candidates(asked, sets)
        if found is not None:
            ranking(found, asked.trial, set_name)
    with right:
        judged_queries.show(judgements, on_open=lambda chosen: st.session_state.update({QUERY: chosen}))


def evaluate(saved: SearchPreferences, sets: Sequence[JudgementSet]) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        set_name = judgement_sets.choice(sets)
        setting = tuner_setting.method_only(saved)
        filters = search_filters.show(tuner_memory.searchable())
    report = evaluation_run.show(loaded(set_name, sets), setting.fusion, viewpoint.current(), filters)
    if report is None:
        return
    evaluation_report.finding(report)
    evaluation_curve.show(report)
    evaluation_report.outcomes(report, on_open=open_in_tune)


def candidates(asked: TuningQuestion, sets: Sequence[JudgementSet]) -> TunedQuery | None:
    """None where there is nothing to rank; the page then says why."""
    if not asked.query:
        judgements = loaded(judgement_sets.current(sets), sets)
        has_documents = tuner_memory.searchable().total > 0
        start.show(judgements.queries if judgements else (), has_documents=has_documents)
        return None
    found = tuner_memory.tuned(asked.query, asked.viewpoint, asked.filters)
    start.notice(found.candidates, asked.trial.mode)
    if found.candidates.arms == "text" and asked.trial.mode == "semantic":
        return None
    if found.candidates.chunk_ids:
        return found
    start.nothing_found(asked.viewpoint)
    return None


def ranking(found: TunedQuery, trial: Trial, set_name: str) -> None:
    given = grading.grades(set_name, found.candidates.query)
    tuner_ranking.show(
        found,
        trial,
        given,
        judge=tuner_memory.memory().judge,
        on_release=tuner_setting.choose_threshold if trial.mode == "semantic" else tuner_setting.choose_weight,
        on_grade=lambda query, source, grade: grading.give(set_name, query, source, grade),
    )
    grading.show(given, set_name)


def loaded(set_name: str, sets: Sequence[JudgementSet]) -> Judgements | None:
    """The whole set, read again only when it has changed; None: there is no such set yet."""
    known = next((one for one in sets if one.name == set_name), None)
    if known is None:
        return None
    memory = tuner_memory.memory()
    if memory.loaded is None or memory.loaded[0] != known:
        memory.loaded = (known, run(services().judgements.load(set_name)))
    return memory.loaded[1]


def open_in_tune(query: str, text_weight: float) -> None:
    st.session_state.update({QUERY: query, VIEW: VIEWS[0], tuner_setting.MODE: tuner_setting.MODES[0]})
    tuner_setting.choose_weight(text_weight)
