"""The slider with the hits under it: ranked in the browser on every frame, committed on release.

Hybrid search's slider is text_weight, semantic search's is similarity_threshold.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import streamlit as st
from pydantic import JsonValue

from components import style
from components.dates import day
from components.snippets import make_snippet
from components.tuner.setting import TunedMode
from services.models import SearchPreferences
from services.search.models import Candidates, Judgement, Passage, TunedQuery

HERE = Path(__file__).resolve().parent
SCRIPTS = ("fusion", "link", "ranking")
ARM_WEIGHT = {"vector": 0.0, "text": 1.0}

Grade = Callable[[str, str, int | None], None]
"""Called with the query, the document's source and the grade; None takes it back."""


class Trial(NamedTuple):
    """What is tried, and against what: `own_threshold` holds where a setting has no similarity_threshold."""

    mode: TunedMode
    setting: SearchPreferences
    saved: SearchPreferences
    own_threshold: float


_ranking = st.components.v2.component(
    "dossier_tuner_ranking",
    html=(HERE / "ranking.html").read_text(encoding="utf-8"),
    css=(HERE / "ranking.css").read_text(encoding="utf-8"),
    js="\n".join((HERE / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS),
)


def show(
    found: TunedQuery,
    trial: Trial,
    grades: Mapping[str, Judgement],
    *,
    judge: str,
    on_release: Callable[[float], None],
    on_grade: Grade,
    key: str = "tuner_ranking",
) -> None:
    """`grades` by document source; `judge` is who grades now.

    `on_release` is called with the slider's value.
    """
    data = ranking_data(found, trial, "saved setting") | {
        "grading": True,
        "judge": judge,
        "grades": {source: _graded(judgement) for source, judgement in grades.items()},
    }

    def released() -> None:
        event = st.session_state[key].released
        if event:
            on_release(float(event["value"]))

    def graded() -> None:
        event = st.session_state[key].graded
        if event:
            on_grade(event["query"], event["source"], event["grade"])

    _ranking(
        key=key,
        data=data,
        height="content",
        on_released_change=released,
        on_graded_change=graded,
    )


def show_fixed(found: TunedQuery, setting: SearchPreferences, other: SearchPreferences, *, name: str, key: str) -> None:
    """The same hits in one line each, without controls; `name` is what the other setting is called."""
    data = ranking_data(found, Trial("hybrid", setting, other, 0.0), name)
    _ranking(key=key, data=data | {"compact": True}, height="content")


def ranking_data(found: TunedQuery, trial: Trial, name: str) -> dict[str, JsonValue]:
    """Everything that the browser needs to rank by itself; candidates in the order of their chunk ids."""
    candidates = found.candidates
    meaning, words = style.CATEGORY_COLOURS[style.current_theme()][:2]
    return {
        "query": candidates.query,
        "ids": [str(chunk_id) for chunk_id in candidates.chunk_ids],
        "scores": score_columns(candidates),
        "passages": [_passage(found.passages.get(chunk_id)) for chunk_id in candidates.chunk_ids],
        "mode": trial.mode,
        "value": slider_value(candidates, trial, trial.setting),
        "fixed": trial.mode == "hybrid" and candidates.arms != "both",
        "method": trial.setting.fusion,
        "limit": trial.setting.limit,
        "saved": saved_position(candidates, trial),
        "reference": name,
        "colours": {"meaning": meaning, "words": words},
        "compact": False,
        "grading": False,
        "judge": "",
        "grades": {},
    }


def score_columns(candidates: Candidates) -> dict[str, JsonValue]:
    return {
        "vector": list(candidates.vector_similarities),
        "text": list(candidates.text_scores),
        "bound": candidates.text_bound,
    }


def saved_position(candidates: Candidates, trial: Trial) -> dict[str, JsonValue]:
    """Where the saved setting stands on either slider."""
    return {
        "hybrid": effective_weight(candidates, trial.saved.text_weight),
        "semantic": threshold_of(trial.saved, trial.own_threshold),
        "method": trial.saved.fusion,
    }


def slider_value(candidates: Candidates, trial: Trial, setting: SearchPreferences) -> float:
    if trial.mode == "semantic":
        return threshold_of(setting, trial.own_threshold)
    return effective_weight(candidates, setting.text_weight)


def threshold_of(setting: SearchPreferences, own_threshold: float) -> float:
    return own_threshold if setting.similarity_threshold is None else setting.similarity_threshold


def effective_weight(candidates: Candidates, text_weight: float) -> float:
    """As hybrid search does it: the arm that answered counts alone."""
    return ARM_WEIGHT.get(candidates.arms, text_weight)


def _passage(passage: Passage | None) -> JsonValue:
    if passage is None:
        return {"title": "A passage that was deleted since", "url": "/documents", "source": "", "parts": []}
    return {
        "title": passage.citation.document_title,
        "url": passage.citation.url,
        "source": passage.citation.document_source,
        "parts": [[text, marked] for text, marked in make_snippet(passage.content, passage.marks)],
    }


def _graded(judgement: Judgement) -> JsonValue:
    return {"grade": judgement.grade, "by": judgement.judged_by, "when": day(judgement.judged_at)}
