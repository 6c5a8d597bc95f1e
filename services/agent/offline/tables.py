"""Tables as a whole: which rows a question speaks of, and what a column says of each. Pure."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from uuid import UUID

from services.agent.offline.continued import SHORTEST_CUT, Stretch, is_sum, joined_tables, page_offsets
from services.agent.offline.passage_rows import BAR, named_cells
from services.agent.offline.passages import QuotableText, quotable_tables
from services.agent.offline.reading.numbers.quantities import MONEY, Quantity, unit_in_brackets, whole_quantity
from services.agent.offline.reading.synonyms import covered_words
from services.models import Hit
from services.text.sentences import content_words, plain_words

_NONE = re.compile(
    r"\W*(?:(?:n\.?/?a\.?|none|no\s+data|unknown|not\s+(?:known|measured|available|stated)|on\s+request|open|tbd)\W*)?",
    re.IGNORECASE,
)
"""A cell that says that there is no figure."""
_FREE = re.compile(r"\W*(?:free(?:\s+of\s+charge)?|gratis|no\s+(?:charge|fee))\W*", re.IGNORECASE)
"""A cell of a column of prices that says nothing is to be paid."""
_YEAR = re.compile(r"\W*(?:1[5-9]|20)\d\d\W*")
_IN_BRACKETS = re.compile(r"\s*[(\[][^)\]]*[)\]]\s*$")
"""At the end of a head: “2023 (thousand euros)”."""
_YES = (["yes"], ["y"], ["true"], ["x"])
_WAY = re.compile(r"\b(?P<way>from|to|via)\s+(?P<place>[A-Z][\w-]+)")
_DONE = re.compile(r"\b(?:did|does|do)\b.*\b(\w+)\W*$", re.IGNORECASE)
"""What somebody did: “open” in “How many did they open?” is no state of a row."""
MOST_BETWEEN = 8
"""Characters between two passages that follow one another; it is white space."""
FEWEST_ROWS = 2


@dataclass(frozen=True)
class Table:
    """`parts` are its rows by the passages that have them; `is_whole`: none of its rows stands elsewhere."""

    parts: tuple[tuple[Hit, tuple[QuotableText, ...]], ...]
    is_whole: bool

    @cached_property
    def rows(self) -> tuple[QuotableText, ...]:
        return tuple(row for _, rows in self.parts for row in rows)

    @property
    def title(self) -> str:
        """The title of its document."""
        return self.parts[0][0].document_title

    def hit_of(self, row: QuotableText) -> Hit:
        return next(hit for hit, rows in self.parts if row in rows)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        if self.rows[0].columns:
            return tuple(BAR.split(self.rows[0].columns))
        return tuple(dict.fromkeys(head for row in self.rows for head in named_cells(row.text)))

    @cached_property
    def words_above(self) -> frozenset[str]:
        """The stems of the title, the headings and the heads of columns above its rows."""
        return content_words(f"{self.title} {self.rows[0].heading} {' '.join(self.columns)}")

    def head_words(self, column: int) -> frozenset[str]:
        """The stems of the column's head."""
        return content_words(self.columns[column])

    def is_year_of(self, words: frozenset[str], column: int) -> bool:
        """Whether the column is a year of the question, as “2023 (thousand euros)”: it has what its rows are then."""
        head = _IN_BRACKETS.sub("", self.columns[column])
        return _YEAR.fullmatch(head) is not None and content_words(head) <= words

    def cell(self, row: QuotableText, column: int) -> str:
        if not row.columns:
            return named_cells(row.text).get(self.columns[column], "")
        cells = BAR.split(row.text)
        return cells[column] if column < len(cells) else ""

    def quantity(self, row: QuotableText, column: int) -> Quantity | None:
        """The cell's quantity, with the unit of the column's head if the cell names none."""
        cell = self.cell(row, column)
        if _FREE.fullmatch(cell) and (money := self._money(column)):
            return Quantity(0.0, money, cell)
        found = whole_quantity(cell)
        kind, factor = unit_in_brackets(self.columns[column])
        if found is None or found.kind or not kind:
            return found
        return Quantity(found.amount * factor, kind, found.words)

    def _money(self, column: int) -> str:
        """In which its prices are; empty where they are none."""
        found = (whole_quantity(self.cell(row, column)) for row in self.rows)
        return next((one.kind for one in found if one is not None and one.kind in MONEY), "")

    def is_of_times(self, column: int) -> bool:
        """Whether the column has years or days alone."""
        found = [self.quantity(row, column) for row in self.rows]
        return all(one.is_time for one in found if one is not None)

    def has_quantities(self, column: int) -> bool:
        """Whether the column has quantities of one kind, in at least two rows; other cells may only say that there is
        none."""
        read = [(self.cell(row, column), self.quantity(row, column)) for row in self.rows]
        found = [one for _, one in read if one is not None]
        is_plain = all(one is not None or _NONE.fullmatch(cell) for cell, one in read)
        return is_plain and len(found) >= 2 and len({one.kind for one in found}) == 1


def tables_in(hits: Sequence[Hit], whole: Collection[UUID] = ()) -> Iterator[Table]:
    """In the order of the hits; rows that sum up are left out. A table that goes over several passages that follow one
    another is one; of the `whole` documents the hits are all passages."""
    read = set[UUID]()
    for hit in hits:
        if hit.chunk_id in read:
            continue
        own = {one.citation.start_offset: one for one in hits if one.document_id == hit.document_id}
        stretches = [[own[start] for start in sorted(own)]] if hit.document_id in whole else list(_stretches(own))
        for stretch in stretches:
            if hit.chunk_id in (ids := {one.chunk_id for one in stretch}):
                read |= ids
                yield from _tables_of(stretch, is_all=hit.document_id in whole)


def _stretches(own: Mapping[int, Hit]) -> Iterator[list[Hit]]:
    """The passages of a document, those together between which nothing stands."""
    stretch: list[Hit] = []
    for start in sorted(own):
        if stretch and not 0 <= start - stretch[-1].citation.end_offset <= MOST_BETWEEN:
            yield stretch
            stretch = []
        stretch.append(own[start])
    yield stretch


def documents_with_unfinished_tables(hits: Sequence[Hit], asked: frozenset[str]) -> tuple[UUID, ...]:
    """The documents with a table that has one of these stems above or in its rows, and may have more rows than were
    found."""
    found = (table for table in tables_in(hits) if not table.is_whole)
    meant = [
        table for table in found if covered_words(asked, table.words_above.union(*(row.words for row in table.rows)))
    ]
    return tuple(dict.fromkeys(table.parts[0][0].document_id for table in meant))


def _goes(table: Table, row: QuotableText, way: re.Match[str]) -> bool:
    column = next((place for place, head in enumerate(table.columns) if head.strip().casefold() == way["way"]), None)
    return column is None or way["place"].casefold() in table.cell(row, column).casefold()


def _tables_of(hits: Sequence[Hit], *, is_all: bool) -> Iterator[Table]:
    """Of passages that follow one another; `is_all`: they are their document."""
    begin, text = hits[0].citation.start_offset, _joined(hits)
    breaks = tuple(offset - begin for offset in page_offsets(hits[0]))
    room = inf if is_all else SHORTEST_CUT - len(hits[-1].content)
    stretch = Stretch(text, breaks, is_first=is_all or not begin, room=room)
    for table in joined_tables(stretch, quotable_tables(text, hits[0].citation.heading, fewest=1)):
        rows = table.rows
        if len(rows) < FEWEST_ROWS and not rows[0].columns:
            continue
        own = tuple(row for row in rows if not is_sum(row))
        placed = [(hit, tuple(_within(hit.citation.start_offset - begin, hit, own))) for hit in hits]
        parts = tuple((hit, part) for hit, part in placed if part)
        if parts:
            yield Table(parts, table.is_ended)


def _joined(hits: Sequence[Hit]) -> str:
    """The passages as they stand in their document; between two of them are line breaks."""
    text, begin = "", hits[0].citation.start_offset
    for hit in hits:
        text = text.ljust(hit.citation.start_offset - begin, "\n") + hit.content
    return text


def _within(start: int, hit: Hit, rows: Sequence[QuotableText]) -> Iterator[QuotableText]:
    """The rows that stand in this passage, with their places in it."""
    for row in rows:
        first, last = row.sentence.start - start, row.sentence.end - start
        if first >= 0 and last <= len(hit.content):
            yield replace(row, sentence=replace(row.sentence, start=first, end=last))


def rows_asked_for(table: Table, asked: frozenset[str], question: str = "") -> tuple[QuotableText, ...] | None:
    """The rows that have all the words which neither stand over the table nor are left to be said; None: a word stands
    nowhere. “From Skarn” in the question's own words is said by the column called From alone."""
    rows = tuple(row for row in table.rows if all(_goes(table, row, one) for one in _WAY.finditer(question)))
    said = set(plain_words(question)) - set(plain_words(" ".join(_DONE.findall(question))))
    states = {word for word in said if 0 < len(rows_in_state(rows, table, word)) < len(table.rows)}
    for word in states:
        rows = rows_in_state(rows, table, word)
    for word in asked - covered_words(asked, table.words_above) - content_words(" ".join(states)):
        rows = tuple(row for row in rows if covered_words(frozenset({word}), row.words))
    return rows or None


def rows_in_state(rows: Sequence[QuotableText], table: Table, word: str) -> tuple[QuotableText, ...]:
    """The rows of which one cell, not the first, says this word and nothing else: “open”, also where a column is
    “opened”; or says yes below it: “vegetarian: yes”."""
    places = range(1, len(table.columns))
    return tuple(row for row in rows if any(_is_in_state(table, row, place, word) for place in places))


def _is_in_state(table: Table, row: QuotableText, place: int, word: str) -> bool:
    said = plain_words(table.cell(row, place))
    is_one_of = len(said) == 1 and word in (said[0], f"{said[0]}s", f"{said[0]}es")
    return is_one_of or (said in _YES and table.head_words(place) == content_words(word))
