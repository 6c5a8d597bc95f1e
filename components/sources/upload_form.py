"""Files and pasted text on their way in: what was recognised of each, to be corrected before it is ingested."""

from collections.abc import Sequence
from datetime import date

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components import markdown
from components.backend import run, services
from components.sources import upload_table
from components.sources.destination import Destination
from components.sources.recognised import (
    Recognised,
    Upload,
    amount_words,
    correct_draft,
    date_words,
    moment_of_day,
    unique_names,
)
from services.documents.reading.facts_file import FactsFile, is_facts_file, read_facts
from services.documents.reading.formats import FORMATS
from services.errors import DossierError
from services.models import DocumentDraft, IngestTask
from services.text.wording import count_of

MOST_CARDS = 5
PASTED, REFUSAL = ("pasted_title", "pasted_date", "pasted_text"), "paste_refusal"
"""In the session's state: the fields of a pasted text, and why it was not taken in."""
SEEN = "files_seen"
"""In the session's state: which uploads were read before."""
LONGEST_TOLD = 120
"""Seconds for which files are said to be taken in, unless what became of them is said before."""
EARLIEST, LATEST = date(1000, 1, 1), date(2200, 1, 1)
"""What the calendar offers; a file may be older."""


@st.cache_data(show_spinner=False, max_entries=1000)
def recognise_file(name: str, content: bytes) -> Recognised:
    try:
        if is_facts_file(content, name):
            return Recognised(name, facts=read_facts(content, name))
        return Recognised(name, draft=services().ingestion.read(content, name))
    except DossierError as error:
        return Recognised(name, problem=str(error))


def show_files(destination: Destination, *, folder: bool = False) -> None:
    """A few files are a card each, many are a table. `folder`: with all that lies in it."""
    uploads = st.file_uploader(
        "Documents (text, Markdown, HTML, PDF, scans, office files, mails, books), files of dated facts (JSONL, CSV)",
        accept_multiple_files="directory" if folder else True,
        key=f"uploads-{'folder-' if folder else ''}{st.session_state.get('uploads_round', 0)}",
        help=f"Several at once: {', '.join(FORMATS)}. Nothing is stored before you press “Ingest”. A file whose name "
        "is known is the next version of its document; of two of one name that come together, the second is numbered.",
    )
    if not uploads:
        return
    known = recognise_files(uploads)
    ready = upload_table.show(known) if len(known) > MOST_CARDS else show_cards(known)
    st.button(
        f"Ingest {len(ready)} of {len(known)}" if len(ready) < len(known) else f"Ingest {len(ready)}",
        type="primary",
        icon=":material/upload_file:",
        disabled=not ready,
        on_click=queue_files,
        args=(ready, destination),
        key="ingest",
    )


def recognise_files(uploads: Sequence[Upload]) -> list[tuple[Upload, Recognised]]:
    """With a bar that counts those that are new; what is known from the run before takes no time."""
    seen: set[str] = st.session_state.setdefault(SEEN, set())
    count = sum(one.file_id not in seen for one in uploads)
    bar = st.progress(0.0, reading_words(0, count)) if count else None
    found, read = [], 0
    for one, name in zip(uploads, unique_names(uploads), strict=True):
        found.append((one, recognise_file(name, one.getvalue())))
        if bar is not None and one.file_id not in seen:
            read += 1
            bar.progress(read / count, reading_words(read, count))
        seen.add(one.file_id)
    if bar is not None:
        bar.empty()
    return found


def reading_words(read: int, count: int) -> str:
    """“12 of 300 files read”."""
    return f"{read:,} of {count_of(count, 'file')} read"


def show_cards(known: Sequence[tuple[Upload, Recognised]]) -> list[tuple[Upload, tuple[str, IngestTask]]]:
    tasks = [(upload, show_card(upload, one)) for upload, one in known]
    return [(upload, task) for upload, task in tasks if task is not None]


def show_card(upload: Upload, recognised: Recognised) -> tuple[str, IngestTask] | None:
    """One file's row: the title and the date are to be corrected here."""
    with st.container(border=True):
        if recognised.facts is not None:
            return show_facts_card(recognised.name, recognised.facts)
        if recognised.draft is None:
            st.error(f"**{markdown.literal(recognised.name)}**: {markdown.literal(recognised.problem)}")
            return None
        draft = recognised.draft
        left, right = st.columns([3, 1], vertical_alignment="bottom")
        title = left.text_input("Title", draft.title, key=f"title-{upload.file_id}", max_chars=500)
        said = draft.reference_time.date() if draft.reference_time else None
        written = right.date_input(
            "Date",
            value=said,
            min_value=min(said or EARLIEST, EARLIEST),
            max_value=max(said or LATEST, LATEST),
            format="YYYY-MM-DD",
            key=f"date-{upload.file_id}",
            help="When it was written. Without a date it counts as known from the day it is added.",
        )
        known = filter(None, [markdown.literal(recognised.name), amount_words(draft), date_words(draft)])
        st.caption(" · ".join(known))
        for warning in draft.warnings:
            st.warning(markdown.literal(warning), icon=":material/event_busy:")
        return draft.source, correct_draft(draft, title, moment_of_day(written))


def show_facts_card(name: str, file: FactsFile) -> tuple[str, IngestTask] | None:
    st.markdown(f"**{markdown.literal(name)}**: {count_of(len(file.facts), 'dated fact')}")
    if file.problems:
        lines, verb = count_of(len(file.problems), "line"), "does" if len(file.problems) == 1 else "do"
        st.warning(f"{lines} {verb} not go in: " + " ".join(map(markdown.literal, file.problems[:5])))
    return (name, IngestTask(facts=tuple(file.facts))) if file.facts else None


def queue_files(ready: Sequence[tuple[Upload, tuple[str, IngestTask]]], destination: Destination) -> None:
    """Each with its file, which is kept from now on. That they are taken in is said at once, where nothing moves for
    it; while the database is away the form stays, for another try: what is known already is not stored twice."""
    told = st.toast(f"Taking in {count_of(len(ready), 'file')} …", icon="spinner", duration=LONGEST_TOLD)
    edited = [(source, with_last_edits(task, upload), upload) for upload, (source, task) in ready]
    queued = 0
    try:
        for source, task, upload in sorted(edited, key=lambda one: is_facts_task(one[1])):
            queue_task(source, with_file(task, upload), destination)
            queued += 1
    except DossierError as error:
        words = f"{unqueued_words(queued, len(ready))} {markdown.literal(str(error))}"
        told.toast(words, icon=":material/error:", duration="infinite")
        return
    finish_queueing(queued, told)


def is_facts_task(task: IngestTask) -> bool:
    """Documents go first: the facts of a file look for the documents that they name."""
    return task.draft is None


def unqueued_words(queued: int, count: int) -> str:
    """What became of files that were not all queued; the reason follows."""
    if not queued:
        return "Nothing was taken in."
    return f"{queued:,} of {count_of(count, 'file')} are on the way, the others were not taken in."


def with_last_edits(task: IngestTask, upload: Upload) -> IngestTask:
    """With the date or title of a field that was left by this very click: both come together, after the page was drawn
    without it."""
    draft, state = task.draft, st.session_state
    if draft is None:
        return task
    title = state.get(f"title-{upload.file_id}") or draft.title
    known = moment_of_day(state.get(f"date-{upload.file_id}")) or draft.reference_time
    return correct_draft(draft, title, moment_of_day(state.get("date_for_all")) or known)


def with_file(task: IngestTask, upload: Upload) -> IngestTask:
    if task.draft is None:
        return task
    draft = run(services().ingestion.keep(task.draft, upload.getvalue(), task.draft.source))
    return task.model_copy(update={"draft": draft})


def queue_task(source: str, task: IngestTask, destination: Destination) -> None:
    run(services().jobs.queue(task.model_copy(update=destination._asdict()), source=source))


def finish_queueing(count: int, told: DeltaGenerator | None = None) -> None:
    """`told`: a toast that says so in place of what it said."""
    st.session_state["uploads_round"] = st.session_state.get("uploads_round", 0) + 1
    (told or st).toast(f"{count:,} on the way. You can leave this page.", icon=":material/upload_file:")


def show_paste_form(destination: Destination) -> None:
    """What is not taken in stays in the fields, with the reason."""
    title_key, date_key, text_key = PASTED
    with st.form("pasted", border=False):
        left, right = st.columns([3, 1])
        left.text_input("Title", max_chars=500, key=title_key)
        right.date_input("Date", value=None, min_value=EARLIEST, format="YYYY-MM-DD", key=date_key)
        st.text_area("Text", height=220, key=text_key)
        st.form_submit_button(
            "Ingest", type="primary", icon=":material/upload_file:", on_click=queue_pasted, args=(destination,)
        )
    if refusal := st.session_state.pop(REFUSAL, None):
        st.error(markdown.literal(refusal), icon=":material/error:")


def queue_pasted(destination: Destination) -> None:
    """By what stands in the fields at the click, which are empty afterwards."""
    title, written, content = (st.session_state[key] for key in PASTED)
    if not title.strip() or not content.strip():
        st.session_state[REFUSAL] = "Give it a title and some text."
        return
    draft = DocumentDraft(
        title=title.strip(), source=title.strip(), content=content, reference_time=moment_of_day(written)
    )
    try:
        queue_task(draft.source, IngestTask(draft=draft), destination)
    except DossierError as error:
        st.session_state[REFUSAL] = f"It was not taken in. {error}"
        return
    st.session_state.update(dict(zip(PASTED, ("", None, ""), strict=True)))
    finish_queueing(1)
