"""The offline model's answer: dated facts and diverse literal quotes from what the tools found, each with its [n].

Nothing is written that no source says; nothing is said twice.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from math import log
from uuid import UUID

from services.agent.outcome import ToolMetadata
from services.agent.planning import Plan
from services.agent.sentences import Sentence, content_words, one_line, sentences
from services.agent.time_words import TimeWords
from services.agent.wording import day, listed, relation_words, sentence, validity
from services.models import Citation, Fact, Hit

NOTHING_SAID = "Neither the documents nor the knowledge graph say anything about this."
MOST_FACTS = 5
MOST_CHANGES = 12
MOST_QUOTES = 4
FACT_SHARE = 0.6
"""Of the best fact's score: what scores less is left out, unless the question asks for changes."""
HITS_READ = 6
LED_BY_RANK = 2
"""So many quotes follow the search's ranking, each from another document."""
WORTH_SAYING = 0.35
SHORTEST, LONGEST = 25, 420
SAME = 0.6
"""Jaccard overlap of two sentences' content words from which they say the same."""


@dataclass(frozen=True)
class Findings:
    """What the tools of one run brought, in the order of the calls.

    `nearness` is 1 for the fact that a search of the graph ranked first, 1/2 for the second …; listed facts have none.
    """

    hits: tuple[Hit, ...]
    facts: tuple[Fact, ...]
    notices: tuple[str, ...]
    titles: tuple[str, ...]
    nearness: Mapping[UUID, float]
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


def findings(
    results: Sequence[ToolMetadata],
    notices: Sequence[str],
    titles: Sequence[str],
    searched: Sequence[ToolMetadata] = (),
) -> Findings:
    """`searched` are those of the results whose facts are ranked by a search for the question."""
    nearness = {fact.uuid: 1 / place for one in searched for place, fact in enumerate(one.facts, 1)}
    numbers = {
        (citation.document_id, citation.start_offset, citation.end_offset): number
        for result in results
        for citation, number in zip(result.citations, result.numbers, strict=True)
    }
    hits = {hit.chunk_id: hit for hit in _in_turns([result.hits for result in results])}
    facts = {fact.uuid: fact for result in results for fact in result.facts}
    return Findings(tuple(hits.values()), tuple(facts.values()), tuple(notices), tuple(titles), nearness, numbers)


def _in_turns(rankings: Sequence[tuple[Hit, ...]]) -> list[Hit]:
    """Each search in turn names the best hit of a document that none has named yet; the other hits follow."""
    named: dict[UUID, Hit] = {}
    waiting = [ranking for ranking in rankings if ranking]
    while waiting:
        for ranking in waiting:
            fresh = next((hit for hit in ranking if hit.document_id not in named), None)
            if fresh is not None:
                named[fresh.document_id] = fresh
        waiting = [ranking for ranking in waiting if any(hit.document_id not in named for hit in ranking)]
    return [*named.values(), *(hit for ranking in rankings for hit in ranking)]


def compose(plan: Plan, found: Findings, now: datetime, meanings: Mapping[str, float]) -> Iterator[str]:
    """The answer's paragraphs, as they are ready to be shown; `meanings` as for `chosen_quotes`."""
    if found.titles:
        yield f"The collection holds {len(found.titles)} of these documents: {listed(found.titles[:20])}."
    facts = relevant_facts(plan, found, plan.time)
    quotes = chosen_quotes(plan.question, speaking_of(plan.entities, found.hits), meanings)
    for notice in found.notices:
        yield sentence(notice)
    if facts and leads_with_facts(plan, facts, quotes):
        yield from fact_paragraphs(plan, facts, found, now)
        for time in plan.times[1:]:
            yield from fact_paragraphs(plan, relevant_facts(plan, found, time), found, now, time)
        yield from quote_paragraphs(quotes, found)
    else:
        yield from quote_paragraphs(quotes, found)
        yield from fact_paragraphs(plan, facts, found, now)
    if not (facts or quotes or found.titles):
        yield NOTHING_SAID


def leads_with_facts(plan: Plan, facts: Sequence[Fact], quotes: Sequence[Quote]) -> bool:
    """A question about a date, a change or a known name is answered by dated facts; any other by quotes."""
    asked = content_words(plan.question)
    spoken = content_words(facts[0].fact) | content_words(facts[0].relation.replace("_", " "))
    is_dated = plan.time is not None or plan.asks_for_change
    return not quotes or (bool(plan.entities) and (is_dated or len(asked & spoken) > 1))


def relevant_facts(plan: Plan, found: Findings, time: TimeWords | None) -> tuple[Fact, ...]:
    """Those that speak of what was asked and, where a time was asked for, held then; best first, ties as found."""
    asked = content_words(plan.question)
    wanted = _and_since(time) if plan.asks_for_change else time
    in_time = _of_asked_relation([fact for fact in found.facts if wanted is None or _held(fact, wanted)], plan)
    scores = {fact.uuid: _fact_score(fact, asked, plan.entities, found.nearness) for fact in in_time}
    ranked = sorted((fact for fact in in_time if scores[fact.uuid] > 0), key=lambda fact: -scores[fact.uuid])
    if not plan.asks_for_change and ranked:
        ranked = [fact for fact in ranked if scores[fact.uuid] >= FACT_SHARE * scores[ranked[0].uuid]]
    return tuple(_without_repeats(ranked))[: MOST_CHANGES if plan.asks_for_change else MOST_FACTS]


def _of_asked_relation(facts: Sequence[Fact], plan: Plan) -> Sequence[Fact]:
    """“Who led NASA” is answered by LED_BY of NASA alone, where the graph has it; else every fact may speak."""
    asked = content_words(plan.question)
    meant = [fact for fact in facts if asked & content_words(relation_words(fact.relation))]
    about = [fact for fact in meant if not plan.entities or {fact.source, fact.target} & set(plan.entities)]
    return about or facts


def _and_since(time: TimeWords | None) -> TimeWords | None:
    """A question for changes wants what held then and what began later."""
    return replace(time, end=None) if time is not None and time.start is not None else time


def _held(fact: Fact, time: TimeWords) -> bool:
    """Overlaps the span asked for; an undated fact holds at no date."""
    if fact.valid_at is None and fact.invalid_at is None:
        return False
    begins_in_time = time.end is None or fact.valid_at is None or fact.valid_at < time.end
    ends_in_time = time.start is None or fact.invalid_at is None or fact.invalid_at > time.start
    is_point = fact.valid_at is not None and fact.valid_at == fact.invalid_at
    return begins_in_time and (ends_in_time or (is_point and fact.valid_at == time.start))


def _fact_score(fact: Fact, asked: frozenset[str], entities: Sequence[str], nearness: Mapping[UUID, float]) -> float:
    """Shared words, a named entity, and the graph search's own ranking; 0: it says nothing about the question."""
    spoken = content_words(f"{fact.fact} {fact.relation.replace('_', ' ')} {fact.source} {fact.target}")
    about = sum(name in (fact.source, fact.target) for name in entities)
    overlap = len(asked & spoken) / (len(asked) or 1)
    return overlap + about + nearness.get(fact.uuid, 0.0) if about or overlap >= 0.34 else 0.0


def _without_repeats(facts: Iterable[Fact]) -> Iterator[Fact]:
    seen: list[frozenset[str]] = []
    for fact in facts:
        spoken = content_words(fact.fact)
        if all(_overlap(spoken, other) < 0.9 for other in seen):
            seen.append(spoken)
            yield fact


def fact_paragraphs(
    plan: Plan, facts: Sequence[Fact], found: Findings, now: datetime, time: TimeWords | None = None
) -> Iterator[str]:
    """`time` None: the first one that was asked for."""
    if not facts:
        return
    undated = datetime.max.replace(tzinfo=now.tzinfo)
    listed_facts = sorted(facts, key=lambda fact: fact.valid_at or undated) if plan.asks_for_change else facts
    heading = _fact_heading(time or plan.time, plan.asks_for_change)
    yield "\n".join([heading, *(fact_line(fact, found) for fact in listed_facts)])


def fact_line(fact: Fact, found: Findings) -> str:
    return f"- {sentence(fact.fact)[:-1]} ({validity(fact)}) {found.marker(fact.citations)}".rstrip() + "."


def _fact_heading(time: TimeWords | None, asks_for_change: bool) -> str:
    if time is None:
        return "Changes recorded in the knowledge graph:" if asks_for_change else "Facts from the knowledge graph:"
    if time.kind == "since" and time.start:
        return f"Facts that hold or began since {day(time.start)}:"
    if time.kind == "before" and time.end:
        return f"Facts from before {day(time.end)}:"
    if asks_for_change and time.start:
        return f"Facts that held {time.words}, and what began since:"
    return f"Facts that held {time.words}:"


def quote_paragraphs(quotes: Sequence[Quote], found: Findings) -> Iterator[str]:
    for quote in quotes:
        text = one_line(quote.sentence.text).replace("“", "‘").replace("”", "’").replace('"', "'")
        yield f"{quote.hit.document_title}: “{text}” {found.marker([quote.hit.citation])}"


def speaking_of(entities: Sequence[str], hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The hits that name what the question names, where there are some; else all of them."""
    naming = tuple(hit for hit in hits if any(name in f"{hit.document_title} {hit.content}" for name in entities))
    return naming or tuple(hits)


def chosen_quotes(question: str, hits: Sequence[Hit], meanings: Mapping[str, float]) -> tuple[Quote, ...]:
    """The best sentence of the best hit, then of the best hit of another document; then what adds new words.

    `meanings` are cosine similarities of sentences to the question, where they were asked for.
    """
    candidates = list(_candidates(question, hits[:HITS_READ], meanings))
    chosen: list[Quote] = []
    while candidates and len(chosen) < MOST_QUOTES:
        best = _best_of(_due(candidates, hits, chosen), chosen)
        candidates.remove(best)
        if len(chosen) >= LED_BY_RANK and best.score < WORTH_SAYING:
            break
        if all(_overlap(best.words, other.words) < SAME for other in chosen):
            chosen.append(best)
    return tuple(chosen)


def _due(candidates: list[Quote], hits: Sequence[Hit], chosen: Sequence[Quote]) -> list[Quote]:
    """The ranking of the search decides who speaks first and second; after that every sentence may."""
    if len(chosen) < LED_BY_RANK:
        heard = {quote.hit.document_id for quote in chosen}
        for hit in hits[:HITS_READ]:
            due = [quote for quote in candidates if quote.hit.chunk_id == hit.chunk_id]
            if due and hit.document_id not in heard:
                return due
    return candidates


def _best_of(candidates: Sequence[Quote], chosen: Sequence[Quote]) -> Quote:
    return max(candidates, key=lambda quote: quote.score - _sameness(quote, chosen))


def _sameness(quote: Quote, chosen: Sequence[Quote]) -> float:
    """Half of what it shares with a chosen one, and a little for a document that has already spoken."""
    shared = max((_overlap(quote.words, other.words) for other in chosen), default=0.0)
    heard = sum(quote.hit.document_id == other.hit.document_id for other in chosen)
    return 0.5 * shared + 0.1 * heard


def _candidates(question: str, hits: Sequence[Hit], meanings: Mapping[str, float]) -> Iterator[Quote]:
    asked = content_words(question)
    read = [(place, hit, quotable(hit)) for place, hit in enumerate(hits)]
    weights = _rarity([content_words(one.text) for _, _, found in read for one in found], asked)
    most = sum(weights.values()) or 1.0
    for place, hit, found in read:
        for position, one in enumerate(found):
            spoken = content_words(one.text)
            share = sum(weights[word] for word in asked & spoken) / most
            meaning = meanings.get(one.text, 0.0)
            yield Quote(hit, one, spoken, share + meaning + 0.3 * hit.combined_score - 0.02 * place - 0.005 * position)


def quotable(hit: Hit) -> list[Sentence]:
    """Its sentences that are neither too short nor too long to quote."""
    found = [one for one in sentences(hit.content) if content_words(one.text)]
    return [one for one in found if SHORTEST <= len(one.text) <= LONGEST] or found[:1]


def unclear(question: str, hits: Sequence[Hit]) -> list[str]:
    """The sentences of the first hits among which the question's words do not choose: two words in common do."""
    asked = content_words(question)
    unsure = [
        hit
        for hit in hits[:LED_BY_RANK]
        if max((len(asked & content_words(one.text)) for one in quotable(hit)), default=0) < 2
    ]
    return [one.text for hit in unsure for one in quotable(hit)]


def _rarity(spoken: Sequence[frozenset[str]], asked: frozenset[str]) -> dict[str, float]:
    """How telling each asked word is among these sentences: log(1 + n / (1 + n with it))."""
    total = len(spoken) or 1
    return {word: log(1 + total / (1 + sum(word in one for one in spoken))) for word in asked}


def _overlap(first: frozenset[str], second: frozenset[str]) -> float:
    return len(first & second) / (len(first | second) or 1)
