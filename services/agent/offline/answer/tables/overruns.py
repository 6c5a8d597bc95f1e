"""“Which projects went over budget?”: the rows of a table where more was spent than was planned. Pure."""

import re
from collections.abc import Iterator

from services.agent.offline.answer.findings import Findings
from services.agent.offline.answer.quotes.choice import unscored_quote
from services.agent.offline.answer.quotes.paragraphs import quotations
from services.agent.offline.answer.remarks import remark
from services.agent.offline.answer.tables.extremes import SAID_OF_ANY_ROW
from services.agent.offline.passages import QuotableText
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.synonyms import covered_words
from services.agent.offline.tables import Table, rows_asked_for, tables_in
from services.models import AnswerParagraph
from services.text.sentences import content_words
from services.text.wording import count_of

MOST_SHOWN = 8
_OVER = re.compile(
    r"\bover[\s-]?(?:budget|spen[dt]|ran|run)\w*|\b(?:exceed|overshoot|overshot)\w*\s+(?:the(?:ir)?|its)\s+(?:budget|plan|estimate)s?\b"
    r"|\bmore\s+than\s+(?:was\s+|were\s+)?(?:planned|budgeted|estimated|expected|foreseen)\b",
    re.IGNORECASE,
)
_UNDER = re.compile(
    r"\b(?:under\s+budget|less\s+than\s+(?:was\s+|were\s+)?(?:planned|budgeted|estimated|expected|foreseen))\b",
    re.IGNORECASE,
)
_WHICH = re.compile(r"^\W*(?:which|what|who|list|name|show|were\s+any|did\s+any|was\s+any)\b", re.IGNORECASE)
_PLANNED = content_words("plan planned budget budgeted estimate estimated tender target forecast")
_ACTUAL = content_words("actual spent outturn final paid real result")
_ASKED_SO = content_words(
    "over under budget plan planned budgeted estimate estimated expected foreseen overspend overspent overrun overran "
    "exceed overshoot more less than go come run stay keep remain cost spend spent part item money"
)


def overrun_paragraphs(question: ParsedQuestion, found: Findings) -> list[AnswerParagraph]:
    """The rows of the first whole table that has both columns and all that else is asked for; none without one."""
    is_over, is_under = _OVER.search(question.text), _UNDER.search(question.text)
    is_read = not question.is_foreign and "tables" not in question.without and _WHICH.search(question.text)
    if not is_read or not (is_over or is_under):
        return []
    asked = content_words(question.text) - _ASKED_SO - SAID_OF_ANY_ROW
    for table in sorted(_with_both(found), key=lambda one: -len(covered_words(asked, one.words_above))):
        planned, actual = _columns(table)
        rows = rows_asked_for(table, asked) or ()
        told = [row for row in rows if _differs(table, row, planned, actual, is_over=is_over is not None)]
        if rows:
            return list(_paragraphs(table, told, len(rows), found, is_over=is_over is not None))
    return []


def _with_both(found: Findings) -> Iterator[Table]:
    for table in tables_in(found.hits, found.whole_documents):
        if table.is_whole and None not in _columns(table):
            yield table


def _columns(table: Table) -> tuple[int | None, int | None]:
    """What was planned, and what came of it."""
    numeric = [place for place in range(1, len(table.columns)) if table.has_quantities(place)]
    planned = [place for place in numeric if table.head_words(place) & _PLANNED]
    actual = [place for place in numeric if table.head_words(place) & _ACTUAL and place not in planned]
    return (planned[0], actual[0]) if len(planned) == len(actual) == 1 else (None, None)


def _differs(table: Table, row: QuotableText, planned: int | None, actual: int | None, *, is_over: bool) -> bool:
    if planned is None or actual is None:
        return False
    first, then = table.quantity(row, planned), table.quantity(row, actual)
    if first is None or then is None or first.kind != then.kind:
        return False
    return then.amount > first.amount if is_over else then.amount < first.amount


def _paragraphs(
    table: Table, rows: list[QuotableText], compared: int, found: Findings, *, is_over: bool
) -> Iterator[AnswerParagraph]:
    planned, actual = _columns(table)
    heads = f"{table.columns[planned or 0]} and {table.columns[actual or 0]}"
    than = "more" if is_over else "less"
    yield remark(
        f"By the columns {heads} of a table, {len(rows)} of {count_of(compared, 'row')} came to {than} than planned:"
    )
    yield from quotations([unscored_quote(table.hit_of(row), row) for row in rows[:MOST_SHOWN]], found)
