"""Many files on their way in, as one table: title and date of each to be corrected, and a date for all."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import date

import pandas as pd
import streamlit as st

from components import markdown, style
from components.sources.recognised import Recognised, Upload, amount_words, correct_draft, date_words, moment_of_day
from components.tuner.filters import EARLIEST, LATEST
from services.models import IngestTask
from services.text.wording import count_of

FIXED = ["file", "found"]
DATE_HELP = (
    "When it was written. Without one it counts as known from the day it is added. A date for all goes before it."
)
MOST_SAID = 20
"""Sentences below the table."""


def show(files: Sequence[tuple[Upload, Recognised]]) -> list[tuple[Upload, tuple[str, IngestTask]]]:
    """Those that are ticked, as they are to be ingested."""
    readable = sum(not one.problem for _, one in files)
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    left.caption(f"{count_of(len(files), 'file')}, {readable:,} of them can be read. Titles and dates can be changed.")
    chosen = right.date_input("Date for all", None, EARLIEST, LATEST, key="date_for_all", format="YYYY-MM-DD")
    for_all = chosen if isinstance(chosen, date) else None
    table = st.data_editor(
        pd.DataFrame([table_row(one) for _, one in files]),
        hide_index=True,
        width="stretch",
        placeholder="",
        height=style.table_height(len(files), 480),
        disabled=FIXED,
        key=table_key(files),
        column_config={
            "add": st.column_config.CheckboxColumn(width=60, help="Whether it is ingested."),
            "title": st.column_config.TextColumn(width=260, max_chars=500),
            "file": st.column_config.TextColumn(width=230),
            "found": st.column_config.TextColumn(width=230),
            "date": st.column_config.DateColumn(width=100, format="YYYY-MM-DD", help=DATE_HELP),
        },
    )
    show_remarks([one for _, one in files])
    rows = table.to_dict("records")
    return [
        (upload, task)
        for (upload, one), values in zip(files, rows, strict=True)
        if (task := task_of(one, values, for_all)) is not None
    ]


def show_remarks(files: Sequence[Recognised]) -> None:
    """What a cell has no room for: why a file cannot be read, and what to look at in another."""
    lines = [f"- {with_file_name(one.name, words)}" for one in files if (words := remark_words(one))]
    if not lines:
        return
    rest = len(lines) - MOST_SAID
    more = [f"- and {count_of(rest, 'more file')}, as the table says"] if rest > 0 else []
    st.warning("\n".join([*lines[:MOST_SAID], *more]), icon=":material/info:")


def with_file_name(name: str, words: str) -> str:
    """With the name of the file, where the sentence does not say it."""
    return markdown.literal(words) if name in words else f"**{markdown.literal(name)}**: {markdown.literal(words)}"


def remark_words(one: Recognised) -> str:
    """Sentences that fit no cell; none where all is well."""
    if one.facts is not None:
        return " ".join(one.facts.problems[:5])
    return " ".join(one.draft.warnings) if one.draft else one.problem


def table_key(files: Sequence[tuple[Upload, Recognised]]) -> str:
    """Another table for other files: what was corrected is kept by the number of its row."""
    ids = "".join(upload.file_id for upload, _ in files)
    return f"upload_table-{hashlib.sha256(ids.encode()).hexdigest()[:12]}"


def table_row(one: Recognised) -> dict[str, object]:
    draft = one.draft
    return {
        "add": not one.problem,
        "file": one.name,
        "title": draft.title if draft else "",
        "date": draft.reference_time.date() if draft and draft.reference_time else None,
        "found": content_words(one),
    }


def content_words(one: Recognised) -> str:
    if one.facts is not None:
        problems = f", {count_of(len(one.facts.problems), 'line')} left out" if one.facts.problems else ""
        return f"{count_of(len(one.facts.facts), 'dated fact')}{problems}"
    if one.draft is None:
        return "cannot be read"
    warned = [count_of(len(one.draft.warnings), "remark")] if one.draft.warnings else []
    return " · ".join(filter(None, [amount_words(one.draft), date_words(one.draft), *warned]))


def task_of(one: Recognised, values: Mapping[str, object], for_all: date | None) -> tuple[str, IngestTask] | None:
    """None: it is not ticked, or there is nothing to ingest."""
    if not values["add"] or one.problem:
        return None
    if one.facts is not None:
        return (one.name, IngestTask(facts=tuple(one.facts.facts))) if one.facts.facts else None
    assert one.draft is not None
    written = for_all or values["date"]
    return one.draft.source, correct_draft(one.draft, str(values["title"] or ""), moment_of_day(written))
