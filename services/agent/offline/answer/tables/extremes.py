"""“Which X has the most Y?” and “how many X …?”, answered by a table that has all of its rows. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from services.agent.offline.answer.findings import Findings
from services.agent.offline.answer.quotes.choice import unscored_quote
from services.agent.offline.answer.quotes.named_hits import subject_words
from services.agent.offline.answer.quotes.paragraphs import quotations
from services.agent.offline.passages import QuotableText, quotable_sentences
from services.agent.offline.reading.answer_kinds import has_kind
from services.agent.offline.reading.numbers.degrees import Direction, Extreme, Measure, read_extreme
from services.agent.offline.reading.numbers.quantities import CLOCK, kind_of_head
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.tables import Table, rows_asked_for, tables_in
from services.models import AnswerParagraph
from services.text.sentences import content_words, words
from services.text.wording import list_words

FEWEST_WORDS = 2
MOST_EQUAL = 3
MOST_LEFT_OUT = 4
ONLY_ONE = "The only row for it:"
SAID_OF_ANY_ROW = content_words(
    "still now currently already yet have has be been use need take make cost show run get there all any one kind "
    "serve offer provide sell sort type name call include belong number amount figure row table list object thing item "
    "piece keep hold own grow raise stock run each every following"
)
"""Stems that say how a row belongs to its table."""
EXTREMES: dict[Direction, str] = {"most": "Highest", "least": "Lowest"}
_OF_CLOCK: dict[Direction, str] = {"most": "Last", "least": "First"}
_OF_TIMES: dict[Direction, str] = {"most": "Latest", "least": "Earliest"}

_DEGREE = r"(?:the\s+)?(?:most|least|fewest|highest|lowest|largest|biggest|greatest|smallest)\s+[a-z]"
_JOINING = re.compile(
    rf"\b(?:(?:which|what|whose)\s+(?:[\w-]+\s+){{1,3}}?|who\s+|(?:did|do|does)\s+(?:[\w-]+\s+){{1,4}}?)(?P<verb>[a-z]+)\s+{_DEGREE}",
    re.IGNORECASE,
)
"""“Which ship burns the most fuel?”, “When did we carry the most cars?”"""


@dataclass(frozen=True)
class TableExtreme:
    """`rows` are the first among those compared, `missing` those whose cell has no figure."""

    table: Table
    column: int
    direction: Direction
    rows: tuple[QuotableText, ...]
    compared: int
    missing: tuple[QuotableText, ...]


def extreme_paragraphs(question: ParsedQuestion, found: Findings) -> list[AnswerParagraph]:
    """The rows with the most or the least of a table's column; none if no table has all that the question asks."""
    is_read = not question.is_foreign and "tables" not in question.without
    extreme = read_extreme(question.asked) if is_read and not _is_said(question, found) else None
    if extreme is not None and not (question.is_question or _begins_with(extreme, question.asked)):
        extreme = None
    one = _extreme_row(question, extreme, found) if extreme is not None else None
    return list(_paragraphs(one, found)) if one is not None else []


def joining_verb(asked: str) -> frozenset[str]:
    """The stem of the verb between who is asked for and what it has most of, which no table has to say."""
    found = _JOINING.search(asked)
    return content_words(found["verb"]) if found else frozenset()


def _begins_with(extreme: Extreme, asked: str) -> bool:
    """“Worst year for complaints” asks, though it is no question."""
    return words(asked)[: len(words(extreme.words))] == words(extreme.words)


def _is_said(question: ParsedQuestion, found: Findings) -> bool:
    """Whether a sentence says it in all of these words: “The highest attendance was 31,204.”"""
    said = (one for hit in found.hits for one in quotable_sentences(hit.content, hit.citation.heading))
    full = (one for one in said if question.words <= one.words and not one.is_row)
    return len(question.words) >= FEWEST_WORDS and any(has_kind("extreme", one.text) for one in full)


def _extreme_row(question: ParsedQuestion, extreme: Extreme, found: Findings) -> TableExtreme | None:
    """By the column that has the noun's name, before one that only measures what the adjective does."""
    tables = [table for table in tables_in(found.hits, found.whole_documents) if table.is_whole and len(table.rows) > 1]
    if question.is_present:  # of two reports, the newer one tells how it is
        tables.sort(key=lambda table: -_written(table))
    about = subject_words(question.entities, found.hits, question.asked)
    for by_noun in (True, False):
        for table in tables:
            for column, direction in _columns(table, extreme, question, by_noun=by_noun):
                if (one := _extreme_in(table, column, direction, extreme, question, about)) is not None:
                    return one
    return None


def _written(table: Table) -> float:
    """When, in seconds since 1970; 0 of an undated document."""
    written = table.parts[0][0].citation.document_date
    return written.timestamp() if written is not None else 0.0


def _columns(
    table: Table, extreme: Extreme, question: ParsedQuestion, *, by_noun: bool
) -> Iterator[tuple[int, Direction]]:
    """Where more than one column is meant, what else the question says has to choose."""
    numeric = [place for place in range(len(table.columns)) if table.has_quantities(place)]
    if by_noun:
        of_year = [place for place in numeric if place and table.is_year_of(question.words, place)]
        meant = [place for place in numeric if table.head_words(place).intersection(extreme.noun)] or of_year
        yield from (
            (place, _direction_by(extreme, table.head_words(place))) for place in _one_of(table, meant, question)
        )
        return
    for measure in extreme.measures:
        meant = [place for place in numeric if place and _measures(table, place, measure)]
        yield from ((place, measure.direction) for place in _one_of(table, meant, question))


def _one_of(table: Table, places: Sequence[int], question: ParsedQuestion) -> Sequence[int]:
    said = [place for place in places if table.head_words(place) & question.words]
    return places if len(places) == 1 else said if len(said) == 1 else ()


def _measures(table: Table, place: int, measure: Measure) -> bool:
    found = next(one for row in table.rows if (one := table.quantity(row, place)) is not None)
    kind = found.kind or kind_of_head(table.columns[place])
    return bool(table.head_words(place) & measure.heads) or kind in measure.units


def _direction_by(extreme: Extreme, head: frozenset[str]) -> Direction:
    """The fastest time is the least."""
    measure = next((one for one in extreme.measures if head & one.heads), None)
    return measure.direction if measure is not None else extreme.direction


def _extreme_in(
    table: Table,
    column: int,
    direction: Direction,
    extreme: Extreme,
    question: ParsedQuestion,
    about: frozenset[str],
) -> TableExtreme | None:
    """`about` are the stems of what the whole collection is about."""
    unsaid = SAID_OF_ANY_ROW | content_words(extreme.words) | joining_verb(question.asked) | about
    rows = rows_asked_for(table, question.words - unsaid - table.head_words(column), question.asked)
    amounts = {row: one.amount for row in rows or () if (one := table.quantity(row, column)) is not None}
    if not amounts:
        return None
    best = max(amounts.values()) if direction == "most" else min(amounts.values())
    first = tuple(row for row, amount in amounts.items() if amount == best)
    missing = tuple(row for row in rows or () if row not in amounts)
    return TableExtreme(table, column, direction, first, len(amounts), missing) if len(first) <= MOST_EQUAL else None


def _paragraphs(one: TableExtreme, found: Findings) -> Iterator[AnswerParagraph]:
    names = [one.table.cell(row, 0) for row in one.missing]
    beside = f", without {list_words(names)}" if 0 < len(names) <= MOST_LEFT_OUT else ""
    beside = f", {len(names)} more have none" if len(names) > MOST_LEFT_OUT else beside
    head, first = one.table.columns[one.column], one.table.quantity(one.rows[0], one.column)
    named = _OF_CLOCK if first is not None and first.kind == CLOCK else EXTREMES
    named = _OF_TIMES if one.table.is_of_times(one.column) else named
    lead = f"{named[one.direction]} of {one.compared} by {head}{beside}:" if one.compared > 1 else ONLY_ONE
    yield from quotations([unscored_quote(one.table.hit_of(row), row) for row in one.rows], found, lead)
