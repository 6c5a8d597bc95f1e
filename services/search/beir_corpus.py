"""A BEIR corpus as documents: `corpus.jsonl` with `_id`, `title`, `text`; the id becomes the document's source."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from services.errors import InvalidInput
from services.models import DocumentDraft
from services.text.cleaning import document_text

FILE = "corpus.jsonl"
TITLE_CHARACTERS = 80
WORDS_OF_ONE_LINE = re.compile(r"\S+(?: \S+)*")


@dataclass(frozen=True)
class BeirCorpus:
    """Documents are read as they are asked for; `remarks` tells afterwards what was left out."""

    path: Path
    sources: set[str] = field(default_factory=set)
    """Of the documents read so far."""
    _counted: Counter[str] = field(default_factory=Counter)

    @classmethod
    def at(cls, path: Path) -> "BeirCorpus":
        """The corpus in the folder, or above a qrels file. Raises InvalidInput."""
        for place in (path, path.parent, path.parent.parent):
            if (place / FILE).is_file():
                return cls(place / FILE)
        raise InvalidInput(f"{path} has no {FILE}: --ingest loads the corpus of a BEIR folder.")

    def size(self) -> int:
        """How many lines there are to read."""
        return sum(1 for _ in self._lines())

    def documents(self) -> Iterator[DocumentDraft]:
        """Raises InvalidInput."""
        for number, line in self._lines():
            draft = _draft(self.path, number, line)
            if not draft.content:
                self._counted["have no text and were left out"] += 1
                continue
            if draft.source in self.sources:
                self._counted["have an id that came before and replace the one that had it"] += 1
            self.sources.add(draft.source)
            yield draft
        if not self.sources:
            raise InvalidInput(f"{self.path} holds no document with a text.")

    def remarks(self) -> tuple[str, ...]:
        return tuple(f"Documents of the corpus that {what}: {count}" for what, count in self._counted.items())

    def _lines(self) -> Iterator[tuple[int, str]]:
        with self.path.open(encoding="utf-8-sig", errors="replace") as lines:
            yield from ((number, line) for number, line in enumerate(lines, 1) if line.strip())


def _draft(path: Path, number: int, line: str) -> DocumentDraft:
    """`content` is empty where the line has neither text nor title."""
    try:
        row = json.loads(line)
        source, title, content = document_text(str(row["_id"])).strip(), _words(row.get("title")), _words(row["text"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InvalidInput(f"Line {number} of {path} is not JSON with _id and text.") from error
    return DocumentDraft(title=title or first_words(content), source=source, content=content or title)


def _words(value: object) -> str:
    """Raises TypeError for anything but a text or nothing."""
    if not isinstance(value, str | None):
        raise TypeError(value)
    return document_text(value or "").strip()


def first_words(content: str) -> str:
    """A title for a text without one, literally its beginning: so that it is not indexed twice."""
    line = WORDS_OF_ONE_LINE.match(content)
    words = line[0] if line else content
    if len(words) <= TITLE_CHARACTERS:
        return words
    return words[: TITLE_CHARACTERS + 1].rpartition(" ")[0] or words[:TITLE_CHARACTERS]
