"""“Which year had the fewest passengers?”, where the years are columns of a table and the passengers one of its rows.
Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from services.agent.offline.answer.findings import Findings
from services.agent.offline.answer.quotes.choice import unscored_quote
from services.agent.offline.answer.quotes.named_hits import subject_words
from services.agent.offline.answer.quotes.paragraphs import quotations
from services.agent.offline.answer.tables.extremes import EXTREMES, SAID_OF_ANY_ROW, joining_verb
from services.agent.offline.passage_rows import BAR
from services.agent.offline.passages import QuotableText, quotable_tables
from services.agent.offline.reading.numbers.degrees import Extreme, read_extreme
from services.agent.offline.reading.numbers.quantities import Quantity, whole_quantity
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.synonyms import covered_words
from services.agent.offline.reading.times.time_words import MONTHS
from services.models import AnswerParagraph, Hit
from services.text.sentences import content_words

FEWEST_PERIODS = 3
_YEAR = r"(?:1[5-9]|20)\d\d(?:\s*[-–—/]\s*(?:\d{2}|\d{4}))?"
_MONTH = rf"(?:{'|'.join(f'{month[:3]}(?:{month[3:]})?' for month in MONTHS)}|sept)\.?"
_PERIOD = re.compile(
    rf"\W*(?:(?:fy|cy|financial year|season|year)\s*)?"
    rf"(?:(?:(?:q[1-4]|h[12]|{_MONTH})\W*)?{_YEAR}(?:\W*(?:q[1-4]|h[12]))?|q[1-4]|h[12]|{_MONTH})"
    r"\s*(?:[(\[][^)\]]*[)\]])?\W*",
    re.IGNORECASE,
)
"""The head of a column: “2018–19”, “FY 2020”, “Q1 2021”, “March”, “2023 (thousand euros)”."""
_ASKS_FOR_PERIOD = re.compile(
    r"\b(?:which|what|worst|best)\s+(?:[a-z]+\s+)?(?:years?|seasons?|quarters?|months?|periods?)\b|^\W*when\b",
    re.IGNORECASE,
)
_PERIOD_WORDS = content_words("year season quarter month period financial fiscal calendar ever best worst record")
_UNIT = re.compile(r"[,(\[].*$")
"""What a row's name says after its thing: “Fare income, £000”."""


@dataclass(frozen=True)
class ExtremePeriod:
    """The columns of the row that have its most or least, among so many that were `compared`."""

    hit: Hit
    row: QuotableText
    heads: tuple[str, ...]
    cell: str
    compared: int


def extreme_period_paragraphs(question: ParsedQuestion, found: Findings) -> list[AnswerParagraph]:
    """The row of what the question names, with the period in which it was most or least; none where no row, or more
    than one, is all that it asks about."""
    is_read = not question.is_foreign and "tables" not in question.without
    extreme = read_extreme(question.asked) if is_read and _ASKS_FOR_PERIOD.search(question.asked) else None
    if extreme is None:
        return []
    about = subject_words(question.entities, found.hits, question.asked)
    told = list(_rows(question, extreme, found, about))
    if len({(one.heads, one.cell) for one in told}) != 1:
        return []
    one = told[0]
    lead = f"{EXTREMES[extreme.direction]} of {one.compared}: {' and '.join(one.heads)}, with {one.cell}:"
    return list(quotations([unscored_quote(one.hit, one.row)], found, lead))


def _rows(
    question: ParsedQuestion, extreme: Extreme, found: Findings, about: frozenset[str]
) -> Iterator[ExtremePeriod]:
    unsaid = SAID_OF_ANY_ROW | content_words(extreme.words) | joining_verb(question.asked) | about
    asked = question.words - unsaid - _PERIOD_WORDS
    for hit in found.hits:
        for table in quotable_tables(hit.content, hit.citation.heading):
            heads = BAR.split(table[0].columns)
            periods = [place for place, head in enumerate(heads) if place and _PERIOD.fullmatch(head)]
            if len(periods) < FEWEST_PERIODS or len(periods) < len(heads) - 2:
                continue
            over = content_words(f"{hit.document_title} {table[0].heading}")
            for row in table:
                if _is_meant(row, asked, extreme, over) and (one := _extreme(hit, row, heads, periods, extreme)):
                    yield one


def _is_meant(row: QuotableText, asked: frozenset[str], extreme: Extreme, over: frozenset[str]) -> bool:
    """Its name says what is measured, and nothing else than is asked; what it leaves out stands over the table."""
    name = content_words(_UNIT.sub("", BAR.split(row.text)[0]))
    measured = frozenset(extreme.noun).union(*(one.heads for one in extreme.measures))
    is_named = covered_words(measured, name) and covered_words(name, asked | measured) == name
    return bool(is_named) and covered_words(asked - measured, name | over) == asked - measured


def _extreme(
    hit: Hit, row: QuotableText, heads: Sequence[str], periods: Sequence[int], extreme: Extreme
) -> ExtremePeriod | None:
    cells = BAR.split(row.text)
    read = [(place, whole_quantity(cells[place])) for place in periods if place < len(cells)]
    known: list[tuple[int, Quantity]] = [(place, one) for place, one in read if one is not None]
    if len(known) < FEWEST_PERIODS or len({one.kind for _, one in known}) != 1:
        return None
    amounts = [one.amount for _, one in known]
    best = max(amounts) if extreme.direction == "most" else min(amounts)
    first = [place for place, one in known if one.amount == best]
    if len(first) == len(known):
        return None
    return ExtremePeriod(hit, row, tuple(heads[place].strip() for place in first), cells[first[0]].strip(), len(known))
