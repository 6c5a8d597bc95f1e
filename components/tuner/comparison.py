"""Two settings side by side on the same query: what moved, what entered, what left, and why."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from components.tuner import fusion_method, ranking
from components.tuner import setting as tuner_setting
from components.tuner.rank_changes import Change, Kind, cause_words, rank_changes, summary_words
from services.models import SearchPreferences
from services.search.models import TunedQuery

WORDS: dict[Kind, str] = {"entered": "entered", "left": "left", "up": "up", "down": "down", "same": "stayed"}
SAVED, CURRENT, OWN = "the setting in use", "the setting above", "another"


def show(found: TunedQuery, setting: SearchPreferences, saved: SearchPreferences) -> None:
    with st.container(key="split-compare"):
        left, right = st.columns(2, gap="large")
    with left:
        one = _choose("Left", "compare_left", SAVED, setting, saved)
    with right:
        other = _choose("Right", "compare_right", CURRENT, setting, saved)
    moved = rank_changes(found.candidates, one, other)
    with left:
        ranking.show_fixed(found, one, other, name="setting on the right", key="compared_left")
    with right:
        ranking.show_fixed(found, other, one, name="setting on the left", key="compared_right")
    st.markdown(f"**From left to right** {cause_words(one, other)} {summary_words(moved)}")
    if any(change.kind != "same" for change in moved):
        _reasons(moves_table(moved, found))


def _choose(name: str, key: str, first: str, setting: SearchPreferences, saved: SearchPreferences) -> SearchPreferences:
    options = [SAVED, CURRENT, OWN]
    choice = st.selectbox(name, options, index=options.index(first), key=key)
    if choice == OWN:
        return _own(key, setting)
    chosen = saved if choice == SAVED else setting
    st.caption(tuner_setting.setting_words(chosen))
    return chosen


def _own(key: str, setting: SearchPreferences) -> SearchPreferences:
    weight, method = st.columns([1, 1])
    chosen = weight.number_input("text_weight", 0.0, 1.0, setting.text_weight, 0.05, key=f"{key}_weight")
    fusion = method.selectbox(
        "Fusion",
        fusion_method.METHODS,
        index=fusion_method.METHODS.index(setting.fusion),
        format_func=lambda name: fusion_method.NAMES[name],
        key=f"{key}_fusion",
    )
    return setting.model_copy(update={"text_weight": round(chosen, 2), "fusion": fusion})


def moves_table(moved: Sequence[Change], found: TunedQuery) -> pd.DataFrame:
    """One row for each hit that is not where it was."""
    return pd.DataFrame(
        [
            {
                "passage": _title(found, change),
                "change": WORDS[change.kind],
                "left": change.before,
                "right": change.after,
                "why": change.why,
            }
            for change in moved
            if change.kind != "same"
        ]
    )


def _title(found: TunedQuery, change: Change) -> str:
    passage = found.passages.get(change.chunk_id)
    return passage.citation.document_title if passage else "deleted since"


def _reasons(rows: pd.DataFrame) -> None:
    st.dataframe(
        rows,
        hide_index=True,
        width="stretch",
        height="content",
        column_config={
            "passage": st.column_config.TextColumn("Passage", width=270),
            "change": st.column_config.TextColumn("Change", width=80),
            "left": st.column_config.NumberColumn("Left", help="Rank with the setting on the left", width=60),
            "right": st.column_config.NumberColumn("Right", help="Rank with the setting on the right", width=60),
            "why": st.column_config.TextColumn("Why", width="large"),
        },
    )
