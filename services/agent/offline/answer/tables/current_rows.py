"""Of a table whose rows are years, seasons or days, the row that holds now, or those at both ends of a time. Pure."""

import re
from collections.abc import Sequence
from uuid import UUID

from services.agent.offline.answer.findings import Findings
from services.agent.offline.answer.quotes.choice import Quote, unscored_quote
from services.agent.offline.answer.quotes.spoken_times import SECOND
from services.agent.offline.passages import QuotableText
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.synonyms import covered_words
from services.agent.offline.tables import Table, tables_in
from services.models import Hit
from services.text.sentences import content_words

_TIME = re.compile(r"(?P<year>(?:1[5-9]|20)\d\d)(?:[-/–]\d{1,4}){0,2}")
FEWEST_ROWS = 2
CHANGED = content_words("change changed develop developed number figure amount count rise fall grow")
"""Stems that ask how a figure went."""
Part = tuple[Hit, tuple[QuotableText, ...]]


def rows_at_both_ends(question: ParsedQuestion, found: Findings) -> tuple[Quote, ...]:
    """The rows of the first and the last year asked for (“from 2019 to 2024”) in the first table that has all that
    changed in its heads. None if the question asks for no change, or if a row is missing."""
    time = question.time
    is_asked = "change" in question.purposes and question.is_question and not question.is_foreign and question.topic
    if not is_asked or time is None or time.start is None or time.end is None:
        return ()
    years = time.start.year, (time.end - SECOND).year
    for table in _joined(found):
        if years[0] == years[1] or not (
            question.topic - CHANGED & table.words_above and _asks_of_columns(question, table)
        ):
            continue
        times = _times(table)
        ends = [next((row for row, one in times.items() if one["year"] == str(year)), None) for year in years]
        if None not in ends:
            return tuple(unscored_quote(table.hit_of(row), row) for row in ends if row is not None)
    return ()


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
            current = unscored_quote(table.hit_of(last), last)
            place = quotes.index(mine[0])
            rest = [quote for quote in quotes if quote not in mine]
            return (*rest[:place], current, *rest[place:])
    return tuple(quotes)


def _joined(found: Findings) -> list[Table]:
    """What was found of each table of a document, as one."""
    parts: dict[tuple[UUID, tuple[str, ...]], dict[UUID, Part]] = {}
    for table in tables_in(found.hits, found.whole_documents):
        mine = parts.setdefault((table.parts[0][0].document_id, table.columns), {})
        mine |= {hit.chunk_id: (hit, rows) for hit, rows in table.parts}
    return [Table(tuple(one.values()), is_whole=False) for one in parts.values()]


def _last(table: Table, year: int) -> QuotableText | None:
    """None: its first column is not of times alone."""
    begun = {row: one[0] for row, one in _times(table).items() if int(one["year"]) <= year}
    return max(begun, key=lambda row: begun[row]) if begun and len(set(begun.values())) == len(begun) else None


def _times(table: Table) -> dict[QuotableText, re.Match[str]]:
    """Of its rows, where its first column has nothing else."""
    read = {row: _TIME.fullmatch(table.cell(row, 0).strip()) for row in table.rows}
    times = {row: one for row, one in read.items() if one is not None}
    return times if len(times) == len(read) >= FEWEST_ROWS else {}


def _is_row_of(table: Table, quote: Quote) -> bool:
    return any(quote.hit.chunk_id == hit.chunk_id and quote.sentence in rows for hit, rows in table.parts)


def _asks_of_columns(question: ParsedQuestion, table: Table) -> bool:
    cells = content_words(" ".join(table.cell(row, place) for row in table.rows for place in range(len(table.columns))))
    asked = question.topic - CHANGED
    return covered_words(asked, table.words_above) == asked and not asked & cells
