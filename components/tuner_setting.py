"""The setting that is being tried: text_weight, fusion and limit, in the URL so that a link shows the same ranking."""

import math

import streamlit as st

from components import fusion_method
from components.seeding import is_new
from services.models import SearchPreferences

TEXT_WEIGHT, LIMIT = "text_weight", "limit"
LIMIT_KEY = "tuner_limit"


def show(saved: SearchPreferences) -> SearchPreferences:
    """The controls of fusion and limit; text_weight is on the ranking's own slider."""
    method = fusion_method.show(saved.fusion)
    limit = _limit(saved.limit)
    return saved.model_copy(update={"text_weight": text_weight(saved.text_weight), "fusion": method, "limit": limit})


def method_only(saved: SearchPreferences) -> SearchPreferences:
    """For an evaluation, which tries every text_weight and measures the first ten."""
    return saved.model_copy(update={"fusion": fusion_method.show(saved.fusion)})


def _limit(saved: int) -> int:
    current = chosen_limit(saved)
    return st.number_input(
        "Hits",
        min_value=1,
        max_value=50,
        value=current if is_new(LIMIT_KEY, current) else "min",
        key=LIMIT_KEY,
        width=130,
        help="How many hits are shown, and how many the chat gets once this setting is used there.",
        on_change=lambda: choose_limit(st.session_state[LIMIT_KEY]),
    )


def text_weight(saved: float) -> float:
    """The weight in the URL, in steps of 0.01; what is no number from 0 to 1 counts as not there."""
    try:
        weight = float(st.query_params.get(TEXT_WEIGHT, saved))
    except ValueError:
        return saved
    return round(min(max(weight, 0.0), 1.0), 2) if math.isfinite(weight) else saved


def chosen_limit(saved: int) -> int:
    named = st.query_params.get(LIMIT, "")
    return min(max(int(named), 1), 50) if named.isdecimal() else saved


def choose_weight(weight: float) -> None:
    st.query_params[TEXT_WEIGHT] = f"{weight:.2f}"


def choose_limit(limit: int) -> None:
    st.query_params[LIMIT] = str(limit)


def choose(setting: SearchPreferences) -> None:
    choose_weight(setting.text_weight)
    choose_limit(setting.limit)
    fusion_method.choose(setting.fusion)


def forget() -> None:
    """Back to what is saved."""
    for name in (TEXT_WEIGHT, LIMIT, fusion_method.PARAMETER):
        st.query_params.pop(name, None)


def words(setting: SearchPreferences) -> str:
    """`0.30, best candidate, 10 hits`"""
    hits = "1 hit" if setting.limit == 1 else f"{setting.limit} hits"
    return f"{setting.text_weight:.2f}, {fusion_method.NAMES[setting.fusion]}, {hits}"


def same(one: SearchPreferences, other: SearchPreferences) -> bool:
    """As far as the tuner sets it."""
    return (one.text_weight, one.fusion, one.limit) == (other.text_weight, other.fusion, other.limit)
