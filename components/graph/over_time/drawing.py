"""The timeline's Vega-Lite specifications, written once a theme; then only datasets, height and domains change."""

import copy
import functools
from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd

from components import style
from components.graph.over_time.lanes import OTHER, Bar

Spec = dict[str, object]
ROW_HEIGHT = 23
INK = {
    "light": {"text": "#1F2328", "grid": "#E4E7EB", "inside": "#FFFFFF", "quiet": "#8A929C", "rule": "#C14E00"},
    "dark": {"text": "#E7EAEE", "grid": "#2E343C", "inside": "#14161A", "quiet": "#8F97A3", "rule": "#F0935A"},
}
NAMES_WIDTH = 140
ZOOM = "wheel![event.shiftKey || event.ctrlKey]"  # the wheel alone scrolls the page
EXTENT = {"minExtent": NAMES_WIDTH, "maxExtent": NAMES_WIDTH}
FRAME: Spec = {
    "background": "transparent",
    "autosize": {"type": "fit-x", "contains": "padding"},
    "padding": {"left": 5, "right": 5, "top": 2, "bottom": 2},
}
"""Both charts are divided alike, so that the overview lies above what it stands for."""
UNTOLD: Spec = {"aria": False}
"""Who hears the page hears the table of the facts: of a drawing's marks there is only what they are made of."""
EMPTY_AXIS = {"title": None, "labels": False, "ticks": False, "domain": False, "grid": False, **EXTENT}
HOLDS = "datum.state == 'holds' || datum.state == 'maybe'"
SOFT = "(datum.begun > datum.start || datum.lasts < datum.end)"
BAR = "(datum.kind == 'span' || datum.kind == 'open')"


class Rule(NamedTuple):
    """An upright line with a word: the date looked from, or now."""

    at: float
    word: str
    strong: bool


def fill_specification(
    theme: str,
    bars: Sequence[Bar],
    rules: Sequence[Rule],
    *,
    relations: Sequence[str],
    domain: tuple[float, float],
    legend: bool,
) -> Spec:
    """`relations` have a colour each, in this order; `domain` in milliseconds since 1970."""
    spec = copy.deepcopy(_timeline(theme))
    palette = [*style.CATEGORY_COLOURS[theme][: len(relations)], style.NO_LONGER_TRUE[theme]]
    scales = {
        "scale_x": {"type": "utc", "nice": False},
        "scale_x_domain": {"type": "utc", "nice": False, **_bounds(*domain)},
        "scale_colour": {"domain": [*relations, OTHER], "range": palette},
        "legend": _legend(theme) if legend else None,
    }
    return {
        **_with(spec, scales),
        "height": max(2, len({bar.row for bar in bars})) * ROW_HEIGHT + 24,
        "datasets": {"facts": pd.DataFrame(bars), "rules": _sided(rules, domain)},
    }


def _sided(rules: Sequence[Rule], domain: tuple[float, float]) -> pd.DataFrame:
    """A word stands on the side of its line that has more room."""
    table = pd.DataFrame(rules, columns=Rule._fields)
    return table.assign(early=table["at"] < sum(domain) / 2)


def overview_specification(theme: str, held: Sequence[tuple[float, int]]) -> Spec:
    """A low area that can be brushed: how many facts held when."""
    table = pd.DataFrame(held, columns=["t", "facts"])
    bounds = {"x": _bounds(table["t"].min(), table["t"].max()), "y": _bounds(0, max(1, table["facts"].max()))}
    spec = copy.deepcopy(_overview(theme))
    for channel, bound in bounds.items():
        spec["encoding"][channel]["scale"] |= bound  # type: ignore[index]
    return {**spec, "datasets": {"held": table}}


def _bounds(first: float, last: float) -> Spec:
    """As expressions: Vega-Lite takes plain numbers of a temporal scale for years."""
    return {"domain": [{"expr": f"{float(first)}"}, {"expr": f"{float(last)}"}]}


def _with(spec: Spec, scales: dict[str, object]) -> Spec:
    """Put this timeline's scales where the specification names them."""
    for layer in spec["layer"]:  # type: ignore[attr-defined]
        for channel in layer["encoding"].values():
            for part in ("scale", "legend"):
                if isinstance(channel, dict) and isinstance(channel.get(part), str):
                    channel[part] = scales[channel[part]]
    return spec


@functools.lru_cache(maxsize=2)
def _timeline(theme: str) -> Spec:
    ink = INK[theme]
    return {
        **FRAME,
        "config": {"view": {"stroke": None}, "text": {"fontSize": 11}},
        "layer": [*_marks(ink), *_labels(ink), *_rules(ink)],
    }


def _marks(ink: dict[str, str]) -> list[Spec]:
    """The first layer shows nothing: unfiltered, it sets the order of the rows and the dates that are shown, and holds
    what can be done."""
    start = _start(ink)
    colour = {"field": "relation", "type": "nominal", "scale": "scale_colour", "legend": "legend"}
    end = {"field": "end", "type": "temporal", "scale": "scale_x"}
    chosen = {"condition": {"param": "pick", "empty": False, "value": ink["text"]}, "value": "transparent"}
    bar: Spec = {"type": "bar", "cornerRadius": 3, "cursor": "pointer", "strokeWidth": 2}
    soft: Spec = {**bar, "height": {"band": 0.4}}
    long: Spec = {"x": start, "x2": {"field": "end"}, "opacity": _if_holds(0.95, 0.28), "stroke": chosen}
    certain = {**long, "x": {**start, "field": "begun"}, "x2": {"field": "lasts"}}
    return [
        {
            **_layer({"type": "point", "opacity": 0}, {"x": {**start, "scale": "scale_x_domain"}}, ink),
            "params": _params(),
        },
        _layer(soft, {**long, "color": colour}, ink, f"{BAR} && {SOFT}"),
        _layer(bar, {**certain, "color": colour}, ink, f"{BAR} && datum.lasts > datum.begun"),
        _layer(bar, {**long, "color": {"value": ink["quiet"]}}, ink, "datum.kind == 'group'"),
        _layer(
            {"type": "tick", "thickness": 3, "size": ROW_HEIGHT - 6, "orient": "vertical"},
            {"x": end, "color": {"value": ink["text"]}, "opacity": _if_holds(0.75, 0.35)},
            ink,
            "datum.kind == 'span' && datum.lasts == datum.end",
        ),
        _layer(
            {"type": "point", "shape": "triangle-right", "filled": True, "size": 130, "xOffset": 4},
            {"x": end, "color": colour, "opacity": _if_holds(1, 0.3)},
            ink,
            "datum.kind == 'open'",
        ),
        _layer(
            {"type": "point", "shape": "diamond", "filled": True, "size": 120, "cursor": "pointer", "strokeWidth": 2},
            {"x": start, "color": colour, "opacity": _if_holds(1, 0.35), "stroke": chosen},
            ink,
            "datum.kind == 'point'",
        ),
    ]


def _labels(ink: dict[str, str]) -> list[Spec]:
    start, end = _start(ink), {"field": "end", "type": "temporal", "scale": "scale_x"}
    anchor = {"field": "anchor", "type": "temporal", "scale": "scale_x"}
    outside: Spec = {"color": {"value": ink["text"]}, "opacity": _if_holds(1, 0.65)}
    inside: Spec = {"color": _if_holds(ink["inside"], ink["text"]), "opacity": _if_holds(1, 0.8)}
    text: Spec = {"type": "text", "limit": 300, "cursor": "pointer"}
    places: list[tuple[str, Spec, Spec]] = [
        ("inside", {"align": "left", "dx": 6, "fontWeight": 600}, {"x": anchor, **inside}),
        ("after", {"align": "left", "dx": 8}, {"x": end, **outside}),
        ("before", {"align": "right", "dx": -6}, {"x": start, **outside}),
    ]
    return [
        _layer({**text, **mark}, {**encoding, "text": {"field": "label"}}, ink, f"datum.place == '{place}'")
        for place, mark, encoding in places
    ]


def _rules(ink: dict[str, str]) -> list[Spec]:
    x = {"field": "at", "type": "temporal", "scale": "scale_x"}
    colour = {"condition": {"test": "datum.strong", "value": ink["rule"]}, "value": ink["quiet"]}
    line: Spec = {"type": "rule", "strokeWidth": 1.5, "strokeDash": [6, 3], **UNTOLD}
    word: Spec = {"type": "text", "baseline": "bottom", "dy": -2, "fontWeight": 600}
    sides: list[tuple[str, Spec]] = [
        ("datum.early", {**word, "align": "left", "dx": 4}),
        ("!datum.early", {**word, "align": "right", "dx": -4}),
    ]
    written = {"y": {"value": "height"}, "text": {"field": "word"}}
    return [
        {"data": {"name": "rules"}, "mark": line, "encoding": {"x": x, "color": colour}},
        *({**_on_side(test, mark), "encoding": {"x": dict(x), "color": colour, **written}} for test, mark in sides),
    ]


def _on_side(test: str, mark: Spec) -> Spec:
    return {"data": {"name": "rules"}, "transform": [{"filter": test}], "mark": mark}


def _layer(mark: Spec, encoding: Spec, ink: dict[str, str], test: str | None = None) -> Spec:
    tooltip = [{"field": "fact", "title": "fact"}, {"field": "when", "title": "valid"}]
    common: Spec = {"y": _rows(ink), "tooltip": tooltip}
    transform = {"transform": [{"filter": test}]} if test else {}
    return {"data": {"name": "facts"}, **transform, "mark": {**mark, **UNTOLD}, "encoding": {**common, **encoding}}


def _params() -> list[Spec]:
    pick = {"type": "point", "fields": ["id"], "on": "click", "clear": "dblclick"}
    return [
        {"name": "pick", "select": pick},
        {"name": "zoom", "select": {"type": "interval", "encodings": ["x"], "zoom": ZOOM}, "bind": "scales"},
    ]


def _rows(ink: dict[str, str]) -> Spec:
    axis = {
        "title": None,
        "ticks": False,
        "domain": False,
        "grid": False,
        "labelLimit": NAMES_WIDTH - 12,
        **EXTENT,
        "labelFontSize": 12,
        "labelFontWeight": 600,
        "labelColor": ink["text"],
        "labelOverlap": False,
        "labelPadding": 8,
        "labelExpr": "slice(datum.value, -4) == '·000' ? slice(datum.value, 0, -4) : ''",
    }
    scale = {"paddingInner": 0.22, "paddingOuter": 0.6, "align": 0.2}  # below the last row stand the rules' words
    return {"field": "row", "type": "nominal", "sort": None, "axis": axis, "scale": scale}


def _start(ink: dict[str, str]) -> Spec:
    axis = {
        "title": None,
        "orient": "top",
        "tickCount": 10,
        "labelOverlap": True,
        "domain": False,
        "gridColor": ink["grid"],
        "labelColor": ink["text"],
        "labelFontSize": 11.5,
    }
    return {"field": "start", "type": "temporal", "scale": "scale_x", "axis": axis}


def _years(theme: str) -> Spec:
    """The overview's own: once a part of it is brushed, the axis below it tells of that part."""
    quiet = INK[theme]["quiet"]
    axis = {"title": None, "orient": "top", "tickCount": 5, "domain": False, "grid": False, "labelFontSize": 10}
    return {**axis, "format": "%Y", "labelColor": quiet, "tickColor": quiet, "tickSize": 3}


def _legend(theme: str) -> Spec:
    colour = INK[theme]["text"]
    return {"orient": "bottom", "columns": 4, "title": None, "symbolType": "square", "labelColor": colour}


def _if_holds(then: object, otherwise: object) -> Spec:
    return {"condition": {"test": HOLDS, "value": then}, "value": otherwise}


@functools.lru_cache(maxsize=2)
def _overview(theme: str) -> Spec:
    return {
        **FRAME,
        "height": 30,
        "data": {"name": "held"},
        "params": [{"name": "brush", "select": {"type": "interval", "encodings": ["x"]}}],
        "mark": {"type": "area", "interpolate": "step", "opacity": 0.5, **UNTOLD},
        "encoding": {
            "x": {"field": "t", "type": "temporal", "axis": _years(theme), "scale": {"type": "utc", "nice": False}},
            "y": {"field": "facts", "type": "quantitative", "axis": EMPTY_AXIS, "scale": {}},
            "color": {"value": style.CATEGORY_COLOURS[theme][0]},
            "tooltip": [
                {"field": "t", "type": "temporal", "format": "%Y", "title": "year"},
                {"field": "facts", "type": "quantitative", "title": "facts that held"},
            ],
        },
        "config": {"view": {"stroke": None}},
    }
