"""Step the workbench's as-of date through the days at which something changed, or let it play."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta

import streamlit as st

from components.backend import run, services
from components.sidebar import as_of
from services.models import Fact, ImpreciseDate, Viewpoint
from services.models.dates import FOREVER

PLAYING = "playing"
PLAY_HELP = "Goes on by itself from change to change, until today."
JS = """
let waiting;
export default function ({ data, setTriggerValue }) {
  clearTimeout(waiting);
  if (data.playing) waiting = setTimeout(() => setTriggerValue("tick", Date.now()), data.milliseconds);
  return () => clearTimeout(waiting);
}
"""
_clock = st.components.v2.component("dossier_clock", js=JS)


def show(name: str, viewpoint: Viewpoint) -> None:
    """Moves the sidebar's date, also to a later change of the entity; the page and everything on it follow."""
    whole = viewpoint.model_copy(update={"later": True})
    days = change_days(run(services().graph.timeline(name, viewpoint=whole)).facts)
    if not days:
        return
    here = as_of.current()
    today = here.date() if here else datetime.now(UTC).date()
    before, after = previous_day(days, today), next_day(days, today)
    with st.container(gap=None):
        with st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center", gap="small"):
            _step("Earlier change", before, "as_of_earlier", ":material/skip_previous:")
            _step("Later change", after, "as_of_later", ":material/skip_next:", to_now=here is not None)
            st.toggle("Play", key=PLAYING, on_change=_begin, args=(days,), help=PLAY_HELP)
        _clock(
            key="clock",
            data={"playing": bool(st.session_state.get(PLAYING)), "milliseconds": 1500, "at": str(today)},
            height=1,
            on_tick_change=lambda: _tick(days),
        )


def _step(name: str, day: date | None, key: str, icon: str, *, to_now: bool = False) -> None:
    """Without a day it leads back to now, or nowhere. When the later change came is told by going there."""
    is_later = name.startswith("Later")
    there = name if is_later else f"{day.day} {day:%b %Y}" if day else ""
    label = there if day else "Now" if to_now else "no later" if is_later else "no earlier"
    st.button(
        label,
        icon=icon,
        key=key,
        disabled=day is None and not to_now,
        on_click=as_of.choose,
        args=(day,),
        help=f"{name}: look from this day.",
        width=120,
    )


def _begin(days: Sequence[date]) -> None:
    """Play from the start when there is nothing left to play."""
    here = as_of.current()
    if st.session_state[PLAYING] and (here is None or next_day(days, here.date()) is None):
        as_of.choose(days[0])


def _tick(days: Sequence[date]) -> None:
    here = as_of.current()
    following_day = next_day(days, here.date()) if here else None
    as_of.choose(following_day)
    if following_day is None:
        st.session_state[PLAYING] = False


def change_days(facts: Iterable[Fact]) -> list[date]:
    """The days, in UTC, at which a fact began or ended, up to today; of an imprecise date the first on which it may
    have and the first by which it has."""
    moments = {day for fact in facts for known in (fact.began, fact.ended) if known for day in _bounds(known)}
    return sorted(day for day in moments if as_of.EARLIEST <= day <= min(as_of.LATEST, datetime.now(UTC).date()))


def _bounds(known: ImpreciseDate) -> Iterator[date]:
    if known.earliest is not None:
        yield known.earliest.date()
    if not known.is_exact and known.latest < FOREVER:
        yield (known.latest + timedelta(microseconds=1)).date()


def previous_day(days: Sequence[date], today: date) -> date | None:
    return max((day for day in days if day < today), default=None)


def next_day(days: Sequence[date], today: date) -> date | None:
    return min((day for day in days if day > today), default=None)
