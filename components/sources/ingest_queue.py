"""What is being ingested, what waits, and what became of the rest."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from components import failures, links, markdown
from components.backend import run, services
from components.dates import day
from services.errors import DossierError
from services.models import Ingested, IngestJob, QueueTotals
from services.text.wording import count_of

PAGE, SHEET = 50, "queue_page"
TOLD = "queue_told"
"""What a callback has to tell, and its icon: drawn by itself, within a fragment, it would replace what is on the page's
top."""
LONGEST_TITLE = 90
"""Characters of a title that a row shows."""

STAGES = {
    "reading": "reading",
    "chunking": "cutting into chunks",
    "embedding": "embedding",
    "storing": "storing",
    "graph": "in, its facts follow",
    "done": "done",
    "failed": "failed",
}
ICONS = {
    "queued": ":gray[:material/schedule:]",
    "running": ":blue[:material/sync:]",
    "done": ":green[:material/check_circle:]",
    "failed": ":red[:material/error:]",
    "cancelled": ":gray[:material/cancel:]",
}


DRAW_SECONDS, LOOK_SECONDS = 1.5, 2.0


def show() -> None:
    """Drawn again and again while something is under way or the database is away; else only looked at, and drawn when
    there is something new."""
    totals = totals_or_none()
    is_at_rest = totals is not None and not totals.underway
    st.fragment(run_every=None if is_at_rest else DRAW_SECONDS)(show_queue)(is_at_rest)
    if totals is not None and is_at_rest:
        look_for_news(totals)


def totals_or_none() -> QueueTotals | None:
    """None: the database is away."""
    try:
        return run(services().jobs.totals())
    except DossierError:
        return None


@st.fragment(run_every=LOOK_SECONDS)
def look_for_news(drawn: QueueTotals) -> None:
    if totals_or_none() != drawn:
        st.rerun(scope="app")


def show_queue(is_at_rest: bool) -> None:
    """What is worked on comes first, then what waits, then what became of the rest; all of it, a page at a time.

    `is_at_rest`: nothing was under way when the page was drawn; where that has changed, the page is drawn anew.
    """
    try:
        totals = run(services().jobs.totals())
        if is_at_rest != (not totals.underway):
            st.rerun(scope="app")
        pages = max(1, -(-totals.total // PAGE))
        sheet = min(st.session_state.get(SHEET, 1), pages)
        jobs = run(services().jobs.recent(PAGE, PAGE * (sheet - 1)))
    except DossierError as error:
        show_told()
        failures.show(error)
        return
    show_told()
    if not totals.total:
        st.caption("Nothing has been added from this page yet.")
        return
    show_head(totals)
    for job in jobs:
        show_job(job)
    if pages > 1:
        if st.session_state.get(SHEET, sheet) != sheet:  # else not set: in each run it would replace what is typed
            st.session_state[SHEET] = sheet
        st.number_input(f"Page of {pages} ({count_of(totals.total, 'row')})", 1, pages, key=SHEET, width=200)


def show_head(totals: QueueTotals) -> None:
    """How it goes and what can be done about all of it: in view however far one has scrolled (style.py)."""
    with st.container(horizontal=True, vertical_alignment="center", key="queue-head"):
        show_progress(totals)
        if totals.queued > 1:
            st.button(
                f"Cancel all {totals.queued:,} that wait",
                type="tertiary",
                on_click=cancel_waiting_jobs,
                key="cancel_waiting",
            )
        if totals.underway < totals.total:
            st.button(
                "Empty the history",
                type="tertiary",
                on_click=forget_finished_jobs,
                help="Documents stay.",
                key="forget_jobs",
            )


def show_told() -> None:
    """Once."""
    if told := st.session_state.pop(TOLD, None):
        words, icon = told
        st.toast(words, icon=icon, duration="long")


def show_progress(totals: QueueTotals) -> None:
    if totals.underway:
        st.progress(totals.batch_done / max(1, totals.batch), progress_words(totals))
    else:
        st.caption(f"All done: {history_words(totals)}.", width="stretch")


def progress_words(totals: QueueTotals) -> str:
    """“120 of 300 done, 2 being worked on, 178 waiting, about 3 min left”."""
    worked_on = totals.running - totals.without_facts
    parts = [f"{totals.batch_done:,} of {totals.batch:,} done"]
    parts += [f"{worked_on:,} being worked on"] if worked_on or not totals.without_facts else []
    parts += [f"{totals.queued:,} waiting"] if totals.queued else []
    parts += [f"{totals.without_facts:,} in, with facts to follow"] if totals.without_facts else []
    parts += [f"about {time_left_words(totals.seconds_left)} left"] if totals.seconds_left is not None else []
    return ", ".join(parts)


def time_left_words(seconds: float) -> str:
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def history_words(totals: QueueTotals) -> str:
    documents = totals.done - totals.facts_files - totals.unchanged
    parts = [f"{count_of(documents, 'document')} added"] if documents else []
    parts += [f"{totals.unchanged:,} already there"] if totals.unchanged else []
    parts += [f"{count_of(totals.facts_files, 'facts file')} read"] if totals.facts_files else []
    counts = {"failed": totals.failed, "cancelled": totals.cancelled}
    return ", ".join([*parts, *(f"{count:,} {word}" for word, count in counts.items() if count)])


def show_job(job: IngestJob) -> None:
    name, state, act = st.columns([3, 4, 1.4], vertical_alignment="center")
    name.markdown(
        f"{ICONS[job.status]} {markdown.literal(shorten_title(job.title))}",
        help=f"{markdown.literal(title_and_source(job))}, {day(job.created_at)}",
    )
    with state:
        if job.status == "running":
            st.progress(job.fraction, STAGES[job.stage])
        else:
            st.caption(outcome_words(job))
    with act:
        show_actions(job)


def shorten_title(title: str) -> str:
    """About two lines of it, in whole words where it has some."""
    folded = " ".join(title.split())
    if len(folded) <= LONGEST_TITLE:
        return folded
    begun, _, cut = folded[:LONGEST_TITLE].rpartition(" ")
    return f"{begun if len(begun) > len(cut) else cut} …"


def title_and_source(job: IngestJob) -> str:
    """The whole title, where the row has its beginning alone."""
    return job.source if shorten_title(job.title) == job.title else f"{job.title} ({job.source})"


def outcome_words(job: IngestJob) -> str:
    if job.status == "queued":
        return "waiting"
    if job.result is None or job.status == "failed":
        return markdown.literal(job.message) or job.status
    counted = f"{count_of(job.result.chunk_count, 'chunk')}, {count_of(job.result.fact_count, 'fact')}"
    if job.result.waiting_count and not job.result.reading:  # which says so itself
        counted += f", {job.result.waiting_count:,} left to Review"
    said = {
        "unchanged": "already there, nothing changed",
        "replaced": "replaced its former version",
        "created": "added",
    }
    told = " ".join(filter(None, [job.result.reading, job.message])) or no_facts_words(job.result)
    return f"{said[job.result.status]}: {counted}. {markdown.literal(told)}"


def no_facts_words(result: Ingested) -> str:
    """Why a document brought none, where neither a reading nor a warning says it."""
    if result.fact_count or result.status == "unchanged":
        return ""
    graph = services().ingestion.graph
    if graph.extracts:
        return "The language model read no fact in it."
    if graph.reader is None:
        return "No facts: no language model is configured, and reading by rule is off."
    return "No facts were read in it."


def show_actions(job: IngestJob) -> None:
    if job.status == "failed":
        st.button("Try again", key=f"retry-{job.id}", type="tertiary", on_click=retry_job, args=(job,))
    elif job.status in ("queued", "running"):
        st.button("Cancel", key=f"cancel-{job.id}", type="tertiary", on_click=cancel_job, args=(job,))
    elif job.result is not None:
        with st.container(horizontal=True, gap="small"):
            links.show("documents", "Open", id=str(job.result.document_id))
            if job.result.waiting_count:
                what = "Facts that were read in it wait there until somebody accepts or rejects them."
                links.show("graph", "Review", help=what, view="review")


@contextmanager
def tell_failure(what: str) -> Iterator[None]:
    """`what` was not done is told with the error's own sentence, by the queue when it is drawn next."""
    try:
        yield
    except DossierError as error:
        st.session_state[TOLD] = (f"{what} {markdown.literal(str(error))}", ":material/error:")


def retry_job(job: IngestJob) -> None:
    with tell_failure(f"“{markdown.literal(shorten_title(job.title))}” is not tried again."):
        run(services().jobs.retry(job.id))


def cancel_job(job: IngestJob) -> None:
    with tell_failure(f"“{markdown.literal(shorten_title(job.title))}” was not cancelled."):
        run(services().jobs.cancel(job.id))


def cancel_waiting_jobs() -> None:
    with tell_failure("Nothing was cancelled."):
        count = run(services().jobs.cancel_waiting())
        st.session_state[TOLD] = (f"{count:,} cancelled.", ":material/cancel:")


def forget_finished_jobs() -> None:
    with tell_failure("The history was not emptied."):
        run(services().jobs.forget_finished())
