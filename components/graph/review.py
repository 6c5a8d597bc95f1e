"""What somebody should look at: documents that retired many facts at once, and entities that may be one."""

from collections.abc import Sequence
from uuid import UUID

import streamlit as st

from components import markdown, style
from components.backend import run, services
from components.dates import day
from components.graph import fact_card, gone_files
from services.errors import DossierError
from services.models import DocumentReading, DuplicateCandidate, Entity, FactChange, FactDraft, Merge
from services.text.wording import count_of, relation_words, validity

SHORT_NAME = 16


def show() -> None:
    graph = services().graph
    gone_files.show()
    _alarms(run(graph.alarms()))
    _changes(run(graph.latest_changes(limit=50)))
    _readings(run(graph.readings()))
    _merges(run(graph.merges()))
    st.header("Entities that may be one")
    st.caption("Nothing is merged by itself. A merge keeps every fact with its dates and can be undone.")
    with st.spinner("Comparing names, meanings and neighbours …"):
        candidates = _compared()
    _candidates(candidates)


@st.cache_data(ttl=300, max_entries=1, show_spinner=False)
def _compared() -> tuple[DuplicateCandidate, ...]:
    """Comparing all entities takes seconds; what is decided here clears it."""
    return run(services().graph.duplicates(limit=30))


def show_warning() -> None:
    """On every view of the page, as long as there is something alarming to look at."""
    for alarm in run(services().graph.alarms()):
        st.warning(
            f"{_title(alarm)} retired {count_of(len(alarm), 'fact')} at once, which is unusual and may be a "
            "misreading. The **Review** view lists them and can "
            "restore each.",
            icon=":material/warning:",
        )


def _alarms(alarms: Sequence[Sequence[FactChange]]) -> None:
    st.header("Facts retired at once")
    if not alarms:
        st.caption("No document has retired unusually many facts.")
    for alarm in alarms:
        with st.expander(
            f"{_title(alarm)}: {count_of(len(alarm), 'fact')} retired", icon=":material/warning:", expanded=True
        ):
            for change in alarm:
                _change(change)


def _title(alarm: Sequence[FactChange]) -> str:
    title = alarm[0].document_title
    return f"“{markdown.literal(title)}”" if title else "A removed document"


def _change(change: FactChange) -> None:
    left, right = st.columns([5, 1], vertical_alignment="center")
    left.markdown(markdown.literal(change.fact))
    left.caption(markdown.literal(fact_card.change_sentence(change)))
    right.button(
        "Restore",
        key=f"restore_{change.id}",
        on_click=lambda: run(services().graph.restore(change.id)),
        help="Puts the fact back to what it was before.",
    )


def _candidates(candidates: Sequence[DuplicateCandidate]) -> None:
    if not candidates:
        st.caption("No two entities resemble each other.")
    for candidate in candidates:
        with st.container(border=True, key=f"pair_{candidate.first.uuid}_{candidate.second.uuid}"):
            _candidate(candidate)


def _candidate(candidate: DuplicateCandidate) -> None:
    first, second = candidate.first, candidate.second
    left, right = st.columns([3, 2], vertical_alignment="center")
    left.markdown(f"{_name(first)} and {_name(second)}")
    left.caption(markdown.literal("; ".join(candidate.reasons)))
    with right.container(horizontal=True, horizontal_alignment="right"):
        _merge_button(first, second, "first")
        _merge_button(second, first, "second")
        st.button(
            "Different",
            key=f"apart_{first.uuid}_{second.uuid}",
            on_click=_keep_apart,
            args=(first, second),
            help="They are two; do not propose them again.",
        )


def _merge_button(kept: Entity, merged: Entity, which: str) -> None:
    """With the name where it is short: two long ones that begin alike would be cut to the same words."""
    name = markdown.literal(kept.name) if max(len(kept.name), len(merged.name)) <= SHORT_NAME else f"the {which}"
    st.button(
        f"Keep {name}",
        key=f"merge_{kept.uuid}_{merged.uuid}",
        on_click=_merge,
        args=(kept, merged),
        help=f"Keeps {markdown.literal(kept.name)}; {markdown.literal(merged.name)} becomes another name of it.",
    )


def _merge(kept: Entity, merged: Entity) -> None:
    run(services().graph.merge(kept.uuid, merged.uuid))
    _compared.clear()


def _keep_apart(first: Entity, second: Entity) -> None:
    run(services().graph.keep_apart(first.uuid, second.uuid))
    _compared.clear()


def _undo(merge: Merge) -> None:
    run(services().graph.undo_merge(merge.id))
    _compared.clear()


def _name(entity: Entity) -> str:
    return (
        f"{style.glyph_of_type(entity.type)} **{markdown.literal(entity.name)}** :gray[{markdown.literal(entity.type)}]"
    )


def _readings(readings: Sequence[DocumentReading]) -> None:
    if not readings:
        return
    st.header("Read in documents")
    st.caption(accepted_words(readings))
    for one in readings:
        if one.reading.refused:
            _refused(one)


def accepted_words(readings: Sequence[DocumentReading]) -> str:
    """The share of what was read that entered."""
    facts = sum(one.reading.fact_count for one in readings)
    waiting = sum(map(_waiting, readings))
    unread = sum(one.reading.refused_count for one in readings) - waiting
    share = f"{facts / (facts + waiting):.0%}" if facts + waiting else "None"
    told = f"{count_of(unread, 'sentence')} {'names' if unread == 1 else 'name'}"
    return (
        f"{share} of the {count_of(facts + waiting, 'fact')} read passed the gate: names, quote and dates stand in the "
        f"source. {waiting:,} did not enter. {told} several things without a relation that can be read."
    )


def left_out_words(one: DocumentReading) -> str:
    """What waits for somebody to accept it, and what gave no fact."""
    waiting = _waiting(one)
    unread = one.reading.refused_count - waiting
    parts = [f"{count_of(waiting, 'fact')} did not enter"] if waiting else []
    return " · ".join([*parts, f"{count_of(unread, 'sentence')} without a relation"] if unread else parts)


def _waiting(one: DocumentReading) -> int:
    return sum(refusal.draft is not None for refusal in one.reading.refused)


def _refused(one: DocumentReading) -> None:
    with st.expander(f"{markdown.literal(one.title)}: {left_out_words(one)}"):
        if one.reading.note:
            st.caption(markdown.literal(one.reading.note))
        for number, refusal in enumerate(one.reading.refused):
            st.markdown(f"> {markdown.literal(refusal.sentence)}")
            left, right = st.columns([5, 1], vertical_alignment="center")
            left.caption(markdown.literal(refusal.reason))
            if refusal.draft is not None:
                left.markdown(_stated(refusal.draft))
                right.button(
                    "Accept",
                    key=f"accept_{one.document_id}_{number}",
                    on_click=_accept,
                    args=(one.document_id, refusal.draft),
                    help="It enters the graph as stated by a person, cites this sentence, and stays when the document "
                    "is read anew.",
                )


def _stated(draft: FactDraft) -> str:
    """What would be known: “Mir · LAUNCHED BY · Proton, from 1986”."""
    ends = f"{markdown.literal(draft.subject)} · {relation_words(draft.relation)} · {markdown.literal(draft.object)}"
    return f"{ends} :gray[{validity(draft)}]"


def _accept(document_id: UUID, draft: FactDraft) -> None:
    try:
        run(services().ingestion.graph.accept(document_id, draft))
    except DossierError as error:
        st.toast(markdown.literal(str(error)), icon=":material/error:")


def _merges(merges: Sequence[Merge]) -> None:
    if not merges:
        return
    st.header("Merges")
    for merge in merges:
        left, right = st.columns([5, 1], vertical_alignment="center")
        left.markdown(f"{markdown.literal(merge.merged_name)} is now {_name(merge.kept)}")
        left.caption(f"{count_of(merge.fact_count, 'fact')}, merged on {day(merge.merged_at)}")
        right.button("Undo", key=f"undo_{merge.id}", on_click=_undo, args=(merge,))


def _changes(changes: Sequence[FactChange]) -> None:
    st.header("Latest changes to facts")
    if not changes:
        st.caption("No document has changed a fact that was there before.")
    for change in changes:
        _change(change)
