"""Documents that a question names: by file name, by a number such as “PEP 484” for pep-0484, or by title. Pure."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from services.models import DocumentName
from services.text.sentences import STOPWORDS, content_words, plain_words

_FILE = re.compile(r"[\w()-]+(?:\.[\w-]+)*\.[A-Za-z]\w{1,4}\b")
_PARTS = re.compile(r"[^\W\d_]+|\d+")
_CODE = re.compile(r"\b([^\W\d_]{2,})[\s_#-]*(?:no\.?\s*)?(\d{1,6})\b")
_OF_TITLE = re.compile(
    r"\b(?:documents?|files?|papers?|notes?|texts?|articles?|pages?|reports?|polic(?:y|ies)|guidelines?|leaflets?)\b"
    r"|\b(?:say|says|said|contains?|covers?|summar\w+|abstract)\b|^\W*what\s+is\s+in\b|[“\"«„]",
    re.IGNORECASE,
)
"""A question that may mean a title: else “Falcon 9” is the rocket, whatever a document is called."""
_OF_FIELDS = re.compile(
    r"\b(?:authors?|wrote|written|status|created|version|type|date[ds]?|title|replaces?|abstract|number)\b",
    re.IGNORECASE,
)
"""A question for what the head of a document says of it."""
_ABOUT = re.compile(
    r"\b(?:document|file|paper|note|text|article|report|policy|guideline|leaflet)s?\s+(?:about|on|of|for)\s+"
    r"(?P<topic>[^,;?]+?)(?:\s+(?:say|says|said|tell|tells|contain|contains|cover|covers)\b|\W*$)",
    re.IGNORECASE,
)
_AS_WHOLE = re.compile(
    r"^\W*(?:and\s+)?what(?:\s+(?:is|was|are|were)|['’]s)\s+(?:in\s+)?(?P<about>(?:the|this|that|our|my|his|her|their)\s+[^?]+?)\s+(?:all\s+)?about\W*$"
    r"|^\W*(?:can\s+you\s+|please\s+)*(?:summari[sz]e|sum\s+up|(?:give\s+(?:me\s+)?)?an?\s+(?:\w+\s+)?summary\s+of)\s+(?P<summed>[^?]+?)\W*$",
    re.IGNORECASE,
)
"""“What is the mail about the crane about?”, “Summarise the lease”."""
_CHANGED_BY = re.compile(
    r"^\W*what(?:['’]s|\s+(?:is|was|has|have|are|were|did|does))?\s+(?:been\s+)?(?P<before>[^?]*?)\b(?:chang(?:ed?|es)|new|different|amended|altered)\s*"
    r"(?:(?:in|with|by|under|through|between|from|since)\s+(?P<changed>[^?]+?))?\W*$",
    re.IGNORECASE,
)
"""“What changed with amendment 2?”, “What did the codicil change?”"""
_AND = re.compile(r"\s+(?:and|to|from)\s+|,\s*", re.IGNORECASE)
HALF_OF_NAME = 0.5
OF_WHOLE = content_words("document file paper text content note notes")
FEWEST_WORDS_OF_TITLE = 2
LONGEST_RUN = 4
MOST_NAMED = 3


@dataclass(frozen=True, eq=False)
class DocumentIndex:
    """Every document by its file name, by the letters and number in it, and by its title.

    Itself is all that it equals, so that questions can be remembered by it.
    """

    _files: Mapping[str, DocumentName] = field(default_factory=dict)
    _codes: Mapping[tuple[str, int], DocumentName] = field(default_factory=dict)
    _titles: Mapping[tuple[str, ...], DocumentName] = field(default_factory=dict)
    _runs: Mapping[tuple[str, ...], tuple[DocumentName, ...]] = field(default_factory=dict)
    _names: Sequence[tuple[frozenset[str], DocumentName]] = ()

    @classmethod
    def of(cls, documents: Iterable[DocumentName]) -> "DocumentIndex":
        files: dict[str, DocumentName] = {}
        codes: dict[tuple[str, int], DocumentName] = {}
        titles: dict[tuple[str, ...], DocumentName] = {}
        runs: dict[tuple[str, ...], tuple[DocumentName, ...]] = {}
        for document in documents:
            name = PurePosixPath(document.source.replace("\\", "/"))
            files[name.name.casefold()] = document
            if code := _code_of(name.stem):
                codes[code] = document
            if len(words := tuple(plain_words(document.title))) >= FEWEST_WORDS_OF_TITLE:
                titles[words] = document
            for run in set(_runs(plain_words(document.title))):
                runs[run] = (*runs.get(run, ()), document)
        return cls(files, codes, titles, runs, [(_name_words(one), one) for one in files.values()])

    def documents_named_in(self, question: str, things: Collection[str] = ()) -> tuple[DocumentName, ...]:
        """The documents that the question names, by file name first, then by number and title.

        `things` are named too and are no documents: “Falcon 9” is the rocket, unless the question asks for a document.
        """
        means_document = _OF_TITLE.search(question) is not None
        other = frozenset() if means_document or _OF_FIELDS.search(question) else {*map(_code_of, things)}
        said = [(match[1].casefold(), int(match[2])) for match in _CODE.finditer(question)]
        files = [self._files.get(match[0].casefold()) for match in _FILE.finditer(question)]
        codes = [self._codes.get(code) for code in said if code not in other]
        spoken = plain_words(question)
        titles = (self._titled(spoken) or self._titled_in_part(question, spoken)) if means_document else []
        titles = titles or (self._called(question) if not (any(files) or any(codes)) else [])
        named = {one.id: one for one in (*files, *codes, *titles) if one is not None}
        return tuple(named.values())[:MOST_NAMED]

    def _titled_in_part(self, question: str, spoken: Sequence[str]) -> list[DocumentName]:
        """“The transfusion policy” where one title alone has these words; “the note about ASML” by one."""
        about = _ABOUT.search(question)
        topic = [word for word in plain_words(about["topic"]) if word not in STOPWORDS] if about else []
        runs = sorted({*_runs(spoken), *([tuple(topic)] if len(topic) == 1 else [])}, key=len, reverse=True)
        found = [self._runs[run] for run in runs if (len(run) > 1 or run == tuple(topic)) and run in self._runs]
        return list(next((documents for documents in found if len(documents) == 1), ()))

    def _called(self, question: str) -> list[DocumentName]:
        """“What is the mail about?”, “What did the codicil change?”: those of which one name alone has all the words;
        of what changes something they are half of the name."""
        if (whole := _AS_WHOLE.search(question)) is not None:
            said, least = [whole["about"] or whole["summed"]], 0.0
        elif (changed := _CHANGED_BY.search(question)) is not None:
            spoken = (changed["changed"], changed["before"])
            said, least = [part for one in spoken if one for part in _AND.split(one)], HALF_OF_NAME
        else:
            return []
        named = [self._with_all(words, least) for one in said if (words := content_words(one) - OF_WHOLE)]
        return [one for one in named if one is not None] if all(named) else []

    def _with_all(self, asked: frozenset[str], least: float) -> DocumentName | None:
        found = [(own, document) for own, document in self._names if asked <= own]
        own, document = found[0] if len(found) == 1 else (frozenset[str](), None)
        told = frozenset(word for word in own if word.isalpha()) - OF_WHOLE
        return document if len(asked) >= least * len(told) else None

    def _titled(self, spoken: Sequence[str]) -> list[DocumentName]:
        found = [title for title in self._titles if _is_within(title, spoken)]
        longest = max(map(len, found), default=0)
        return [self._titles[title] for title in found if len(title) == longest]


def asks_what_changed(question: str) -> bool:
    """Whether it asks what a document changes."""
    return _CHANGED_BY.search(question) is not None


def _name_words(document: DocumentName) -> frozenset[str]:
    """The stems of its title and of its file's name; a mail's ending says what it is."""
    name = PurePosixPath(document.source.replace("\\", "/"))
    kind = "mail email message" if name.suffix.casefold() in (".eml", ".msg") else ""
    return content_words(f"{document.title} {' '.join(_PARTS.findall(name.stem))} {kind}")


def _runs(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Up to four words in a row, none of them a small one."""
    for start in range(len(words)):
        for end in range(start + 1, min(start + LONGEST_RUN, len(words)) + 1):
            if STOPWORDS.isdisjoint(words[start:end]):
                yield tuple(words[start:end])


def _code_of(stem: str) -> tuple[str, int] | None:
    """“pep-0484” → pep, 484; a name of more parts has no such code."""
    parts = _PARTS.findall(stem)
    is_code = len(parts) == 2 and not parts[0].isdigit() and parts[1].isdigit()
    return (parts[0].casefold(), int(parts[1])) if is_code else None


def _is_within(words: Sequence[str], spoken: Sequence[str]) -> bool:
    return any(tuple(spoken[start : start + len(words)]) == tuple(words) for start in range(len(spoken)))
