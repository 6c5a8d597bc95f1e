"""In which order the chosen quotations are told: the fullest, the newest figure or a departure first. Pure."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from services.agent.offline.answer.coverage import missing_kind, uncovered_words
from services.agent.offline.answer.quotes.choice import Quote, differs_in_figures
from services.agent.offline.answer.quotes.named_hits import capitalised_names
from services.agent.offline.answer.quotes.relevance import ONLY_ASKING
from services.agent.offline.answer.quotes.spoken_times import A_LATE_DATE, SECOND, is_of_other_times
from services.agent.offline.answer.quotes.year_spans import ended_before_year, tells_of_before
from services.agent.offline.passages import has_label
from services.agent.offline.reading.abbreviations import other_forms
from services.agent.offline.reading.answer_kinds import has_kind
from services.agent.offline.reading.numbers.degrees import tells_extreme
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.synonyms import covered_words, implied_words
from services.agent.offline.reading.times.time_words import TimeWords, spans
from services.text.sentences import content_words, plain_words

_LOST = r"(?:(?:his|her|its|their|the)\s+(?:seat|post|place|office|job|position|chair|membership)|his|hers|theirs)"
_FROM_OFFICE = (
    rf"resign(?:s|ed)|retire[sd]|step(?:s|ped)\s+down|stood\s+down|(?:gives?|gave)\s+up\s+{_LOST}|(?:loses|lost)\s+{_LOST}"
    r"|(?:was|were|is|has\s+been)\s+(?:dismissed|sacked|fired|ousted|expelled|removed|replaced|succeeded|voted\s+out)"
)
_AWAY = rf"{_FROM_OFFICE}|leaves|left|quits?|departed|died|withdr(?:ew|aws)"
_ALONE = re.compile(
    r"\b(?:leaves|left|quits?|departed|died|withdr(?:ew|aws))\s*(?:[.,;]|(?:for|in|on|at)\b)", re.IGNORECASE
)
"""What was left stands in the question: “has left for Torrano”."""
_STILL = re.compile(r"\bstill\b", re.IGNORECASE)
_IS_A = re.compile(r"^\W*(?:is|are)\s+(?P<name>.+?)\s+(?:still\s+)?(?:an?|the)\s+[a-z]", re.IGNORECASE)
"""“Is Tomasz Brand a councillor?” asks for an office, which a sentence about leaving it need not call so."""
_LEAST_NAME = 3
"""Letters of the part of a name that may stand for it."""
MORE = 0.1
"""Of the weight of the asked words, by which another sentence has to say more than the first."""
NEVER = datetime.min.replace(tzinfo=UTC)
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
"""“The second quarter” is of any year."""


def order_quotes(
    question: ParsedQuestion, quotes: Sequence[Quote], matter: Sequence[str], time: TimeWords | None, now: datetime
) -> tuple[Quote, ...]:
    """The same quotations, the one that answers best first; of the past, the state at the end of the time asked for."""
    if not question.is_question:
        return tuple(quotes)
    first = _fullest_first(question, _telling_first(question, quotes, matter), matter)
    if "extreme" in question.kinds:
        first = tuple(sorted(first, key=lambda one: not tells_extreme(question.asked, one.sentence.text)))
    if not question.is_present:
        end = time.end if time is not None and _YEAR.search(time.words) else None
        return first if end is None else _latest_first(first, end - SECOND)
    labelled = next((one for one in first if has_label(one.sentence.text, question.topic)), None)
    first = first if labelled is None else _put_first(labelled, first)
    lasting = sorted(first, key=lambda one: _is_over(one, now))
    return _latest_first(_newest_source_first(question, lasting, now), now)


def _is_over(quote: Quote, now: datetime) -> bool:
    return tells_of_before(quote.sentence.text) or ended_before_year(quote.sentence.text, now.year)


def _telling_first(question: ParsedQuestion, quotes: Sequence[Quote], matter: Sequence[str]) -> Sequence[Quote]:
    """Before the first where that has not the date or the number asked for, one that has it and leaves out nothing.
    Where a meaning is asked for, what defines it is first."""
    if "definition" in question.kinds:
        return sorted(quotes, key=lambda one: not has_kind("definition", one.sentence.text))
    if not quotes or missing_kind(question, quotes[:1]) is None:
        return quotes
    telling = [one for one in quotes if missing_kind(question, [one]) is None]
    fit = [one for one in telling if not uncovered_words(question, [one], matter)]
    return [*fit[:1], *(one for one in quotes if one not in fit[:1])]


def _fullest_first(question: ParsedQuestion, quotes: Sequence[Quote], matter: Sequence[str]) -> tuple[Quote, ...]:
    """Before the first where that leaves out words, or a name, which another has all."""
    if not quotes:
        return ()
    if uncovered_words(question, quotes, matter):
        fullest = max(quotes, key=lambda one: one.share)
        return _put_first(fullest if fullest.share > quotes[0].share + MORE else quotes[0], quotes)
    if _is_full(question, quotes[0], matter):
        return tuple(quotes)
    said = [one for one in quotes if not uncovered_words(question, [one], matter)]
    least = _said(question, quotes[0])
    full = [one for one in said if _is_full(question, one, matter) and least <= _said(question, one)]
    return _put_first(next(iter(full or (said if quotes[0] not in said else quotes)), quotes[0]), quotes)


def _put_first(first: Quote, quotes: Sequence[Quote]) -> tuple[Quote, ...]:
    return (first, *(one for one in quotes if one is not first))


def _is_full(question: ParsedQuestion, quote: Quote, matter: Sequence[str]) -> bool:
    names = frozenset[str]().union(*map(content_words, capitalised_names(question.asked)))
    parts = frozenset[str]().union(*(content_words(one.words) for one in question.times if not _YEAR.search(one.words)))
    spoken = content_words(quote.whole_text) | other_forms(quote.whole_text)
    return not uncovered_words(question, [quote], matter) and names | parts <= spoken


def _said(question: ParsedQuestion, quote: Quote) -> frozenset[str]:
    return covered_words(question.topic, quote.words | implied_words(quote.sentence.text))


def _newest_source_first(question: ParsedQuestion, quotes: Sequence[Quote], now: datetime) -> Sequence[Quote]:
    """Of those that tell who, when or how many in the question's own words, where all are dated, by their document or
    by the year that they are about."""
    topic = question.topic & content_words(ONLY_ASKING.sub(" ", question.asked))
    if not (topic and question.kinds & {"person", "date", "number"}):
        return quotes
    telling = [place for place, one in enumerate(quotes) if topic <= one.words]
    telling = [place for place in telling if missing_kind(question, [quotes[place]]) is None]
    dates = {place: quotes[place].hit.citation.document_date or _told_at(quotes[place], now) for place in telling}
    if NEVER in dates.values():
        return quotes
    ordered = list(quotes)
    newest = sorted(telling, key=lambda place: dates[place], reverse=True)
    for place, other in zip(telling, newest, strict=True):
        ordered[place] = quotes[other]
    return ordered


def _latest_first(quotes: Sequence[Quote], now: datetime) -> tuple[Quote, ...]:
    """Of those that say the same with other figures, in the places that they have."""
    ordered = list(quotes)
    for place, one in enumerate(ordered):
        alike = [other for other in range(place + 1, len(ordered)) if differs_in_figures(one, ordered[other])]
        latest = max((place, *alike), key=lambda each: (_told_at(ordered[each], now), -each))
        ordered[place], ordered[latest] = ordered[latest], ordered[place]
    return tuple(ordered)


def _told_at(quote: Quote, now: datetime) -> datetime:
    """The day that it names, or that stands over it, or else on which it was written; the earliest of all where that is
    still to come, where there is none, or it tells of what was before."""
    if tells_of_before(quote.sentence.text):
        return NEVER
    for text in (quote.sentence.text, quote.sentence.heading, quote.hit.document_title):
        if begun := [span[0] for _, _, span in spans(text, A_LATE_DATE) if span[0] <= now]:
            return max(begun)
    written = quote.hit.citation.document_date
    return written if written is not None and written <= now else NEVER


def departure(question: ParsedQuestion, quotes: Iterable[Quote], time: TimeWords | None) -> Quote | None:
    """Where the question is whether somebody is still there: the sentence that tells of their leaving."""
    if not question.is_present:
        return None
    office, is_still = _IS_A.match(question.asked), _STILL.search(question.asked) is not None
    for name in dict.fromkeys((*question.entities, *capitalised_names(question.asked))):
        last = plain_words(name)[-1:]
        if not last or len(last[0]) < _LEAST_NAME:
            continue
        asked = content_words(question.asked) - content_words(name)
        for quote in quotes:
            text = quote.sentence.text
            if time is not None and is_of_other_times(text, time):
                continue
            if _leaves(last[0], _AWAY, text) and (asked & content_words(text) or (is_still and _ALONE.search(text))):
                return quote
            if office and last[0] in plain_words(office["name"]) and _leaves(last[0], _FROM_OFFICE, text):
                return quote
    return None


def _leaves(name: str, verbs: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\s+(?:\w+\s+)?(?:{verbs})\b", text, re.IGNORECASE) is not None
