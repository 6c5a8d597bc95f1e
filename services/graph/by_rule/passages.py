"""A document as sentences, each with the headings it stands under; markup, code and links are blanked. Pure."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from services.text.markup import code
from services.text.sentences import sentences

LONGEST = 800
"""Characters of a sentence; what is longer is a list or no prose."""
_HEADING = re.compile(r"^#{1,6}[ \t]+([^\n]+)", re.MULTILINE)
_LINK = re.compile(r"!?\[([^\]\[\n]{0,500})\]\([^)\n]{0,2000}\)")
_URL = re.compile(r"(?:https?://|www\.)\S+|(?<![\w.+-])[\w.+-]{1,80}@[\w.-]{1,80}\.\w+")
_LONG_LINE = re.compile(r"[^\n]{20000,}")
"""Without an end for so long it is data; patterns would look through it again and again."""
_EMPHASIS = re.compile(r"(?<!\w)[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?!\w)|`")
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,200}>")
_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)])\s)")
_ROW = re.compile(r"\S \| \S|\t")


@dataclass(frozen=True)
class TextSentence:
    """`text` has the length of the document's `content[start:end]`; `sections` are the headings above, nearest last."""

    text: str
    start: int
    end: int
    paragraph: int
    sections: tuple[str, ...]


def passages(title: str, content: str) -> Iterator[TextSentence]:
    """Rows of tables are left out. `title` stands above all headings."""
    plain = masked(content)
    headings = [(match.start(), _level(match[0]), match[1].strip("# *_")) for match in _HEADING.finditer(content)]
    breaks = [match.start() for match in _PARAGRAPH.finditer(content)]
    places = [start for start, _, _ in headings]
    for sentence in sentences(plain):
        if not _ROW.search(sentence.text):
            sections = _sections(headings[: bisect_right(places, sentence.start)])
            paragraph = bisect_right(breaks, sentence.start)
            yield TextSentence(sentence.text, sentence.start, sentence.end, paragraph, (title, *sections))


def masked(content: str) -> str:
    """The text with blanks for whatever is no prose; all else stays where it is."""
    content = _LONG_LINE.sub(lambda line: " " * len(line[0]), content)
    signs = list(content)
    for start, end in code(content):
        signs[start:end] = [" " if sign != "\n" else sign for sign in signs[start:end]]
    text = _LINK.sub(_text_of_link, "".join(signs))
    for pattern in (_URL, _TAG, _EMPHASIS):
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    return text


def _text_of_link(match: re.Match[str]) -> str:
    lead = match.start(1) - match.start()
    return f"{' ' * lead}{match[1]}".ljust(len(match[0]))


def _level(heading: str) -> int:
    return len(heading) - len(heading.lstrip("#"))


def _sections(above: list[tuple[int, int, str]]) -> tuple[str, ...]:
    """The last heading of each level that no higher one has closed."""
    open_: list[tuple[int, str]] = []
    for _, level, words in above:
        open_ = [(other, text) for other, text in open_ if other < level]
        open_.append((level, words))
    return tuple(text for _, text in open_)
