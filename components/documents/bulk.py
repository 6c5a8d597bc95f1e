"""What can be done with the documents whose rows are ticked, and the way back for those that were deleted."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from itertools import groupby
from uuid import UUID

import streamlit as st

from components import failures, links, markdown
from components.backend import run, services
from components.chat.sources import DOCUMENTS
from components.tuner.filters import EARLIEST, LATEST
from services.models import DeletedDocument, DocumentsChanged, DocumentSummary
from services.text.wording import count_of

ROUND = "documents_round"
"""Goes up with each change, so that the table is a new one, with nothing ticked."""
MOST_BATCHES = 3
NAMED, LONGEST_TITLE = 3, 24
"""Titles, and characters of each, that a line about a deletion has room for."""


def show(ticked: Sequence[DocumentSummary]) -> None:
    """Above the table, at a place that is there before a row is ticked, so that nothing moves."""
    ids = [one.id for one in ticked]
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="bulk"):
        if not ticked:
            if not show_undo():
                st.caption("Tick rows to ask, switch off, move, retitle, redate or delete them.")
            return
        st.caption(f"{count_of(len(ticked), 'document')} ticked", width="content")
        if st.button("Ask these", icon=":material/forum:", type="primary", key="bulk_ask"):
            links.open_page("chat", **{DOCUMENTS: [str(one) for one in ids]})
        show_switches(ticked)
        show_move(ids)
        show_redate(ticked)
        if len(ticked) == 1:
            show_retitle(ticked[0])
        st.button("Delete", icon=":material/delete:", key="bulk_delete", on_click=delete_documents, args=(ids,))


def show_switches(ticked: Sequence[DocumentSummary]) -> None:
    off, on = ([one.id for one in ticked if one.enabled is enabled] for enabled in (False, True))
    if on:
        st.button(
            "Switch off",
            icon=":material/visibility_off:",
            key="bulk_off",
            on_click=switch_documents,
            args=(on, False),
            help="In no search and no answer, and facts that only they state do not count. They can still be read.",
        )
    if off:
        st.button("Switch on", icon=":material/visibility:", key="bulk_on", on_click=switch_documents, args=(off, True))


def show_move(ids: Sequence[UUID]) -> None:
    with st.popover("Move", icon=":material/drive_file_move:", key="bulk_move"):
        chosen = st.selectbox(
            "To the collection",
            run(services().library.collections()),
            index=None,
            key="bulk_collection",
            accept_new_options=True,
            placeholder="one that is there, or a new name",
        )
        st.button(
            "Move", key="bulk_move_now", type="primary", disabled=not chosen, on_click=move_documents, args=(ids,)
        )


def show_redate(ticked: Sequence[DocumentSummary]) -> None:
    with st.popover("Date", icon=":material/event:", key="bulk_date"):
        known = {one.reference_time.date() if one.reference_time else None for one in ticked}
        (same,) = known if len(known) == 1 else (None,)
        left, right = st.columns([3, 2], vertical_alignment="bottom")  # beside: below, the calendar would cover it
        left.date_input(
            "Written on",
            value=same,
            min_value=min(same or EARLIEST, EARLIEST),
            max_value=max(same or LATEST, LATEST),
            format="YYYY-MM-DD",
            key="bulk_written",
            help="Empty: they have no date of their own. Their facts are read anew from that date, in the background.",
        )
        right.button(
            "Set the date",
            key="bulk_date_now",
            type="primary",
            on_click=redate_documents,
            args=(_ids(ticked),),
            width="stretch",
        )


def show_retitle(document: DocumentSummary) -> None:
    with st.popover("Title", icon=":material/title:", key="bulk_retitle"):
        st.text_input("Title", document.title, key=_title_key(document.id), max_chars=500)
        st.button("Set the title", key="bulk_title_now", type="primary", on_click=retitle_document, args=(document.id,))


def _title_key(document: UUID) -> str:
    return f"bulk_title-{document}"


def _ids(ticked: Sequence[DocumentSummary]) -> list[UUID]:
    return [one.id for one in ticked]


def switch_documents(ids: Sequence[UUID], enabled: bool) -> None:
    said = "switched on" if enabled else "switched off: not searched and not believed, but there to be read"
    with failures.show_as_toast(f"Nothing was switched {'on' if enabled else 'off'}."):
        finish_change(run(services().editing.switch(ids, enabled=enabled)), said)


def move_documents(ids: Sequence[UUID]) -> None:
    """As `redated` and `retitled`, by what stands in the field at the click: it may have been typed just before."""
    collection = st.session_state["bulk_collection"]
    with failures.show_as_toast("Nothing was moved."):
        finish_change(run(services().editing.move(ids, collection)), f"moved to “{collection}”")


def redate_documents(ids: Sequence[UUID]) -> None:
    chosen = st.session_state["bulk_written"]
    written = chosen if isinstance(chosen, date) else None
    moment = datetime.combine(written, time(), UTC) if written else None
    with failures.show_as_toast("No date was changed."):
        finish_change(run(services().editing.redate(ids, moment)), "dated anew" if written else "left without a date")


def retitle_document(document: UUID) -> None:
    with failures.show_as_toast("The title was not changed."):
        finish_change(run(services().editing.retitle(document, st.session_state[_title_key(document)])), "retitled")


def delete_documents(ids: Sequence[UUID]) -> None:
    with failures.show_as_toast("Nothing was deleted."):
        finish_change(run(services().editing.delete(ids)), "deleted")


def finish_change(made: DocumentsChanged, what: str) -> None:
    st.session_state[ROUND] = st.session_state.get(ROUND, 0) + 1
    st.toast(f"{count_of(len(made.changed), 'document')} {markdown.literal(what)}.", icon=":material/check:")
    for problem in made.problems:
        st.toast(markdown.literal(problem), icon=":material/error:", duration="infinite")


def show_undo() -> bool:
    """For an hour: the latest deletion where its button was, those before it behind a click; so that nothing moves when
    one comes. Whether there is any."""
    batches = [
        (moment, tuple(gone))
        for moment, gone in groupby(run(services().editing.deleted()), key=lambda one: one.deleted_at)
    ][:MOST_BATCHES]
    if not batches:
        return False
    show_deletion(0, *batches[0])
    if len(batches) > 1:
        with st.popover("Earlier deletions", type="tertiary", key="earlier_deletions"):
            for number, batch in enumerate(batches[1:], start=1):
                show_deletion(number, *batch)
    return True


def show_deletion(number: int, moment: datetime, gone: Sequence[DeletedDocument]) -> None:
    titles = ", ".join(f"“{shorten_title(one.title)}”" for one in gone[:NAMED]) + (" …" if len(gone) > NAMED else "")
    st.button(
        "Undo",
        icon=":material/undo:",
        key=f"undo-{number}",
        on_click=restore_documents,
        args=([one.id for one in gone],),
    )
    counted = count_of(len(gone), "document")
    said = f"{counted} deleted at {moment.astimezone(UTC):%H:%M} UTC, gone for good an hour later: {titles}"
    st.caption(markdown.literal(said), width="content")


def shorten_title(title: str) -> str:
    return title if len(title) <= LONGEST_TITLE else f"{title[:LONGEST_TITLE].rstrip()}…"


def restore_documents(ids: Sequence[UUID]) -> None:
    with failures.show_as_toast("Nothing was brought back."):
        finish_change(run(services().editing.bring_back(ids)), "brought back")
