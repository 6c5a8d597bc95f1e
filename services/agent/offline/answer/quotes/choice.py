"""Which sentences the offline model quotes: telling ones, from several documents, of the time asked for. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, log
from types import MappingProxyType

from services.agent.offline.answer.quotes.relevance import LIGHT
from services.agent.offline.answer.quotes.senders import is_mail_head, sender_words, speaks_of_writer
from services.agent.offline.answer.quotes.short_names import words_of_short_names
from services.agent.offline.answer.quotes.spoken_times import (
    SECOND,
    day_of_title,
    is_of_other_times,
    is_past,
    named_years,
    names_time,
    names_year_of,
    tells_when,
)
from services.agent.offline.answer.quotes.titles import is_title, is_unfinished
from services.agent.offline.answer.quotes.year_spans import calls_former, covers_time
from services.agent.offline.passage_rows import row_includes_number
from services.agent.offline.passages import (
    QuotableText,
    has_label,
    quotable_headings,
    quotable_lists,
    quotable_sentences,
)
from services.agent.offline.reading.answer_kinds import (
    MONTH,
    NUMBER_WORDS,
    AnswerKind,
    answer_kinds,
    counts_thing,
    has_kind,
    share_of_kinds,
)
from services.agent.offline.reading.numbers.degrees import degree_words, tells_extreme
from services.agent.offline.reading.numbers.figures import asked_figures, fits_figures, unit_words
from services.agent.offline.reading.synonyms import RELATIONS, covered_words, implied_words
from services.agent.offline.reading.times.events import DatedEvent
from services.agent.offline.reading.times.life_dates import life_words
from services.agent.offline.reading.times.time_words import NUMBERS, TimeWords
from services.agent.offline.rules import Rule
from services.models import Hit
from services.text.sentences import content_words, word_overlap

MOST_QUOTES = 3
"""One that answers, and two beside it."""
MOST_NEAREST = 5
"""Where none says all of what is asked."""
_CODE = re.compile(r"(?=[^\d]*\d)(?=.*[^\d]).{2,}")
OF_CODE = 0.3
"""For a number of the question that is more than digits, such as “3.1” or “INC-106”, which names one thing."""
HITS_READ = 6
MORE_READ = 6
"""Further passages of the documents that speak first."""
MOST_WEIGHED = 200
"""Sentences whose meaning is compared with the question's."""
LED_BY_RANK = 2
"""So many quotes follow the search's ranking, each from another document."""
WORTH_SAYING = 0.35
LEAST_SHARE = 0.4
"""Of the best quote's score: what scores less adds nothing to it."""
HAS_SORT = 0.3
"""What a sentence that has the sort of thing asked for (a number, a date …) is preferred by."""
OF_THING = 0.15
"""What a sentence is preferred by whose figure stands beside a word asked for."""
IN_SO_MANY_WORDS = 0.1
"""What a sentence is preferred by that names a relation as the question does: “leader”, and not “chief”."""
OF_LABEL = 0.25
"""What a line is preferred by whose label is asked for: “Tenant: Saltmarsh Ceramics Ltd”."""
OF_TITLE = 0.75
"""What a word counts that only the document's title or the heading says: all sentences below speak of that."""
OF_PASSAGE = 0.4
"""What a word of a name counts that another sentence of the passage says."""
LEAP = 0.5
"""By which a sentence of a document further down must be better than the first one's to speak before it."""
MORE_SAID = 0.3
"""Of the asked words' weight, what a sentence of another document has to say more for it."""
UNFINISHED = 0.15
OF_ROW = 0.3
"""The least that a row's meaning counts as, where meaning counts: figures and labels resemble no question."""
"""What a line without an end, such as a heading in a PDF, stands back by; rows of tables do not."""
OF_LIGHT = 0.5
COUNTING = content_words(NUMBER_WORDS)
OF_MAIL_HEAD = 0.5
"""What “From: …” and its like over a mail stand back by: they say who wrote, and nothing of what is asked."""
OF_BEFORE = 0.5
"""What “until now coach of the team” stands back by, where the question is who is it now."""
MOST_IN_TIME = 5
NONE: Mapping[str, float] = MappingProxyType({})
SAME = 0.6
"""Jaccard overlap of two sentences' content words from which they say the same."""
_NUMBERS = {stem: place for place, word in enumerate(NUMBERS, 1) for stem in content_words(word)}
_MONTH = re.compile(rf"\b{MONTH}\b")
_YEAR = re.compile(r"\d{4}")


@dataclass(frozen=True)
class QuoteRequest:
    """What quotes have to speak of: words and kinds of things, and a time if there is one."""

    words: frozenset[str]
    kinds: frozenset[AnswerKind] = frozenset()
    time: TimeWords | None = None
    without: frozenset[Rule] = frozenset()
    is_question: bool = False
    is_present: bool = False
    """Of two sentences that say the same, the newer document's is told."""
    names: tuple[str, ...] = ()
    figures: frozenset[str] = frozenset()
    """As `asked_figures` reads them."""
    text: str = ""
    """The question, where the way in which a sentence is the most or the least matters."""

    @classmethod
    def of(cls, text: str, time: TimeWords | None = None) -> "QuoteRequest":
        return cls(content_words(text), answer_kinds(text), time, figures=asked_figures(text), text=text)


@dataclass(frozen=True)
class Quote:
    """A sentence that may be quoted, with its score. `untitled_score` is the score that it would have under any
    title; `words` are its stems."""

    hit: Hit
    sentence: QuotableText
    words: frozenset[str]
    score: float
    untitled_score: float
    share: float = 1.0
    """Of the asked words, by how rare they are; 0 to 1."""

    @property
    def whole_text(self) -> str:
        """With the title and headings above it."""
        return f"{self.hit.document_title} {self.sentence.heading} {self.sentence.columns} {self.sentence.text}"


def chosen_quotes(
    request: QuoteRequest, hits: Sequence[Hit], similarities: Mapping[str, float] = NONE, most: int = MOST_QUOTES
) -> tuple[Quote, ...]:
    """The best sentence of the best hit, then of the best hit of another document; then what adds new words.

    At most `most`. `similarities` are those of sentences to the question in meaning, where they were asked for. Where a
    time is requested, sentences that plainly speak of other years stay out.
    """
    time, spoken = request.time, _candidates(request, _read(hits, request.time), similarities)
    candidates = [quote for quote in spoken if time is None or not _speaks_of_other_times(quote, time)]
    chosen: list[Quote] = []
    while candidates and len(chosen) < most:
        best = _best_of(_due(candidates, hits, chosen), chosen)
        candidates.remove(best)
        if chosen and request.is_question and best.untitled_score < LEAST_SHARE * chosen[0].untitled_score:
            continue
        if len(chosen) >= LED_BY_RANK and best.untitled_score < max(
            WORTH_SAYING, LEAST_SHARE * chosen[0].untitled_score
        ):
            break
        place = next((place for place, other in enumerate(chosen) if repeats_quote(best, other)), None)
        if place is None:
            chosen.append(best)
        elif request.is_present and is_newer(best, chosen[place]):
            chosen[place] = best
    return tuple(chosen)


def is_newer(quote: Quote, other: Quote) -> bool:
    """Whether the document of the quotation is dated after the other's."""
    one, then = quote.hit.citation.document_date, other.hit.citation.document_date
    return one is not None and then is not None and one > then


def _read(hits: Sequence[Hit], time: TimeWords | None) -> list[Hit]:
    """The first, in which each document comes once, and more of those documents that speak first, or that have the time
    asked for within a span of years."""
    first = dict.fromkeys(hit.document_id for hit in hits[:LED_BY_RANK])
    more = [
        hit
        for hit in hits[HITS_READ:]
        if hit.document_id in first or (time is not None and covers_time(hit.content, time))
    ]
    return [*hits[:HITS_READ], *more[:MORE_READ]]


def all_quotes(request: QuoteRequest, hits: Sequence[Hit]) -> list[Quote]:
    """Every sentence that may be quoted, best first."""
    return sorted(_candidates(request, _read(hits, request.time), NONE), key=lambda quote: -quote.score)


def quote_of_event(event: DatedEvent) -> Quote:
    """The sentence that dates the event."""
    return unscored_quote(event.hit, event.sentence)


def unscored_quote(hit: Hit, sentence: QuotableText) -> Quote:
    """A quotation that is chosen by other means than its score."""
    return Quote(hit, sentence, sentence.words, 1.0, 1.0)


def best_quotes_by_document(request: QuoteRequest, hits: Sequence[Hit]) -> list[Quote]:
    """The best sentence of each document, in the order of the ranking."""
    found = sorted(_candidates(request, hits, NONE), key=lambda quote: -quote.score)
    best = {quote.hit.document_id: quote for quote in found[::-1]}
    return [best[document_id] for document_id in dict.fromkeys(hit.document_id for hit in hits) if document_id in best]


def repeats_quote(quote: Quote, other: Quote) -> bool:
    """Whether both say the same, or have a sentence in common."""
    own, others = quote.sentence.sentence, other.sentence.sentence
    is_shared = quote.hit.chunk_id == other.hit.chunk_id and own.start < others.end and others.start < own.end
    return is_shared or (word_overlap(quote.words, other.words) >= SAME and not _has_other_figures(quote, other))


def _has_other_figures(quote: Quote, other: Quote) -> bool:
    """“20 seconds (was 30)” does not say the same as “30 seconds (was 60)”."""
    apart = quote.words ^ other.words
    return all(any(word[0].isdigit() for word in apart & one.words) for one in (quote, other))


def quotes_in_time(request: QuoteRequest, hits: Sequence[Hit], times: Sequence[TimeWords]) -> list[Quote]:
    """The sentences that name a year of these times and no other, in the order of the years; each document first says
    what speaks most of the question."""
    found = [quote for quote in _candidates(request, hits, NONE) if any(_lies_within(quote, time) for time in times)]
    chosen: list[Quote] = []
    for quote in sorted(found, key=lambda one: -one.score):
        if len(chosen) < MOST_IN_TIME and not any(repeats_quote(quote, other) for other in chosen):
            chosen.append(quote)
    return sorted(chosen, key=lambda one: (min(named_years(one.sentence.text)), one.hit.citation.start_offset))


def differs_in_figures(quote: Quote, other: Quote) -> bool:
    """Whether both say the same but for figures and dates: two rows of prices, two editions of a rule."""
    own, others = (frozenset(word for word in one.words if not word[0].isdigit()) for one in (quote, other))
    is_row = any(one.sentence.is_row for one in (quote, other))
    return (own == others if is_row else word_overlap(own, others) >= SAME) and _has_other_figures(quote, other)


def _lies_within(quote: Quote, time: TimeWords) -> bool:
    years = named_years(quote.sentence.text)
    first = time.start.year if time.start else min(years, default=0)
    last = (time.end - SECOND).year if time.end else max(years, default=0)
    return bool(years) and first <= min(years) and max(years) <= last


def _speaks_of_other_times(quote: Quote, time: TimeWords) -> bool:
    """What stands under the date of a day, as minutes do, is of that day, unless it names a year or a month itself."""
    day = day_of_title(quote.hit.document_title)
    is_looked_from = time.start is not None and time.end is not None and time.end - time.start <= SECOND
    if is_looked_from and quote.hit.citation.document_date is not None:
        return is_past(quote.sentence.text, time)  # what it says of later years was planned when it was written
    if day is None or is_looked_from:
        return is_of_other_times(quote.sentence.text, time)
    if time.overlaps(*day):
        return False
    if _MONTH.search(quote.sentence.text):
        return is_of_other_times(quote.sentence.text, time)
    heading = quote.sentence.heading.replace(quote.hit.document_title, "")
    return not names_time(f"{heading} {quote.sentence.text}", time)


def _due(candidates: list[Quote], hits: Sequence[Hit], chosen: Sequence[Quote]) -> list[Quote]:
    """The ranking of the search decides which documents speak first and second; after that every sentence may."""
    if len(chosen) < LED_BY_RANK:
        heard = {quote.hit.document_id for quote in chosen}
        for document_id in dict.fromkeys(hit.document_id for hit in hits[:HITS_READ]):
            due = [quote for quote in candidates if quote.hit.document_id == document_id]
            if due and document_id not in heard:
                best = max(due, key=lambda quote: quote.score)
                return [quote for quote in candidates if quote in due or _says_more(quote, best)]
    return candidates


def _says_more(quote: Quote, best: Quote) -> bool:
    is_fuller = quote.share > best.share + MORE_SAID and quote.score > best.score and not quote.sentence.columns
    return quote.score > best.score + LEAP or is_fuller


def _best_of(candidates: Sequence[Quote], chosen: Sequence[Quote]) -> Quote:
    return max(candidates, key=lambda quote: quote.score - _sameness(quote, chosen))


def _sameness(quote: Quote, chosen: Sequence[Quote]) -> float:
    """Half of what it shares with a chosen one, and a little for a document that has already spoken."""
    shared = max((word_overlap(quote.words, other.words) for other in chosen), default=0.0)
    heard = sum(quote.hit.document_id == other.hit.document_id for other in chosen)
    return 0.5 * shared + 0.1 * heard


def _candidates(request: QuoteRequest, hits: Sequence[Hit], similarities: Mapping[str, float]) -> Iterator[Quote]:
    asked, without = request.words, request.without
    named = asked & content_words(" ".join(request.names))
    read = [(place, hit, _quotable(hit, request.kinds)) for place, hit in enumerate(hits)]
    weights = _rarity([one.words for _, _, found in read for one in found], asked)
    most = fsum(weights.values()) or 1.0  # of any order: sets of words have none
    for place, hit, found in read:
        passage = f"{hit.document_title} {hit.content}"
        sender = asked & sender_words(hit.content)
        title = covered_words(asked, content_words(hit.document_title)) if "titles" not in without else frozenset()
        for position, one in enumerate(found):
            if is_title(one.text, hit.document_title):
                continue
            unworded = _said_without_words(request, one) | words_of_short_names(request.names, passage, one.text)
            covered = covered_words(asked, one.words | unworded)
            said = covered | _numbers_in_ranges(asked, one) | _years_covered(request, one)
            under = covered_words(asked, one.heading_words) - said if "titles" not in without else frozenset()
            by_title = OF_TITLE * fsum(weights[word] for word in title - said - under) / most
            beside = (named & content_words(passage)) - said - under
            meant = sender - said if speaks_of_writer(one.text) else frozenset[str]()
            told = [(1.0, said), (OF_TITLE, under | meant), (OF_PASSAGE, beside - meant)]
            share = fsum(part * weights[word] for part, words in told for word in words) / most
            least = OF_ROW if similarities and one.is_row else 0.0
            meaning = max(least, similarities.get(one.text, 0.0))
            own = share + meaning + 0.3 * hit.combined_score - 0.02 * place - 0.005 * position
            own += HAS_SORT * _share_of_kinds(request, one) * bool(said or under or meaning)
            own += OF_THING * ("number" in request.kinds and counts_thing(asked, one.text))
            own += OF_LABEL * has_label(one.text, asked)
            own += OF_CODE * any(_CODE.fullmatch(word) for word in said)
            own += IN_SO_MANY_WORDS * fsum(weights[word] for word in asked & one.words & RELATIONS) / most
            own -= OF_BEFORE * (request.is_present and calls_former(one.text, asked))
            own -= OF_MAIL_HEAD * is_mail_head(one.text)
            own -= UNFINISHED * ("headings stand back" not in without) * is_unfinished(one.text)
            yield Quote(hit, one, one.words, own + by_title, own, share)


def _quotable(hit: Hit, kinds: frozenset[AnswerKind]) -> tuple[QuotableText, ...]:
    """Whole lists only where a list or steps are asked for; of headings those with a date, where one is."""
    dated = quotable_headings(hit.content) if "date" in kinds else ()
    headings = [one for one in dated if has_kind("date", one.text)]
    lists = quotable_lists(hit.content, hit.citation.heading) if kinds & {"list", "steps"} else ()
    return (*lists, *headings, *quotable_sentences(hit.content, hit.citation.heading))


def _share_of_kinds(request: QuoteRequest, one: QuotableText) -> float:
    """A figure that measures something else than is asked for is none, and no name asked about answers “who?”."""
    text = one.text
    fitting = fits_figures(request.figures, text) if "number" in request.kinds else 1.0
    fitting *= tells_extreme(request.text, text) if "extreme" in request.kinds else 1.0
    for name in request.names:
        text = text.replace(name, " ")
    if request.kinds == {"date"}:
        return float(tells_when(one))
    return fitting * share_of_kinds(request.kinds, text)


def _said_without_words(request: QuoteRequest, one: QuotableText) -> frozenset[str]:
    """“Born” and “died”, where a date is asked for and the dates of a life say so; “temperature”, where a figure is
    asked for and its unit says so; “bought” by “sold to”."""
    lived = life_words(one.text) if "date" in request.kinds else frozenset[str]()
    is_extreme = "extreme" in request.kinds and tells_extreme(request.text, one.text)
    degree = content_words(" ".join(degree_words(request.text))) if is_extreme else frozenset[str]()
    return (
        lived | degree | implied_words(one.text) | (unit_words(one.text) if "number" in request.kinds else frozenset())
    )


def _numbers_in_ranges(asked: frozenset[str], one: QuotableText) -> frozenset[str]:
    """Of the numbers asked about those that a row of a table speaks of: “seven” in “6 to 10”."""
    if not one.columns:
        return frozenset()
    numbers = {word: int(word) if word.isdigit() else _NUMBERS.get(word) for word in asked}
    return frozenset(
        word for word, number in numbers.items() if number is not None and row_includes_number(one.text, number)
    )


def _years_covered(request: QuoteRequest, one: QuotableText) -> frozenset[str]:
    """The years asked about that a span of years has: “2012” in “Marian Holt (2008 to 2014)”."""
    if request.time is None or not names_year_of(one.text, request.time):
        return frozenset()
    return frozenset(word for word in request.words if _YEAR.fullmatch(word) and word in request.time.words)


def sentences_to_weigh(request: QuoteRequest, hits: Sequence[Hit]) -> list[str]:
    """All sentences that may be quoted, so that their meaning counts beside their words."""
    found = _candidates(request, _read(hits, request.time), NONE)
    return list(dict.fromkeys(one.sentence.text for one in found))[:MOST_WEIGHED]


def _rarity(spoken: Sequence[frozenset[str]], asked: frozenset[str]) -> dict[str, float]:
    """How telling each asked word is among these sentences: log(1 + n / (1 + n with it)), and less where the question
    stays the same without it."""
    total = len(spoken) or 1
    counted = {word: log(1 + total / (1 + sum(word in one for one in spoken))) for word in asked}
    return {word: weight * (OF_LIGHT if word in LIGHT - COUNTING else 1) for word, weight in counted.items()}
