"""A passage's sentences as they can be quoted alone: with the one before where they only point at it, with what follows
where they end in a colon. Rows of tables know the heads of their columns, and lists can be quoted whole. Pure."""

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import PurePosixPath

from services.agent.offline.passage_rows import LABEL, named_cells, rows_of_table, rows_with_heads, table_lines
from services.text.markup import code_spans
from services.text.sentences import Sentence, content_words, sentences, words

SHORTEST, LONGEST = 25, 420
SHORTEST_SENTENCE = 12
FEWEST_WORDS = 3
"""In characters and in words: a whole sentence, as “Dogs are not allowed.”"""
SHORTEST_ROW = 6
"""Also of the items of a list: “12 g salt”."""
LONGEST_LIST = 700
FEWEST_ITEMS = 2
LONGEST_MARK = 8
OF_ONE_LINE = ("titled", "opening", "emphasised", "bold", "questioned")
OF_OWN_LINE = ("marked", "underlined", "capitals", "numbered")
_HEADING = re.compile(
    r"^#{1,6}[ \t]+(?P<marked>.+?)[\s#]*$"
    r"|^(?P<underlined>\S[^\n]{1,100})\n[=~^-]{3,}[ \t]*$"
    r"|^(?P<asking>\w[^\n|]{8,160}\?)[ \t]*$"
    r"|^[ \t]*(?:\d{1,2}[.)]|§[ ]?\d+)[ \t]+"
    r"(?![^\n.]*\b(?:is|are|was|were|must|may|can|cannot|has|have|had|will)\b)"
    r"(?P<titled>[^\W\d_][^\n.!?:;]{2,50})\.(?=[ ]+[^\Wa-zß-öø-ÿ_])"
    r"|(?:\A|(?<=\n\n)|(?<=[.!?]\n))(?P<opening>[A-Z][a-z]{4,}(?:[ ](?:and|of|the|to|[a-z]{4,})){0,3})\."
    r"(?=[ ]+[^\Wa-zß-öø-ÿ_])"
    r"|^[ \t]*(?:(?:[-*+]|\d{1,2}[.)])[ \t]+)?"
    r"(?:\*\*(?P<emphasised>[^*\n]{2,60})[.:]\*\*|\*\*(?P<bold>[^*\n]{2,60})\*\*[.:])"
    r"(?=[ \n])"
    r"|^[ \t]*(?:(?:[-*+]|\d{1,2}[.)])[ \t]+)?\*\*(?P<questioned>[^*\n]{8,160}\?)\*\*(?=[ \n])"
    r"|^[ \t]*(?P<capitals>(?=[^\n]*[A-Z]{4})[^a-zß-öø-ÿ\n|]{8,90})[ \t]*$"
    r"|^\d{1,2}[.)][ \t]+(?P<numbered>[^\W\d_][^\n]{1,60}[^\s.!?:;,])[ \t]*$(?=\n[^\W\d_])"
    r"|^[ \t]*(?P<line>\d{1,2}[.)]|§[ ]?\d+)(?=[ \t])",
    re.MULTILINE,
)
"""In Markdown, underlined, a question on a line of its own which what follows answers, a numbered title, a label that
opens a paragraph (“Methods. We …”), one in bold at the beginning of a line, or a line in capitals."""
_SAYS = re.compile(
    r"^(?:the|an?|this|these|it|they|he|she|we|you|all|each|every|no)\b|\d|\wed$"
    r"|\b(?:is|are|was|were|be|has|have|had|do|does|did|not|will|would|shall|should|must|may|might|can|could)\b"
    r"|\b(?<!of )(?<!for )(?<!in )(?<!to )(?<!on )(?<!by )(?<!and )(?<!or )(?<!at )(?<!with )(?:the|an?)\b",
    re.IGNORECASE,
)
"""Words of a numbered line that are a sentence, not the title of what follows on the same line."""
_LABELLED = re.compile(rf"{LABEL}\s+\S")
_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\d{1,2}[.)]|\(?[a-z]\)|\([ivx]{1,4}\))[ \t]+\S")
_SIGNED = re.compile(r"[A-Z][^\W\d_]+(?:\s+[A-Z][\w'’.-]*)+,\s+[a-z][\w'’ -]+")
"""“Karl Ode, market manager”: who somebody is, though no sentence says so."""
_SENTENCE = re.compile(rf"[A-Z“\"‘']\S*(?:\s+\S+){{{FEWEST_WORDS - 1},}}[.!?][”\"’']?", re.DOTALL)
_PRONOUN = r"(?:it|its|he|him|his|she|her|they|them|their|this|that|these|those|both|neither)\b"
_POINTS_BACK = re.compile(
    rf"{_PRONOUN}"
    rf"|(?:in|on|at|from|under|since|after|before|with|for|by|during|among|of|to|until)\s+(?:[^\s,]+,?\s+){{0,3}}?{_PRONOUN}"
    r"|the\s+\w+\s+(?:is|was|has|had|will|were|have)\b|the\s+(?:first|second|third|last|latter|former|other)\b",
    re.IGNORECASE,
)
"""How a sentence begins that says what it speaks of by a word for something named before."""

_QUALIFIES = re.compile(
    r"(?:except|unless|but|however|otherwise|exceptions?|only\s+(?:if|when|after)|nor|(?:after|before)\s+(?:that|this)|even\s+(?:then|so|if)"
    r"|(?:this|that|these|it)\s+(?:do(?:es)?\s+not|is\s+not|are\s+not|applies|apply|holds?)\s"
    r"|in\s+fact\b|the\s+(?:true|right|correct(?:ed)?|actual|final|revised)\s+\w+|(?:the|this|that)\s+(?:\w+\s+)?(?:figure|number|date|sum|count)\s"
    r"|(?:this|that|it)\s+(?:was|is|has\s+been|has\s+long\s+been)\s+(?:\w+\s+)?(?:wrong|an?\s+error|too\s+(?:low|high)|superseded|corrected|revised|withdrawn|out\s+of\s+date)"
    r"|(?:his|her|its|their)\s+(?:successor|replacement)"
    r"|(?:he|she|it|they)\s+(?:was|were|is|has\s+been|will\s+be)\s+(?:succeeded|replaced|followed)\s+by)\b",
    re.IGNORECASE,
)
"""How a sentence begins that takes back a part of what the one before it says."""

_REPLIES = re.compile(r"(?:answer|reply|a|yes|no|not)\b", re.IGNORECASE)
"""How the answer to a question begins that says little without it."""

Heading = tuple[int, int, str]
"""Where it begins and ends, and its words."""


@dataclass(frozen=True)
class QuotableText:
    """`heading` stands over it, `columns` are the heads of its table, if any; `words` are the stems that it says."""

    sentence: Sentence
    heading: str
    words: frozenset[str]
    columns: str = ""

    @property
    def text(self) -> str:
        return self.sentence.text

    @property
    def is_row(self) -> bool:
        """Whether it is a row of a table, or a line of labelled cells."""
        return bool(self.columns or named_cells(self.text))

    @property
    def heading_words(self) -> frozenset[str]:
        """The stems of all headings above it."""
        return content_words(f"{self.heading} {self.columns}")


@functools.lru_cache(maxsize=2_000)
def quotable_sentences(content: str, heading: str = "") -> tuple[QuotableText, ...]:
    """The sentences that are neither too short nor too long to quote, in their order; the passage begins under
    `heading`."""
    rows, headings = dict(rows_with_heads(content)), _headings(content, heading)
    below = (_below_heading(content, one, headings) for one in sentences(content))
    prose = [one for one in below if one is not None and not _is_in_row(one, rows)]
    found = sorted((one for one in (*prose, *rows) if content_words(one.text)), key=lambda one: one.start)
    fitting = [one for one in _understandable(content, found, rows, headings) if _fits(content, one, rows)]
    return tuple(_under(headings, fitting or found[:1], rows))


@functools.lru_cache(maxsize=2_000)
def quotable_lists(content: str, heading: str = "") -> tuple[QuotableText, ...]:
    """The lists, each as a whole with the line that announces it; a long one as far as it can be quoted."""
    headings = _headings(content, heading)
    announcing = {one.end: one for one in sentences(content) if one.text.endswith(":")}
    found = [_announced(content, one, announcing) for one in _lists(content) if not _has_titles(one.text)]
    return tuple(_under(headings, found, {}))


@functools.lru_cache(maxsize=2_000)
def quotable_headings(content: str) -> tuple[QuotableText, ...]:
    """The headings on lines of their own: “3.1.0 (2 November 2023)” tells a date."""
    found = [one for one in _headings_outside_code(content) if one.lastgroup in OF_OWN_LINE]
    spans = [Sentence(one[one.lastgroup or 0], *one.span(one.lastgroup or 0)) for one in found]
    return tuple(QuotableText(one, "", content_words(one.text)) for one in spans)


@functools.lru_cache(maxsize=2_000)
def quotable_tables(content: str, heading: str = "", fewest: int = 2) -> tuple[tuple[QuotableText, ...], ...]:
    """The rows of each table that has heads of columns, above its rows or in each of them: `fewest` of these."""
    headings = _headings(content, heading)
    read = (dict(rows_of_table(table)) for table in table_lines(content))
    return tuple(
        tuple(_under(headings, rows, rows))
        for rows in read
        if any(rows.values()) or (len(rows) >= fewest and all(named_cells(row.text) for row in rows))
    )


@functools.lru_cache(maxsize=2_000)
def quotable_sections(content: str, heading: str = "") -> tuple[QuotableText, ...]:
    """What stands below each heading, as a whole, where it is prose that can be quoted."""
    headings, found = _headings(content, heading), list(sentences(content))
    parts = zip(headings, [*[begin for begin, _, _ in headings[1:]], len(content)], strict=True)
    bodies = [[one for one in found if end <= one.start < limit] for (_, end, _), limit in parts]
    wholes = [_whole(content, one[0], one[-1]) for one in bodies if one]
    rows = dict(rows_with_heads(content))
    prose = [one for one in wholes if one and not is_list(one.text) and not _is_in_row(one, rows)]
    return tuple(_under(headings, prose, {}))


@functools.lru_cache(maxsize=2_000)
def quotable_openings(content: str, begins_document: bool = False) -> tuple[tuple[str, QuotableText], ...]:
    """Each heading within the passage with how its section begins: as a whole where that is short, else its first
    sentences. With the heading “” for the beginning of the document."""
    headings, rows = _headings(content, ""), dict(rows_with_heads(content))
    parts = list(zip(headings, [*[begin for begin, _, _ in headings[1:]], len(content)], strict=True))
    read = list(sentences(content))
    found: list[tuple[str, QuotableText]] = []
    for heading, limit in parts if begins_document else parts[1:]:
        body = [one for one in read if heading[1] <= one.start and one.end <= limit]
        if body and not _is_in_row(body[0], rows):
            found.append((heading[2], next(_under([heading], [_opening(content, body, limit)], {}))))
    return tuple(found)


def _opening(content: str, body: Sequence[Sentence], limit: int) -> Sentence:
    first, whole = body[0], content[body[0].start : limit].rstrip()
    if len(whole) <= LONGEST_LIST:
        return Sentence(whole, first.start, first.start + len(whole))
    told = first
    for one in body[1:]:
        is_long = one.end - first.start > LONGEST or "\n\n" in content[told.end : one.start]
        if is_long and not told.text.endswith(":"):
            break
        told = Sentence(content[first.start : one.end], first.start, one.end)
        if one.end - first.start > LONGEST:
            break
    return told


def _has_titles(text: str) -> bool:
    """Whether its items are sections of their own, each with a title: “6. Surplus. Forty per cent …”"""
    return any(one["titled"] and not _SAYS.search(one["titled"]) for one in _HEADING.finditer(text))


def with_neighbouring_sentences(content: str, one: Sentence) -> Sentence:
    """The sentence with those before and after it in its paragraph, as long as the whole can be quoted."""
    before = next((other for other in reversed(_in_paragraphs(content)) if other.end <= one.start), None)
    return with_next_sentence(content, (before and _joined(content, before, one)) or one)


def with_next_sentence(content: str, one: Sentence) -> Sentence:
    """The sentence with the one after it in its paragraph, as long as both can be quoted."""
    after = next((other for other in _in_paragraphs(content) if other.start >= one.end), None)
    return (after and _joined(content, one, after)) or one


def _in_paragraphs(content: str) -> list[Sentence]:
    """The sentences, without those that a paragraph's end runs through."""
    return [one for one in sentences(content) if "\n\n" not in content[one.start : one.end]]


def is_list(text: str) -> bool:
    """Whether the text is a list of two items or more."""
    return sum(_ITEM.match(line) is not None for line in text.split("\n")) >= FEWEST_ITEMS


def has_label(text: str, asked: frozenset[str]) -> bool:
    """Whether it is a line with a label of these stems, such as “Tenant: Saltmarsh Ceramics Ltd”."""
    label = content_words(text.partition(":")[0]) if _LABELLED.match(text) and " | " not in text else frozenset()
    return bool(label) and label <= asked


def file_words(source: str) -> str:
    """The words of a file's name: “garden compost”."""
    return " ".join(words(PurePosixPath(source).stem.replace("_", " ").replace("-", " ")))


def _fits(content: str, one: Sentence, rows: Iterable[Sentence]) -> bool:
    is_short = one in rows or _LABELLED.match(one.text) is not None or _begins_item(content, one)
    is_whole = _SENTENCE.fullmatch(one.text) or _SIGNED.fullmatch(one.text)
    shortest = SHORTEST_ROW if is_short else SHORTEST_SENTENCE if is_whole else SHORTEST
    return shortest <= len(one.text) <= LONGEST


def _is_in_row(one: Sentence, rows: Iterable[Sentence]) -> bool:
    return any(one.start < row.end and row.start < one.end for row in rows)


def _lists(content: str) -> Iterator[Sentence]:
    """Items on lines that follow one another, with the indented lines that belong to them."""
    begin, end, items, position = -1, -1, 0, 0
    for line in [*content.split("\n"), "end"]:
        is_item = _ITEM.match(line) is not None
        if is_item and (begin < 0 or position + len(line) - begin <= LONGEST_LIST):
            begin, items = (position, 1) if begin < 0 else (begin, items + 1)
            end = position + len(line)
        elif begin >= 0 and line.strip() and not line.startswith((" ", "\t")):
            if items >= FEWEST_ITEMS:
                yield Sentence(content[begin:end], begin, end)
            begin, items = (position, 1) if is_item else (-1, 0)
            end = position + len(line)
        elif begin >= 0 and line.strip() and position + len(line) - begin <= LONGEST_LIST:
            end = position + len(line)
        position += len(line) + 1


def _announced(content: str, one: Sentence, announcing: dict[int, Sentence]) -> Sentence:
    lead = announcing.get(len(content[: one.start].rstrip()))
    return Sentence(content[lead.start : one.end], lead.start, one.end) if lead else one


def _understandable(
    content: str, found: Sequence[Sentence], rows: Iterable[Sentence], headings: Sequence[Heading]
) -> Iterator[Sentence]:
    """“It broke up.” is quoted with the sentence that tells what did, where both stand in one paragraph; “Use this
    command:” with what follows it, and so is a question with its answer."""
    for before, one, following in zip_longest([None, *found[:-1]], found, found[1:]):
        if one is None:
            continue
        whole = _announced_text(content, one, following) if following and following not in rows else None
        if whole is None and following and following not in rows and _is_completed(one, following):
            whole = _joined(content, one, following)
        is_reply = before is not None and before.text.endswith("?") and _REPLIES.match(one.text) is not None
        if whole is None and before and (is_reply or _POINTS_BACK.match(one.text)) and not _begins_item(content, one):
            whole = _joined(content, before, one)
        is_parted = whole is not None and any(whole.start < begin < whole.end for begin, _, _ in headings)
        yield one if whole is None or is_parted else whole


def _is_completed(one: Sentence, following: Sentence) -> bool:
    """By what takes back a part of it, or by the answer to a question."""
    is_asked = one.text.endswith("?") and not following.text.endswith("?")
    return is_asked or _QUALIFIES.match(following.text) is not None


def _begins_item(content: str, one: Sentence) -> bool:
    line = content[content.rfind("\n", 0, one.start) + 1 : one.end]
    return _ITEM.match(line) is not None and line.endswith(one.text) and len(line) - len(one.text) <= LONGEST_MARK


def _announced_text(content: str, one: Sentence, following: Sentence) -> Sentence | None:
    """Not the first item of a list alone."""
    is_item = _ITEM.match(content, content.rfind("\n", 0, following.start) + 1) is not None
    return _whole(content, one, following) if one.text.endswith(":") and not is_item else None


def _joined(content: str, before: Sentence, one: Sentence) -> Sentence | None:
    whole = _whole(content, before, one)
    return whole if whole is not None and "\n\n" not in whole.text else None


def _whole(content: str, first: Sentence, last: Sentence) -> Sentence | None:
    """Both and what stands between them."""
    whole = content[first.start : last.end]
    return Sentence(whole, first.start, last.end) if len(whole) <= LONGEST else None


def _headings(content: str, heading: str) -> list[Heading]:
    """Where each begins and ends, the passage's own first. The title of a numbered line holds for that line alone: at
    the next one, what stood over both holds again."""
    found, over, is_titled = [(-1, -1, heading)], heading, False
    for match in _headings_outside_code(content):
        words = str(match[match.lastgroup or 0])
        if match["line"] or (match["titled"] and _SAYS.search(words)):
            found += [(match.start(), match.start(), over)] if is_titled else []
            is_titled = False
            continue
        is_titled = any(match[kind] for kind in OF_ONE_LINE)
        over = over if is_titled else words
        found.append((match.start(), match.end(), words))
    return found


def _headings_outside_code(content: str) -> Iterator[re.Match[str]]:
    code = code_spans(content)
    return (one for one in _HEADING.finditer(content) if not any(begin < one.start() < end for begin, end in code))


def _below_heading(content: str, one: Sentence, headings: Iterable[Heading]) -> Sentence | None:
    """Without the heading that it begins with, where a line's end alone parts them; None: it is one."""
    over = next((end for begin, end, _ in headings if begin <= one.start < end), one.start)
    start = over + len(content[over : one.end]) - len(content[over : one.end].lstrip())
    return Sentence(content[start : one.end], start, one.end) if start < one.end else None


def _under(headings: Sequence[Heading], found: Iterable[Sentence], rows: dict[Sentence, str]) -> Iterator[QuotableText]:
    for one in found:
        over = [heading for _, end, heading in headings if end <= one.start]
        yield QuotableText(one, over[-1] if over else "", content_words(one.text), rows.get(one, ""))
