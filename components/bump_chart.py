"""Ranks over text_weight: which passage is where at every mix of meaning and words."""

import copy
import functools
from collections.abc import Sequence
from typing import Literal

import altair as alt
import pandas as pd
import streamlit as st

from components import style
from components.tuner_ranking import effective_weight
from components.weight_axis import FONT, INKS, Inks, plain_axis, weight_axis
from services.models import FusionMethod, SearchPreferences
from services.search.fusion import Scores, order
from services.search.models import TunedQuery

SHOWN = 10
GRID = tuple(round(step * 0.025, 3) for step in range(41))
TITLE_LENGTH = 30
ROW = 44
"""Pixels a rank."""


def show(found: TunedQuery, setting: SearchPreferences, saved: SearchPreferences) -> None:
    weight = effective_weight(found.candidates, setting.text_weight)
    ranks = rank_lines(found, setting.fusion, weight, min(SHOWN, setting.limit))
    labels = ranks[ranks["text_weight"] == weight]
    spec = copy.copy(specification(style.theme(), min(SHOWN, setting.limit)))
    spec["datasets"] = {
        "ranks": ranks,
        "left": labels if weight > 0.5 else labels.iloc[:0],
        "right": labels if weight <= 0.5 else labels.iloc[:0],
        "now": labels,
        "saved": pd.DataFrame({"text_weight": [effective_weight(found.candidates, saved.text_weight)]}),
    }
    st.vega_lite_chart(spec, key="bump_chart", theme=None, alt=description(list(labels["title"]), weight))


def description(titles: Sequence[str], weight: float) -> str:
    """For those who cannot see it; the chart's own menu shows its rows as a table."""
    return f"Ranks over text_weight, now at {weight:.2f}" + (f", first: {titles[0]}" if titles else "")


def rank_lines(found: TunedQuery, method: FusionMethod, weight: float, shown: int) -> pd.DataFrame:
    """A row for each passage and weight at which it is among the first `shown`.

    `segment` changes where a passage was not among them in between; `colour` counts the passages by their best rank at
    `weight` and is -1 for those that are not among the first there.
    """
    scores = Scores.of(found.candidates)
    weights = sorted({*GRID, weight})
    tops = {at: order(scores, at, method)[:shown] for at in weights}
    names = short_titles(found)
    colours = {index: place for place, index in enumerate(tops[weight])}
    rows = [
        {
            "text_weight": at,
            "step": step,
            "index": index,
            "rank": rank,
            "title": names[index],
            "colour": colours.get(index, -1),
        }
        for step, at in enumerate(weights)
        for rank, index in enumerate(tops[at], 1)
    ]
    return with_segments(pd.DataFrame(rows, columns=["text_weight", "step", "index", "rank", "title", "colour"]))


def with_segments(ranks: pd.DataFrame) -> pd.DataFrame:
    gaps = ranks.groupby("index")["step"].diff().fillna(1) > 1
    runs = gaps.groupby(ranks["index"]).cumsum()
    return ranks.assign(segment=ranks["index"].astype(str) + "-" + runs.astype(int).astype(str))


def short_titles(found: TunedQuery) -> list[str]:
    """By candidate; passages of one document are numbered in the order they stand in it."""
    passages = [found.passages.get(item.chunk_id) for item in found.candidates.items]
    starts: dict[object, list[int]] = {}
    for passage in passages:
        if passage is not None:
            starts.setdefault(passage.document_id, []).append(passage.citation.start_offset)
    return [
        "deleted since"
        if passage is None
        else numbered(passage.citation.document_title, starts[passage.document_id], passage.citation.start_offset)
        for passage in passages
    ]


def numbered(title: str, starts: Sequence[int], start: int) -> str:
    short = title if len(title) <= TITLE_LENGTH else f"{title[: TITLE_LENGTH - 1].rstrip()}…"
    return short if len(starts) == 1 else f"{short} ({sorted(starts).index(start) + 1})"


@functools.lru_cache(maxsize=120)
def specification(theme: str, shown: int) -> dict[str, object]:
    """Built once (it takes some 100 ms); each run only swaps its named datasets."""
    inks = INKS[theme]
    x, ranks_axis = weight_axis(inks), plain_axis(inks, format="d", values=list(range(1, shown + 1)), grid=False)
    y = alt.Y("rank:Q", scale=alt.Scale(domain=[shown + 0.5, 0.3], nice=False), axis=ranks_axis)
    ranks, left, right = (alt.NamedData(name=name) for name in ("ranks", "left", "right"))
    colour = alt.condition(
        "datum.colour >= 0",
        alt.Color("colour:O", scale=alt.Scale(domain=list(range(SHOWN)), range=_colours(theme)), legend=None),
        alt.value(inks.other),
    )
    hover = alt.selection_point(name="hover", fields=["index"], on="pointerover", clear="pointerout")
    lines = (
        alt.Chart(ranks)
        .mark_line(interpolate="monotone", strokeCap="round")
        .encode(x=x, y=y, detail="segment:N", color=colour, order="text_weight:Q")
        .encode(strokeWidth=alt.condition(hover, alt.value(4.5), alt.value(2), empty=False))
    )
    tooltip = [alt.Tooltip("title:N", title="passage"), alt.Tooltip("text_weight:Q", format=".2f"), "rank:Q"]
    grips = (  # wide and invisible: what the pointer meets
        alt.Chart(ranks)
        .mark_point(size=260, opacity=0, filled=True)
        .encode(x=x, y=y, tooltip=tooltip, color=alt.value("transparent"))
        .add_params(hover)
    )
    saved = alt.Chart(alt.NamedData(name="saved")).mark_rule(color=inks.soft, strokeDash=[2, 3]).encode(x=x)
    now = alt.Chart(alt.NamedData(name="now"))
    dots = now.mark_circle(size=110, opacity=1).encode(x=x, y=y, color=colour)
    rule = now.mark_rule(color=inks.accent, strokeWidth=1.5).encode(x=x)
    labels = [*_labels(left, x, y, inks, "right"), *_labels(right, x, y, inks, "left")]
    chart = alt.layer(saved, lines, rule, *labels, dots, grips).properties(height=ROW * shown + 20, width="container")
    return dict(chart.configure_view(stroke=None).configure(background="transparent", font=FONT).to_dict())


def _colours(theme: str) -> list[str]:
    colours = style.CATEGORY_COLOURS[theme]
    return [colours[place % len(colours)] for place in range(SHOWN)]


def _labels(data: alt.NamedData, x: alt.X, y: alt.Y, inks: Inks, align: Literal["left", "right"]) -> list[alt.Chart]:
    """The titles at the current weight, above their lines, on a ground that hides what crosses them."""
    base = alt.Chart(data).encode(x=x, y=y, text="title:N")
    right = -10 if align == "right" else 10
    ground = base.mark_text(
        align=align, dx=right, dy=-10, fontSize=12, stroke=inks.background, strokeWidth=4, strokeJoin="round"
    )
    words = base.mark_text(align=align, dx=right, dy=-10, fontSize=12)
    return [ground.encode(color=alt.value(inks.background)), words.encode(color=alt.value(inks.text))]
