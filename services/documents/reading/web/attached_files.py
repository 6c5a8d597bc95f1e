"""The files that are attached to a mail: the words of each as a section of its own, the others by their names."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from services.documents.reading.formats import format_of
from services.errors import UnreadableDocument
from services.models import DocumentDraft

MOST_READ = 50
MOST_CHARACTERS = 3_000_000
"""Of one mail's files together; what goes beyond is named."""
TOO_MUCH = "The mail brings more than is read of one: add this as a file of its own."
SCAN = "It is a scan: add it as a file of its own, so that a machine reads it."
HEADING = re.compile(r"^(?=#{1,4} )", re.MULTILINE)

Reader = Callable[[bytes, str], DocumentDraft]


class AttachedFile(NamedTuple):
    name: str
    data: bytes


class AttachedTexts(NamedTuple):
    """`parts`: sections, then one line with the names of all files without one. `warnings` say why a file that could
    have been read was not."""

    parts: tuple[str, ...]
    warnings: tuple[str, ...]


def attached_texts(files: Sequence[AttachedFile], read: Reader | None) -> AttachedTexts:
    """The texts of attached files; without `read` only their names. Of pictures only the name: most are signatures."""
    sections: list[str] = []
    named: list[str] = []
    warnings: list[str] = []
    for file in files:
        name = " ".join(file.name.split())
        if read is None or format_of(name) in (None, "image"):
            named.append(name)
            continue
        try:
            if len(sections) >= MOST_READ or sum(map(len, sections)) >= MOST_CHARACTERS:
                raise UnreadableDocument(TOO_MUCH)
            sections.append(_section(name, read(file.data, name)))
        except UnreadableDocument as error:
            named.append(name)
            warnings.append(f"The attached “{name}” was not read. {error}")
    line = (f"[Attached: {', '.join(named)}]",) if named else ()
    return AttachedTexts((*sections, *line), tuple(warnings))


def _section(name: str, draft: DocumentDraft) -> str:
    """Its own headings stand below its name."""
    text = draft.content.strip()
    if not text:
        raise UnreadableDocument(SCAN)
    return f"## Attached: {name}\n\n{HEADING.sub('##', text)}"
