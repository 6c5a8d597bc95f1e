"""What is being ingested, what waits, and what became of the rest."""

from collections.abc import Sequence

import streamlit as st

from components import links, markdown
from components.backend import run, services
from components.dates import day
from services.errors import DossierError
from services.models import IngestJob

STAGES = {
    "reading": "reading",
    "chunking": "cutting into chunks",
    "embedding": "embedding",
    "storing": "storing",
    "graph": "writing facts",
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


@st.fragment(run_every=1.5)
def show() -> None:
    try:
        jobs = run(services().jobs.recent(50))
    except DossierError as error:
        st.error(str(error), icon=":material/error:")
        return
    if not jobs:
        st.caption("Nothing has been added from this page yet.")
        return
    underway = [job for job in jobs if job.status in ("queued", "running")]
    st.caption(f"{len(underway)} on the way" if underway else "All done.")
    for job in jobs:
        row(job)
    if len(underway) < len(jobs):
        st.button("Empty the history", type="tertiary", on_click=forget, help="Documents stay.", key="forget_jobs")


def row(job: IngestJob) -> None:
    name, state, act = st.columns([3, 4, 1.4], vertical_alignment="center")
    name.markdown(
        f"{ICONS[job.status]} {markdown.literal(job.title)}",
        help=f"{markdown.literal(job.source)}, {day(job.created_at)}",
    )
    with state:
        if job.status == "running":
            st.progress(job.fraction, STAGES[job.stage])
        else:
            st.caption(outcome(job))
    with act:
        actions(job)


def outcome(job: IngestJob) -> str:
    if job.status == "queued":
        return "waiting"
    if job.result is None or job.status == "failed":
        return markdown.literal(job.message) or job.status
    counted = f"{job.result.chunk_count} chunks, {job.result.fact_count} facts"
    said = {
        "unchanged": "already there, nothing changed",
        "replaced": "replaced its former version",
        "created": "added",
    }
    told = " ".join(filter(None, [job.result.reading, job.message]))
    return f"{said[job.result.status]}: {counted}. {markdown.literal(told)}"


def actions(job: IngestJob) -> None:
    if job.status == "failed":
        st.button("Try again", key=f"retry-{job.id}", type="tertiary", on_click=retry, args=([job],))
    elif job.status == "queued":
        st.button("Cancel", key=f"cancel-{job.id}", type="tertiary", on_click=cancel, args=([job],))
    elif job.result is not None:
        links.show("documents", "Open", id=str(job.result.document_id))


def retry(jobs: Sequence[IngestJob]) -> None:
    for job in jobs:
        run(services().jobs.retry(job.id))


def cancel(jobs: Sequence[IngestJob]) -> None:
    for job in jobs:
        run(services().jobs.cancel(job.id))


def forget() -> None:
    run(services().jobs.forget_finished())
