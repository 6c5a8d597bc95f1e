"""A document as sentences, each with the headings it stands under; markup, code and links are blanked. Pure."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from services.text.markup import code_spans
from services.text.sentences import LINE, Sentence, sentences

LONGEST = 800
"""Characters of a sentence; what is longer is a list or no prose."""
CLOSE = 3
"""Characters at most between a sentence and the one that it leans on."""
_HEADING = re.compile(r"^#{1,6}[ \t]+([^\n]+)", re.MULTILINE)
_LINK = re.compile(r"!?\[([^\]\[\n]{0,500})\]\([^)\n]{0,2000}\)")
_URL = re.compile(r"(?:https?://|www\.)\S+|(?<![\w.+-])[\w.+-]{1,80}@[\w.-]{1,80}\.\w+")
_LONG_LINE = re.compile(r"[^\n]{20000,}")
"""Without an end for so long it is data; patterns would look through it again and again."""
_EMPHASIS = re.compile(r"(?<!\w)[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?!\w)|`")
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,200}>")
_OURS = re.compile(r"^\[(?:Picture|Attached)[\]:]", re.MULTILINE)
"""What our readers write in a place of something that is no text."""
_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)])\s)")
_ROW = re.compile(r"\S \| \S|\t")
_BARRED = re.compile(r"^[ \t]*\|[ \t]*([^\n]+?)[ \t]*\|?[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"[\s|:-]+")
_MARK = re.compile(r"\s*(?:[-*+•]|\d+[.)])\s+")
_MARKED = re.compile(r"\s*(?:[-*+•|]|\d+[.)]\s)|[^\n]* \| ")
_KEY = re.compile(r"\*{0,2}[A-Z][\w '/-]{0,40}\*{0,2}:\*{0,2}\s+\S")
LONGEST_LEAD = 120
LONGEST_OF_BLOCK = 90
_OF_BLOCK = re.compile(r"(?:(?:counter)?signed\b|[^\W_a-z]|\+\d)")
_GOES_ON = re.compile(r"\b(?:a|an|the|of|in|at|on|to|for|by|with|and|or|from|is|was|are|were|has|had|which|who|that)$")
"""A line that ends so is broken at a width."""
_HEADLINE = re.compile(r"([A-Z][^\s.,;:]*(?: [^\s.,;:]+){0,3})[ \t]*\n\s*(?=[A-Z“\"])")
"""A line of up to four words before one that begins with a capital: no line of a text that is broken at a width."""


@dataclass(frozen=True)
class TextSentence:
    """`text` has the length of the document's `content[start:end]`; `sections` are the headings above, nearest last."""

    text: str
    start: int
    end: int
    paragraph: int
    sections: tuple[str, ...]
    heads: tuple[str, ...] | None = None
    """Of an item of a list or a row of a table: its columns' heads, none where it has or needs none."""


def split_passages(title: str, content: str) -> Iterator[TextSentence]:
    """`title` stands above all headings; above items and rows, also the line with a colon that leads to them."""
    plain = mask_non_prose(content)
    headings = [(match.start(), _level(match[0]), match[1].strip("# *_")) for match in _HEADING.finditer(content)]
    breaks = [match.start() for match in _PARAGRAPH.finditer(content)]
    places = [start for start, _, _ in headings]
    read = [(one.text, one.start, one.end, _heads_of(one, plain)) for one in _by_line(plain)]
    for words, start, end, heads in sorted([*read, *_rows(plain)], key=lambda one: one[1]):
        sections = (title, *_sections(headings[: bisect_right(places, start)]))
        lead = () if heads is None else _lead(plain, start)
        yield TextSentence(words, start, end, bisect_right(breaks, start), (*sections, *lead), heads)


def follows_directly(passage: TextSentence, before: TextSentence) -> bool:
    """Right after it, in its paragraph."""
    return passage.paragraph == before.paragraph and 0 <= passage.start - before.end <= CLOSE


def is_row(words: str) -> bool:
    return _ROW.search(words) is not None


def _by_line(plain: str) -> Iterator[Sentence]:
    """Lines that each have a key of their own, “Chair: …”, are no one sentence, nor are a heading of plain text and the
    line below it."""
    for sentence in sentences(plain):
        if _begins_line(plain, sentence.start) and (heading := _HEADLINE.match(sentence.text)) is not None:
            words, start = heading[1].rstrip(), sentence.start + heading.end()
            yield Sentence(words, sentence.start, sentence.start + len(words))
            sentence = Sentence(sentence.text[heading.end() :], start, sentence.end)
        lines = [line for line in LINE.finditer(sentence.text) if line[0].strip()]
        are_keys = all(_KEY.match(line[0].strip()) for line in lines)
        if len(lines) > 1 and (are_keys or _is_block([line[0].strip() for line in lines])):
            for line in lines:
                start = sentence.start + line.start() + len(line[0]) - len(line[0].lstrip())
                yield Sentence(line[0].strip(), start, start + len(line[0].strip()))
        else:
            yield sentence


def _is_block(lines: Sequence[str]) -> bool:
    """The lines of an address, a letterhead or a signature: each short, with a capital or “signed”, and no sentence."""
    are_short = all(len(line) <= LONGEST_OF_BLOCK and _OF_BLOCK.match(line) for line in lines)
    return are_short and not lines[-1].endswith((".", "?", "!", ":", ";")) and not any(map(_GOES_ON.search, lines))


def _begins_line(plain: str, start: int) -> bool:
    """But for its number or the mark of an item: “2. Library”."""
    before = plain[plain.rfind("\n", 0, start) + 1 : start]
    return not before or _MARK.fullmatch(before) is not None


def _heads_of(sentence: Sentence, plain: str) -> tuple[str, ...] | None:
    """None for a sentence in a paragraph."""
    line = plain.rfind("\n", 0, sentence.start) + 1
    is_alone = plain[sentence.end : sentence.end + 1] in ("", "\n")
    is_item = _MARK.fullmatch(plain[line : sentence.start]) is not None or _KEY.match(sentence.text) is not None
    is_row = _ROW.search(sentence.text) is not None
    return () if is_row or (is_item and is_alone and "\n" not in sentence.text) else None


def _rows(plain: str) -> Iterator[tuple[str, int, int, tuple[str, ...]]]:
    """Of tables as Markdown writes them, without their outer bars."""
    heads: tuple[str, ...] = ()
    end = -1
    for match in _BARRED.finditer(plain):
        if match.start() > end + 1:
            heads = tuple(cell.strip(" *") for cell in match[1].split("|"))
        elif not _RULE.fullmatch(match[1]):
            yield match[1], match.start(1), match.end(1), heads
        end = match.end()


def _lead(plain: str, start: int) -> tuple[str, ...]:
    """“Directors:” right above a list or a table."""
    above = plain[max(0, start - LONGEST * 4) : start].split("\n")[:-1]
    while above and (not above[-1].strip() or _MARKED.match(above[-1])):
        above.pop()
    line = above[-1].strip() if above else ""
    return (line.rstrip(":"),) if line.endswith(":") and len(line) <= LONGEST_LEAD else ()


def mask_non_prose(content: str) -> str:
    """The text with blanks for whatever is no prose; all else stays where it is."""
    content = _LONG_LINE.sub(lambda line: " " * len(line[0]), content)
    signs = list(content)
    for start, end in code_spans(content):
        signs[start:end] = [" " if sign != "\n" else sign for sign in signs[start:end]]
    text = _LINK.sub(_text_of_link, "".join(signs))
    for pattern in (_URL, _TAG, _EMPHASIS, _OURS):
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
