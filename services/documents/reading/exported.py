"""The documents of an export, read again."""

from pathlib import Path

from pydantic import ValidationError

from services.documents.reading.decoding import decode
from services.errors import UnreadableDocument
from services.models import DocumentDraft


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
