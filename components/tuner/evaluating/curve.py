"""A measure over text_weight with its 95 % interval: where it is high, and how sure that is."""

import copy
import functools

import altair as alt
import pandas as pd
import streamlit as st

from components import style, url_state
from components.tuner.weight_axis import FONT, INKS, plain_axis, weight_axis
from services.search.models import EvaluationReport, MetricPoint

MEASURE = "measure"
MEASURES = {
    "ndcg_10": "nDCG@10",
    "mrr_10": "MRR@10",
    "recall_5": "Recall@5",
    "recall_10": "Recall@10",
    "average_precision": "MAP",
}
FIRST = next(iter(MEASURES))
EXPLAINED = {
    "ndcg_10": "How much of the best possible first ten is there, high grades and high places counting more.",
    "mrr_10": "One over the place of the first relevant document, 0 when none is among the first ten.",
    "recall_5": "The share of the relevant documents that is among the first five.",
    "recall_10": "The share of the relevant documents that is among the first ten.",
    "average_precision": "The precision at the place of each relevant document, averaged over them.",
}


def show(report: EvaluationReport) -> None:
    chosen = st.segmented_control(
        "Measure",
        list(MEASURES),
        format_func=lambda name: MEASURES[name],
        required=True,
        key=MEASURE,
        on_change=url_state.bind_options(MEASURE, list(MEASURES), FIRST),
    )
    measure = chosen or FIRST
    st.caption(EXPLAINED[measure])
    points = curve_table(report, measure)
    spec = copy.copy(curve_specification(style.current_theme()))
    spec["datasets"] = {
        "points": points,
        "saved": points[points["text_weight"] == report.saved_weight].assign(label=f"saved {report.saved_weight:.2f}"),
        "best": points[points["text_weight"] == report.best_weight].assign(label=f"best {report.best_weight:.2f}"),
        "noise": pd.DataFrame({"low": [report.noise[0]], "high": [report.noise[1]]}),
    }
    st.vega_lite_chart(spec, key="evaluation_curve", theme=None, alt=curve_words(points, MEASURES[measure]))
    st.caption(
        "Line: mean over the queries. Band: its 95 % bootstrap interval. Grey field: weights within noise of the best, "
        "by nDCG@10."
    )


def curve_table(report: EvaluationReport, measure: str) -> pd.DataFrame:
    return pd.DataFrame([_row(point, measure) for point in report.points])


def _row(point: MetricPoint, measure: str) -> dict[str, float]:
    low, high = point.intervals.get(measure, (point.low, point.high))
    return {"text_weight": point.text_weight, "value": float(getattr(point, measure)), "low": low, "high": high}


def curve_words(points: pd.DataFrame, name: str) -> str:
    """For those who cannot see it; the chart's own menu shows its rows as a table."""
    best = points.loc[points["value"].idxmax()]
    return f"{name} by text_weight, highest {best['value']:.3f} at {best['text_weight']:.2f}"


@functools.lru_cache(maxsize=2)
def curve_specification(theme: str) -> dict[str, object]:
    """Built once; each run only swaps its named datasets."""
    inks = INKS[theme]
    points, saved, best, noise = (alt.NamedData(name=name) for name in ("points", "saved", "best", "noise"))
    x = weight_axis(inks)
    y = alt.Y("value:Q", scale=alt.Scale(zero=False, nice=True), axis=plain_axis(inks, format=".2f"))
    tooltip = [
        alt.Tooltip("text_weight:Q", format=".2f"),
        alt.Tooltip("value:Q", title="mean", format=".3f"),
        alt.Tooltip("low:Q", title="interval from", format=".3f"),
        alt.Tooltip("high:Q", title="to", format=".3f"),
    ]
    line = alt.Chart(points).encode(x=x, y=y)
    rule = alt.Chart(saved).encode(x=x)
    layers = [
        alt.Chart(noise).mark_rect(color=inks.other, opacity=0.28).encode(x=alt.X("low:Q"), x2="high:Q"),
        alt.Chart(points).mark_area(color=inks.accent, opacity=0.18).encode(x=x, y=alt.Y("low:Q"), y2="high:Q"),
        rule.mark_rule(color=inks.soft, strokeDash=[2, 3]),
        line.mark_line(color=inks.accent, strokeWidth=2.5),
        line.mark_circle(color=inks.accent, size=45, opacity=1).encode(tooltip=tooltip),
        alt.Chart(best).encode(x=x, y=y).mark_circle(color=inks.accent, size=150, opacity=1).encode(tooltip=tooltip),
        rule.mark_text(align="left", dx=5, dy=-5, baseline="bottom", fontSize=12, color=inks.text).encode(
            text="label:N", y=alt.value("height")
        ),
        alt.Chart(best).encode(x=x, y=y).mark_text(dy=-13, fontSize=12, color=inks.text).encode(text="label:N"),
    ]
    chart = alt.layer(*layers).properties(height=300, width="container").configure_view(stroke=None)
    return dict(chart.configure(background="transparent", font=FONT).to_dict())
