"""“How many X are there?” and “which X are open?”, where no sentence says it and a table lists them. Pure."""

from collections.abc import Iterable, Iterator, Sequence

from services.agent.offline.answer.findings import Findings
from services.agent.offline.answer.quotes.choice import Quote, unscored_quote
from services.agent.offline.answer.quotes.paragraphs import quotations
from services.agent.offline.answer.remarks import remark
from services.agent.offline.answer.tables.extremes import SAID_OF_ANY_ROW
from services.agent.offline.passages import QuotableText
from services.agent.offline.reading.answer_kinds import BESIDE, has_kind
from services.agent.offline.reading.numbers.aggregates import COUNTED, listed_things, verbs_of_counted_things
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.synonyms import covered_words
from services.agent.offline.tables import Table, rows_asked_for, rows_in_state, tables_in
from services.models import AnswerParagraph
from services.text.sentences import WORD, content_words, plain_words
from services.text.stems import stem
from services.text.wording import count_of, list_words

MOST_NAMED = 12
MOST_SHOWN, MOST_LISTED = 3, 8
_PEOPLE = content_words("people person persons men women")
_NAME = stem("name")


def asks_for_rows(question: ParsedQuestion) -> bool:
    """Whether the rows of a table may count or list what is asked for; without a time, which a row need not name."""
    is_read = not (question.is_foreign or question.times or "tables" in question.without)
    return is_read and bool(COUNTED.search(question.asked) or listed_things(question.asked))


def count_paragraphs(question: ParsedQuestion, quotes: Sequence[Quote], found: Findings) -> list[AnswerParagraph]:
    """The rows of the first table of such things that has all the question's words, named and counted."""
    asked = COUNTED.search(question.asked)
    if asked is None or not asks_for_rows(question):
        return []
    thing = content_words(asked["thing"])
    if not thing or any(_tells_number(thing, quote) for quote in quotes):
        return []
    for table in tables_in(found.hits, found.whole_documents):
        rows = _rows(table, asked["thing"], question)
        if rows:
            return _paragraphs(table, rows, asked["thing"], found)
    return []


def row_list_paragraphs(question: ParsedQuestion, found: Findings) -> list[AnswerParagraph]:
    """The rows of the first table of such things that are in the state which the question names by a cell's words."""
    thing = listed_things(question.asked)
    if not (content_words(thing) and asks_for_rows(question)):
        return []
    for table in tables_in(found.hits, found.whole_documents):
        rows = _rows(table, thing, question)
        if any(rows == rows_in_state(rows, table, word) for word in plain_words(question.asked)) and rows:
            return [remark(f"A table has {_named(table, rows, thing)}."), *_quoted(table, rows[:MOST_LISTED], found)]
    return []


def _tells_number(thing: frozenset[str], quote: Quote) -> bool:
    """A sentence that has a number right before them; a row counts something else."""
    spoken = WORD.findall(quote.sentence.text)
    numbers = [place for place, word in enumerate(spoken) if has_kind("number", word)]
    after = (content_words(" ".join(spoken[place + 1 : place + 1 + BESIDE])) for place in numbers)
    return not quote.sentence.columns and any(covered_words(thing, words) for words in after)


def _rows(table: Table, things: str, question: ParsedQuestion) -> tuple[QuotableText, ...]:
    """Those of a table of which a column has the things' name, or else its heading; or of which a cell says that it is
    one of them: “defender”."""
    thing = content_words(things)
    over = table.head_words(_place_of(table, things)) or content_words(table.rows[0].heading)
    is_named = bool(covered_words(thing, over)) or (thing <= _PEOPLE and _NAME in over)
    if not table.is_whole or not (
        is_named or any(rows_in_state(table.rows, table, one) for one in plain_words(things))
    ):
        return ()
    doing = content_words(" ".join(verbs_of_counted_things(question.asked)))
    names = content_words(" ".join(question.entities)) & content_words(table.title)
    apart = SAID_OF_ANY_ROW | doing | names | (thing if is_named else frozenset())
    return rows_asked_for(table, question.words - apart, question.asked) or ()


def _place_of(table: Table, things: str) -> int:
    """The column of which each row names another one of the things, in words; else the first."""
    thing = content_words(things)
    cells = {
        place: {table.cell(row, place).strip().casefold() for row in table.rows} for place in range(len(table.columns))
    }
    names = [place for place, said in cells.items() if len(said) == len(table.rows) and not _has_figure(said)]
    return next((place for place in names if thing and table.head_words(place) == thing), 0)


def _has_figure(cells: Iterable[str]) -> bool:
    return any(any(sign.isdigit() for sign in cell) for cell in cells)


def _paragraphs(table: Table, rows: Sequence[QuotableText], things: str, found: Findings) -> list[AnswerParagraph]:
    counted = remark(f"No sentence that was found counts this; a table has {_named(table, rows, things)}.")
    return [counted, *_quoted(table, rows[:MOST_SHOWN], found)]


def _named(table: Table, rows: Sequence[QuotableText], things: str) -> str:
    place = _place_of(table, things)
    names = [table.cell(row, place) for row in rows]
    more = [f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
    return f"{count_of(len(rows), 'row')} for it: {list_words([*names[:MOST_NAMED], *more])}"


def _quoted(table: Table, rows: Sequence[QuotableText], found: Findings) -> Iterator[AnswerParagraph]:
    return quotations([unscored_quote(table.hit_of(row), row) for row in rows], found)
