"""What the quotations that were chosen leave out of the question, and what may stand beside them then. Pure."""

import re
from collections.abc import Container, Sequence
from dataclasses import replace

from services.agent.offline.answer.facts.choice import MOST_BESIDE, ToldFacts, fact_words, spoken_of
from services.agent.offline.answer.quotes.choice import Quote
from services.agent.offline.answer.quotes.relevance import unspoken
from services.agent.offline.answer.quotes.spoken_times import SECOND, tells_when, years_named
from services.agent.offline.answer.quotes.year_spans import covers
from services.agent.offline.passages import named_cells
from services.agent.offline.reading.answer_kinds import AnswerKind, has_kind
from services.agent.offline.reading.names import initials
from services.agent.offline.reading.numbers.degrees import read_extreme
from services.agent.offline.reading.numbers.figures import asked_figures, fits_figures, unit_words
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.synonyms import implied_words, said_of
from services.models import Fact
from services.text.sentences import content_words
from services.text.wording import relation_words

_FROM_EVENT = re.compile(
    r"\b(?:minutes?|hours?|days?|weeks?|months?|years?)\s+(?:before|after|ahead\s+of|later)\b|\bat\s+(?:noon|midnight|dawn|dusk)\b"
    r"|\b(?:from|between)\s+\d{1,2}\s+(?:to|and)\s+\d{1,2}\b(?!\s*%)|\b(?:daily|weekly|monthly|annually)\b|\b(?:every|each)\s+(?:day|week|month|year|night|morning|evening)\b",
    re.IGNORECASE,
)
"""What says when something always is: “90 minutes before kick-off”, “from 7 to 9”, “every morning”."""
_ALWAYS = re.compile(r"\bwhen\s+(?:do|does|is|are|can|must|should|will)\b", re.IGNORECASE)
_AGE = re.compile(r"\bhow\s+old\b|\bage\b", re.IGNORECASE)


def uncovered_words(question: ParsedQuestion, quotes: Sequence[Quote], matter: Sequence[str]) -> tuple[str, ...]:
    """Of the words that matter, and of two names, those that the quotation which has most of them does not have; where
    a date or a number is asked for, of the quotations with one."""
    if not (question.is_question and quotes):
        return ()
    telling = [quote for quote in quotes if all(_has(kind, quote, question) for kind in _exact(question))]
    texts = [f"{one.whole_text} {' '.join(_unsaid_words(one.sentence.text))}" for one in telling or quotes]
    return min(((*unspoken(matter, [text]), *_names_left_out(question, text)) for text in texts), key=len)


def _unsaid_words(text: str) -> frozenset[str]:
    return unit_words(text) | implied_words(text)


def _names_left_out(question: ParsedQuestion, text: str) -> tuple[str, ...]:
    """Where two things are named, a passage about one of them alone does not tell how they are connected."""
    if len(question.entities) < 2:
        return ()
    spoken = content_words(text)
    forms = {name: [content_words(name), content_words(name) & question.name_stems] for name in question.entities}
    forms |= {name: [*own, frozenset({initials(name).casefold()})] for name, own in forms.items()}
    return tuple(name for name, own in forms.items() if not any(form and form <= spoken for form in own))


def lacking_kind(question: ParsedQuestion, quotes: Sequence[Quote]) -> AnswerKind | None:
    """The date or the number that is asked for and that no quotation has."""
    asked = _exact(question) if question.is_question else []
    lacking = [kind for kind in asked if not any(_has(kind, quote, question) for quote in quotes)]
    return lacking[0] if lacking and quotes else None


def earlier_than_told(question: ParsedQuestion, quotes: Sequence[Quote]) -> str:
    """The time asked for, in the question's words, where all years that the passages name come after it."""
    time = question.time
    if time is None or time.end is None or not (question.is_question and quotes):
        return ""
    if any(covers(quote.whole_text, time) for quote in quotes):
        return ""
    quotes = [one for one in quotes if said_of(question.topic, one.words)] or quotes
    years = [years_named(f"{quote.hit.document_title} {quote.hit.content}") for quote in quotes]
    return time.words if all(named and min(named) > (time.end - SECOND).year for named in years) else ""


def is_beside_time(question: ParsedQuestion, quotes: Sequence[Quote], facts: Sequence[Fact]) -> bool:
    """Whether of a time that the question names nothing is told: no passage names one of its years, and neither a
    passage nor a fact has a word of what is asked about it."""
    time = question.time
    if time is None or time.start is None or time.end is None or not (question.is_question and question.topic):
        return False
    years = range(time.start.year, (time.end - SECOND).year + 1)
    is_told = any(
        said_of(question.topic, quote.words) or _names_one(quote, years) or covers(quote.whole_text, time)
        for quote in quotes
    )
    return bool(quotes) and not is_told and not any(spoken_of(fact, question) for fact in facts)


def _names_one(quote: Quote, years: Container[int]) -> bool:
    return any(year in years for year in years_named(f"{quote.hit.document_title} {quote.whole_text}"))


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


def uncompared_degree(question: ParsedQuestion, quotes: Sequence[Quote]) -> str:
    """“Lowest”, where all that was found are rows of tables: each of them alone tells of no extreme."""
    asked = read_extreme(question.asked) if "extreme" in question.kinds and question.is_question else None
    is_told = any(not _is_row(quote) or has_kind("extreme", quote.whole_text) for quote in quotes)
    return asked.words if asked is not None and quotes and not is_told else ""


def _is_row(quote: Quote) -> bool:
    return bool(quote.sentence.columns or named_cells(quote.sentence.text))


def room_for(question: ParsedQuestion, quotes: Sequence[Quote], first: ToldFacts, matter: Sequence[str]) -> int:
    """Of quotes: one that lacks a name, a date or a number is shown alone, any other with two beside it, or with one
    and a fact."""
    if question.is_foreign:
        return MOST_BESIDE
    missing = uncovered_words(question, quotes, matter)
    if lacking_kind(question, quotes) or any(not word.islower() for word in missing):
        return 1
    return MOST_BESIDE if first.facts and not missing else 1 + MOST_BESIDE


def naming_first(question: ParsedQuestion, quotes: Sequence[Quote]) -> Sequence[Quote]:
    """Of a question that could not be read, what names the thing that it is about."""
    if not question.is_foreign:
        return quotes
    names = content_words(" ".join((*question.entities, *question.name_words)))
    return sorted(quotes, key=lambda quote: -len(names & quote.words))


def may_stand_beside(
    first: ToldFacts, quotes: Sequence[Quote], question: ParsedQuestion, matter: Sequence[str]
) -> bool:
    """Beside quotations that leave something out stands only a fact that does not."""
    if not first.facts or not is_beside_the_point(question, quotes, matter):
        return True
    missing = uncovered_words(question, quotes, matter)
    return bool(missing) and not unspoken(missing, [fact_words(first.facts[0])])


def as_full(first: ToldFacts, quotes: Sequence[Quote], question: ParsedQuestion, matter: Sequence[str]) -> ToldFacts:
    """Beside quotations that leave out nothing stand only facts that leave out nothing, either; where a date is asked
    for, only those with a date."""
    if not quotes:
        return first
    facts = first.facts
    if "date" in question.kinds:
        facts = tuple(one for one in facts if one.began or one.ended or has_kind("date", one.fact))
    if not is_beside_the_point(question, quotes, matter):
        facts = tuple(one for one in facts if _is_asked(one, question) or not unspoken(matter, [fact_words(one)]))
    return replace(first, facts=facts)


def _is_asked(fact: Fact, question: ParsedQuestion) -> bool:
    """By its relation, in the question's own word."""
    return not question.topic.isdisjoint(content_words(relation_words(fact.relation)))


def is_in_its_words(question: ParsedQuestion, quotes: Sequence[Quote], matter: Sequence[str]) -> bool:
    """Whether the first quotation says all that is asked, and not in other words: who runs a service need not be chief
    executive."""
    if not quotes or is_beside_the_point(question, quotes, matter):
        return False
    spoken = content_words(quotes[0].whole_text) | _unsaid_words(quotes[0].sentence.text)
    return question.topic <= spoken


def is_beside_the_point(question: ParsedQuestion, quotes: Sequence[Quote], matter: Sequence[str]) -> bool:
    return bool(
        question.is_foreign or uncovered_words(question, quotes, matter) or lacking_kind(question, quotes) is not None
    )
