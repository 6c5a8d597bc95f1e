"""Which document a person means by a name: its id, title or file, or what is written after an @ in a question. Pure."""

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple
from uuid import UUID

from services.errors import InvalidInput
from services.models import DocumentName
from services.text.wording import count_of, list_words

SHORTEST = 3
"""Characters of a part of a title that may name it."""
MOST_OFFERED = 5
MENTION = re.compile(r"(?<![\w@./+-])@(?:\"([^\"\n]+)\"|“([^”\n]+)”|(?=\w))")
"""An @ at the beginning of a word, and not in an address, before a name or one between quotation marks."""
WORD = re.compile(r"[^\s@]+")
END_OF_NAME = re.compile(r"(?!\w)")


class PromptWithDocuments(NamedTuple):
    """A question without its mentions, and the documents that they named."""

    prompt: str
    documents: tuple[UUID, ...]


class UnclearName(InvalidInput):
    """A name of no document, or of several; `candidates` are those that may be meant."""

    def __init__(self, said: str, name: str, candidates: Sequence[DocumentName] = ()) -> None:
        super().__init__(said)
        self.name, self.candidates = name, tuple(candidates)

    def meaning(self, prompt: str, document: DocumentName) -> str:
        """The question with this document meant by the name."""
        quoted = re.compile(rf"@[\"“]?{re.escape(self.name)}[\"”]?")
        return quoted.sub(lambda _: f'@"{document.id}"', prompt, count=1)


Key = Callable[[DocumentName], Iterable[str]]
EXACTLY: tuple[Key, ...] = (
    lambda one: (str(one.id),),
    lambda one: (one.source.casefold(),),
    lambda one: (one.title.casefold(),),
    lambda one: (_file_name(one).casefold(), PurePosixPath(_file_name(one)).stem.casefold()),
)
"""By what a document is called, the most exact first."""


def _file_name(document: DocumentName) -> str:
    return PurePosixPath(document.source.replace("\\", "/")).name


def document_named(name: str, documents: Sequence[DocumentName]) -> UUID:
    """The one that is called so, or the only one whose title or file has the words. Raises InvalidInput, with what else
    is meant, where there is none or more than one."""
    wanted = " ".join(name.split()).casefold()
    for key in EXACTLY:
        if found := [one for one in documents if wanted in key(one)]:
            return _only(name, found)
    parts = [one for one in documents if len(wanted) >= SHORTEST and _holds(one, wanted)]
    if not parts:
        near = _nearest(wanted, documents)
        offered = f" The nearest: {list_words([f'“{one.title}”' for one in near], 'or')}." if near else ""
        raise UnclearName(f"No document is called “{name}”.{offered}", name, near)
    begins = [one for one in parts if any(text.startswith(wanted) for text in _texts(one))]
    return _only(name, begins if len(begins) == 1 else parts)


def documents_named(names: Iterable[str], documents: Sequence[DocumentName]) -> tuple[UUID, ...]:
    """The documents of these names, each once. Raises InvalidInput for a name of none or of several."""
    return tuple(dict.fromkeys(document_named(name, documents) for name in names))


def read_mentions(prompt: str, documents: Sequence[DocumentName]) -> PromptWithDocuments:
    """The documents after each @: a name in quotation marks, else the longest that is a title or a file, else a word.

    At the question's beginning or end a mention goes; within it, the document's title takes its place. Raises
    InvalidInput for a name that names none or more than one.
    """
    titles, found, parts, last = {one.id: one.title for one in documents}, list[UUID](), list[str](), 0
    for start, end, name in _mentions(prompt, documents):
        named = document_named(name, documents)
        found.append(named)
        is_at_an_end = not "".join([*parts, prompt[last:start]]).strip() or not prompt[end:].strip(" .?!\n")
        parts += [prompt[last:start], "" if is_at_an_end else f"“{titles[named]}”"]
        last = end
    asked = "".join([*parts, prompt[last:]])
    return PromptWithDocuments(_tidied(asked) if found else prompt, tuple(dict.fromkeys(found)))


def _mentions(prompt: str, documents: Sequence[DocumentName]) -> Iterator[tuple[int, int, str]]:
    for match in MENTION.finditer(prompt):
        quoted = match[1] or match[2]
        name = quoted or _longest(prompt[match.end() :], documents)
        yield match.start(), match.end() + (0 if quoted else len(name)), name


def _longest(text: str, documents: Sequence[DocumentName]) -> str:
    """The longest title or file name that the text begins with; else its first word, without its punctuation."""
    folded = text.casefold()
    names = {name for one in documents for name in (one.title, one.source, _file_name(one))}
    begun = [name for name in names if folded.startswith(name.casefold()) and END_OF_NAME.match(text, len(name))]
    word = WORD.match(text)
    return text[: len(max(begun, key=len))] if begun else word[0].rstrip(".,;:!?)]}'’”\"") if word else ""


def _tidied(text: str) -> str:
    """The text without the gap that a mention has left: “Who led it, ?” becomes “Who led it?”."""
    closed = re.sub(r"[ \t,]+(?=[?!.]\s*$)", "", re.sub(r"[ \t]{2,}", " ", text))
    return closed.strip().lstrip(",:;– ").strip()


def _texts(document: DocumentName) -> tuple[str, str]:
    return document.title.casefold(), _file_name(document).casefold()


def _holds(document: DocumentName, wanted: str) -> bool:
    return any(all(word in text for word in wanted.split()) for text in _texts(document))


def _only(name: str, found: Sequence[DocumentName]) -> UUID:
    if len(found) == 1:
        return found[0].id
    shown = [f"“{one.title}” ({one.source})" for one in found[:MOST_OFFERED]]
    more = f" and {len(found) - MOST_OFFERED} more" if len(found) > MOST_OFFERED else ""
    said = ", ".join(shown) + more if more else list_words(shown)
    count = count_of(len(found), "document")
    sentence = f"“{name}” can be any of {count}: {said}. Say which by more of it."
    raise UnclearName(sentence, name, found[:MOST_OFFERED])


def _nearest(wanted: str, documents: Sequence[DocumentName]) -> list[DocumentName]:
    called = {text: one for one in documents for text in _texts(one)}
    near = difflib.get_close_matches(wanted, list(called), n=3, cutoff=0.5)
    return list({called[text].id: called[text] for text in near}.values())
