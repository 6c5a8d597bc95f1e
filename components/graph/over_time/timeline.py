"""When each fact held: bars, thin where nobody knows the day, arrows for what is still true, a line at the date."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

import streamlit as st

from components import markdown, style, url_state
from components.dates import date_of
from components.graph import facts_table, neighbourhood, selection
from components.graph.over_time import drags, drawing, keyboard
from components.graph.over_time.lanes import (
    MOST_ROWS,
    LaneBy,
    Lanes,
    arrange_lanes,
    as_milliseconds,
    dated_facts,
    start_of_day,
    undated_facts,
)
from services.models import Entity, Fact, Timeline, Viewpoint

SCOPES = {"entity": "This entity", "drawn": "All that the graph draws"}
LANES = {"relation": "Lanes by relation", "entity": "Lanes by entity"}
ONE_LANE = "lane"
HELP = (
    "Each bar is a fact, from when it began to when it ceased to be true; an arrow says that it still is, "
    "a diamond that it lasted a day at most. A thin end: it began or ended some time within it, "
    "as far as the source tells. Faded: not true at the date you look from. "
    "Click a fact to open it. Shift and scroll to zoom, drag to move; or drag across the strip on top to look closer. "
    "By keyboard: arrows go from fact to fact, Home and End to the first and the last, Enter opens one."
)


class Shown(NamedTuple):
    """`centre`: whose timeline it is; None: of everything drawn."""

    facts: Sequence[Fact]
    centre: UUID | None


def show(own: Timeline, reach: int, viewpoint: Viewpoint) -> tuple[Entity, ...]:
    """The entities that can be clicked: none."""
    with st.container(horizontal=True, gap="medium"):
        shown = _shown(own, reach, viewpoint)
        by = _lanes_by()
    draw_timeline(shown, by, as_of=viewpoint.as_of, key="timeline")
    return ()


def _shown(own: Timeline, reach: int, viewpoint: Viewpoint) -> Shown:
    """Of the entity alone, or of all that the graph view draws round it, whenever it was true."""
    chosen = st.segmented_control(
        "Facts",
        list(SCOPES),
        required=True,
        format_func=SCOPES.__getitem__,
        key="scope",
        label_visibility="collapsed",
        on_change=_all_lanes(url_state.bind_options("scope", list(SCOPES), "entity")),
    )
    if chosen != "drawn":
        return Shown(own.facts, own.entity.uuid)
    around = neighbourhood.load(own.entity.name, reach, viewpoint.with_ended())
    return Shown(around.edges, None)


def draw_timeline(shown: Shown, by: LaneBy, *, as_of: datetime | None, key: str) -> None:
    facts, centre = shown
    moment = as_of or datetime.now(UTC)
    if not facts:
        st.info("No fact is known from here, so there is nothing to show in time.", icon=":material/calendar_today:")
        return
    opened, most_rows = _opened_lane(shown, by, moment, key)
    lanes = arrange_lanes(opened, by, moment, centre=centre, most_rows=most_rows)
    if lanes.bars:
        domain = _brushed(lanes, key)
        if domain != (lanes.earliest, lanes.latest):
            closer = arrange_lanes(opened, by, moment, centre=centre, most_rows=most_rows, window=domain)
            lanes = closer if closer.bars else lanes
        _chart(lanes, domain, moment, as_of, by, key)
    else:
        st.info("None of these facts has a date. They are listed below.", icon=":material/calendar_today:")
    drags.keep_from_opening()
    keyboard.reach_bars()
    st.caption(HELP)
    _told_apart(lanes, facts, key)


def _opened_lane(shown: Shown, by: LaneBy, moment: datetime, key: str) -> tuple[Sequence[Fact], int]:
    """The facts of the lane that was opened, and how many rows they may take; without one, all facts."""
    only = st.query_params.get(ONE_LANE)
    if not only:
        return shown.facts, MOST_ROWS
    within = lane_members(shown.facts, by, moment, shown.centre, only)
    st.button("All lanes", icon=":material/arrow_back:", on_click=_show_lane, args=(None,), key=f"{key}_all")
    return [fact for fact in shown.facts if str(fact.uuid) in within] or shown.facts, 200


def lane_members(facts: Sequence[Fact], by: LaneBy, moment: datetime, centre: UUID | None, lane: str) -> set[str]:
    bars = arrange_lanes(facts, by, moment, centre=centre, most_rows=len(facts) + 1).bars
    return {bar.id for bar in bars if bar.lane == lane}


def _lanes_by() -> LaneBy:
    chosen = st.segmented_control(
        "Lanes",
        list(LANES),
        required=True,
        format_func=LANES.__getitem__,
        key="lanes",
        label_visibility="collapsed",
        on_change=_all_lanes(url_state.bind_options("lanes", list(LANES), "relation")),
    )
    return "entity" if chosen == "entity" else "relation"


def _all_lanes(also: Callable[[], None]) -> Callable[[], None]:
    """Another division into lanes: a lane that was opened may not exist in it."""

    def react() -> None:
        _show_lane(None)
        also()

    return react


def _chart(
    lanes: Lanes, domain: tuple[float, float], moment: datetime, as_of: datetime | None, by: LaneBy, key: str
) -> None:
    spec = drawing.fill_specification(
        style.current_theme(),
        lanes.bars,
        date_rules(moment, as_of),
        relations=lanes.relations,
        domain=domain,
        legend=by == "entity",
    )
    st.vega_lite_chart(
        spec,
        on_select=lambda: _picked(key),
        selection_mode=["pick"],
        key=key,
        width="stretch",
        alt="Timeline of facts. Arrow keys go from one to the next, Enter opens it. The table below lists the same.",
    )


def date_rules(moment: datetime, as_of: datetime | None) -> list[drawing.Rule]:
    """“Now” is drawn by its day: a chart whose data differ with each run would be drawn anew, as it was at first."""
    today = drawing.Rule(as_milliseconds(start_of_day(datetime.now(UTC))), "now", as_of is None)
    if as_of is None:
        return [today]
    return [today, drawing.Rule(as_milliseconds(moment), f"as of {date_of(moment)}", True)]


def _picked(key: str) -> None:
    chosen = [str(point["id"]) for point in st.session_state[key].selection.get("pick", [])]
    if not chosen:
        selection.choose()
    elif chosen[0].startswith("lane:"):
        _show_lane(chosen[0].removeprefix("lane:"))
    else:
        selection.choose(fact=chosen[0])


def _show_lane(lane: str | None) -> None:
    if lane is None:
        st.query_params.pop(ONE_LANE, None)
    else:
        st.query_params[ONE_LANE] = lane


def _brushed(lanes: Lanes, key: str) -> tuple[float, float]:
    """An overview of how many facts held when; what is brushed there is what the timeline shows."""
    event = st.vega_lite_chart(
        drawing.overview_specification(style.current_theme(), count_held_facts(lanes, 160)),
        on_select="rerun",
        selection_mode=["brush"],
        key=f"{key}_overview",
        width="stretch",
        alt="How many facts held when. Drag across it to look closer.",
    )
    chosen = event.selection.get("brush", {}).get("t")
    return (float(chosen[0]), float(chosen[1])) if chosen else (lanes.earliest, lanes.latest)


def count_held_facts(lanes: Lanes, steps: int) -> list[tuple[float, int]]:
    """How many facts held at evenly spaced moments, in milliseconds since 1970."""
    width = (lanes.latest - lanes.earliest) / steps
    moments = [lanes.earliest + width * (step + 0.5) for step in range(steps)]
    return [(at, sum(bar.start <= at < bar.end for bar in lanes.bars)) for at in moments]


def _told_apart(lanes: Lanes, facts: Sequence[Fact], key: str) -> None:
    """What the drawing leaves out, in words."""
    if lanes.grouped:
        st.caption(f"Shown as one row each, click one to open it: {markdown.literal(', '.join(lanes.grouped))}.")
    if lanes.dropped:
        st.caption(f"No room for {len(lanes.dropped)} lanes with the fewest facts. The table lists all facts.")
    without = undated_facts(facts)
    if without:
        st.markdown(f"**Undated** ({len(without)}): nobody says when these were true.")
        facts_table.show(without, key=f"{key}_undated", height=style.table_height(len(without), 220))
    facts_table.show_in_expander(dated_facts(facts), key=f"{key}_table")
