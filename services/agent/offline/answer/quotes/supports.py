"""Which quotations support the one that answers: those that add something that the question asks for. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace

from services.agent.offline.answer.quotes.choice import (
    Quote,
    QuoteRequest,
    differs_in_figures,
    is_newer,
    repeats_quote,
    unscored_quote,
)
from services.agent.offline.answer.quotes.context import with_neighbours, with_next
from services.agent.offline.passages import is_list, quotable_lists, quotable_sections
from services.agent.offline.reading.answer_kinds import AnswerKind, has_kind
from services.agent.offline.reading.synonyms import covered_words
from services.models import Hit
from services.text.sentences import content_words

_OF_CAUSES = re.compile(
    r"^\W*(?:\d+[.)]\s*)?(?:the\s+)?(?:root\s+)?(?:causes?|reasons?|explanations?|why)\b", re.IGNORECASE
)
_OF_LINES = re.compile(
    r"[.!?:;][\"”’')\]]*[ \t]*\n|^.{0,49}\n|\n.{0,49}\n|\n[ \t]*(?:[-*•]|\(?\w{1,4}[.)])[ \t]|\*\*| \| "
)
"""In a text that is more than sentences of one paragraph: a line that is broken at a width is long, and ends within a
sentence."""
_WHICH_THINGS = re.compile(
    r"^\W*(?:and\s+)?(?:(?:which|what|whose)\s+(?P<things>(?:[\w-]+\s+){0,2}?[\w-]{2,}(?<![su])s)\b|(?:list|name|enumerate)\s+(?P<listed>.+))",
    re.IGNORECASE,
)
_COUNTS = {"two": 2, "both": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_COUNTED = re.compile(
    rf"\b(?P<count>{'|'.join(_COUNTS)}|several|some|various|other)\s+(?P<things>(?:[\w-]+\s+){{0,2}}?[\w-]+s)\b",
    re.IGNORECASE,
)
MOST_ANNOUNCED = 3
HALF = 0.5
"""Of the first quotation's score: what scores less speaks of something else that has a word in common."""
AS_GOOD = 0.8
"""Of it: what scores so much under the same heading may be what answers."""
OF_ONE_AT_A_TIME: frozenset[AnswerKind] = frozenset({"number", "person", "date"})
"""Kinds of things of which a newer document may tell another one."""
LONGEST_OPENING = 420
"""Characters up to which a first quotation is given the sentences beside it."""


def supporting_quotes(request: QuoteRequest, quotes: Sequence[Quote]) -> tuple[Quote, ...]:
    """The first quotation and those that add to it. If the prompt is a topic and no question, all of them add."""
    if not request.is_question or "supports" in request.without:
        return tuple(quotes)
    kept = list(quotes[:1])
    for quote in quotes[1:]:
        if _adds(request, quote, kept):
            kept.append(quote)
    return tuple(kept)


def _adds(request: QuoteRequest, quote: Quote, kept: Sequence[Quote]) -> bool:
    """Another part of the question, the kind of thing that it asks for, one more item of a list, another document that
    says the same, or the same with another figure, which may be the newer one."""
    if differs_in_figures(quote, kept[0]):
        return True
    said = frozenset[str]().union(*(_said(request, one) for one in kept))
    own = covered_words(request.words, quote.words | quote.sentence.heading_words)
    lacks = [kind for kind in request.kinds if not any(has_kind(kind, one.sentence.text) for one in kept)]
    brings_kind = any(has_kind(kind, quote.sentence.text) for kind in lacks)
    is_near = quote.untitled_score >= HALF * kept[0].untitled_score
    confirms = quote.hit.document_id not in {one.hit.document_id for one in kept} and said <= _said(request, quote)
    is_below = quote.sentence.heading == kept[0].sentence.heading and quote.hit.document_id == kept[0].hit.document_id
    is_as_good = quote.untitled_score >= AS_GOOD * kept[0].untitled_score and not quote.sentence.columns
    is_item = is_below and ("list" in request.kinds or is_as_good)
    tells_newer = is_as_good and is_newer(quote, kept[0]) and _tells_kind_of_one(request, quote)
    is_open = not (is_complete(request, kept) or quote.sentence.is_row or request.time is not None)
    is_wanted = is_open or bool(own - said) or is_item or tells_newer
    return bool(own) and ((is_near and is_wanted) or brings_kind or confirms)


def is_complete(request: QuoteRequest, quotes: Sequence[Quote]) -> bool:
    """Whether the quotations have all words and kinds of things that are asked for."""
    said = frozenset[str]().union(*(_said(request, one) for one in quotes))
    kinds = all(any(has_kind(kind, one.sentence.text) for one in quotes) for kind in request.kinds)
    return bool(request.kinds) and kinds and request.words <= said


def with_opening_context(request: QuoteRequest, quotes: Sequence[Quote]) -> tuple[Quote, ...]:
    """The quotations, the first with the sentence after it if it lacks the kind of thing that is asked for, or no
    kind is asked for: the next sentence often tells it. It stays as it is where that would hide another quotation that
    has the kind."""
    if not quotes or not _may_be_widened(request, quotes[0]):
        return tuple(quotes)
    wider = with_next(quotes[0])
    is_fitting = len(wider.sentence.text) <= LONGEST_OPENING and not _OF_LINES.search(wider.sentence.text)
    hidden = [one for one in quotes[1:] if repeats_quote(one, wider) and not repeats_quote(one, quotes[0])]
    told = [kind for kind in request.kinds if any(has_kind(kind, one.sentence.text) for one in hidden)]
    is_fitting = is_fitting and all(has_kind(kind, wider.sentence.text) for kind in told)
    first = wider if is_fitting else quotes[0]
    return (first, *(quote for quote in quotes[1:] if not repeats_quote(quote, first)))


def with_announced_sentences(question: str, quotes: Sequence[Quote]) -> tuple[Quote, ...]:
    """The quotations; where things are asked for, and the first only says how many of them there are (“three firms have
    bid”), it goes on to the sentences of its paragraph that name them."""
    asked = _WHICH_THINGS.search(question)
    if asked is None or not quotes or quotes[0].sentence.is_row or is_list(quotes[0].sentence.text):
        return tuple(quotes)
    things = content_words(asked["things"] or asked["listed"])
    counted = [
        one for one in _COUNTED.finditer(quotes[0].sentence.text) if covered_words(things, content_words(one["things"]))
    ]
    if not counted:
        return tuple(quotes)
    first = quotes[0]
    for _ in range(_COUNTS.get(counted[0]["count"].casefold(), MOST_ANNOUNCED)):
        wider = with_next(first)
        if wider.sentence.text == first.sentence.text or _OF_LINES.search(wider.sentence.text):
            break
        first = wider
    return (first, *(quote for quote in quotes[1:] if not repeats_quote(quote, first)))


def with_announced_lists(quotes: Sequence[Quote]) -> tuple[Quote, ...]:
    """The quotations, each that only announces a list (“If the power fails:”) with that list."""
    whole = [_with_its_list(quote) for quote in quotes]
    return tuple(
        one for place, one in enumerate(whole) if not any(repeats_quote(one, before) for before in whole[:place])
    )


def _with_its_list(quote: Quote) -> Quote:
    own, hit = quote.sentence.sentence, quote.hit
    if not own.text.endswith(":") or quote.sentence.is_row:
        return quote
    lists = quotable_lists(hit.content, hit.citation.heading)
    found = next((one for one in lists if one.sentence.start <= own.start and own.end < one.sentence.end), None)
    return replace(quote, sentence=found, words=found.words) if found is not None else quote


def _may_be_widened(request: QuoteRequest, quote: Quote) -> bool:
    """Not a row or a list; and where a time is asked for, the sentences beside it may speak of another."""
    text = quote.sentence.text
    is_prose = not (quote.sentence.is_row or is_list(text))
    is_lacking = not request.kinds or any(not has_kind(kind, text) for kind in request.kinds)
    return request.is_question and request.time is None and is_prose and is_lacking


def _tells_kind_of_one(request: QuoteRequest, quote: Quote) -> bool:
    return any(has_kind(kind, quote.sentence.text) for kind in request.kinds & OF_ONE_AT_A_TIME)


def with_cause_quotes(request: QuoteRequest, quotes: Sequence[Quote], hits: Sequence[Hit]) -> tuple[Quote, ...]:
    """The quotations, with a cause added if the question asks for one and none tells it: what stands below the first
    document's heading of causes, or else the sentences around the first quotation."""
    if "cause" not in request.kinds or any(has_kind("cause", one.sentence.text) for one in quotes):
        return tuple(quotes)
    own = [hit for hit in hits if quotes and hit.document_id == quotes[0].hit.document_id]
    below = [unscored_quote(hit, one) for hit in own for one in quotable_sections(hit.content, hit.citation.heading)]
    if told := [one for one in below if _OF_CAUSES.search(one.sentence.heading)][:1]:
        return (*told, *quotes[:1])
    return tuple(with_neighbours(quote) if place == 0 else quote for place, quote in enumerate(quotes))


def _said(request: QuoteRequest, quote: Quote) -> frozenset[str]:
    """Of what is asked for, with all that stands over the quotation."""
    over = quote.sentence.heading_words | content_words(quote.hit.document_title)
    return covered_words(request.words, quote.words | over)
