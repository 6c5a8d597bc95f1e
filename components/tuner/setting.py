"""The setting that is being tried, and with which search: in the URL, so that a link shows the same ranking."""

import math
from typing import Literal, get_args

import streamlit as st

from components import url_state
from components.tuner import fusion_method
from components.url_state import needs_default
from services.models import SearchPreferences
from services.text.wording import count_of

TEXT_WEIGHT, LIMIT, THRESHOLD, MODE = "text_weight", "limit", "similarity_threshold", "mode"
LIMIT_KEY = "tuner_limit"
OWN = "model"
"""In the URL: the threshold that was calibrated for the embedding model."""

TunedMode = Literal["hybrid", "semantic"]
MODES: tuple[TunedMode, ...] = get_args(TunedMode)


def chosen_mode() -> TunedMode:
    """Which search is tuned; also before its control has run."""
    named = st.session_state[MODE] if MODE in st.session_state else st.query_params.get(MODE)
    return next((known for known in MODES if known == named), MODES[0])


def show_mode() -> None:
    st.segmented_control(
        "Search",
        MODES,
        required=True,
        key=MODE,
        on_change=url_state.bind_options(MODE, list(MODES), MODES[0]),
        label_visibility="collapsed",
        width="content",
        help="**hybrid** mixes meaning and words by text_weight. **semantic** goes by meaning alone and leaves out "
        "what is less similar than similarity_threshold: a question about something that is not in the documents then "
        "finds nothing, instead of the least bad passages.",
    )


def show(saved: SearchPreferences, chosen: TunedMode, own_threshold: float) -> SearchPreferences:
    """The controls beside the ranking's own slider, which sets text_weight or similarity_threshold."""
    method = fusion_method.show(saved.fusion) if chosen == "hybrid" else fusion_method.chosen_method(saved.fusion)
    cut = chosen_threshold(saved.similarity_threshold)
    if chosen == "semantic":
        _own_threshold(cut, own_threshold)
    weight, limit = chosen_weight(saved.text_weight), _limit(saved.limit)
    values = {"text_weight": weight, "fusion": method, "limit": limit, "similarity_threshold": cut}
    return saved.model_copy(update=values)


def _own_threshold(chosen: float | None, own: float) -> None:
    st.button(
        f"Model’s own: {own:.2f}",
        icon=":material/restart_alt:",
        key="own_threshold",
        type="tertiary",
        disabled=chosen is None,
        help="Each embedding model has its own scale of similarities; this threshold was measured for the one in use.",
        on_click=choose_threshold,
        args=(None,),
    )


def method_setting(saved: SearchPreferences) -> SearchPreferences:
    """For an evaluation, which tries every text_weight and measures the first ten."""
    return saved.model_copy(update={"fusion": fusion_method.show(saved.fusion)})


def _limit(saved: int) -> int:
    current = chosen_limit(saved)
    return st.number_input(
        "Hits",
        min_value=1,
        max_value=50,
        value=current if needs_default(LIMIT_KEY, current) else "min",
        key=LIMIT_KEY,
        width=115,
        help="How many hits are shown, and how many the chat gets once this setting is used there.",
        on_change=lambda: choose_limit(st.session_state[LIMIT_KEY]),
    )


def chosen_weight(saved: float) -> float:
    """The weight in the URL, in steps of 0.01; what is no number from 0 to 1 counts as not there."""
    try:
        weight = float(st.query_params.get(TEXT_WEIGHT, saved))
    except ValueError:
        return saved
    return round(min(max(weight, 0.0), 1.0), 2) if math.isfinite(weight) else saved


def chosen_threshold(saved: float | None) -> float | None:
    """The threshold in the URL, in steps of 0.01; None: the embedding model's own."""
    named = st.query_params.get(THRESHOLD)
    if named == OWN:
        return None
    try:
        chosen = float(named or "nan")
    except ValueError:
        return saved
    return round(min(max(chosen, 0.0), 1.0), 2) if math.isfinite(chosen) else saved


def chosen_limit(saved: int) -> int:
    named = st.query_params.get(LIMIT, "")
    return min(max(int(named), 1), 50) if named.isdecimal() else saved


def choose_weight(weight: float) -> None:
    st.query_params[TEXT_WEIGHT] = f"{weight:.2f}"


def choose_threshold(threshold: float | None) -> None:
    st.query_params[THRESHOLD] = OWN if threshold is None else f"{threshold:.2f}"


def choose_limit(limit: int) -> None:
    st.query_params[LIMIT] = str(limit)


def choose_setting(setting: SearchPreferences) -> None:
    choose_weight(setting.text_weight)
    choose_threshold(setting.similarity_threshold)
    choose_limit(setting.limit)
    fusion_method.choose_method(setting.fusion)


def forget_setting() -> None:
    """Back to what is saved."""
    url_state.change_address(without=(TEXT_WEIGHT, LIMIT, THRESHOLD, fusion_method.PARAMETER))


def setting_words(setting: SearchPreferences) -> str:
    """`0.30, best candidate, 10 hits`, and the threshold where it is not the embedding model's own."""
    hits = count_of(setting.limit, "hit")
    cut = "" if setting.similarity_threshold is None else f", similarity from {setting.similarity_threshold:.2f}"
    return f"{setting.text_weight:.2f}, {fusion_method.NAMES[setting.fusion]}, {hits}{cut}"


def is_same_setting(one: SearchPreferences, other: SearchPreferences) -> bool:
    """As far as the tuner sets it."""
    return _tuned(one) == _tuned(other)


def _tuned(setting: SearchPreferences) -> tuple[object, ...]:
    return setting.text_weight, setting.fusion, setting.limit, setting.similarity_threshold
