"""Where a table ends: it goes on behind a page's end, below repeated heads, and in the passage that follows. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from services.agent.offline.passage_rows import BAR, named_cells
from services.agent.offline.passages import QuotableText
from services.models import Hit

LONGEST_LINE = 80
"""Of what may be a page's head; what is longer, or ends as a sentence does, is text between two tables."""
SHORTEST_CUT = 350
"""Characters of a passage full of figures and of the row that it has no room for: a table at the end of a shorter one
has no more rows."""
_OF_PAGE = re.compile(
    r"(?:page|p\.|sheet)?\W{0,3}\d{1,4}\W{0,3}(?:(?:of|/)\W{0,3}\d{1,4}\W{0,3})?"
    r"|[^\n]*\b(?:continued|cont(?:[’']?d|\.))[^\n]*",
    re.IGNORECASE,
)
"""A line that only tells a page's number, or that a table goes on."""
_RULE = re.compile(r"[\s|:=+-]+")
_SUM = re.compile(r"\W*(?:totals?|sum|altogether|all|average|mean|overall|together)\b", re.IGNORECASE)
"""How a row begins that adds the others up."""
_SENTENCE_END = re.compile(r"[.!?:;][\"'”’)]*$")


@dataclass(frozen=True)
class Stretch:
    """Text of a document whose passages follow one another; `breaks` are where its pages begin. `room`: the characters
    that its last passage has free; of a whole document, as many as one likes."""

    text: str
    breaks: tuple[int, ...]
    is_first: bool
    room: float

    def is_parted(self, start: int, end: int) -> bool:
        """Whether a page ends between them."""
        return any(start < one <= end for one in self.breaks)


@dataclass(frozen=True)
class JoinedTable:
    """`is_ended`: none of its rows can stand elsewhere."""

    rows: tuple[QuotableText, ...]
    is_ended: bool = True


def page_offsets(hit: Hit) -> tuple[int, ...]:
    """Where the pages of its document begin; none of one that has no pages."""
    offsets = hit.metadata.get("page_offsets")
    return tuple(one for one in offsets if isinstance(one, int)) if isinstance(offsets, list) else ()


def is_sum(row: QuotableText) -> bool:
    """Whether it adds the others up."""
    return _SUM.match(next(iter(named_cells(row.text).values()), row.text)) is not None


def joined_tables(stretch: Stretch, found: Sequence[tuple[QuotableText, ...]]) -> list[JoinedTable]:
    """What only a page's end, its number and head part is one table. Where a line between them may be a page's head or
    the next table's heading, neither is known to be ended."""
    tables: list[JoinedTable] = []
    for rows in found:
        before = tables[-1] if tables and _are_alike(tables[-1].rows, rows) else None
        if before is not None and _is_furniture(stretch, before.rows, rows):
            tables[-1] = JoinedTable((*before.rows, *rows), before.is_ended)
            continue
        is_doubtful = before is not None and _may_be_furniture(stretch, before.rows, rows)
        if before is not None and is_doubtful:
            tables[-1] = JoinedTable(before.rows, is_ended=False)
        tables.append(JoinedTable(rows, not is_doubtful))
    return [JoinedTable(one.rows, one.is_ended and _is_ended(stretch, one.rows)) for one in tables]


def _are_alike(above: Sequence[QuotableText], below: Sequence[QuotableText]) -> bool:
    """Whether both have the same heads, and the first is not summed up."""
    if is_sum(above[-1]) or above[0].columns != below[0].columns:
        return False
    one, other = _heads(above), _heads(below)
    return bool(above[0].columns) or (len(one & other) > 1 and (one <= other or other <= one))


def _heads(rows: Sequence[QuotableText]) -> frozenset[str]:
    return frozenset(head for row in rows for head in named_cells(row.text))


def _between(stretch: Stretch, above: Sequence[QuotableText], below: Sequence[QuotableText]) -> list[str]:
    """The lines that part them, without the heads that the second one repeats."""
    lines = _lines(stretch.text[above[-1].sentence.end : below[0].sentence.start])
    return [line for line in lines if line != below[0].columns]


def _lines(text: str) -> list[str]:
    lines = (line.strip(" \t|") for line in text.split("\n") if not _RULE.fullmatch(line))
    return [line for line in lines if line]


def _is_furniture(stretch: Stretch, above: Sequence[QuotableText], below: Sequence[QuotableText]) -> bool:
    is_parted = stretch.is_parted(above[-1].sentence.end, below[0].sentence.start)
    return all(
        _OF_PAGE.fullmatch(line) or (is_parted and _may_be_head(line) and stretch.text.count(line) > 1)
        for line in _between(stretch, above, below)
    )


def _may_be_furniture(stretch: Stretch, above: Sequence[QuotableText], below: Sequence[QuotableText]) -> bool:
    is_parted = stretch.is_parted(above[-1].sentence.end, below[0].sentence.start)
    return is_parted and all(map(_may_be_head, _between(stretch, above, below)))


def _may_be_head(line: str) -> bool:
    """Whether it may be what each page has above or below its text."""
    return len(line) <= LONGEST_LINE and not line.startswith("#") and not _SENTENCE_END.search(line)


def _is_ended(stretch: Stretch, rows: Sequence[QuotableText]) -> bool:
    """Not at the edge of what is at hand, nor where rows without heads follow on the next page."""
    first, last = rows[0].sentence.start, rows[-1].sentence.end
    before, after = _lines(stretch.text[:first]), _lines(stretch.text[last:])
    if not (stretch.is_first or rows[0].columns) and all(map(_OF_PAGE.fullmatch, before)):
        return False
    told = next((line for line in after if not _OF_PAGE.fullmatch(line)), "")
    is_parted = stretch.is_parted(last, last + stretch.text[last:].find(told))
    if is_parted and len(BAR.split(told)) == len(_heads(rows)) and not named_cells(told):
        return False
    goes_on = not told or (is_parted and all(map(_may_be_head, after)))
    return not goes_on or max(len(row.text) for row in rows) <= stretch.room
