"""What was read in documents and waits for somebody to accept or reject it; what was accepted and rejected before."""

from collections.abc import Sequence
from functools import partial
from uuid import UUID

import streamlit as st

from components import markdown
from components.backend import run, services
from components.graph.review import decisions
from components.graph.review.decisions import Decided
from services.models import AcceptedFact, DocumentReading, FactDraft, ReadingTotals, Refusal, RejectedFact
from services.text.markup import without_signs
from services.text.wording import count_of, relation_words, validity

KIND = "readings"
DOCUMENTS, FACTS = 20, 10
"""So many are drawn at first: of a collection hundreds may wait."""


def wanted_count() -> int:
    """Of how many documents the readings are to be drawn."""
    return decisions.shown_count(KIND, DOCUMENTS)


def show(readings: Sequence[DocumentReading], totals: ReadingTotals) -> None:
    """The first documents, those with most that waits, and of each the facts before the sentences that give none.
    `totals`: of all documents."""
    if not totals.read_count:
        return
    st.header("Read in documents")
    st.caption(accepted_words(totals))
    rows = {str(one.document_id): one for one in readings if one.reading.refused}
    for _, one, _ in decisions.keep_first_rows(KIND, rows, DOCUMENTS, totals.refused_documents):
        _show_refused(one)


def accepted_words(totals: ReadingTotals) -> str:
    """The share of what was read that entered."""
    facts, unread, rejected = totals.fact_count, totals.unread_count, totals.rejected_count
    outside = totals.waiting_count + rejected
    by_a_person = f", {rejected:,} of them rejected by a person" if rejected else ""
    told = f"{count_of(unread, 'sentence')} {'names' if unread == 1 else 'name'} several things without a relation"
    if not facts + outside:
        return f"No fact was read. {told} that can be read."
    return (
        f"{facts / (facts + outside):.0%} of the {count_of(facts + outside, 'fact')} read passed the gate: names, "
        f"quote and dates stand in the source, and little speaks against how it was read. {outside:,} did not "
        f"enter{by_a_person}. {told} that can be read."
    )


def left_out_words(one: DocumentReading) -> str:
    """What waits for somebody to accept it, and what gave no fact."""
    waiting, unread = one.reading.waiting_count, one.reading.unread_count
    parts = [f"{count_of(waiting, 'fact')} did not enter"] if waiting else []
    parts += [f"{count_of(unread, 'sentence')} without a relation"] if unread else []
    return " · ".join(parts) or "nothing waits"


def _show_refused(one: DocumentReading) -> None:
    label = f"{markdown.literal(one.title)}: {left_out_words(one)}"
    with st.expander(label, key=f"reading-{one.document_id}"):  # known by its key: the label changes
        if one.reading.note:
            st.caption(markdown.literal(one.reading.note))
        facts_first = sorted(one.reading.refused, key=lambda refusal: refusal.draft is None)
        refused = {f"refused-{one.document_id}-{refusal!r}": refusal for refusal in facts_first}
        rows = decisions.keep_first_rows(str(one.document_id), refused, FACTS)
        for number, (key, refusal, is_open) in enumerate(rows):
            st.markdown(f"> {markdown.literal(without_signs(refusal.sentence))}")
            _show_refusal(key, is_open, refusal, one.document_id, number)


def _show_refusal(key: str, is_open: bool, refusal: Refusal, document_id: UUID, number: int) -> None:
    """What it would state, where that is known, is accepted or rejected by a person."""
    reason = markdown.literal(refusal.reason)
    if refusal.draft is None:
        st.caption(reason)
        return
    with decisions.show_row(key, is_open, _stated(refusal.draft), reason, controls=2) as row:
        row.show_button(
            "Accept",
            partial(_accept, document_id, refusal.draft),
            key=f"accept_{document_id}_{number}",
            failed="The fact did not enter.",
            help="It enters the graph as stated by a person, cites this sentence, and stays when the document is read "
            "anew.",
        )
        row.show_button(
            "Reject",
            partial(_reject, document_id, refusal.draft),
            key=f"reject_{document_id}_{number}",
            failed="The fact was not rejected.",
            help="It does not enter, and does not wait again when the document is read anew.",
        )


def _stated(draft: FactDraft) -> str:
    """What would be known: “Mir · LAUNCHED BY · Proton, from 1986”."""
    ends = f"{markdown.literal(draft.subject)} · {relation_words(draft.relation)} · {markdown.literal(draft.object)}"
    return f"{ends} :gray[{validity(draft)}]"


def _accept(document_id: UUID, draft: FactDraft) -> Decided:
    work = services().ingestion.graph
    run(work.accept(document_id, draft))
    return Decided("In the graph.", lambda: run(work.take_back(document_id, draft)), (document_id, draft.fact))


def _reject(document_id: UUID, draft: FactDraft) -> Decided:
    work = services().ingestion.graph
    run(work.reject(document_id, draft))
    return Decided("Rejected.", lambda: run(work.wait_again(document_id, draft)), (document_id, draft.fact))


def show_accepted(facts: Sequence[AcceptedFact]) -> None:
    """Those let in before; what is let in now can be taken back where it waited."""
    made = decisions.made_here()
    before = {f"accepted-{one!r}": one for one in facts if (one.document_id, one.draft.fact) not in made}
    shown = list(decisions.keep_rows("accepted", before))
    if not shown:
        return
    st.header("Accepted by a person")
    for number, (key, one, is_open) in enumerate(shown):
        with decisions.show_row(key, is_open, _stated(one.draft), f"“{markdown.literal(one.title)}”") as row:
            row.show_button(
                "Take back",
                partial(_take_back, one),
                key=f"take_back_{number}",
                failed="The fact was not taken back.",
                help="It leaves the graph, unless another document states it, and waits again.",
            )


def _take_back(one: AcceptedFact) -> Decided:
    run(services().ingestion.graph.take_back(one.document_id, one.draft))
    return Decided("Taken back.")


def show_rejected(facts: Sequence[RejectedFact]) -> None:
    """Those rejected before; what is rejected now can be taken back where it waited."""
    made = decisions.made_here()
    before = {
        f"rejected-{one!r}": (one, draft)
        for one in facts
        if (draft := one.refusal.draft) is not None and (one.document_id, draft.fact) not in made
    }
    shown = list(decisions.keep_rows("rejected", before))
    if not shown:
        return
    st.header("Rejected by a person")
    for number, (key, (one, draft), is_open) in enumerate(shown):
        caption = markdown.literal(f"“{one.title}”: {one.refusal.reason}")
        with decisions.show_row(key, is_open, _stated(draft), caption) as row:
            row.show_button(
                "Let wait",
                partial(_let_wait, one.document_id, draft),
                key=f"let_wait_{number}",
                failed="The fact does not wait again.",
                help="It waits again among what was read in its document.",
            )


def _let_wait(document_id: UUID, draft: FactDraft) -> Decided:
    run(services().ingestion.graph.wait_again(document_id, draft))
    return Decided("It waits again.")
