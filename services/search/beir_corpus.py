"""A BEIR corpus as documents: `corpus.jsonl` with `_id`, `title`, `text`; the id becomes the document's source."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from services.errors import InvalidInput
from services.models import DocumentDraft

TITLE_CHARACTERS = 80
WORDS_OF_ONE_LINE = re.compile(r"\S+(?: \S+)*")


def corpus_size(folder: Path) -> int:
    """How many documents there are to read. Raises InvalidInput."""
    with _corpus(folder).open(encoding="utf-8-sig", errors="replace") as lines:
        return sum(1 for line in lines if line.strip())


def read_corpus(folder: Path) -> Iterator[DocumentDraft]:
    """Documents without any text are left out. Raises InvalidInput."""
    path = _corpus(folder)
    with path.open(encoding="utf-8-sig", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip() and (draft := _draft(path, number, line)) is not None:
                yield draft


def _corpus(folder: Path) -> Path:
    """In the folder, or above a qrels file."""
    for place in (folder, folder.parent, folder.parent.parent):
        if (place / "corpus.jsonl").is_file():
            return place / "corpus.jsonl"
    raise InvalidInput(f"{folder} has no corpus.jsonl: --ingest loads the corpus of a BEIR folder.")


def _draft(path: Path, number: int, line: str) -> DocumentDraft | None:
    try:
        row = json.loads(line)
        source, title, content = (
            str(row["_id"]),
            str(row.get("title") or "").strip(),
            str(row.get("text") or "").strip(),
        )
    except (ValueError, KeyError, AttributeError) as error:
        raise InvalidInput(f"Line {number} of {path} is not JSON with _id and text.") from error
    if not title and not content:
        return None
    return DocumentDraft(title=title or first_words(content), source=source, content=content or title)


def first_words(content: str) -> str:
    """A title for a text without one, literally its beginning: so that it is not indexed twice."""
    line = WORDS_OF_ONE_LINE.match(content)
    words = line[0] if line else content
    if len(words) <= TITLE_CHARACTERS:
        return words
    return words[: TITLE_CHARACTERS + 1].rpartition(" ")[0] or words[:TITLE_CHARACTERS]
