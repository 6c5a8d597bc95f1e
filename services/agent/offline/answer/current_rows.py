"""Of a table whose rows are years, seasons or days, the row that holds now. Pure."""

import re
from collections.abc import Sequence
from uuid import UUID

from services.agent.offline.answer.findings import Findings
from services.agent.offline.answer.quotes import Quote, whole_quote
from services.agent.offline.passages import Quotable
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.synonyms import said_of
from services.agent.offline.tables import Table, tables_in
from services.models import Hit
from services.text.sentences import content_words

_TIME = re.compile(r"(?P<year>(?:1[5-9]|20)\d\d)(?:[-/–]\d{1,4}){0,2}")
FEWEST_ROWS = 2
Part = tuple[Hit, tuple[Quotable, ...]]


def with_current_row(
    question: ParsedQuestion, quotes: Sequence[Quote], found: Findings, year: int
) -> tuple[Quote, ...]:
    """The quotations, in which the last row that has begun by `year` stands for every row of such a table, where the
    question names no cell but only what stands over the columns: “Who is the manager?”."""
    if not question.is_present or not question.topic:
        return tuple(quotes)
    for table in _joined(found):
        mine = [quote for quote in quotes if _is_row_of(table, quote)]
        last = _last(table, year) if mine else None
        if last is not None and _asks_of_columns(question, table):
            current = whole_quote(table.hit_of(last), last)
            place = quotes.index(mine[0])
            rest = [quote for quote in quotes if quote not in mine]
            return (*rest[:place], current, *rest[place:])
    return tuple(quotes)


def _joined(found: Findings) -> list[Table]:
    """What was found of each table of a document, as one."""
    parts: dict[tuple[UUID, tuple[str, ...]], dict[UUID, Part]] = {}
    for table in tables_in(found.hits, found.whole):
        mine = parts.setdefault((table.parts[0][0].document_id, table.columns), {})
        mine |= {hit.chunk_id: (hit, rows) for hit, rows in table.parts}
    return [Table(tuple(one.values()), is_whole=False) for one in parts.values()]


def _last(table: Table, year: int) -> Quotable | None:
    """None: its first column is not of times alone."""
    times = {row: _TIME.fullmatch(table.cell(row, 0).strip()) for row in table.rows}
    begun = {row: one[0] for row, one in times.items() if one is not None and int(one["year"]) <= year}
    is_of_times = len(times) >= FEWEST_ROWS and None not in times.values() and len(set(begun.values())) == len(begun)
    return max(begun, key=lambda row: begun[row]) if is_of_times and begun else None


def _is_row_of(table: Table, quote: Quote) -> bool:
    return any(quote.hit.chunk_id == hit.chunk_id and quote.sentence in rows for hit, rows in table.parts)


def _asks_of_columns(question: ParsedQuestion, table: Table) -> bool:
    cells = content_words(" ".join(table.cell(row, place) for row in table.rows for place in range(len(table.columns))))
    return said_of(question.topic, table.over) == question.topic and not question.topic & cells
