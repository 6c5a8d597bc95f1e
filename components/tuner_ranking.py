"""The text_weight slider with the hits under it: ranked in the browser on every frame, committed on release."""

from collections.abc import Callable, Mapping
from pathlib import Path

import streamlit as st
from pydantic import JsonValue

from components import style
from components.dates import day
from components.snippets import snippet
from services.models import SearchPreferences
from services.search.models import Candidates, Judgement, Passage, TunedQuery

HERE = Path(__file__).resolve().parent
SCRIPTS = ("fusion", "tuner_ranking")
ARM_WEIGHT = {"vector": 0.0, "text": 1.0}

Grade = Callable[[str, str, int | None], None]
"""Called with the query, the document's source and the grade; None takes it back."""

_ranking = st.components.v2.component(
    "dossier_tuner_ranking",
    html=(HERE / "tuner_ranking.html").read_text(encoding="utf-8"),
    css=(HERE / "tuner_ranking.css").read_text(encoding="utf-8"),
    js="\n".join((HERE / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS),
)


def show(
    found: TunedQuery,
    setting: SearchPreferences,
    saved: SearchPreferences,
    grades: Mapping[str, Judgement],
    *,
    judge: str,
    on_weight: Callable[[float], None],
    on_grade: Grade,
    key: str = "tuner_ranking",
) -> None:
    """`grades` by document source; `judge` is who grades now. `on_weight` is called when the slider is released."""
    data = ranking(found, setting, saved, "saved setting") | {
        "grading": True,
        "judge": judge,
        "grades": {source: _graded(judgement) for source, judgement in grades.items()},
    }

    def weighted() -> None:
        on_weight(float(st.session_state[key].text_weight))

    def graded() -> None:
        event = st.session_state[key].graded
        if event:
            on_grade(event["query"], event["source"], event["grade"])

    _ranking(
        key=key,
        data=data,
        default={"text_weight": setting.text_weight},
        height="content",
        on_text_weight_change=weighted,
        on_graded_change=graded,
    )


def show_fixed(found: TunedQuery, setting: SearchPreferences, other: SearchPreferences, *, name: str, key: str) -> None:
    """The same hits in one line each, without controls; `name` is what the other setting is called."""
    _ranking(key=key, data=ranking(found, setting, other, name) | {"compact": True}, height="content")


def ranking(
    found: TunedQuery, setting: SearchPreferences, reference: SearchPreferences, name: str
) -> dict[str, JsonValue]:
    """Everything that the browser needs to rank by itself; candidates in the order of their chunk ids."""
    candidates = found.candidates
    meaning, words = style.CATEGORY_COLOURS[style.theme()][:2]
    return {
        "query": candidates.query,
        "ids": [str(item.chunk_id) for item in candidates.items],
        "scores": {
            "vector": [item.vector_similarity for item in candidates.items],
            "text": [item.text_score for item in candidates.items],
            "bound": candidates.text_bound,
        },
        "passages": [_passage(found.passages.get(item.chunk_id)) for item in candidates.items],
        "weight": effective_weight(candidates, setting.text_weight),
        "fixed": candidates.arms != "both",
        "method": setting.fusion,
        "limit": setting.limit,
        "saved": {"weight": effective_weight(candidates, reference.text_weight), "method": reference.fusion},
        "reference": name,
        "colours": {"meaning": meaning, "words": words},
        "compact": False,
        "grading": False,
        "judge": "",
        "grades": {},
    }


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
        "parts": [[text, marked] for text, marked in snippet(passage.content, passage.marks)],
    }


def _graded(judgement: Judgement) -> JsonValue:
    return {"grade": judgement.grade, "by": judgement.judged_by, "when": day(judgement.judged_at)}
