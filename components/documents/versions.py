"""The versions of a document: which one is shown, the others, and what differs, side by side."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import groupby

import streamlit as st

from components import links, url_state
from components.backend import run, services
from components.dates import day
from services.models import Document, DocumentVersion
from services.text.differences import Difference, Part, Span, differences, differences_in_passage
from services.text.wording import count_of, document_writing_words, writing_words

COMPARE = "compare"
MOST_ROWS = 200
STYLE = """
<style>
.versions { width: 100%; table-layout: fixed; border-collapse: collapse; font-size: 0.9rem; line-height: 1.5;
  color: inherit; }
.versions th, .versions td { width: 50%; padding: 0.4rem 0.6rem; text-align: left; vertical-align: top;
  border: 1px solid rgba(128, 128, 128, 0.35); white-space: pre-wrap; overflow-wrap: anywhere; }
.versions th { font-weight: 600; }
.versions .same { text-align: center; opacity: 0.75; font-size: 0.85rem; }
.versions del { background: rgba(214, 64, 50, 0.22); text-decoration: line-through; text-decoration-thickness: 1px; }
.versions ins { background: rgba(30, 150, 80, 0.24); text-decoration: underline; text-underline-offset: 2px; }
</style>
"""


def show(document: Document, mark: Span | None) -> bool:
    """Which version this is, with a choice of the others; whether it is to be compared instead of read. `mark`: the
    passage that was cited, shown beside what the newest version has in its place."""
    if document.version == 1 and document.replaced_at is None:
        return False
    versions = run(services().library.versions(document.id))
    if len(versions) < 2:
        return False
    with st.container(horizontal=True, vertical_alignment="bottom"):
        choose_version(document, versions)
        compared = st.toggle(
            "Compare with the newest" if document.replaced_at else "Compare with the one before",
            key=COMPARE,
            on_change=url_state.bind(COMPARE, False, url_state.SWITCH),
        )
    other = versions[-1] if document.replaced_at else versions[-2]
    if document.replaced_at is not None:
        show_newer_version(document, other, mark)
    if compared:
        show_comparison(document, other)
    return compared


def choose_version(document: Document, versions: Sequence[DocumentVersion]) -> None:
    labels = {str(one.id): version_label(number, versions) for number, one in enumerate(versions, start=1)}
    key = f"version-{document.id}"
    st.session_state[key] = str(document.id)
    st.selectbox(
        "Version",
        list(labels),
        key=key,
        format_func=lambda one: labels[one],
        on_change=open_chosen_version(key),
        width=340,
    )


def version_label(number: int, versions: Sequence[DocumentVersion]) -> str:
    """As “version 2 of 3, of 4 May 2021”; one without a date of its own is of the day on which it came."""
    version = versions[number - 1]
    return f"version {number} of {len(versions)}, {dated_words(version)}"


def dated_words(version: DocumentVersion) -> str:
    """“of 4 May 2021”, “of 2021” where it says no more, “saved 4 May 2021” where only a program's stamp says so."""
    written = version.reference_time
    if written is None:
        return f"added {day(version.created_at)}"
    said = writing_words(written, is_saving=version.dated_by_saving, dated_to=version.dated_to)
    return said.removeprefix("file ").replace("written ", "of ")


def open_chosen_version(key: str) -> Callable[[], None]:
    """A passage of one version is none of another."""

    def react() -> None:
        url_state.change_address({"id": st.session_state[key]}, without=["start", "end", "page"])

    return react


def show_newer_version(document: Document, newest: DocumentVersion, mark: Span | None) -> None:
    st.info(
        f"A newer version of this document exists: it took this one's place on {day(document.replaced_at)}. Searches "
        "and answers of today use the newest; one that looks from an earlier date uses the version of its time.",
        icon=":material/history:",
    )
    links.show("documents", "Open the newest version", icon=":material/update:", id=str(newest.id))
    if mark is None:
        return
    later = run(services().library.get(newest.id)).content
    found = differences_in_passage(document.content, later, mark)
    if all(one.same for one in found):
        st.caption("The newest version has the cited passage as it stands here.")
        return
    st.caption("The cited passage, and what the newest version has in its place:")
    st.html(STYLE + diff_table("this version", "the newest version", diff_rows(found)))


def show_comparison(document: Document, other: DocumentVersion) -> None:
    beside = run(services().library.get(other.id))
    earlier, later = (document, beside) if document.replaced_at else (beside, document)
    found = list(differences(earlier.content, later.content))
    changed, lines = sum(not one.same for one in found), diff_rows(found)
    st.caption(f"{count_of(changed, 'passage')} of it {'differs' if changed == 1 else 'differ'}.")
    st.html(STYLE + diff_table(version_heading(earlier), version_heading(later), lines))
    if len(lines) > MOST_ROWS:
        st.caption(f"The first {MOST_ROWS} rows are shown.")


def version_heading(document: Document) -> str:
    if document.reference_time is None:
        return f"Version added {day(document.created_at)}"
    said = document_writing_words(document.metadata, document.reference_time)
    return f"Version {said.removeprefix('file ').replace('written ', 'of ')}"


def diff_table(earlier: str, later: str, lines: Sequence[str]) -> str:
    """As HTML, with the first of these rows."""
    head = f"<thead><tr><th>{escape(earlier)}</th><th>{escape(later)}</th></tr></thead>"
    return f'<table class="versions">{head}<tbody>{"".join(lines[:MOST_ROWS])}</tbody></table>'


def diff_rows(found: Iterable[Difference]) -> list[str]:
    """As HTML; what both have is counted, not repeated."""
    made = []
    for same, group in groupby(found, key=lambda one: one.same):
        some = list(group)
        if same:
            made.append(f'<tr><td colspan="2" class="same">{count_of(len(some), "paragraph")} unchanged</td></tr>')
        else:
            made += [
                f"<tr><td>{diff_side(one.earlier, 'del')}</td><td>{diff_side(one.later, 'ins')}</td></tr>"
                for one in some
            ]
    return made


def diff_side(parts: Sequence[Part], tag: str) -> str:
    return "".join(mark_text(part.text, tag) if part.differs else escape(part.text) for part in parts)


def mark_text(text: str, tag: str) -> str:
    """The space before it is not of it."""
    words = text.lstrip()
    return f"{text[: len(text) - len(words)]}<{tag}>{escape(words)}</{tag}>"
