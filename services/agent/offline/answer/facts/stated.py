"""Quotations in the very words of facts: a fact read by rule is its sentence. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from services.agent.offline.answer.facts.choice import ToldFacts, has_passed
from services.agent.offline.answer.quotes.choice import Quote
from services.agent.offline.reading.times.time_words import TimeWords
from services.models import Fact
from services.text.sentences import content_words


def unsaid(quotes: Iterable[Quote], facts: Sequence[Fact]) -> list[Quote]:
    """Without quotations in the words of a fact that cites them."""
    return [quote for quote in quotes if not any(_is_cited(quote, fact, quote.words) for fact in facts)]


def untold(first: ToldFacts, shown: Sequence[Quote]) -> ToldFacts:
    """Without facts in the very words of a quotation."""
    fresh = [
        fact
        for fact in first.facts
        if not any(content_words(fact.fact) <= quote.words | quote.sentence.heading_words for quote in shown)
    ]
    return replace(first, facts=tuple(fresh))


def without_past(quotes: Iterable[Quote], facts: Sequence[Fact], time: TimeWords | None) -> tuple[Quote, ...]:
    """Without sentences that tell how something began which, by another one, was over at the time asked for: “appointed
    in July 1963”, and asked is who was there in 1990."""
    past = [fact for fact in facts if time is not None and has_passed(fact, time)]
    return tuple(
        quote
        for quote in quotes
        if not any(_is_cited(quote, fact, content_words(quote.sentence.text)) for fact in past)
    )


def _is_cited(quote: Quote, fact: Fact, words: frozenset[str]) -> bool:
    return words <= content_words(fact.fact) and quote.hit.document_id in {one.document_id for one in fact.citations}
