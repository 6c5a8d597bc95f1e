"""Pages whose text a machine has still to read: what is said of them, and their text once it is read."""

from collections.abc import Mapping

from services.documents.reading.page_texts import joined_pages
from services.documents.reading.recognition import dated_by_text
from services.documents.reading.scans.installation import INSTALL, are_models_installed
from services.errors import UnreadableDocument
from services.models import DocumentDraft, PageLayout, ReadPage
from services.text.wording import count_of

READ_BY_MACHINE = "pages_read_by_machine"
"""The metadata's field with their number."""


def mark_unread_pages(draft: DocumentDraft, unread: tuple[int, ...]) -> DocumentDraft:
    """The draft of a file some pages of which are pictures. Where these cannot be read, a draft with text says so in a
    warning, another raises UnreadableDocument."""
    if not unread or are_models_installed():
        return draft.model_copy(update={"unread_pages": unread})
    what = f"“{draft.source}” has {count_of(len(unread), 'page')} without text: pictures, as of a scan."
    said = f"{what} To have them read by machine: {INSTALL}, then add it again."
    if not draft.content.strip():
        raise UnreadableDocument(said)
    return draft.model_copy(update={"warnings": (*draft.warnings, said)})


def with_read_pages(draft: DocumentDraft, read: Mapping[int, ReadPage]) -> DocumentDraft:
    """The draft with the text of all its pages, and the date that it says; `read` has those that a machine read, by
    their numbers."""
    pages = [
        _read(layout, read[layout.number])
        if layout.number in read
        else (draft.content[layout.start_offset : layout.end_offset], layout)
        for layout in draft.pages
    ]
    content, layouts = joined_pages(pages)
    told = {"page_offsets": [layout.start_offset for layout in layouts], READ_BY_MACHINE: len(read)}
    changed = {
        "content": content,
        "pages": tuple(layouts),
        "unread_pages": (),
        "emphasis": (),
        "metadata": {**draft.metadata, **told},
    }
    return dated_by_text(draft.model_copy(update=changed))


def _read(layout: PageLayout, page: ReadPage) -> tuple[str, PageLayout]:
    changed = {"boxes": page.boxes, "confidences": page.confidences, "read_by_machine": True}
    return page.text, layout.model_copy(update=changed)
