"""Rows of the Review, which stay where they are when something was decided about them.

A second click at the same point meets the same row, so it decides nothing else; what was done can be taken back there.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

import streamlit as st

from components import failures

T = TypeVar("T")
SEEN, DECIDED, SHOWN = "review-rows", "review-decided", "review-shown"
SETTLED = "Settled elsewhere since this page was opened: there is nothing left to decide."
COLUMNS = {1: (5, 1), 2: (3, 1), 3: (3, 2)}
"""How wide the words and the controls of a row are, by the number of the controls."""


class Decided(NamedTuple):
    """What was done, and the way back where there is one. `made` is the id of what came of it."""

    words: str
    undo: Callable[[], object] | None = None
    made: object = None


class Row(NamedTuple):
    """What can be decided about a row, each by a button."""

    key: str
    is_open: bool

    def show_button(
        self, label: str, act: Callable[[], Decided], *, key: str, failed: str, help: str | None = None
    ) -> None:
        """`failed`: as for `decide`; `key`: of the button."""
        st.button(label, key=key, disabled=not self.is_open, on_click=decide, args=(self.key, act, failed), help=help)


@contextmanager
def show_row(key: str, is_open: bool, words: str, caption: str, *, controls: int = 1) -> Iterator[Row]:
    """What a row is about, and beside it, within the context, so many controls. What was decided stands in place of
    the caption, and is as high, so that the rows below stay where they are. `words` and `caption` are Markdown."""
    # Where it is narrow, more than two controls get a line of their own (style.py).
    place = st.container(key=f"split-{key}") if controls > 2 else st.container()
    left, right = place.columns(COLUMNS[controls], vertical_alignment="center")
    with left:
        st.markdown(words)
        if is_open:
            st.caption(caption)
        else:
            show_decided(key)
    with right.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center", gap="small"):
        yield Row(key, is_open)


def keep_rows(kind: str, rows: Mapping[str, T]) -> Iterator[tuple[str, T, bool]]:
    """The rows seen before in their order, and new ones below them; with whether each still waits for a decision."""
    seen: dict[str, T] = st.session_state.setdefault(SEEN, {}).setdefault(kind, {})
    seen |= rows
    decided = all_decided()
    for key, item in list(seen.items()):
        yield key, item, key in rows and key not in decided


def shown_count(kind: str, step: int) -> int:
    """How many rows are to be drawn: `step` at first."""
    count: int = st.session_state.setdefault(SHOWN, {}).get(kind, step)
    return count


def keep_first_rows(
    kind: str, rows: Mapping[str, T], step: int, total: int | None = None
) -> Iterator[tuple[str, T, bool]]:
    """As `keep_rows`, so many at first; a button below them brings as many more. `total`: of those that wait, where
    `rows` are the first of them alone."""
    kept = list(keep_rows(kind, rows))
    shown = shown_count(kind, step)
    yield from kept[:shown]
    drawn = sum(key in rows for key, _, _ in kept[:shown])
    rest = len(kept) - shown if total is None else total - drawn
    if rest > 0:
        given = (kind, shown + step)
        st.button(
            more_words(rest, step),
            key=f"review-more-{kind}",
            icon=":material/expand_more:",
            on_click=_show_more,
            args=given,
        )


def more_words(rest: int, step: int) -> str:
    """“Show 10 more of 34”, and of the last ones “Show 4 more”."""
    return f"Show {rest:,} more" if rest <= step else f"Show {step:,} more of {rest:,}"


def _show_more(kind: str, shown: int) -> None:
    st.session_state.setdefault(SHOWN, {})[kind] = shown


def forget() -> None:
    """Who comes back sees what is left to decide."""
    st.session_state.pop(SEEN, None)
    st.session_state.pop(DECIDED, None)
    st.session_state.pop(SHOWN, None)


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


def show_decided(key: str) -> None:
    """What was done about the row, and the way back."""
    done = all_decided().get(key)
    if done is None:
        st.caption(SETTLED)
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(f":material/check: {done.words}", width="content")
        if done.undo is not None:
            st.button("Undo", key=f"review-undo-{key}", type="tertiary", on_click=_take_back, args=(key, done.undo))


def _take_back(key: str, undo: Callable[[], object]) -> None:
    if all_decided().pop(key, None) is None:
        return
    with failures.show_as_toast("It was not taken back."):
        undo()
