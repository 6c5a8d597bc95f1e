"""Two things side by side: of each what the graph holds true, and what the documents say of it. Pure."""

from collections.abc import Iterator
from datetime import datetime

from services.agent.offline.answer.facts.choice import ToldFacts, list_text
from services.agent.offline.answer.facts.paragraphs import fact_sentence
from services.agent.offline.answer.findings import Findings
from services.agent.offline.answer.quotes.choice import Quote, QuoteRequest, chosen_quotes, repeats_quote
from services.agent.offline.answer.quotes.paragraphs import quotations
from services.agent.offline.reading.names import initials
from services.agent.offline.reading.question import ParsedQuestion
from services.agent.offline.reading.times.time_words import TimeWords
from services.agent.offline.two_steps import Tenure, length_words
from services.models import AnswerParagraph, Fact
from services.text.sentences import content_words

MOST_FACTS = 4
MOST_QUOTES = 2


def side_by_side(question: ParsedQuestion, found: Findings, now: datetime) -> list[AnswerParagraph]:
    """The facts and quotations of each thing; none if one of the two has neither."""
    names = question.compared or ()
    shown: list[Quote] = []
    told = [_told_of(name, question, found, now, shown) for name in names]
    return [paragraph for paragraphs in told for paragraph in paragraphs] if all(told) else []


def _told_of(
    name: str, question: ParsedQuestion, found: Findings, now: datetime, shown: list[Quote]
) -> list[AnswerParagraph]:
    """`shown` are the quotations that stand there already, to which its own are added."""
    entity = next((one for one in question.entities if _means(name, one)), None)
    facts = _facts_of(entity, found, now, question.time) if entity else ()
    words = _own_words(name, question)
    hits = [hit for hit in found.hits if words <= content_words(f"{hit.document_title} {hit.content}")]
    asked = words | (question.topic - _compared_words(question))
    quotes = chosen_quotes(QuoteRequest(asked, time=question.time, is_question=True), hits)
    own = [quote for quote in quotes if words & content_words(quote.whole_text)]
    own = [quote for quote in own if not any(repeats_quote(quote, other) for other in shown)][:MOST_QUOTES]
    shown.extend(own)
    listed = ToldFacts(f"{entity}:", facts, is_list=True)
    lines = [AnswerParagraph(kind="facts", text=list_text(listed, found), facts=facts)] if facts else []
    return [*lines, *quotations(own, found)]


def _own_words(name: str, question: ParsedQuestion) -> frozenset[str]:
    """Without what both share, as in “the basic service and the full service”, unless that is all."""
    times = content_words(" ".join(time.words for time in question.times))
    first, second = (content_words(one) - times for one in question.compared or (name, name))
    own = content_words(name) - times
    return (own - (first & second)) or own


def _compared_words(question: ParsedQuestion) -> frozenset[str]:
    return content_words(" ".join(question.compared or ()))


def _means(name: str, entity: str) -> bool:
    return name == initials(entity) or bool(content_words(name) & content_words(entity))


def _facts_of(entity: str, found: Findings, now: datetime, time: TimeWords | None) -> tuple[Fact, ...]:
    """What is true now, the latest first, then what was; of a time that is asked for, what held then."""
    own = [fact for fact in found.facts if entity in (fact.source, fact.target)]
    if time is not None:
        own = [fact for fact in own if fact.valid_at and time.overlaps(fact.valid_at, fact.certain_end)]
    in_order = sorted(own, key=lambda fact: fact.valid_at.timestamp() if fact.valid_at else 0.0, reverse=True)
    return tuple(sorted(in_order, key=lambda fact: not fact.holds_at(now)))[:MOST_FACTS]


def told_by_length(longer: Tenure, shorter: Tenure, found: Findings) -> Iterator[AnswerParagraph]:
    """The verdict, then both terms."""
    facts = (*longer.facts, *shorter.facts)
    markers = found.marker(citation for fact in facts for citation in fact.citations)
    lengths = f"{length_words(longer.length)} against {length_words(shorter.length)} of {shorter.name}"
    verdict = f"{longer.name} stayed longer, by the dates in the knowledge graph: {lengths} {markers}".rstrip()
    yield AnswerParagraph(kind="facts", text=f"{verdict}.", facts=facts)
    yield from (fact_sentence(fact, found) for fact in facts)
