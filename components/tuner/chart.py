"""Beside the hits: ranks over text_weight, or similarities against the threshold. It moves with the slider.

The lines are computed in the browser (rank_lines.js); a passage that is picked here is picked in the list, too.
"""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st
from pydantic import JsonValue

from components import style
from components.tuner.ranking import Trial, saved_position, score_columns, slider_value
from components.tuner.setting import TunedMode
from services.search.models import TunedQuery

HERE = Path(__file__).resolve().parent
SCRIPTS = ("fusion", "link", "rank_lines", "chart")
SHOWN = 10
TITLE_LENGTH = 30
CAPTIONS: dict[TunedMode, str] = {"hybrid": "Ranks over text_weight", "semantic": "Similarity of the nearest passages"}
AXES: dict[TunedMode, str] = {
    "hybrid": "text_weight: 0 meaning alone, 1 words alone",
    "semantic": "similarity: passages left of the line are left out",
}
HINTS: dict[TunedMode, str] = {
    "hybrid": "A line is a passage. Point at one, or click it, to find it in the list; dotted: the setting in use.",
    "semantic": "A dot is a passage. Point at one, or click it, to find it in the list; dotted: the setting in use.",
}

_chart = st.components.v2.component(
    "dossier_tuner_chart",
    html=(HERE / "chart.html").read_text(encoding="utf-8"),
    css=(HERE / "chart.css").read_text(encoding="utf-8"),
    js="\n".join((HERE / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS),
)


def show(found: TunedQuery, trial: Trial) -> None:
    _chart(key="tuner_chart", data=chart_data(found, trial), height="content")


def chart_data(found: TunedQuery, trial: Trial) -> dict[str, JsonValue]:
    candidates = found.candidates
    return {
        "query": candidates.query,
        "ids": [str(chunk_id) for chunk_id in candidates.chunk_ids],
        "titles": [*short_titles(found)],
        "scores": score_columns(candidates),
        "mode": trial.mode,
        "method": trial.setting.fusion,
        "value": slider_value(candidates, trial, trial.setting),
        "saved": saved_position(candidates, trial)[trial.mode],
        "shown": min(SHOWN, trial.setting.limit),
        "colours": [*style.CATEGORY_COLOURS[style.current_theme()]],
        "caption": CAPTIONS[trial.mode],
        "axis": AXES[trial.mode],
        "hint": HINTS[trial.mode],
    }


def short_titles(found: TunedQuery) -> list[str]:
    """By candidate; passages of one document are numbered in the order they stand in it."""
    passages = [found.passages.get(chunk_id) for chunk_id in found.candidates.chunk_ids]
    starts: dict[object, list[int]] = {}
    for passage in passages:
        if passage is not None:
            starts.setdefault(passage.document_id, []).append(passage.citation.start_offset)
    return [
        "deleted since"
        if passage is None
        else numbered_title(passage.citation.document_title, starts[passage.document_id], passage.citation.start_offset)
        for passage in passages
    ]


def numbered_title(title: str, starts: Sequence[int], start: int) -> str:
    short = title if len(title) <= TITLE_LENGTH else f"{title[: TITLE_LENGTH - 1].rstrip()}…"
    return short if len(starts) == 1 else f"{short} ({sorted(starts).index(start) + 1})"
