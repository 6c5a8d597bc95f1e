"""Entities that may be one: proposed, merged or kept apart by a person, and taken back."""

from collections.abc import Sequence

import streamlit as st

from components import markdown, style
from components.backend import run, services
from components.dates import day
from components.graph.review import decisions
from components.graph.review.decisions import Decided
from services.models import DuplicateCandidate, Entity, Merge
from services.text.wording import count_of

SHORT_NAME = 16
NOT_MERGED = "They were not merged."
NOT_NOTED = "It was not noted."


def show() -> None:
    """What was decided before stands below what is left to decide, which so does not move."""
    st.header("Entities that may be one")
    st.caption("Nothing is merged by itself. A merge keeps every fact with its dates and can be undone.")
    with st.spinner("Comparing names, meanings and neighbours …"):
        candidates = _compared(tuple(sorted(run(services().graph.names()))))
    _candidates(candidates)
    graph, made = services().graph, decisions.made_here()
    _merges([merge for merge in run(graph.merges()) if merge.id not in made])
    _kept_apart([pair for pair in run(graph.kept_apart()) if _key(*pair) not in made])


@st.cache_data(ttl=300, max_entries=1, show_spinner=False)
def _compared(names: tuple[str, ...]) -> tuple[DuplicateCandidate, ...]:  # noqa: ARG001
    """Comparing all entities takes seconds; what is decided here clears it. `names` are those of the graph, so that a
    new one is compared at once."""
    return run(services().graph.duplicates(limit=30))


def _key(first: Entity, second: Entity) -> str:
    return "_".join(["pair", *sorted([str(first.uuid), str(second.uuid)])])


def _candidates(candidates: Sequence[DuplicateCandidate]) -> None:
    shown = list(decisions.keep_rows("pairs", {_key(one.first, one.second): one for one in candidates}))
    if not shown:
        st.caption("No two entities resemble each other.")
    for key, candidate, is_open in shown:
        with st.container(border=True, key=key):
            _candidate(key, candidate, is_open)


def _candidate(key: str, candidate: DuplicateCandidate, is_open: bool) -> None:
    first, second = candidate.first, candidate.second
    left, right = st.columns([3, 2], vertical_alignment="center")
    left.markdown(f"{name_of(first)} and {name_of(second)}")
    if not is_open:
        decisions.show_decided(key, left)
    else:
        left.caption(markdown.literal("; ".join(candidate.reasons)))
    with right.container(horizontal=True, horizontal_alignment="right"):
        _merge_button(key, first, second, "first", is_open)
        _merge_button(key, second, first, "second", is_open)
        st.button(
            "Different",
            key=f"apart_{first.uuid}_{second.uuid}",
            disabled=not is_open,
            on_click=_keep_apart,
            args=(key, first, second),
            help="They are two; do not propose them again.",
        )


def _merge_button(key: str, kept: Entity, merged: Entity, which: str, is_open: bool) -> None:
    """With the name where it is short: two long ones that begin alike would be cut to the same words."""
    name = markdown.literal(kept.name) if max(len(kept.name), len(merged.name)) <= SHORT_NAME else f"the {which}"
    st.button(
        f"Keep {name}",
        key=f"merge_{kept.uuid}_{merged.uuid}",
        disabled=not is_open,
        on_click=_merge,
        args=(key, kept, merged),
        help=f"Keeps {markdown.literal(kept.name)}; {markdown.literal(merged.name)} becomes another name of it.",
    )


def _merge(key: str, kept: Entity, merged: Entity) -> None:
    def merge() -> Decided:
        made = run(services().graph.merge(kept.uuid, merged.uuid))
        return Decided(f"One now: {markdown.literal(kept.name)}.", lambda: _undo(made), made.id)

    decisions.decide(key, merge, NOT_MERGED)
    _compared.clear()


def _keep_apart(key: str, first: Entity, second: Entity) -> None:
    def keep() -> Decided:
        run(services().graph.keep_apart(first.uuid, second.uuid))
        return Decided("Kept apart.", lambda: _propose_again(first, second), key)

    decisions.decide(key, keep, NOT_NOTED)
    _compared.clear()


def _undo(merge: Merge) -> None:
    run(services().graph.undo_merge(merge.id))
    _compared.clear()


def _propose_again(first: Entity, second: Entity) -> None:
    run(services().graph.propose_again(first.uuid, second.uuid))
    _compared.clear()


def name_of(entity: Entity) -> str:
    return (
        f"{style.glyph_of_type(entity.type)} **{markdown.literal(entity.name)}** :gray[{markdown.literal(entity.type)}]"
    )


def _merges(merges: Sequence[Merge]) -> None:
    shown = list(decisions.keep_rows("merges", {f"merged_{merge.id}": merge for merge in merges}))
    if not shown:
        return
    st.header("Merges")
    for key, merge, is_open in shown:
        left, right = st.columns([5, 1], vertical_alignment="center")
        left.markdown(f"{markdown.literal(merge.merged_name)} is now {name_of(merge.kept)}")
        if is_open:
            left.caption(f"{count_of(merge.fact_count, 'fact')}, merged on {day(merge.merged_at)}")
        else:
            decisions.show_decided(key, left)
        right.button("Undo", key=f"undo_{merge.id}", disabled=not is_open, on_click=_undo_row, args=(key, merge))


def _undo_row(key: str, merge: Merge) -> None:
    def undo() -> Decided:
        _undo(merge)
        return Decided("Two again.")

    decisions.decide(key, undo, "The merge was not undone.")


def _kept_apart(pairs: Sequence[tuple[Entity, Entity]]) -> None:
    shown = list(decisions.keep_rows("apart", {f"apart-{_key(*pair)}": pair for pair in pairs}))
    if not shown:
        return
    st.header("Kept apart")
    for key, (first, second), is_open in shown:
        left, right = st.columns([5, 1], vertical_alignment="center")
        left.markdown(f"{name_of(first)} and {name_of(second)}")
        if not is_open:
            decisions.show_decided(key, left)
        right.button(
            "Propose again",
            key=f"together_{first.uuid}_{second.uuid}",
            disabled=not is_open,
            on_click=_propose_row,
            args=(key, first, second),
        )


def _propose_row(key: str, first: Entity, second: Entity) -> None:
    def propose() -> Decided:
        _propose_again(first, second)
        return Decided("Proposed again.")

    decisions.decide(key, propose, NOT_NOTED)
