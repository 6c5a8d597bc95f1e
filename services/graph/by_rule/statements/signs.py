"""What tells whether a fact says what its sentence says: how its ends are named and how they are joined. Pure."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from services.graph.by_rule.names.edges import Labelled, edge_signs
from services.graph.by_rule.sentences.passages import is_row
from services.graph.by_rule.sentences.tokens import Parsed, word_set
from services.graph.by_rule.sentences.vocabulary import KIN, OFFICES, OFFICES_OF_PEOPLE
from services.graph.by_rule.statements.context import Read
from services.graph.by_rule.statements.links import End, Link

LONG, VERY_LONG = 30, 45
FAR, VERY_FAR = 8, 16
MANY_NAMES_BETWEEN, DEEP = 3, 3
_CODE = re.compile(r"[\[\]<>{}|=@#\\]|https?:")
_NUMBER = re.compile(r"^(?:\d[\d.]*\)?\s+)?(?:the\s+)?", re.IGNORECASE)
_QUOTES = re.compile(r"[\"“”„«»]")
_USUAL = {"object first", "owner", "modifier"}
"""“X's chairman Y”, “the X chairman, Y”: so is who is what of whom told."""
_MAKES = word_set(
    "founded built made written edited designed owned developed published composed painted produced established created"
)
"""What nobody does to a person: “X of Y, founded by Z” tells it of Y."""
_HEADINGS = ("heading", "topic", "caption")
_DESCRIBED = ("thing", "group", "noun", "place")
_LEFT_OPEN = ("office", "post", "place taken")


@dataclass(frozen=True)
class Signs:
    """`types` of the document's names; `is_word`: whether the language has a word that is no name."""

    types: Mapping[str, str]
    is_word: Callable[[str], bool]

    def of(self, link: Link, ends: tuple[str, str], read: Read, labelled: Labelled, told: Collection[str]) -> set[str]:
        """`ends`: what subject and object are called; `told`: the names of the sentence before."""
        found = set[str]()
        for end, name in zip((link.subject, link.object), ends, strict=True):
            found.update(self._of_end(end, name, read, labelled, told))
        found.update(self._of_joint(link, ends, read))
        found.update(_of_sentence(read))
        if _is_office_entry(link, read):
            found.discard("from words of heading")  # “Directors of X” is what such a heading says
        return found - _USUAL if not read.parsed.tokens[link.anchor].is_verb and "noun" not in found else found

    def _of_end(self, end: End, name: str, read: Read, labelled: Labelled, told: Collection[str]) -> Iterator[str]:
        if not self.types.get(name):
            yield "unknown kind"
        if end.kind == "name" and end.span is not None:
            yield from edge_signs(read.parsed, end.span, labelled, self.is_word)
        elif end.kind in _HEADINGS and not any(_is_of(heading, name) for heading in read.passage.sections):
            yield "from words of heading"
        elif end.kind == "person":
            rivals = {other for other in told if other != name and self.types.get(other) == "Person"}
            yield "he of several" if rivals else "he"
        elif end.kind in _DESCRIBED:
            yield "described"
        elif end.kind in _LEFT_OPEN:
            yield "office left open"

    def _of_joint(self, link: Link, ends: tuple[str, str], read: Read) -> Iterator[str]:
        words = link.relation.split()
        if read.passage.heads is not None:
            if not _is_office_entry(link, read) and not is_row(read.passage.text):
                yield "entry"
            return
        anchor, people = read.parsed.tokens[link.anchor], set(words) & (OFFICES_OF_PEOPLE | KIN)
        if anchor.is_verb:
            yield from _of_verb(read.parsed, link)
        elif not link.are_places and len(words) > 1 and not set(words) & (OFFICES | KIN):
            yield "noun"
        elif len(words) == 1 and not link.are_places:
            if _place(link.object) < _place(link.subject):
                yield "owned"
            elif self.types.get(ends[0]) != "Person":
                yield "placed"
        if people and not anchor.is_verb and self.types.get(ends[0]) != "Person":
            yield "office misfit"
        if people and not people & KIN and self.types.get(ends[1]) == "Person":
            yield "office misfit"
        if words[-1] == "by" and words[0] in _MAKES and self.types.get(ends[0]) == "Person":
            yield "person made"
        yield from _between(read, link)


def _is_office_entry(link: Link, read: Read) -> bool:
    return read.passage.heads is not None and not (OFFICES | KIN).isdisjoint(link.relation.split())


def _of_verb(parsed: Parsed, link: Link) -> Iterator[str]:
    verb = parsed.tokens[link.anchor]
    if verb.lemma in ("be", "become", "remain"):
        yield "is"
    if verb.tag == "VBN" and not parsed.under(link.anchor, "nsubj", "nsubjpass"):
        yield "passive elsewhere"
    if link.subject.token > link.anchor:
        yield "subject behind"
    if _steps(parsed, link.subject.token, link.anchor) >= DEEP:
        yield "deep subject"
    if _steps(parsed, link.object.token, link.anchor) > DEEP:
        yield "deep object"


def _steps(parsed: Parsed, number: int, anchor: int) -> int:
    """From a word up to the verb; 0 where it does not hang on it."""
    return next((steps for steps, above in enumerate(parsed.above(number), 1) if above == anchor), 0)


def _between(read: Read, link: Link) -> Iterator[str]:
    first, last = sorted((_place(link.subject), _place(link.object)))
    if first < 0:
        return
    own = {link.subject.span, link.object.span}
    count = sum(first < span.first and span.last < last and span not in own for span in read.spans)
    between = read.parsed.tokens[first:last]
    if count >= MANY_NAMES_BETWEEN or any(_QUOTES.match(token.text) for token in between):
        yield "many between"
    elif count:
        yield "names between"
    if last - first > FAR:
        yield "far" if last - first <= VERY_FAR else "very far"
    if _place(link.object) < _place(link.subject):
        yield "object first"


def _place(end: End) -> int:
    return end.span.first if end.span is not None else end.token


def _is_of(heading: str, name: str) -> bool:
    """Whether the heading is nothing but the name, with a number or an article before it."""
    return _NUMBER.sub("", heading).strip(" .:").casefold() == name.casefold()


def _of_sentence(read: Read) -> Iterator[str]:
    text, tokens = read.passage.text, read.parsed.tokens
    if len(tokens) > LONG:
        yield "long" if len(tokens) <= VERY_LONG else "very long"
    if _CODE.search(text) and not is_row(text):
        yield "code"
