"""Leaves out what an answer would say twice: a fact read by rule has the very words of its sentence. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from services.agent.offline.answer.facts.choice import ToldFacts, ended_before
from services.agent.offline.answer.quotes.choice import Quote
from services.agent.offline.reading.times.time_words import TimeWords
from services.models import Fact
from services.text.sentences import content_words


def quotes_other_than_facts(quotes: Iterable[Quote], facts: Sequence[Fact]) -> list[Quote]:
    """The quotations, without those that a fact cites and repeats word for word."""
    return [quote for quote in quotes if not any(_is_cited(quote, fact, quote.words) for fact in facts)]


def facts_other_than_quotes(first: ToldFacts, shown: Sequence[Quote]) -> ToldFacts:
    """The facts, without those whose words a quotation has already said."""
    fresh = [
        fact
        for fact in first.facts
        if not any(content_words(fact.fact) <= quote.words | quote.sentence.heading_words for quote in shown)
    ]
    return replace(first, facts=tuple(fresh))


def without_ended_beginnings(
    quotes: Iterable[Quote], facts: Sequence[Fact], time: TimeWords | None
) -> tuple[Quote, ...]:
    """The quotations, without those that tell how something began that had ended by the time asked for: “appointed in
    July 1963”, where the question is who was there in 1990."""
    past = [fact for fact in facts if time is not None and ended_before(fact, time)]
    return tuple(
        quote
        for quote in quotes
        if not any(_is_cited(quote, fact, content_words(quote.sentence.text)) for fact in past)
    )


def _is_cited(quote: Quote, fact: Fact, words: frozenset[str]) -> bool:
    return words <= content_words(fact.fact) and quote.hit.document_id in {one.document_id for one in fact.citations}
