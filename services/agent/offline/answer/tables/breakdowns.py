"""“How is the spending split up?”, “Where does it come from?”: all rows of the table that has the parts. Pure."""

import re
from collections.abc import Iterator, Sequence

from services.agent.offline.answer.findings import Findings
from services.agent.offline.answer.quotes.choice import unscored_quote
from services.agent.offline.answer.quotes.paragraphs import quotations
from services.agent.offline.answer.remarks import remark
from services.agent.offline.answer.tables.extremes import SAID_OF_ANY_ROW
from services.agent.offline.passages import QuotableText
from services.agent.offline.reading.numbers.aggregates import breakdown_words
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.synonyms import covered_words
from services.agent.offline.reading.times.time_words import TimeWords
from services.agent.offline.tables import Table, tables_in
from services.models import AnswerParagraph
from services.text.sentences import content_words
from services.text.wording import count_of

MOST_ROWS = 10
FEWEST_ROWS = 2
_ASKED_SO = content_words("split divide distribute break broken down make made up compose consist share part use go")
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")


def breakdown_paragraphs(question: ParsedQuestion, found: Findings) -> list[AnswerParagraph]:
    """The rows of the first whole table of figures over which all stands that the question asks to be split, of the
    year asked for; none where a year is asked for that stands nowhere over them."""
    asked = breakdown_words(question.asked)
    if not asked or question.is_foreign or "tables" in question.without:
        return []
    times = content_words(" ".join(time.words for time in question.times))
    words = content_words(asked) - times - _ASKED_SO
    words = (words - SAID_OF_ANY_ROW) or words
    for table in tables_in(found.hits, found.whole_documents):
        if table.is_whole and words and _has_parts(table, words) and _is_of_time(table, question.time):
            return list(_paragraphs(table, table.rows, found))
    return []


def _has_parts(table: Table, words: frozenset[str]) -> bool:
    """By the heading right over it, or its first head: the document's title is over other tables, too."""
    own = content_words(f"{table.rows[0].heading} {' '.join(table.columns)}")
    has_figures = any(table.has_quantities(place) for place in range(1, len(table.columns)))
    over = covered_words(words, table.words_above)
    return len(table.rows) >= FEWEST_ROWS and has_figures and over == words and bool(covered_words(words, own))


def _is_of_time(table: Table, time: TimeWords | None) -> bool:
    asked = set(_YEAR.findall(time.words)) if time is not None else set()
    return not asked or asked <= set(_YEAR.findall(f"{table.title} {table.rows[0].heading} {' '.join(table.columns)}"))


def _paragraphs(table: Table, rows: Sequence[QuotableText], found: Findings) -> Iterator[AnswerParagraph]:
    if len(rows) > MOST_ROWS:
        yield remark(f"A table splits it into {count_of(len(rows), 'part')}; the first {MOST_ROWS}:")
    yield from quotations([unscored_quote(table.hit_of(row), row) for row in rows[:MOST_ROWS]], found)
