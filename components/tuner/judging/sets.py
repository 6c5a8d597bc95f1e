"""Which set of judgements grades go into: chosen, created, imported, exported; and who judges."""

from collections.abc import Sequence

import streamlit as st

from components import failures, markdown
from components.backend import run, services
from components.dates import day
from components.tuner.judging import upload as judgement_upload
from components.tuner.memory import memory
from components.url_state import is_new
from services.errors import InvalidInput
from services.search.judgement_files import beir_zip, trec_zip
from services.search.models import Judgements, JudgementSet

PARAMETER = "judgements"
KEY = "tuner_judgements"
FIRST = "my judgements"
"""The set that a first grade creates."""


def current(sets: Sequence[JudgementSet]) -> str:
    """The set in the URL, else the one that was judged in last."""
    named = st.query_params.get(PARAMETER)
    if named in {known.name for known in sets}:
        return str(named)
    judged = [known for known in sets if known.last_judged_at is not None]
    return max(judged, key=lambda known: str(known.last_judged_at)).name if judged else sets[0].name if sets else FIRST


def choose(set_name: str) -> None:
    st.query_params[PARAMETER] = set_name


def show(sets: Sequence[JudgementSet], judgements: Judgements | None) -> str:
    """Choice, judge and exchange; returns the chosen set's name. `judgements` None: the set does not exist yet."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = choice(sets)
        judge()
        with st.popover("New set", icon=":material/add:"):
            _new()
        with st.popover("Import", icon=":material/upload:"):
            _import()
        with st.popover("Export", icon=":material/download:", disabled=judgements is None):
            if judgements is not None:
                _export(name, judgements)
    st.caption(next((description(known) for known in sets if known.name == name), "It is made with the first grade."))
    return name


def choice(sets: Sequence[JudgementSet]) -> str:
    names, chosen = [known.name for known in sets] or [FIRST], current(sets)
    return st.selectbox(
        "Set of judgements",
        names,
        index=names.index(chosen) if is_new(KEY, chosen) else 0,
        key=KEY,
        width=220,
        on_change=lambda: choose(st.session_state[KEY]),
        help="Grades go into this set; Evaluate measures with it.",
    )


def judge() -> None:
    """Who grades now; kept for the session."""
    name = memory().judge
    st.text_input(
        "Your name",
        name if is_new("judged_by", name) else "",
        key="judged_by",
        max_chars=80,
        width=200,
        placeholder="stands beside your grades",
        on_change=lambda: setattr(memory(), "judge", st.session_state["judged_by"].strip()),
    )


def description(known: JudgementSet) -> str:
    """`100 queries, 228 judgements by Ada, Grace; last on 12 Mar 2026`; safe as Markdown."""
    queries = "1 query" if known.query_count == 1 else f"{known.query_count:,} queries"
    judgements = "1 judgement" if known.judgement_count == 1 else f"{known.judgement_count:,} judgements"
    by = f" by {markdown.literal(', '.join(known.judged_by))}" if known.judged_by else ""
    last = f"; last on {day(known.last_judged_at)}" if known.last_judged_at else ""
    return f"{queries}, {judgements}{by}{last}"


def _new() -> None:
    st.text_input("Name of the new set", key="new_set", max_chars=200)
    st.button("Create", key="new_set_create", on_click=_create)


def _create() -> None:
    name = st.session_state["new_set"].strip()
    with failures.shown_as_toast("The set was not made."):
        run(services().judgements.create(name))
        st.session_state["new_set"] = ""
        choose(name)


def _import() -> None:
    st.caption(
        "A BEIR folder as a zip file, or its `queries.jsonl` with the `.tsv` of its qrels; or TREC: a qrels file "
        "(`query 0 document grade`) with a file of queries (`id`, tab, text). A document is named by its source."
    )
    name = st.text_input("Name of the set", key="import_name", max_chars=200, placeholder="the file's own name")
    files = st.file_uploader("Files", accept_multiple_files=True, key="import_files")
    if st.button("Import", key="import_run", type="primary", disabled=not files):
        given = {file.name: file.getvalue() for file in files or []}
        try:
            judgements = judgement_upload.read(given, name.strip())
            count = run(services().judgements.add(judgements, judged_by=memory().judge))
        except InvalidInput as error:
            st.error(markdown.literal(str(error)), icon=":material/error:")
            return
        choose(judgements.name)
        skipped = "".join(f" {text}." for text in judgements.skipped)
        st.toast(
            f"{count:,} judgements are in “{markdown.literal(judgements.name)}”. {markdown.literal(skipped)}",
            icon=":material/check:",
        )
        st.rerun()


def _export(set_name: str, judgements: Judgements) -> None:
    name = "".join(letter if letter.isalnum() else "-" for letter in set_name)
    st.caption("Both hold queries and grades; a document is named by its source.")
    st.download_button(
        "BEIR",
        lambda: beir_zip(judgements),
        f"{name}-beir.zip",
        "application/zip",
        key="export_beir",
        icon=":material/folder_zip:",
        on_click="ignore",
    )
    st.download_button(
        "TREC",
        lambda: trec_zip(judgements),
        f"{name}-trec.zip",
        "application/zip",
        key="export_trec",
        icon=":material/folder_zip:",
        on_click="ignore",
    )
