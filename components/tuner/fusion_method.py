"""How the two arms' scores become one: the choice of a method, each with a sentence."""

from typing import get_args

import streamlit as st

from components.url_state import needs_default
from services.models import FusionMethod

PARAMETER = "fusion"
KEY = "tuner_fusion"
METHODS: tuple[FusionMethod, ...] = get_args(FusionMethod)
NAMES: dict[FusionMethod, str] = {
    "best_candidate": "best candidate",
    "bounded": "bounded",
    "rrf": "reciprocal ranks",
}
SENTENCES: dict[FusionMethod, str] = {
    "best_candidate": "Words are scored against the best of the passages found for this query.",
    "bounded": "Words are scored against the most that the query could score, whatever else is found.",
    "rrf": "Only the places in both lists count, not how far apart the scores are (RRF, k = 60).",
}


def show(saved: FusionMethod) -> FusionMethod:
    """The method in the URL, else the saved one; a choice is written to the URL."""
    current = chosen_method(saved)
    default = METHODS.index(current) if needs_default(KEY, current) else 0
    with st.popover(f"Fusion: {NAMES[current]}", icon=":material/merge:", help="How both scores are combined"):
        st.radio(
            "How both scores are combined",
            METHODS,
            index=default,
            format_func=lambda method: NAMES[method],
            captions=[SENTENCES[method] for method in METHODS],
            key=KEY,
            on_change=lambda: choose_method(st.session_state[KEY]),
        )
    return current


def chosen_method(saved: FusionMethod) -> FusionMethod:
    named = st.query_params.get(PARAMETER)
    return next((method for method in METHODS if method == named), saved)


def choose_method(method: FusionMethod) -> None:
    st.query_params[PARAMETER] = method
