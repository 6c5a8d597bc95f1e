"""Reads the files of an export again."""

import hashlib
import re
from pathlib import Path

from pydantic import ValidationError

from services.documents.reading.decoding import decode
from services.errors import UnreadableDocument
from services.models import DocumentDraft

ORIGINALS = "originals"
"""The folder of an export that has the files as they came, each named by its hash."""
HASH = re.compile(r"[0-9a-f]{64}")


def exported_file(folder: Path, draft: DocumentDraft) -> bytes | None:
    """The draft's file from the export in this folder; None if it is not there, or has changed."""
    name = draft.original.hash if draft.original is not None else ""
    path = folder / ORIGINALS / name
    if not HASH.fullmatch(name) or not path.is_file():
        return None
    data = path.read_bytes()
    return data if hashlib.sha256(data).hexdigest() == name else None


def read_exported(path: Path) -> list[DocumentDraft]:
    """The documents of an export, one a line. Raises UnreadableDocument, naming the line that is none."""
    drafts = []
    for number, line in enumerate(decode(path.read_bytes(), path.name).split("\n"), start=1):
        try:
            drafts += [DocumentDraft.model_validate_json(line)] if line.strip() else []
        except ValidationError as error:
            raise UnreadableDocument(
                f"“{path.name}”, line {number} is no exported document. Export it again."
            ) from error
    return drafts
