"""“What is the average length of the bridges?”, answered by a table if no sentence says it. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from services.agent.offline.answer.findings import Findings
from services.agent.offline.answer.quotes.choice import Quote, unscored_quote
from services.agent.offline.answer.quotes.paragraphs import quotations
from services.agent.offline.answer.remarks import remark
from services.agent.offline.answer.tables.extremes import SAID_OF_ANY_ROW
from services.agent.offline.passages import QuotableText
from services.agent.offline.reading.numbers.aggregates import Aggregate, read_aggregate
from services.agent.offline.reading.numbers.quantities import CLOCK, DATE, Quantity, amount_text
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.synonyms import covered_words
from services.agent.offline.tables import Table, rows_asked_for, tables_in
from services.models import AnswerParagraph
from services.text.sentences import content_words
from services.text.wording import count_of

MOST_SHOWN = 2
FEWEST = 2
_REDUCE: Mapping[Aggregate, Callable[[list[float]], float]] = {"average": fmean, "median": median, "sum": sum}


@dataclass(frozen=True)
class AggregatedColumn:
    """A column of figures to add up or average; `rows` are those whose cell has a figure."""

    table: Table
    column: int
    rows: tuple[QuotableText, ...]
    amounts: tuple[Quantity, ...]


def aggregate_paragraphs(question: ParsedQuestion, quotes: Sequence[Quote], found: Findings) -> list[AnswerParagraph]:
    """The average, median or sum of a column of the first whole table with all the question's words; nothing if a
    sentence tells it."""
    asked = read_aggregate(question.asked)
    if asked is None or question.is_foreign or "tables" in question.without:
        return []
    kind, words = asked
    said = content_words(words)
    if any(said & quote.words and covered_words(question.words - said, quote.words) for quote in quotes):
        return []
    for table in tables_in(found.hits, found.whole_documents):
        if table.is_whole and (one := _aggregate(table, question.words - said, question)) is not None:
            return _paragraphs(one, kind, found)
    return []


def _aggregate(table: Table, words: frozenset[str], question: ParsedQuestion) -> AggregatedColumn | None:
    """Where the question's words name one column of figures, or a year of it does."""
    numeric = [place for place in range(len(table.columns)) if table.has_quantities(place)]
    of_year = [place for place in numeric if table.is_year_of(words, place)]
    meant = of_year or [place for place in numeric if table.head_words(place) & words]
    if len(meant) != 1 or (question.times and not of_year):
        return None
    rows = rows_asked_for(table, words - SAID_OF_ANY_ROW, question.asked) or ()
    figures = [(row, one) for row in rows if (one := table.quantity(row, meant[0])) is not None]
    if len(figures) < FEWEST or table.is_of_times(meant[0]) or figures[0][1].kind in (DATE, CLOCK):
        return None
    return AggregatedColumn(table, meant[0], tuple(row for row, _ in figures), tuple(one for _, one in figures))


def _paragraphs(one: AggregatedColumn, kind: Aggregate, found: Findings) -> list[AnswerParagraph]:
    told = amount_text(_REDUCE[kind]([figure.amount for figure in one.amounts]), one.amounts[0].kind)
    head = one.table.columns[one.column]
    said = remark(
        f"No sentence that was found tells it; by {count_of(len(one.rows), 'row')} of a table the {kind} of "
        f"{head} is {told}:"
    )
    return [said, *quotations([unscored_quote(one.table.hit_of(row), row) for row in one.rows[:MOST_SHOWN]], found)]
