"""Yes or no where a number or a year has to be compared: “Does it cost more than 500 euros?” Pure.

One cell or one clause has to state the only quantity of that kind, and nothing that qualifies it.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from services.agent.offline.answer.quotes.choice import Quote, unscored_quote
from services.agent.offline.answer.tables.extremes import SAID_OF_ANY_ROW
from services.agent.offline.answer.verdicts.by_sentence import (
    NEGATION,
    PRONOUN,
    QUALIFIED,
    Clause,
    Verdict,
    quote_clauses,
)
from services.agent.offline.passages import QuotableText
from services.agent.offline.reading.numbers.limits import Limit, read_limit
from services.agent.offline.reading.numbers.quantities import Quantity, quantities
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.synonyms import covered_words
from services.agent.offline.reading.yes_no import begins_yes_no
from services.agent.offline.tables import Table, rows_asked_for, tables_in
from services.models import Hit
from services.text.sentences import content_words, words
from services.text.stems import PAST_FORMS

_INEXACT = re.compile(
    r"\b(?:about|around|approximately|roughly|some|nearly|almost|up\s+to|at\s+(?:least|most)|between|from|over|under|above"
    r"|below|less|fewer|minimum|maximum|max|min|circa|ca|each|per|every|another|further|additional|since|until|till|by"
    r"|before|after)\W*(?:\w+\s+)?$",
    re.IGNORECASE,
)
"""What stands before a number that is not the whole of it."""
_OF_YEAR = re.compile(r"\b(?:in|on)\s+(?:[\w,]+\s+){0,3}$", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\([^)]*\)")
_AGAIN = re.compile(r"\b(?:again|once\s+more)\b", re.IGNORECASE)
_PAST_WORDS = PAST_FORMS | {"was", "were", "did", "had"}
_RANGE = re.compile(r"^\s*(?:to|-|–|or|and)\s*\d")


@dataclass(frozen=True)
class MeasuredQuestion:
    """`asked` are the stems of all but the limit, `subject_words` those of what the question is about."""

    limit: Limit
    asked: frozenset[str]
    is_present: bool

    @property
    def subject_words(self) -> frozenset[str]:
        return self.asked - SAID_OF_ANY_ROW - self.limit.heads

    @property
    def all_words(self) -> frozenset[str]:
        return self.asked | self.limit.heads


def question_without_limit(question: ParsedQuestion) -> ParsedQuestion:
    """The question without its year, if it asks whether something was before or after one: either way, what happened
    answers it."""
    limit = read_limit(question.asked) if begins_yes_no(question.asked) and not question.is_foreign else None
    if limit is None or not limit.is_year or "verdicts" in question.without:
        return question
    return question.model_copy(update={"asked": " ".join(limit.question_without_it.split()), "times": ()})


def measured_verdict(text: str, hits: Sequence[Hit], quotes: Iterable[Quote]) -> tuple[Verdict, Quote] | None:
    """Yes or no by a table's cell, or else by a sentence; None if nothing states it, or if the sentences disagree."""
    limit = read_limit(text) if begins_yes_no(text) else None
    if limit is None:
        return None
    is_present = words(text)[0] not in _PAST_WORDS
    question = MeasuredQuestion(limit, content_words(limit.question_without_it), is_present)
    said = [*_by_cells(question, hits), *_by_clauses(question, quotes)]
    return said[0] if len({verdict for verdict, _ in said}) == 1 else None


def _by_cells(question: MeasuredQuestion, hits: Sequence[Hit]) -> Iterable[tuple[Verdict, Quote]]:
    for table in tables_in(hits):
        rows = rows_asked_for(table, question.subject_words) or ()
        named = [row for row in rows if _is_named(table, row, question)]
        columns = [place for place in range(1, len(table.columns)) if _is_meant(table, place, named, question)]
        if len(named) == 1 and len(columns) == 1:
            found = table.quantity(named[0], columns[0])
            if found is not None and (one := _said(question.limit, found)) is not None:
                yield one, unscored_quote(table.hit_of(named[0]), named[0])


def _is_named(table: Table, row: QuotableText, question: MeasuredQuestion) -> bool:
    """All of its name, as “Tide 60” is not “Tide 60 S”."""
    return set(words(table.cell(row, 0))) <= set(words(question.limit.question_without_it)) and bool(table.cell(row, 0))


def _is_meant(table: Table, place: int, rows: Sequence[QuotableText], question: MeasuredQuestion) -> bool:
    """By the kind of quantity, and by its head where the question names one or the quantity has no kind."""
    found = table.quantity(rows[0], place) if rows else None
    if found is None or found.kind != question.limit.quantity.kind:
        return False
    is_named = bool(table.head_words(place) & question.all_words)
    return is_named or (bool(found.kind) and not _names_other(table, place, question))


def _names_other(table: Table, place: int, question: MeasuredQuestion) -> bool:
    """Whether the question names another column."""
    return any(table.head_words(other) & question.all_words for other in range(1, len(table.columns)) if other != place)


def _by_clauses(question: MeasuredQuestion, quotes: Iterable[Quote]) -> Iterable[tuple[Verdict, Quote]]:
    for quote in quotes:
        if quote.sentence.columns:
            continue
        for clause in quote_clauses(quote):
            found = _only_quantity(clause, question)
            if found is not None and (one := _said(question.limit, found)) is not None:
                yield one, quote


def _only_quantity(clause: Clause, question: MeasuredQuestion) -> Quantity | None:
    """Where the clause says all that is asked, and beside its only quantity of the kind nothing else."""
    limit = question.limit
    alike = (one for one in quantities(clause.text) if one.kind == limit.quantity.kind)
    of_kind = [one for one in alike if one.is_year == limit.is_year]
    if len(of_kind) != 1 or not _says_all(clause, question) or _is_qualified(clause, of_kind[0], question):
        return None
    told = content_words(_IN_BRACKETS.sub(" ", _telling(clause.text, of_kind[0], limit)))
    return of_kind[0] if told == covered_words(told, question.all_words | SAID_OF_ANY_ROW) else None


def _telling(text: str, found: Quantity, limit: Limit) -> str:
    """What may make it a quantity of something else; who did it, and where, leaves the year as it is."""
    before, after = _around(found, text)
    return before if limit.is_year else f"{before} {after}"


def _around(found: Quantity, text: str) -> tuple[str, str]:
    return text[: found.start], text[found.start + len(found.words) :]


def _says_all(clause: Clause, question: MeasuredQuestion) -> bool:
    missing = question.asked - covered_words(question.asked, content_words(clause.text))
    return not missing or (PRONOUN.match(clause.text) is not None and missing <= clause.context)


def _is_qualified(clause: Clause, found: Quantity, question: MeasuredQuestion) -> bool:
    before, after = _around(found, clause.text)
    is_year_of_it = not question.limit.is_year or _OF_YEAR.search(before) is not None
    is_part = _INEXACT.search(before) or _RANGE.match(after) or _AGAIN.search(clause.text)
    is_part = is_part or QUALIFIED.search(clause.part) or NEGATION.search(clause.text)
    return bool(is_part) or not is_year_of_it or (question.is_present and _is_past(clause.text))


def _is_past(text: str) -> bool:
    return any(word in _PAST_WORDS or word.endswith("ed") for word in words(text))


def _said(limit: Limit, found: Quantity) -> Verdict | None:
    is_so = limit.allows(found.amount)
    return None if is_so is None else "Yes" if is_so else "No"
