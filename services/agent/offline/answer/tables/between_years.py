"""“Did we earn more in 2021 than in 2020?”, where a table has a column for each of both years. Pure."""

import re
from collections.abc import Iterator

from services.agent.offline.answer.findings import Findings
from services.agent.offline.answer.quotes.choice import unscored_quote
from services.agent.offline.answer.quotes.paragraphs import quotations
from services.agent.offline.answer.tables.extremes import SAID_OF_ANY_ROW
from services.agent.offline.continued import is_sum
from services.agent.offline.passage_rows import BAR
from services.agent.offline.passages import QuotableText, quotable_tables
from services.agent.offline.reading.numbers.quantities import whole_quantity
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.synonyms import covered_words
from services.agent.offline.reading.yes_no import begins_yes_no
from services.models import AnswerParagraph, Hit
from services.text.sentences import content_words

_COMPARED = re.compile(
    r"\b(?:(?P<more>more|higher|larger|bigger|greater|better)|(?P<less>less|fewer|lower|smaller))\b[^?]*?"
    r"\b(?:in|for)\s+(?P<one>(?:1[5-9]|20)\d\d)\s+than\s+(?:it\s+was\s+|they\s+were\s+)?(?:in\s+|for\s+)?(?P<other>(?:1[5-9]|20)\d\d)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_OF_COMPARING = content_words(
    "more high higher large larger big bigger great greater better less few fewer low lower small"
)


def between_years_paragraphs(question: ParsedQuestion, found: Findings) -> list[AnswerParagraph]:
    """Yes or no with the row that says so: the one row of which the question names all words, or the sum of a table
    over which they stand. None where no row is alone in that, or where rows disagree."""
    asked = _COMPARED.search(question.asked) if begins_yes_no(question.asked) else None
    if asked is None or question.is_foreign or "verdicts" in question.without:
        return []
    words = content_words(_YEAR.sub(" ", question.asked)) - _OF_COMPARING - SAID_OF_ANY_ROW
    told = list(_told(words, asked["one"], asked["other"], found))
    verdicts = {(first > then) == bool(asked["more"]) for _, _, first, then in told if first != then}
    if not told or len(verdicts) != 1 or any(first == then for _, _, first, then in told):
        return []
    hit, row, _, _ = told[0]
    return list(quotations([unscored_quote(hit, row)], found, "Yes:" if verdicts.pop() else "No:"))


def _told(
    words: frozenset[str], one: str, other: str, found: Findings
) -> Iterator[tuple[Hit, QuotableText, float, float]]:
    """The rows that say it, with both figures."""
    for hit in found.hits:
        for table in quotable_tables(hit.content, hit.citation.heading):
            heads = BAR.split(table[0].columns)
            places = [
                [place for place, head in enumerate(heads) if _YEAR.findall(head) == [year]] for year in (one, other)
            ]
            if not table[0].columns or any(len(own) != 1 for own in places):
                continue
            over = content_words(f"{hit.document_title} {table[0].heading} {table[0].columns}")
            meant = [row for row in table if _is_meant(row, words, over)]
            for row in meant if len(meant) == 1 else ():
                cells = BAR.split(row.text)
                read = [whole_quantity(cells[own[0]]) if own[0] < len(cells) else None for own in places]
                if read[0] is not None and read[1] is not None and read[0].kind == read[1].kind:
                    yield hit, row, read[0].amount, read[1].amount


def _is_meant(row: QuotableText, words: frozenset[str], over: frozenset[str]) -> bool:
    name = content_words(BAR.split(row.text)[0])
    said = covered_words(words, over)
    if is_sum(row):
        return bool(words) and said == words
    return bool(name) and covered_words(words, name) | said == words and bool(covered_words(words, name) - said)
