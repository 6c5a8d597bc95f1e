"""What the chosen quotations leave out of the question, and what the answer may add to them. Pure."""

import re
from collections.abc import Container, Sequence
from dataclasses import replace

from services.agent.offline.answer.facts.choice import MOST_BESIDE, ToldFacts, fact_words, topic_words_of_fact
from services.agent.offline.answer.quotes.choice import Quote
from services.agent.offline.answer.quotes.relevance import missing_words
from services.agent.offline.answer.quotes.spoken_times import SECOND, named_years, tells_when
from services.agent.offline.answer.quotes.year_spans import covers_time
from services.agent.offline.reading.answer_kinds import AnswerKind, has_kind
from services.agent.offline.reading.names import initials
from services.agent.offline.reading.numbers.degrees import read_extreme
from services.agent.offline.reading.numbers.figures import asked_figures, fits_figures, unit_words
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.synonyms import covered_words, implied_words
from services.agent.offline.reading.times.life_dates import life_words
from services.agent.offline.reading.times.time_words import TimeWords
from services.models import Fact
from services.text.sentences import content_words, plain_words
from services.text.wording import relation_words

_FROM_EVENT = re.compile(
    r"\b(?:minutes?|hours?|days?|weeks?|months?|years?)\s+(?:before|after|ahead\s+of|later)\b|\bat\s+(?:noon|midnight|dawn|dusk)\b"
    r"|\b(?:from|between)\s+\d{1,2}\s+(?:to|and)\s+\d{1,2}\b(?!\s*%)|\b(?:daily|weekly|monthly|annually)\b|\b(?:every|each)\s+(?:day|week|month|year|night|morning|evening)\b",
    re.IGNORECASE,
)
"""What says when something always is: “90 minutes before kick-off”, “from 7 to 9”, “every morning”."""
_OF_TIME = re.compile(
    r"^[^\n]*\b(?:1[5-9]|20)\d\d\b[^\n]*\n|\n(?:[^|:\n]+:\s*)?(?:1[5-9]|20)\d\d(?:[-/–]\d{1,4}){0,2}\s*(?:\||$)"
)
"""A year in the heading of a row, or its first cell."""
_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\d{1,2}[.)])[ \t]")
_OF_PERSON = re.compile(r"\W*(?:he|she|they|his|her|their|it|its|i|my|we|our)\b", re.IGNORECASE)
"""How a paragraph begins that speaks of somebody whom the one before it names."""
EXPLAINED: frozenset[AnswerKind] = frozenset({"cause", "condition", "steps"})
"""Kinds of things asked for beside which a superlative only says of what: “why not the cheapest bidder?”"""
_ALWAYS = re.compile(r"\bwhen\s+(?:do|does|is|are|can|must|should|will)\b", re.IGNORECASE)
_AGE = re.compile(r"\bhow\s+old\b|\bage\b", re.IGNORECASE)


def uncovered_words(question: ParsedQuestion, quotes: Sequence[Quote], matter: Sequence[str]) -> tuple[str, ...]:
    """Which of the words that matter, and which of two names, the fullest quotation does not have. Where the question
    asks for a date or a number, only quotations with one count."""
    if not (question.is_question and quotes):
        return ()
    telling = [quote for quote in quotes if all(_has(kind, quote, question) for kind in _exact(question))]
    texts = [f"{one.whole_text} {' '.join(_unsaid_words(one.sentence.text))}" for one in telling or quotes]
    return min(((*missing_words(matter, [text]), *_names_left_out(question, text)) for text in texts), key=len)


def quotes_near_names(question: ParsedQuestion, quotes: Sequence[Quote]) -> Sequence[Quote]:
    """Those that may speak of what the question names; all if none does."""
    return [one for one in quotes if _is_near_name(question, one)] or quotes


def _is_near_name(question: ParsedQuestion, quote: Quote) -> bool:
    """Whether a name of the question stands in it, over it, or in its paragraph; true where the question has none. What
    is said of somebody else's university tells nothing of hers."""
    names = [part for name in (*question.entities, *question.unknown_names) for part in plain_words(name)[-1:]]
    if not names:
        return True
    beside = f"{quote.whole_text} {_paragraph_around(quote)}"
    short = {initials(name).casefold() for name in question.entities}
    return not {*names, *short}.isdisjoint(plain_words(beside))


def _paragraph_around(quote: Quote) -> str:
    """With the one before, where it begins with a pronoun; of a list or a table the line alone."""
    text, place = quote.hit.content, quote.sentence.sentence
    if quote.sentence.is_row or _ITEM.match(text, text.rfind("\n", 0, place.start) + 1):
        return place.text
    begin = text.rfind("\n\n", 0, place.start) + 1
    if begin and _OF_PERSON.match(text, begin):
        begin = text.rfind("\n\n", 0, begin - 1) + 1
    end = text.find("\n\n", place.end)
    return text[begin : end if end >= 0 else len(text)]


def _unsaid_words(text: str) -> frozenset[str]:
    return unit_words(text) | implied_words(text) | life_words(text)


def _names_left_out(question: ParsedQuestion, text: str) -> tuple[str, ...]:
    """Where two things are named, a passage about one of them alone does not tell how they are connected."""
    if len(question.entities) < 2:
        return ()
    spoken = content_words(text)
    forms = {name: [content_words(name), content_words(name) & question.name_stems] for name in question.entities}
    forms |= {name: [*own, frozenset({initials(name).casefold()})] for name, own in forms.items()}
    return tuple(name for name, own in forms.items() if not any(form and form <= spoken for form in own))


def missing_kind(question: ParsedQuestion, quotes: Sequence[Quote]) -> AnswerKind | None:
    """The date or the number that is asked for and that no quotation has."""
    asked = _exact(question) if question.is_question else []
    lacking = [kind for kind in asked if not any(_has(kind, quote, question) for quote in quotes)]
    return lacking[0] if lacking and quotes else None


def time_before_quotes(question: ParsedQuestion, quotes: Sequence[Quote]) -> str:
    """The time asked for, in the question's words, if every year that the passages name comes after it; else empty."""
    time = question.time
    if time is None or time.end is None or not (question.is_question and quotes):
        return ""
    if any(covers_time(quote.whole_text, time) for quote in quotes):
        return ""
    quotes = [one for one in quotes if covered_words(question.topic, one.words)] or quotes
    years = [named_years(f"{quote.hit.document_title} {quote.hit.content}") for quote in quotes]
    return time.words if all(named and min(named) > (time.end - SECOND).year for named in years) else ""


def time_beside_quotes(question: ParsedQuestion, quotes: Sequence[Quote]) -> str:
    """The time asked for, in the question's words, if each passage that speaks of the topic names other years alone and
    one is a row of such a year: last year's row tells nothing of this year; else empty."""
    time = question.time
    if time is None or time.start is None or time.end is None or time.kind != "during" or not question.is_question:
        return ""
    years = range(time.start.year, (time.end - SECOND).year + 1)
    topical = [one for one in quotes if covered_words(question.topic, one.words | one.sentence.heading_words)]
    is_of_others = any(
        one.sentence.is_row and _OF_TIME.search(f"{one.sentence.heading}\n{one.sentence.text}") for one in topical
    )
    return time.words if is_of_others and not any(_may_tell(one, years, time) for one in topical) else ""


def _may_tell(quote: Quote, years: Container[int], time: TimeWords) -> bool:
    """By the years that it names; by those over it, where it names none. Without any it may be of each year."""
    over = f"{quote.hit.document_title} {quote.sentence.heading}"
    text = next((one for one in (quote.sentence.text, over) if named_years(one)), "")
    return not text or any(year in years for year in named_years(text)) or covers_time(text, time)


def misses_time_asked_for(question: ParsedQuestion, quotes: Sequence[Quote], facts: Sequence[Fact]) -> bool:
    """Whether nothing that was found speaks of the time that the question names: no passage names one of its years, and
    no passage and no fact has a word of the topic."""
    time = question.time
    if time is None or time.start is None or time.end is None or not (question.is_question and question.topic):
        return False
    years = range(time.start.year, (time.end - SECOND).year + 1)
    is_told = any(
        covered_words(question.topic, quote.words) or _names_one(quote, years) or covers_time(quote.whole_text, time)
        for quote in quotes
    )
    return bool(quotes) and not is_told and not any(topic_words_of_fact(fact, question) for fact in facts)


def _names_one(quote: Quote, years: Container[int]) -> bool:
    return any(year in years for year in named_years(f"{quote.hit.document_title} {quote.whole_text}"))


def _exact(question: ParsedQuestion) -> list[AnswerKind]:
    exact: tuple[AnswerKind, ...] = ("date", "number")
    return [kind for kind in exact if kind in question.kinds]


def _has(kind: AnswerKind, quote: Quote, question: ParsedQuestion) -> bool:
    """Days and pounds are no number of people."""
    text = quote.sentence.text
    if kind == "date":
        return tells_when(quote.sentence) or (
            _ALWAYS.search(question.asked) is not None and _FROM_EVENT.search(text) is not None
        )
    if _AGE.search(question.asked) and "born" in quote.words and tells_when(quote.sentence):
        return True
    figures = asked_figures(question.asked) if kind == "number" else frozenset[str]()
    return has_kind(kind, text) and fits_figures(figures, text) > 0


def uncompared_superlative(question: ParsedQuestion, quotes: Sequence[Quote]) -> str:
    """The superlative asked for, such as “lowest”, if no quotation has any: what one row or sentence says of one thing
    does not tell that."""
    is_asked = "extreme" in question.kinds and question.is_question and not question.kinds & EXPLAINED
    asked = read_extreme(question.asked) if is_asked else None
    is_told = any(has_kind("extreme", quote.whole_text) for quote in quotes)
    return asked.words if asked is not None and quotes and not is_told else ""


def number_of_quotes(question: ParsedQuestion, quotes: Sequence[Quote], first: ToldFacts, matter: Sequence[str]) -> int:
    """How many quotations to show: three, or two beside a fact; only one if it lacks a name."""
    if question.is_foreign:
        return MOST_BESIDE
    missing = uncovered_words(question, quotes, matter)
    if any(not word.islower() for word in missing):
        return 1
    return MOST_BESIDE if first.facts and not missing else 1 + MOST_BESIDE


def quotes_by_names(question: ParsedQuestion, quotes: Sequence[Quote]) -> Sequence[Quote]:
    """Of a question in another language, those first that have most of its names; else unchanged."""
    if not question.is_foreign:
        return quotes
    names = content_words(" ".join((*question.entities, *question.name_words)))
    return sorted(quotes, key=lambda quote: -len(names & quote.words))


def facts_may_follow_quotes(
    first: ToldFacts, quotes: Sequence[Quote], question: ParsedQuestion, matter: Sequence[str]
) -> bool:
    """Whether the facts may be told after the quotations. Where these leave something out, the first fact must not."""
    if not first.facts or not _leaves_something_out(question, quotes, matter):
        return True
    missing = uncovered_words(question, quotes, matter)
    return bool(missing) and not missing_words(missing, [fact_words(first.facts[0])])


def facts_as_complete_as_quotes(
    first: ToldFacts, quotes: Sequence[Quote], question: ParsedQuestion, matter: Sequence[str]
) -> ToldFacts:
    """The facts that leave out no more than the quotations do. Where a date is asked for, only those with a date."""
    if not quotes:
        return first
    facts = first.facts
    if "date" in question.kinds:
        facts = tuple(one for one in facts if one.began or one.ended or has_kind("date", one.fact))
    if not _leaves_something_out(question, quotes, matter):
        facts = tuple(one for one in facts if _is_asked(one, question) or not missing_words(matter, [fact_words(one)]))
    return replace(first, facts=facts)


def _is_asked(fact: Fact, question: ParsedQuestion) -> bool:
    """By its relation, in the question's own word."""
    return not question.topic.isdisjoint(content_words(relation_words(fact.relation)))


def answers_in_question_words(question: ParsedQuestion, quotes: Sequence[Quote], matter: Sequence[str]) -> bool:
    """Whether the first quotation says all that is asked, in the question's own words: whoever runs a service need not
    be its chief executive."""
    if not quotes or _leaves_something_out(question, quotes, matter):
        return False
    spoken = content_words(quotes[0].whole_text) | _unsaid_words(quotes[0].sentence.text)
    return question.topic <= spoken


def _leaves_something_out(question: ParsedQuestion, quotes: Sequence[Quote], matter: Sequence[str]) -> bool:
    return bool(
        question.is_foreign or uncovered_words(question, quotes, matter) or missing_kind(question, quotes) is not None
    )
