"""The tuner's three views on one query and one setting: tune it, judge its hits, evaluate it on judged queries."""

from collections.abc import Sequence

import streamlit as st

from components import (
    bump_chart,
    evaluation_curve,
    evaluation_report,
    evaluation_run,
    grading,
    judged_queries,
    judgement_sets,
    saved_setting,
    search_filters,
    tuner_comparison,
    tuner_memory,
    tuner_ranking,
    tuner_setting,
    tuner_start,
)
from components.backend import run, services
from services.models import SavedPreferences, SearchFilters, SearchPreferences
from services.search.models import Judgements, JudgementSet, TunedQuery

VIEWS = ("Tune", "Judge", "Evaluate")
QUERY, VIEW = "q", "view"


def view() -> str:
    return st.segmented_control(
        "View", VIEWS, default=VIEWS[0], required=True, key=VIEW, bind="query-params", label_visibility="collapsed"
    )


def show(chosen: str) -> None:
    """Raises the errors of the stores."""
    saved = run(services().preferences.saved())
    sets = run(services().judgements.sets())
    if chosen == "Evaluate":
        evaluate(saved.preferences, sets)
        return
    query, setting, filters = controls(saved.preferences)
    if chosen == "Judge":
        judge(query, setting, saved.preferences, filters, sets)
    else:
        tune(query, setting, saved, filters, sets)


def controls(saved: SearchPreferences) -> tuple[str, SearchPreferences, SearchFilters]:
    """The query, and what it is searched with and in."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="tuner-controls"):
        query = st.text_input(
            "Query",
            key=QUERY,
            bind="query-params",
            max_chars=1000,
            icon=":material/search:",
            placeholder="a question, a name, a code, “a phrase in quotes”",
        )
        # One item of its own: on a narrow screen it goes below the query as a whole.
        with st.container(horizontal=True, vertical_alignment="bottom", width="content"):
            setting = tuner_setting.show(saved)
            documents = tuner_memory.documents()
            filters = search_filters.show(documents.documents, documents.total)
            st.button(
                "Search again",
                icon=":material/refresh:",
                key="search_again",
                type="tertiary",
                help="Fetch the candidates anew: documents may have come since",
                on_click=tuner_memory.forget_candidates,
            )
    return (query or "").strip(), setting, filters


def tune(
    query: str,
    setting: SearchPreferences,
    saved: SavedPreferences,
    filters: SearchFilters,
    sets: Sequence[JudgementSet],
) -> None:
    found = candidates(query, filters, sets)
    if found is None:
        return
    saved_setting.show(setting, saved)
    with st.container(key="split-tune"):
        left, right = st.columns([3, 2], gap="large")
    with left:
        ranking(found, setting, saved.preferences, judgement_sets.current(sets))
    with right:
        st.markdown("**Ranks over text_weight**", help="A line is a passage; dotted: the setting in use.")
        bump_chart.show(found, setting, saved.preferences)
    comparison = st.expander("Compare two settings", icon=":material/compare_arrows:", key="compare", on_change="rerun")
    if comparison.open:
        with comparison:
            tuner_comparison.show(found, setting, saved.preferences)


def judge(
    query: str,
    setting: SearchPreferences,
    saved: SearchPreferences,
    filters: SearchFilters,
    sets: Sequence[JudgementSet],
) -> None:
    judgements = loaded(judgement_sets.current(sets), sets)
    set_name = judgement_sets.show(sets, judgements)
    with st.container(key="split-judge"):
        left, right = st.columns([3, 2], gap="large")
    with left:
        found = candidates(query, filters, sets)
        if found is not None:
            ranking(found, setting, saved, set_name)
    with right:
        judged_queries.show(judgements, on_open=lambda chosen: st.session_state.update({QUERY: chosen}))


def evaluate(saved: SearchPreferences, sets: Sequence[JudgementSet]) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        set_name = judgement_sets.choice(sets)
        setting = tuner_setting.method_only(saved)
        documents = tuner_memory.documents()
        filters = search_filters.show(documents.documents, documents.total)
    report = evaluation_run.show(loaded(set_name, sets), setting.fusion, filters)
    if report is None:
        return
    evaluation_report.finding(report)
    evaluation_curve.show(report)
    evaluation_report.outcomes(report, on_open=open_in_tune)


def candidates(query: str, filters: SearchFilters, sets: Sequence[JudgementSet]) -> TunedQuery | None:
    """None where there is nothing to rank; the page then says why."""
    if not query:
        judgements = loaded(judgement_sets.current(sets), sets)
        has_documents = tuner_memory.documents().total > 0
        tuner_start.show(judgements.queries if judgements else (), has_documents=has_documents)
        return None
    found = tuner_memory.tuned(query, filters)
    tuner_start.notice(found.candidates)
    if found.candidates.items:
        return found
    tuner_start.nothing_found(filters)
    return None


def ranking(found: TunedQuery, setting: SearchPreferences, saved: SearchPreferences, set_name: str) -> None:
    given = grading.grades(set_name, found.candidates.query)
    tuner_ranking.show(
        found,
        setting,
        saved,
        given,
        judge=tuner_memory.memory().judge,
        on_weight=tuner_setting.choose_weight,
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
    st.session_state.update({QUERY: query, VIEW: VIEWS[0]})
    tuner_setting.choose_weight(text_weight)
