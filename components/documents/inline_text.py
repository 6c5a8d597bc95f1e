"""The drawn words of a paragraph, each with its place in the document: what Markdown's own signs leave of a text.

The parser says in which order signs and words come, not where they stand. They are met again here, one by one; where
one is not met, nothing is guessed: `Misplaced` is raised, and the block is shown as its plain lines.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from markdown_it.helpers import parseLinkDestination, parseLinkTitle
from markdown_it.token import Token

STYLES = {"strong": "strong", "em": "em", "s": "struck"}
_BREAK = re.compile(r"[ \t]*\\?\n[ \t]*")
_SPACE = re.compile(r"[ \t\n]*")


class Misplaced(Exception):
    """What is drawn was not found in the text where it should stand."""


@dataclass(frozen=True)
class Span:
    """Words of one style: `text` stands for the document's characters from `start` to `end`.

    Where these are as many, each stands for one; else, as in `&amp;`, only the whole has a place.
    """

    text: str
    start: int
    end: int
    styles: tuple[str, ...] = ()
    link: str = ""

    @property
    def is_divisible(self) -> bool:
        return len(self.text) == self.end - self.start


Places = Sequence[int]
"""Of each character of a paragraph's own text, the offset in the document."""


def style_spans(tokens: Sequence[Token], text: str, places: Places) -> tuple[Span, ...]:
    """`tokens`: what the parser found in `text`. Raises Misplaced."""
    found: list[Span] = []
    for span in _walk(tokens, text):
        found.extend(_placed(span, places))
    return tuple(found)


def _placed(span: Span, places: Places) -> Iterator[Span]:
    """In one piece where its characters follow each other in the document too."""
    if not span.is_divisible:
        yield replace(span, start=places[span.start], end=places[span.end - 1] + 1)
        return
    begin = span.start
    for at in range(span.start + 1, span.end + 1):
        if at == span.end or places[at] != places[at - 1] + 1:
            words = span.text[begin - span.start : at - span.start]
            yield replace(span, text=words, start=places[begin], end=places[at - 1] + 1)
            begin = at


def _walk(tokens: Sequence[Token], text: str) -> Iterator[Span]:
    at, styles, link = 0, (), ""  # type: int, tuple[str, ...], str
    for token in tokens:
        opened, _, end = token.type.rpartition("_")
        match token.type:
            case "text":
                begin, at = at, _past(text, at, token.content)
                if token.content:
                    yield Span(token.content, begin, at, styles, link)
            case "text_special":
                begin, at = at, _past(text, at, token.markup)
                yield Span(token.content, begin, at, styles, link)
            case "code_inline":
                span, at = _code(token, text, at)
                yield replace(span, styles=(*styles, "code"), link=link)
            case "softbreak" | "hardbreak":
                begin, at = at, _matched(_BREAK, text, at)
                yield Span("\n", begin, at, (*styles, "break") if token.type == "hardbreak" else styles, link)
            case "link_open":
                at = _past(text, at, "<" if token.markup == "autolink" else "[")
                link = str(token.attrs.get("href", ""))
            case "link_close":
                at, link = _past(text, at, ">") if token.markup == "autolink" else _past_link(text, at), ""
            case "image":
                begin = _past(text, at, "![")
                end_of_words = _past(text, begin, token.content)
                if token.content:
                    yield Span(token.content, begin, end_of_words, (*styles, "picture"), link)
                at = _past_link(text, end_of_words)
            case _ if opened in STYLES:
                at = _past(text, at, token.markup)
                styles = (*styles, STYLES[opened]) if end == "open" else styles[:-1]
            case _:
                raise Misplaced(token.type)
    if text[at:].strip():
        raise Misplaced(text[at:])


def _past(text: str, at: int, words: str) -> int:
    if not text.startswith(words, at):
        raise Misplaced(words)
    return at + len(words)


def _matched(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    if match is None:
        raise Misplaced(pattern.pattern)
    return match.end()


def _code(token: Token, text: str, at: int) -> tuple[Span, int]:
    """Between its ticks, without the one space at both ends that Markdown leaves out."""
    begin = _past(text, at, token.markup)
    closing = re.compile(rf"(?<!`){token.markup}(?!`)").search(text, begin)
    if closing is None:
        raise Misplaced(token.content)
    skipped = (closing.start() - begin - len(token.content)) // 2
    first = begin + skipped
    if text[first : first + len(token.content)].replace("\n", " ") != token.content:
        raise Misplaced(token.content)
    return Span(token.content, first, first + len(token.content)), closing.end()


def _past_link(text: str, at: int) -> int:
    """After `](address "title")`. Links by reference are not read: what they refer to would have no place."""
    at = _past(text, at, "](")
    at = _matched(_SPACE, text, at)
    address = parseLinkDestination(text, at, len(text))
    at = _matched(_SPACE, text, address.pos if address.ok else at)
    title = parseLinkTitle(text, at, len(text))
    at = _matched(_SPACE, text, title.pos if title.ok else at)
    return _past(text, at, ")")
