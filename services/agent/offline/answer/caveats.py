"""What is said before quotations that leave out a part of the question. Pure."""

from collections.abc import Iterator, Sequence

from services.agent.offline.answer.coverage import (
    missing_kind,
    quotes_near_names,
    time_before_quotes,
    time_beside_quotes,
    uncompared_superlative,
    uncovered_words,
)
from services.agent.offline.answer.facts.choice import MOST_BESIDE
from services.agent.offline.answer.quotes.choice import Quote, repeats_quote
from services.agent.offline.answer.quotes.relevance import missing_words
from services.agent.offline.answer.remarks import READ_IN_ENGLISH, remark
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.yes_no import read_yes_no
from services.models import AnswerParagraph
from services.text.sentences import content_words
from services.text.wording import list_words


def caveats(
    question: ParsedQuestion, quotes: Sequence[Quote], matter: Sequence[str], *, has_facts: bool
) -> Iterator[AnswerParagraph]:
    """What all these passages leave out of the question."""
    if question.is_foreign:
        if quotes or has_facts:
            yield remark(READ_IN_ENGLISH)
    elif words := _of_kind_or_time(question, quotes):
        yield remark(words)
    elif uncovered := uncovered_words(question, near := quotes_near_names(question, quotes), matter):
        yield remark(_left_out(question, quotes, near, uncovered))


def leave_words_out(question: ParsedQuestion, quotes: Sequence[Quote], matter: Sequence[str]) -> bool:
    """Whether each of these passages lacks a plain word that matters, and nothing more that is asked for is known to be
    missing: then one that stands further down may say it in other words, which a name, a date or a number has none of.
    """
    if question.is_foreign or _of_kind_or_time(question, quotes):
        return False
    uncovered = uncovered_words(question, quotes_near_names(question, quotes), matter)
    return bool(uncovered) and all(word.islower() for word in uncovered)


def _of_kind_or_time(question: ParsedQuestion, quotes: Sequence[Quote]) -> str:
    """What is said where no passage has the number, the time or the comparison asked for; else empty."""
    if lacking := missing_kind(question, quotes):
        return f"No passage that was found gives a {lacking} for this; the nearest:"
    if asked := time_before_quotes(question, quotes) or time_beside_quotes(question, quotes):
        return f"No passage that was found speaks of that time ({asked}); the nearest:"
    if degree := uncompared_superlative(question, quotes):
        return f"Nothing that was found tells which is “{degree}” of what is asked for; the nearest:"
    return ""


def _left_out(
    question: ParsedQuestion, quotes: Sequence[Quote], near: Sequence[Quote], uncovered: Sequence[str]
) -> str:
    """`near` are those of the quotations that may speak of what is named: no word is called left out that one has."""
    said = "whether this is so" if read_yes_no(question.text) else "all of this"
    left = missing_words(uncovered, (quote.whole_text for quote in near))
    is_near = not missing_words(uncovered, (f"{quote.hit.document_title} {quote.hit.content}" for quote in quotes))
    leave = f" leave out {list_words([f'“{word}”' for word in left])}" if left else ""
    return f"No passage says {said}{' in one sentence' * is_near}; the nearest{leave}:"


def with_missing_words(
    question: ParsedQuestion, shown: Sequence[Quote], matter: Sequence[str], others: Sequence[Quote]
) -> Sequence[Quote]:
    """The quotations, the last given up for the first of the `others` that has all words which they leave out: “dog”,
    where those name only the place."""
    missing = uncovered_words(question, shown, matter)
    if not missing or question.is_foreign or any(not word.islower() for word in missing):
        return shown
    sought = content_words(" ".join(missing))
    if any(sought <= quote.words for quote in shown):
        return shown
    saying = (one for one in others if sought <= one.words and not any(repeats_quote(one, other) for other in shown))
    found = next(saying, None)
    return (*shown[:1], found, *shown[1:MOST_BESIDE]) if found is not None else shown
