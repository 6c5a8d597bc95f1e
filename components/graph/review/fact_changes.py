"""What documents have changed about facts that were there before, and the way back."""

from collections.abc import Sequence
from functools import partial
from uuid import UUID

import streamlit as st

from components import markdown
from components.backend import run, services
from components.graph import fact_card
from components.graph.review import decisions
from components.graph.review.decisions import Decided
from services.models import FactChange
from services.text.wording import count_of


def show_alarms(alarms: Sequence[Sequence[FactChange]]) -> None:
    st.header("Facts retired at once")
    shown = list(decisions.keep_rows("alarms", {str(alarm[0].episode_uuid): alarm for alarm in alarms}))
    if not shown:
        st.caption("No document has retired unusually many facts.")
    for _, alarm, _ in shown:
        words = f"{title_words(alarm)}: {count_of(len(alarm), 'fact')} retired"
        with st.expander(words, icon=":material/warning:", expanded=True):
            for change in alarm:
                _show_change(change, can_be_restored=True)


def title_words(alarm: Sequence[FactChange]) -> str:
    title = alarm[0].document_title
    return f"“{markdown.literal(title)}”" if title else "A removed document"


def show(changes: Sequence[FactChange]) -> None:
    """Only a fact's latest change can be taken back: what came before it is no longer how things stand."""
    st.header("Latest changes to facts")
    done = decisions.made_here()
    news = {str(change.id): change for change in changes if change.kind != "restored" or change.fact_uuid not in done}
    latest: dict[UUID, int] = {}
    for change in changes:
        latest.setdefault(change.fact_uuid, change.id)
    shown = list(decisions.keep_rows("changes", news))
    if not shown:
        st.caption("No document has changed a fact that was there before.")
    for _, change, is_open in shown:
        _show_change(change, can_be_restored=is_open and latest.get(change.fact_uuid) == change.id)


def _show_change(change: FactChange, *, can_be_restored: bool) -> None:
    key = f"change-{change.id}"
    is_done = key in decisions.all_decided()
    caption = markdown.literal(fact_card.change_sentence(change))
    with decisions.show_row(key, not is_done, markdown.literal(change.fact), caption) as row:
        if can_be_restored or is_done:
            row.show_button(
                "Restore",
                partial(_restore, change),
                key=f"restore_{change.id}",
                failed="The fact was not put back.",
                help="Puts the fact back to what it was before.",
            )


def _restore(change: FactChange) -> Decided:
    graph = services().graph
    run(graph.restore(change.id))
    made = run(graph.fact_changes(change.fact_uuid))[-1].id
    return Decided("Put back to what it was before.", lambda: run(graph.restore(made)), change.fact_uuid)
