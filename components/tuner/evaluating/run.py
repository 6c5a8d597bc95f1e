"""Measures every text_weight on a set of judgements, with progress. The address names the report that is shown."""

import streamlit as st

from components import markdown
from components.backend import services, stream
from components.dates import day, duration
from components.tuner import fusion_method
from components.tuner.memory import tuner_memory
from services.errors import DossierError
from services.search.models import EvaluationReport, EvaluationStep, EvaluationSubject, Judgements, KeptReport
from services.text.wording import count_of

PARAMETER, BUTTON = "evaluated", "evaluate"
STAGES = {
    "embedding": "Reading the queries",
    "fetching": "Fetching candidates",
    "measuring": "Measuring every text_weight",
    "done": "Done",
}


def show_nothing() -> None:
    st.info("There is nothing to measure with yet. Grade hits under Judge, or import a set of judgements there.")


def show(judgements: Judgements, subject: EvaluationSubject) -> EvaluationReport | None:
    """The button with its progress, and the report that the address names; None where it names none.

    One that is not kept any more, after a restart or elsewhere, is measured again, if the controls still say of what.
    """
    come_back_to_last()
    with st.container(horizontal=True, vertical_alignment="center"):
        asked = st.button(
            f"Evaluate {count_of(len(judgements.queries), 'query')}",
            type="primary",
            icon=":material/play_arrow:",
            key=BUTTON,
            on_click=name_in_address,
            args=(subject.key,),
        )
        st.caption(
            f"Ranks all of “{markdown.literal(judgements.name)}” at 21 weights with "
            f"{fusion_method.NAMES[subject.fusion]}; documents count by their best passage."
        )
    named = st.query_params.get(PARAMETER, "")
    kept = services().evaluation.reports.find(named)
    if asked or (kept is None and named == subject.key):
        kept = measure(judgements, subject)
    if kept is None:
        return None
    tuner_memory().evaluated = kept.subject.key
    show_origin(kept, subject)
    return kept.report


def name_in_address(key: str) -> None:
    st.query_params[PARAMETER] = key


def come_back_to_last() -> None:
    """From another page or view, where the button was not drawn, to the report that was seen last."""
    if PARAMETER not in st.query_params and BUTTON not in st.session_state and tuner_memory().evaluated:
        name_in_address(tuner_memory().evaluated)


def measure(judgements: Judgements, subject: EvaluationSubject) -> KeptReport | None:
    """None: it failed, and the page says why."""
    evaluation, kept = services().evaluation, None
    bar = st.progress(0.0, text=STAGES["embedding"])
    try:
        steps = evaluation.run(judgements, method=subject.fusion, viewpoint=subject.viewpoint, filters=subject.filters)
        for step in stream(steps):
            bar.progress(progress_fraction(step), text=f"{STAGES[step.stage]}: {step.done:,} of {step.total:,} queries")
            if step.report is not None:
                kept = evaluation.reports.keep(subject, step.report)
    except DossierError as error:
        st.error(markdown.literal(str(error)), icon=":material/error:")
    finally:
        bar.empty()
    return kept


def progress_fraction(step: EvaluationStep) -> float:
    """Fetching is nearly all of the work."""
    return 1.0 if step.stage == "done" else 0.95 * step.done / max(step.total, 1)


def show_origin(kept: KeptReport, subject: EvaluationSubject) -> None:
    if kept.subject != subject:
        was = kept.subject
        st.warning(
            f"This report is of “{markdown.literal(was.judgements.name)}” with {fusion_method.NAMES[was.fusion]}; set, "
            "judgements, fusion, date, filters or the saved setting have changed since. Evaluate again to measure "
            "with them.",
            icon=":material/history:",
        )
    st.caption(f"Measured on {day(kept.measured_at)}, in {duration(1000 * kept.report.seconds)}.")
