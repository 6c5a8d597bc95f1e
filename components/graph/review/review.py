"""What somebody should look at: documents that retired many facts at once, and entities that may be one."""

from collections.abc import Sequence
from uuid import UUID

import streamlit as st

from components import markdown
from components.backend import run, services
from components.graph import fact_card
from components.graph.review import decisions, gone_files, look_alikes
from components.graph.review.decisions import Decided
from services.models import AcceptedFact, DocumentReading, FactChange, FactDraft, RejectedFact
from services.text.wording import count_of, relation_words, validity


def show() -> None:
    """What is decided here stays in its row until the view is left: nothing moves under the pointer."""
    graph = services().graph
    gone_files.show()
    alarms = run(graph.alarms())
    _alarms(alarms)
    alarming = {change.id for alarm in alarms for change in alarm}
    _changes([change for change in run(graph.latest_changes(limit=50)) if change.id not in alarming])
    _readings(run(graph.readings()))
    _accepted(run(services().ingestion.graph.accepted()))
    _rejected(run(services().ingestion.graph.rejected()))
    look_alikes.show()


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
    shown = list(decisions.keep_rows("alarms", {str(alarm[0].episode_uuid): alarm for alarm in alarms}))
    if not shown:
        st.caption("No document has retired unusually many facts.")
    for _, alarm, _ in shown:
        with st.expander(
            f"{_title(alarm)}: {count_of(len(alarm), 'fact')} retired", icon=":material/warning:", expanded=True
        ):
            for change in alarm:
                _change(change, can_be_restored=True)


def _title(alarm: Sequence[FactChange]) -> str:
    title = alarm[0].document_title
    return f"“{markdown.literal(title)}”" if title else "A removed document"


def _change(change: FactChange, *, can_be_restored: bool) -> None:
    key = f"change-{change.id}"
    is_done = key in decisions.all_decided()
    left, right = st.columns([5, 1], vertical_alignment="center")
    left.markdown(markdown.literal(change.fact))
    left.caption(markdown.literal(fact_card.change_sentence(change)))
    if is_done:
        decisions.show_decided(key, left)
    if can_be_restored or is_done:
        right.button(
            "Restore",
            key=f"restore_{change.id}",
            disabled=is_done,
            on_click=_restore,
            args=(key, change),
            help="Puts the fact back to what it was before.",
        )


def _restore(key: str, change: FactChange) -> None:
    def restore() -> Decided:
        graph = services().graph
        run(graph.restore(change.id))
        made = run(graph.fact_changes(change.fact_uuid))[-1].id
        return Decided("Put back to what it was before.", lambda: run(graph.restore(made)), change.fact_uuid)

    decisions.decide(key, restore, "The fact was not put back.")


def _readings(readings: Sequence[DocumentReading]) -> None:
    if not readings:
        return
    st.header("Read in documents")
    st.caption(accepted_words(readings))
    waiting = {str(one.document_id): one for one in readings if one.reading.refused}
    for _, one, _ in decisions.keep_rows("readings", waiting):
        _refused(one)


def accepted_words(readings: Sequence[DocumentReading]) -> str:
    """The share of what was read that entered."""
    facts = sum(one.reading.fact_count for one in readings)
    waiting = sum(map(_waiting, readings))
    unread = sum(one.reading.refused_count for one in readings) - waiting
    rejected = sum(one.reading.rejected_count for one in readings)
    outside = waiting + rejected
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
    waiting = _waiting(one)
    unread = one.reading.refused_count - waiting
    parts = [f"{count_of(waiting, 'fact')} did not enter"] if waiting else []
    parts += [f"{count_of(unread, 'sentence')} without a relation"] if unread else []
    return " · ".join(parts) or "nothing waits"


def _waiting(one: DocumentReading) -> int:
    return sum(refusal.draft is not None for refusal in one.reading.refused)


def _refused(one: DocumentReading) -> None:
    label = f"{markdown.literal(one.title)}: {left_out_words(one)}"
    with st.expander(label, key=f"reading-{one.document_id}"):  # known by its key: the label changes
        if one.reading.note:
            st.caption(markdown.literal(one.reading.note))
        refused = {f"refused-{one.document_id}-{refusal!r}": refusal for refusal in one.reading.refused}
        for number, (key, refusal, is_open) in enumerate(decisions.keep_rows(str(one.document_id), refused)):
            st.markdown(f"> {markdown.literal(refusal.sentence)}")
            left, right = st.columns([3, 1], vertical_alignment="center")
            if is_open or refusal.draft is None:
                left.caption(markdown.literal(refusal.reason))
            else:
                decisions.show_decided(key, left)  # in place of the reason, so that the rows below hardly move
            if refusal.draft is None:
                continue
            left.markdown(_stated(refusal.draft))
            with right.container(horizontal=True, horizontal_alignment="right", gap="small"):
                for label, react, help_text in VERDICTS:
                    st.button(
                        label,
                        key=f"{label.lower()}_{one.document_id}_{number}",
                        disabled=not is_open,
                        on_click=react,
                        args=(key, one.document_id, refusal.draft),
                        help=help_text,
                    )


def _stated(draft: FactDraft) -> str:
    """What would be known: “Mir · LAUNCHED BY · Proton, from 1986”."""
    ends = f"{markdown.literal(draft.subject)} · {relation_words(draft.relation)} · {markdown.literal(draft.object)}"
    return f"{ends} :gray[{validity(draft)}]"


def _accept(key: str, document_id: UUID, draft: FactDraft) -> None:
    work = services().ingestion.graph

    def accept() -> Decided:
        run(work.accept(document_id, draft))
        return Decided("In the graph.", lambda: run(work.take_back(document_id, draft)), (document_id, draft.fact))

    decisions.decide(key, accept, "The fact did not enter.")


def _reject(key: str, document_id: UUID, draft: FactDraft) -> None:
    work = services().ingestion.graph

    def reject() -> Decided:
        run(work.reject(document_id, draft))
        return Decided("Rejected.", lambda: run(work.wait_again(document_id, draft)), (document_id, draft.fact))

    decisions.decide(key, reject, "The fact was not rejected.")


VERDICTS = (
    (
        "Accept",
        _accept,
        "It enters the graph as stated by a person, cites this sentence, and stays when the document is read anew.",
    ),
    ("Reject", _reject, "It does not enter, and does not wait again when the document is read anew."),
)


def _accepted(facts: Sequence[AcceptedFact]) -> None:
    """Those let in before; what is let in now can be taken back where it waited."""
    made = decisions.made_here()
    before = {f"accepted-{one!r}": one for one in facts if (one.document_id, one.draft.fact) not in made}
    shown = list(decisions.keep_rows("accepted", before))
    if not shown:
        return
    st.header("Accepted by a person")
    for number, (key, one, is_open) in enumerate(shown):
        left, right = st.columns([5, 1], vertical_alignment="center")
        left.markdown(_stated(one.draft))
        left.caption(f"“{markdown.literal(one.title)}”")
        if not is_open:
            decisions.show_decided(key, left)
        right.button(
            "Take back",
            key=f"take_back_{number}",
            disabled=not is_open,
            on_click=_take_back,
            args=(key, one),
            help="It leaves the graph, unless another document states it, and waits again.",
        )


def _take_back(key: str, one: AcceptedFact) -> None:
    def take_back() -> Decided:
        run(services().ingestion.graph.take_back(one.document_id, one.draft))
        return Decided("Taken back.")

    decisions.decide(key, take_back, "The fact was not taken back.")


def _rejected(facts: Sequence[RejectedFact]) -> None:
    """Those rejected before; what is rejected now can be taken back where it waited."""
    made = decisions.made_here()
    before = {
        f"rejected-{one!r}": one
        for one in facts
        if one.refusal.draft is not None and (one.document_id, one.refusal.draft.fact) not in made
    }
    shown = list(decisions.keep_rows("rejected", before))
    if not shown:
        return
    st.header("Rejected by a person")
    for number, (key, one, is_open) in enumerate(shown):
        left, right = st.columns([5, 1], vertical_alignment="center")
        if one.refusal.draft is not None:
            left.markdown(_stated(one.refusal.draft))
        left.caption(markdown.literal(f"“{one.title}”: {one.refusal.reason}"))
        if not is_open:
            decisions.show_decided(key, left)
        right.button(
            "Let wait",
            key=f"let_wait_{number}",
            disabled=not is_open,
            on_click=_let_wait,
            args=(key, one),
            help="It waits again among what was read in its document.",
        )


def _let_wait(key: str, one: RejectedFact) -> None:
    def let_wait() -> Decided:
        assert one.refusal.draft is not None
        run(services().ingestion.graph.wait_again(one.document_id, one.refusal.draft))
        return Decided("It waits again.")

    decisions.decide(key, let_wait, "The fact does not wait again.")


def _changes(changes: Sequence[FactChange]) -> None:
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
        _change(change, can_be_restored=is_open and latest.get(change.fact_uuid) == change.id)
