"""The offline model's answer: dated facts and diverse literal quotes from what the tools found, each with its [n].

Nothing is written that no source says; nothing is said twice.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import log
from uuid import UUID

from services.agent.outcome import ToolMetadata
from services.agent.planning import Plan
from services.agent.sentences import Sentence, content_words, one_line, sentences
from services.agent.time_words import TimeWords
from services.agent.wording import day, listed, sentence, validity
from services.models import Citation, Fact, Hit

MOST_FACTS = 5
MOST_CHANGES = 8
MOST_QUOTES = 4
HITS_READ = 6
SHORTEST, LONGEST = 25, 420
SAME = 0.6
"""Jaccard overlap of two sentences' content words from which they say the same."""


@dataclass(frozen=True)
class Findings:
    """What the tools of one run brought, in the order of the calls."""

    hits: tuple[Hit, ...]
    facts: tuple[Fact, ...]
    notices: tuple[str, ...]
    titles: tuple[str, ...]
    numbers: Mapping[tuple[UUID, int, int], int]

    def marker(self, citations: Iterable[Citation]) -> str:
        places = [(one.document_id, one.start_offset, one.end_offset) for one in citations]
        return "".join(f"[{self.numbers[place]}]" for place in dict.fromkeys(places) if place in self.numbers)


@dataclass(frozen=True)
class Quote:
    hit: Hit
    sentence: Sentence
    words: frozenset[str]
    score: float


def findings(results: Sequence[ToolMetadata], notices: Sequence[str], titles: Sequence[str]) -> Findings:
    numbers = {
        (citation.document_id, citation.start_offset, citation.end_offset): number
        for result in results
        for citation, number in zip(result.citations, result.numbers, strict=True)
    }
    hits = {hit.chunk_id: hit for result in results for hit in result.hits}
    facts = {fact.uuid: fact for result in results for fact in result.facts}
    return Findings(tuple(hits.values()), tuple(facts.values()), tuple(notices), tuple(titles), numbers)


def compose(plan: Plan, found: Findings, now: datetime) -> Iterator[str]:
    """The answer's paragraphs, as they are ready to be shown."""
    if found.titles:
        yield f"The collection holds {len(found.titles)} of these documents: {listed(found.titles[:20])}."
    facts = relevant_facts(plan, found.facts)
    quotes = chosen_quotes(plan.question, found.hits)
    for notice in found.notices:
        yield sentence(notice)
    if facts and leads_with_facts(plan, facts, quotes):
        yield from fact_paragraphs(plan, facts, found, now)
        yield from quote_paragraphs(quotes, found)
    else:
        yield from quote_paragraphs(quotes, found)
        yield from fact_paragraphs(plan, facts, found, now)
    if not (facts or quotes or found.titles):
        yield "Neither the documents nor the knowledge graph say anything about this."


def leads_with_facts(plan: Plan, facts: Sequence[Fact], quotes: Sequence[Quote]) -> bool:
    """A question about a date, a change or a known name is answered by dated facts; any other by quotes."""
    asked = content_words(plan.question)
    spoken = content_words(facts[0].fact) | content_words(facts[0].relation.replace("_", " "))
    is_dated = plan.time is not None or plan.asks_for_change
    return not quotes or (bool(plan.entities) and (is_dated or len(asked & spoken) > 1))


def relevant_facts(plan: Plan, facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Those that speak of what was asked and, where a time was asked for, held then; best first, ties as found."""
    asked = content_words(plan.question)
    in_time = [fact for fact in facts if plan.time is None or _held(fact, plan.time)]
    scored = [(_fact_score(fact, asked, plan.entities), -place, fact) for place, fact in enumerate(in_time)]
    ranked = [fact for score, _, fact in sorted(scored, key=lambda one: one[:2], reverse=True) if score > 0]
    return tuple(_without_repeats(ranked))[: MOST_CHANGES if plan.asks_for_change else MOST_FACTS]


def _held(fact: Fact, time: TimeWords) -> bool:
    """Overlaps the span asked for; an undated fact holds at no date."""
    if fact.valid_at is None and fact.invalid_at is None:
        return False
    begins_in_time = time.end is None or fact.valid_at is None or fact.valid_at < time.end
    ends_in_time = time.start is None or fact.invalid_at is None or fact.invalid_at > time.start
    is_point = fact.valid_at is not None and fact.valid_at == fact.invalid_at
    return begins_in_time and (ends_in_time or (is_point and fact.valid_at == time.start))


def _fact_score(fact: Fact, asked: frozenset[str], entities: Sequence[str]) -> float:
    spoken = content_words(f"{fact.fact} {fact.relation.replace('_', ' ')} {fact.source} {fact.target}")
    about = sum(name in (fact.source, fact.target) for name in entities)
    overlap = len(asked & spoken) / (len(asked) or 1)
    return overlap + about if about or overlap >= 0.34 else 0.0


def _without_repeats(facts: Iterable[Fact]) -> Iterator[Fact]:
    seen: list[frozenset[str]] = []
    for fact in facts:
        spoken = content_words(fact.fact)
        if all(_overlap(spoken, other) < 0.9 for other in seen):
            seen.append(spoken)
            yield fact


def fact_paragraphs(plan: Plan, facts: Sequence[Fact], found: Findings, now: datetime) -> Iterator[str]:
    if not facts:
        return
    in_order = plan.asks_for_change or plan.time is not None
    undated = datetime.max.replace(tzinfo=now.tzinfo)
    listed_facts = sorted(facts, key=lambda fact: fact.valid_at or undated) if plan.asks_for_change else facts
    yield "\n".join([_fact_heading(plan, in_order), *(fact_line(fact, found) for fact in listed_facts)])


def fact_line(fact: Fact, found: Findings) -> str:
    return f"- {sentence(fact.fact)[:-1]} ({validity(fact)}) {found.marker(fact.citations)}".rstrip() + "."


def _fact_heading(plan: Plan, in_order: bool) -> str:
    if plan.time is None:
        return "Changes recorded in the knowledge graph:" if in_order else "Facts from the knowledge graph:"
    if plan.time.kind == "since" and plan.time.start:
        return f"Facts that hold or began since {day(plan.time.start)}:"
    if plan.time.kind == "before" and plan.time.end:
        return f"Facts from before {day(plan.time.end)}:"
    return f"Facts that held {plan.time.words}:"


def quote_paragraphs(quotes: Sequence[Quote], found: Findings) -> Iterator[str]:
    for quote in quotes:
        text = one_line(quote.sentence.text).replace("“", "‘").replace("”", "’").replace('"', "'")
        yield f"{quote.hit.document_title}: “{text}” {found.marker([quote.hit.citation])}"


def chosen_quotes(question: str, hits: Sequence[Hit]) -> tuple[Quote, ...]:
    """The best sentence of the best hits first; then sentences that add words the others do not have."""
    candidates = list(_candidates(question, hits[:HITS_READ]))
    chosen: list[Quote] = []
    while candidates and len(chosen) < MOST_QUOTES:
        best = max(candidates, key=lambda quote: quote.score - _sameness(quote, chosen))
        candidates.remove(best)
        if best.score <= 0 and chosen:
            break
        if all(_overlap(best.words, other.words) < SAME for other in chosen):
            chosen.append(best)
    return tuple(chosen)


def _sameness(quote: Quote, chosen: Sequence[Quote]) -> float:
    """Half of what it shares with a chosen one, and a little for a document that has already spoken."""
    shared = max((_overlap(quote.words, other.words) for other in chosen), default=0.0)
    heard = sum(quote.hit.document_id == other.hit.document_id for other in chosen)
    return 0.5 * shared + 0.15 * heard


def _candidates(question: str, hits: Sequence[Hit]) -> Iterator[Quote]:
    asked = content_words(question)
    read = [(place, hit, list(sentences(hit.content))) for place, hit in enumerate(hits)]
    weights = _rarity([content_words(one.text) for _, _, found in read for one in found], asked)
    most = sum(weights.values()) or 1.0
    for place, hit, found in read:
        for position, one in enumerate(found):
            spoken = content_words(one.text)
            if SHORTEST <= len(one.text) <= LONGEST and spoken:
                score = sum(weights[word] for word in asked & spoken) / most
                yield Quote(hit, one, spoken, score + hit.combined_score * 0.8 - 0.08 * place - 0.005 * position)


def _rarity(spoken: Sequence[frozenset[str]], asked: frozenset[str]) -> dict[str, float]:
    """How telling each asked word is among these sentences: log(1 + n / (1 + n with it))."""
    total = len(spoken) or 1
    return {word: log(1 + total / (1 + sum(word in one for one in spoken))) for word in asked}


def _overlap(first: frozenset[str], second: frozenset[str]) -> float:
    return len(first & second) / (len(first | second) or 1)
