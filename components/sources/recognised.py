"""What was recognised of a file before it is ingested, and the task that its corrections make of it."""

import posixpath
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Protocol

from services.documents.reading.facts_file import FactsFile
from services.models import DATED_TO, DocumentDraft, IngestTask, is_dated_by_saving
from services.text.wording import count_of


class Upload(Protocol):
    name: str
    file_id: str

    def getvalue(self) -> bytes: ...


@dataclass(frozen=True)
class Recognised:
    """`draft` None: nothing could be read, and `problem` says why."""

    name: str
    draft: DocumentDraft | None = None
    facts: FactsFile | None = None
    problem: str = ""


def unique_names(uploads: Sequence[Upload]) -> list[str]:
    """Under which each goes in: files of one name that were dropped together lay in different folders and are different
    documents, the second “notes (2).txt”; the same file twice is one."""
    known: dict[str, bytes] = {}
    found = []
    for upload in uploads:
        content, name, number = upload.getvalue(), upload.name, 1
        while known.setdefault(name, content) != content:
            number += 1
            stem, ending = posixpath.splitext(upload.name)
            name = f"{stem} ({number}){ending}"
        found.append(name)
    return found


def correct_draft(draft: DocumentDraft, title: str, written: datetime | None) -> IngestTask:
    """With a date, what the file says wrongly of its own needs no warning; another date than the file's is a day. Its
    own stays a moment, by which one that a program's stamp tells is known."""
    own = draft.reference_time
    is_own = (written and written.date()) == (own and own.date())
    changes = {
        "metadata": {key: value for key, value in draft.metadata.items() if is_own or key != DATED_TO},
        "title": title.strip() or draft.title,
        "reference_time": own if is_own else written,
        "warnings": () if written else draft.warnings,
    }
    return IngestTask(draft=draft.model_copy(update=changes))


def moment_of_day(chosen: object) -> datetime | None:
    return datetime.combine(chosen, time(), UTC) if isinstance(chosen, date) else None


def date_words(draft: DocumentDraft) -> str:
    """Where only a program's stamp tells its date, and whether a text that is still to be read may tell it better."""
    if not is_dated_by_saving(draft.metadata, draft.reference_time):
        return ""
    else_told = ", unless its text says another" if draft.unread_pages else ""
    return f"dated by when its file was saved{else_told}"


def amount_words(draft: DocumentDraft) -> str:
    """What is read of it, and what is read when it is ingested."""
    known = f"{len(draft.content):,} characters" if draft.content else ""
    waiting = count_of(len(draft.unread_pages), "page") if draft.unread_pages else ""
    return " · ".join(filter(None, [known, waiting and f"{waiting} without text, read by machine when it is ingested"]))
