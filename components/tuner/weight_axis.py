"""What every chart over text_weight shares: its axis and its inks."""

from typing import NamedTuple

import altair as alt


class Inks(NamedTuple):
    text: str
    soft: str
    grid: str
    other: str
    background: str
    accent: str


INKS = {
    "light": Inks("#1F2328", "#5B6673", "#E6E9ED", "#C6CBD2", "#FFFFFF", "#0B63A5"),
    "dark": Inks("#E7EAEE", "#A7B0BC", "#2B3037", "#4A515B", "#16181C", "#62B0EA"),
}
FONT = "Source Sans, sans-serif"


def weight_axis(inks: Inks) -> alt.X:
    axis = alt.Axis(
        title="text_weight: 0 meaning alone, 1 words alone",
        values=[0, 0.25, 0.5, 0.75, 1],
        format=".2f",
        gridColor=inks.grid,
        labelColor=inks.soft,
        titleColor=inks.soft,
        titleFontWeight="normal",
        labelFontSize=12,
        titleFontSize=12,
        domain=False,
        ticks=False,
    )
    return alt.X("text_weight:Q", scale=alt.Scale(domain=[0, 1]), axis=axis)


def plain_axis(inks: Inks, *, format: str, values: list[int] | None = None, grid: bool = True) -> alt.Axis:
    return alt.Axis(
        title=None,
        tickCount=6,
        values=values or alt.Undefined,
        format=format,
        grid=grid,
        gridColor=inks.grid,
        labelColor=inks.soft,
        labelFontSize=12,
        domain=False,
        ticks=False,
    )
