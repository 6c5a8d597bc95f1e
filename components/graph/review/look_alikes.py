"""Entities that may be one: proposed, merged or kept apart by a person, and taken back."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from components import markdown, style
from components.backend import run, services
from components.dates import day
from components.graph.review import decisions
from components.graph.review.decisions import Decided, Row
from services.models import DuplicateCandidate, Entity, Merge
from services.text.wording import count_of

SHORT_NAME = 16
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
    """Comparing all entities takes seconds; what is decided here clears it, also in vain: another tab was faster.
    `names` are those of the graph, so that a new one is compared at once."""
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
    reasons = markdown.literal("; ".join(candidate.reasons))
    with decisions.show_row(key, is_open, _both(first, second), reasons, controls=3) as row:
        _show_merge_button(row, first, second, "first")
        _show_merge_button(row, second, first, "second")
        row.show_button(
            "Different",
            partial(_keep_apart, key, first, second),
            key=f"apart_{first.uuid}_{second.uuid}",
            failed=NOT_NOTED,
            help="They are two; do not propose them again.",
        )


def _show_merge_button(row: Row, kept: Entity, merged: Entity, which: str) -> None:
    """With the name where it is short: two long ones that begin alike would be cut to the same words."""
    name = markdown.literal(kept.name) if max(len(kept.name), len(merged.name)) <= SHORT_NAME else f"the {which}"
    row.show_button(
        f"Keep {name}",
        partial(_merge, kept, merged),
        key=f"merge_{kept.uuid}_{merged.uuid}",
        failed="They were not merged.",
        help=f"Keeps {markdown.literal(kept.name)}; {markdown.literal(merged.name)} becomes another name of it.",
    )


def _merge(kept: Entity, merged: Entity) -> Decided:
    _compared.clear()
    made = run(services().graph.merge(kept.uuid, merged.uuid))
    return Decided(f"One now: {markdown.literal(kept.name)}.", lambda: _undo(made), made.id)


def _keep_apart(key: str, first: Entity, second: Entity) -> Decided:
    _compared.clear()
    run(services().graph.keep_apart(first.uuid, second.uuid))
    return Decided("Kept apart.", lambda: _propose_again(first, second), key)


def _undo(merge: Merge) -> None:
    _compared.clear()
    run(services().graph.undo_merge(merge.id))


def _propose_again(first: Entity, second: Entity) -> None:
    _compared.clear()
    run(services().graph.propose_again(first.uuid, second.uuid))


def _both(first: Entity, second: Entity) -> str:
    return f"{name_of(first)} and {name_of(second)}"


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
        words = f"{markdown.literal(merge.merged_name)} is now {name_of(merge.kept)}"
        caption = f"{count_of(merge.fact_count, 'fact')}, merged on {day(merge.merged_at)}"
        with decisions.show_row(key, is_open, words, caption) as row:
            take_back = partial(_undo_before, merge)
            row.show_button("Undo", take_back, key=f"undo_{merge.id}", failed="The merge was not undone.")


def _undo_before(merge: Merge) -> Decided:
    _undo(merge)
    return Decided("Two again.")


def _kept_apart(pairs: Sequence[tuple[Entity, Entity]]) -> None:
    shown = list(decisions.keep_rows("apart", {f"apart-{_key(*pair)}": pair for pair in pairs}))
    if not shown:
        return
    st.header("Kept apart")
    for key, (first, second), is_open in shown:
        with decisions.show_row(key, is_open, _both(first, second), "Two, as a person said.") as row:
            propose, button = partial(_propose_before, first, second), f"together_{first.uuid}_{second.uuid}"
            row.show_button("Propose again", propose, key=button, failed=NOT_NOTED)


def _propose_before(first: Entity, second: Entity) -> Decided:
    _propose_again(first, second)
    return Decided("Proposed again.")
