"""Tables as a whole: which rows a question speaks of, and what a column says of each. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from services.agent.offline.passages import BAR, Quotable, named_cells, quotable_tables
from services.agent.offline.reading.quantities import Quantity, unit_in_brackets, whole_quantity
from services.agent.offline.reading.synonyms import said_of
from services.models import Hit
from services.text.sentences import content_words

_SUM = re.compile(r"\W*(?:totals?|sum|altogether|all|average|mean|overall|together)\b", re.IGNORECASE)
"""How a row begins that adds the others up."""
_NONE = re.compile(
    r"\W*(?:(?:n\.?/?a\.?|none|no\s+data|unknown|not\s+(?:known|measured|available|stated)|on\s+request|open|tbd)\W*)?",
    re.IGNORECASE,
)
"""A cell that says that there is no figure."""
LONGEST_WHOLE = 600
"""Characters of a table at a passage's end from which more of its rows may stand in the next passage."""


@dataclass(frozen=True)
class Table:
    """`hit` has it; `is_whole`: none of its rows stands in another passage."""

    hit: Hit
    rows: tuple[Quotable, ...]
    is_whole: bool

    @cached_property
    def columns(self) -> tuple[str, ...]:
        if self.rows[0].columns:
            return tuple(BAR.split(self.rows[0].columns))
        return tuple(dict.fromkeys(head for row in self.rows for head in named_cells(row.text)))

    @cached_property
    def over(self) -> frozenset[str]:
        """The stems of all that stands over its rows."""
        return content_words(f"{self.hit.document_title} {self.rows[0].heading} {' '.join(self.columns)}")

    def head(self, column: int) -> frozenset[str]:
        """The stems of what stands over it."""
        return content_words(self.columns[column])

    def cell(self, row: Quotable, column: int) -> str:
        if not row.columns:
            return named_cells(row.text).get(self.columns[column], "")
        cells = BAR.split(row.text)
        return cells[column] if column < len(cells) else ""

    def quantity(self, row: Quotable, column: int) -> Quantity | None:
        """With the unit that the column's head names, where the cell names none."""
        found = whole_quantity(self.cell(row, column))
        kind, factor = unit_in_brackets(self.columns[column])
        if found is None or found.kind or not kind:
            return found
        return Quantity(found.amount * factor, kind, found.words)

    def has_quantities(self, column: int) -> bool:
        """Of one kind, in two rows at least; any other cell says that there is none, and not “next day”."""
        read = [(self.cell(row, column), self.quantity(row, column)) for row in self.rows]
        found = [one for _, one in read if one is not None]
        is_plain = all(one is not None or _NONE.fullmatch(cell) for cell, one in read)
        return is_plain and len(found) >= 2 and len({one.kind for one in found}) == 1


def tables_in(hits: Sequence[Hit]) -> Iterator[Table]:
    """In the order of the hits; rows that sum up are left out."""
    for hit in hits:
        for rows in quotable_tables(hit.content, hit.citation.heading):
            own = tuple(row for row in rows if _SUM.match(next(iter(named_cells(row.text).values()), row.text)) is None)
            if own:
                yield Table(hit, own, not _may_go_on(hit.content, rows))


def _may_go_on(content: str, rows: Sequence[Quotable]) -> bool:
    first, last = rows[0].sentence.start, rows[-1].sentence.end
    return not content[last:].strip(" |\n") and last - first > LONGEST_WHOLE


def rows_spoken_of(table: Table, asked: frozenset[str]) -> tuple[Quotable, ...] | None:
    """The rows that have all the words which neither stand over the table nor are left to be said; None: a word stands
    nowhere."""
    rows = table.rows
    for word in asked - said_of(asked, table.over):
        rows = tuple(row for row in rows if said_of(frozenset({word}), row.words))
    return rows or None
