"""Rows of the Review that stay where they are when something was decided about them.

A second click at the same point meets the same row, so it decides nothing else; what was done can be taken back there.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components import failures

T = TypeVar("T")
SEEN, DECIDED = "review-rows", "review-decided"
SETTLED = "Settled elsewhere since this page was opened: there is nothing left to decide."


class Decided(NamedTuple):
    """What was done, and the way back where there is one. `made` is the id of what came of it."""

    words: str
    undo: Callable[[], object] | None = None
    made: object = None


def keep_rows(kind: str, rows: Mapping[str, T]) -> Iterator[tuple[str, T, bool]]:
    """The rows seen before in their order, and new ones below them; with whether each still waits for a decision."""
    seen: dict[str, T] = st.session_state.setdefault(SEEN, {}).setdefault(kind, {})
    seen |= rows
    decided = all_decided()
    for key, item in list(seen.items()):
        yield key, item, key in rows and key not in decided


def forget() -> None:
    """Who comes back sees what is left to decide."""
    st.session_state.pop(SEEN, None)
    st.session_state.pop(DECIDED, None)


def all_decided() -> dict[str, Decided]:
    decided: dict[str, Decided] = st.session_state.setdefault(DECIDED, {})
    return decided


def made_here() -> Collection[object]:
    """What came of the decisions that stand in their rows."""
    return {one.made for one in all_decided().values() if one.made is not None}


def decide(key: str, act: Callable[[], Decided], failed: str) -> None:
    """Once: the second click of a double click finds it done. `failed` is the sentence for the reader when it was
    not."""
    decided = all_decided()
    if key in decided:
        return
    with failures.show_as_toast(failed):
        decided[key] = act()


def show_decided(key: str, place: DeltaGenerator) -> None:
    """What was done about the row, below its words in `place`."""
    done = all_decided().get(key)
    if done is None:
        place.caption(SETTLED)
        return
    with place.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f":material/check: {done.words}", width="content")
        if done.undo is not None:
            st.button("Undo", key=f"undo-{key}", type="tertiary", on_click=_take_back, args=(key, done.undo))


def _take_back(key: str, undo: Callable[[], object]) -> None:
    if all_decided().pop(key, None) is None:
        return
    with failures.show_as_toast("It was not taken back."):
        undo()
