"""Measures every text_weight on a set of judgements, with progress; the last report stays until the next."""

import streamlit as st

from components import markdown
from components.backend import services, stream
from components.dates import duration
from components.tuner import fusion_method
from components.tuner.memory import Evaluated, tuner_memory
from services.errors import DossierError
from services.models import FusionMethod, SearchFilters, Viewpoint
from services.search.models import EvaluationReport, EvaluationStep, Judgements
from services.text.wording import count_of

STAGES = {
    "embedding": "Reading the queries",
    "fetching": "Fetching candidates",
    "measuring": "Measuring every text_weight",
    "done": "Done",
}


def show(
    judgements: Judgements | None, method: FusionMethod, viewpoint: Viewpoint, filters: SearchFilters
) -> EvaluationReport | None:
    """The button with its progress; returns the last report of this session, None before the first."""
    if judgements is None or not judgements.queries:
        st.info("There is nothing to measure with yet. Grade hits under Judge, or import a set of judgements there.")
        return None
    count = len(judgements.queries)
    with st.container(horizontal=True, vertical_alignment="center"):
        asked = st.button(
            f"Evaluate {count_of(count, 'query')}", type="primary", icon=":material/play_arrow:", key="evaluate"
        )
        st.caption(
            f"Ranks all of “{markdown.literal(judgements.name)}” at 21 weights with {fusion_method.NAMES[method]}; "
            "documents count by their best passage."
        )
    if asked:
        _run(judgements, method, viewpoint, filters)
    return _last(judgements, method, viewpoint, filters)


def _run(judgements: Judgements, method: FusionMethod, viewpoint: Viewpoint, filters: SearchFilters) -> None:
    bar = st.progress(0.0, text=STAGES["embedding"])
    try:
        steps = services().evaluation.run(judgements, method=method, viewpoint=viewpoint, filters=filters)
        for step in stream(steps):
            bar.progress(progress_fraction(step), text=f"{STAGES[step.stage]}: {step.done:,} of {step.total:,} queries")
            if step.report is not None:
                tuner_memory().evaluated = Evaluated(judgements.name, method, viewpoint, filters, step.report)
    except DossierError as error:
        st.error(markdown.literal(str(error)), icon=":material/error:")
    finally:
        bar.empty()


def progress_fraction(step: EvaluationStep) -> float:
    """Fetching is nearly all of the work."""
    return 1.0 if step.stage == "done" else 0.95 * step.done / max(step.total, 1)


def _last(
    judgements: Judgements, method: FusionMethod, viewpoint: Viewpoint, filters: SearchFilters
) -> EvaluationReport | None:
    evaluated = tuner_memory().evaluated
    if evaluated is None:
        return None
    measured = (evaluated.set_name, evaluated.method, evaluated.viewpoint, evaluated.filters)
    if measured != (judgements.name, method, viewpoint, filters):
        st.warning(
            f"This report is of “{markdown.literal(evaluated.set_name)}” with {fusion_method.NAMES[evaluated.method]}; "
            "set, fusion or filters have changed since. Evaluate again to measure with them.",
            icon=":material/history:",
        )
    st.caption(f"Measured in {duration(1000 * evaluated.report.seconds)}.")
    return evaluated.report
