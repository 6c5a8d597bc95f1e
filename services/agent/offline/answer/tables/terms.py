"""Lists and tables of terms of office: who came before or after somebody by their years, and who is there now. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from services.agent.offline.answer.findings import Findings
from services.agent.offline.answer.quotes.choice import Quote, unscored_quote
from services.agent.offline.answer.quotes.paragraphs import quotations
from services.agent.offline.answer.quotes.spoken_times import SECOND
from services.agent.offline.passage_rows import BAR
from services.agent.offline.passages import QuotableText, quotable_sentences
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.succession import SuccessionQuestion
from services.agent.offline.reading.synonyms import covered_words, with_synonyms
from services.models import AnswerParagraph, Hit
from services.text.sentences import content_words, plain_words

FEWEST = 3
"""Terms that make a list of them."""
HAND_OVER = 1
"""Years by which two terms that follow one another may lie apart or overlap."""
LONGEST_ROW = 240
MOST_HELD = 2
"""Terms that cover one year where an office is held by one at a time."""
_YEAR = r"(?:1[5-9]|20)\d\d"
_SPAN = re.compile(
    rf"\b(?P<begin>{_YEAR})\s*(?:to|until|till|[-–—])\s*(?:\w+\s+)?(?P<end>{_YEAR}|today|now|date)?(?!\d)"
)
_SINCE = re.compile(
    rf"\b(?:since|from)\s+(?:\d{{1,2}}\s+)?(?:[A-Z][a-z]+\s+)?(?P<begin>{_YEAR})\b(?!\s*(?:to|until|[-–—]))"
)
_ONLY_YEAR = re.compile(rf"\W*({_YEAR})\W*")
_NAME = re.compile(r"\W*[A-Z][^\W\d_]+")
_LEADS = content_words("lead")


@dataclass(frozen=True)
class Term:
    """A row with the years of a term; no `end`: it goes on."""

    hit: Hit
    row: QuotableText
    begin: int
    end: int | None


def succession_by_terms(question: ParsedQuestion, found: Findings) -> list[AnswerParagraph]:
    """Whose term ended when that of the one named began, or began when it ended; none if no list has both."""
    asked = question.succession
    if asked is None or not asked.is_relative or question.is_foreign or "tables" in question.without:
        return []
    for terms in _lists(found.hits):
        own = [one for one in terms if set(asked.name) <= set(plain_words(one.row.text))]
        beside = [one for one in terms if one not in own and any(_is_beside(one, other, asked) for other in own)]
        if own and beside:
            lead = f"{asked.place.capitalize()}, by the years of a list:"
            rows = [unscored_quote(one.hit, one.row) for one in (*beside[:1], *own[:1])]
            return list(quotations(rows, found, lead))
    return []


def with_current_term(question: ParsedQuestion, quotes: Sequence[Quote], found: Findings) -> tuple[Quote, ...]:
    """The quotations; where the first is a term that is over, and the question is who leads now, the one term of its
    list that goes on stands for it."""
    is_asked = (
        question.is_present and "person" in question.kinds and question.time is None and question.succession is None
    )
    if not quotes or not is_asked or not with_synonyms(question.topic) & _LEADS:
        return tuple(quotes)
    for terms in _lists(found.hits):
        shown = [one for one in terms if one.hit.chunk_id == quotes[0].hit.chunk_id and one.row == quotes[0].sentence]
        going_on = [one for one in terms if one.end is None]
        latest = max(one.begin for one in terms)
        is_named = any(covered_words(question.topic, content_words(one.row.text)) for one in terms if one not in shown)
        if shown and shown[0].end is not None and len(going_on) == 1 and going_on[0].begin == latest and not is_named:
            current = unscored_quote(going_on[0].hit, going_on[0].row)
            lists = {one.row for one in terms}
            return (current, *(quote for quote in quotes if quote.sentence not in lists))
    return tuple(quotes)


def with_terms_in_office(
    question: ParsedQuestion, quotes: Sequence[Quote], found: Findings, now: datetime
) -> tuple[Quote, ...]:
    """The quotations, led by the term that covers the year asked for, else that of `now`, in a list that has the office
    asked for over it; by two, where one ended and another began in that year."""
    year = _year_asked_for(question, now)
    if year is None or "person" not in question.kinds or "list" in question.kinds or question.is_foreign:
        return tuple(quotes)
    for terms in _lists(found.hits):
        if not _is_list_of_office(question, terms):
            continue
        held = [one for one in terms if one.begin <= year and (one.end is None or one.end >= year)]
        if 0 < len(held) <= MOST_HELD:
            rows = {one.row for one in terms}
            leading = [unscored_quote(one.hit, one.row) for one in held]
            beside = (one for one in quotes if one.sentence not in rows and question.topic <= one.words)
            return (*leading, *beside)
    return tuple(quotes)


def _year_asked_for(question: ParsedQuestion, now: datetime) -> int | None:
    """None: more than one year, or any."""
    time = question.time
    if question.succession is not None or not question.topic:
        return None
    if time is None:
        return now.year if question.is_present else None
    if time.start is None or time.end is None or time.start.year != (time.end - SECOND).year:
        return None
    return time.start.year


def _is_list_of_office(question: ParsedQuestion, terms: Sequence[Term]) -> bool:
    """Whether what stands over the rows, with the document's title, has all that is asked for."""
    row = terms[0].row
    over = content_words(f"{row.heading} {BAR.split(row.columns)[0]}")
    asked = question.topic
    whole = over | content_words(terms[0].hit.document_title)
    return bool(covered_words(asked, over)) and covered_words(asked, whole) == asked


def _is_beside(one: Term, other: Term, asked: SuccessionQuestion) -> bool:
    earlier, later = (one, other) if asked.place == "before" else (other, one)
    return earlier.end is not None and abs(later.begin - earlier.end) <= HAND_OVER and earlier.begin <= later.begin


def _lists(hits: Sequence[Hit]) -> Iterator[list[Term]]:
    """The rows and items below one heading that each begin with a name and have the years of a term."""
    for hit in hits:
        below: dict[tuple[str, str], list[Term]] = {}
        for row in quotable_sentences(hit.content, hit.citation.heading):
            if (row.columns or _is_item(hit, row)) and len(row.text) <= LONGEST_ROW and _NAME.match(row.text):
                below.setdefault((row.heading, row.columns), []).extend(
                    Term(hit, row, begin, end) for begin, end in _years(row)
                )
        yield from (terms for terms in below.values() if len({one.row for one in terms}) >= FEWEST)


def _is_item(hit: Hit, row: QuotableText) -> bool:
    line = hit.content[hit.content.rfind("\n", 0, row.sentence.start) + 1 : row.sentence.start]
    return bool(re.search(r"(?:[-*+•]|\d{1,2}[.)])\s", f"{line} "))


def _years(row: QuotableText) -> Iterator[tuple[int, int | None]]:
    if row.columns:
        cells = [_ONLY_YEAR.fullmatch(cell) for cell in BAR.split(row.text)]
        years = [int(one[1]) for one in cells if one is not None]
        if len(years) == 2 or (len(years) == 1 and not BAR.split(row.text)[-1].strip(" |–-")):
            yield years[0], years[1] if len(years) == 2 else None
            return
    for found in _SPAN.finditer(row.text):
        end = found["end"]
        yield int(found["begin"]), int(end) if end and end.isdigit() else None
    for found in _SINCE.finditer(row.text):
        yield int(found["begin"]), None
