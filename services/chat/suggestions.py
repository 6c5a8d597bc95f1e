"""Questions to begin with and to go on with, by rule from what the collection and the last answer hold. Pure."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from services.models import Answer, ChatEvent, Citation, DocumentSummary, Entity, Fact, ToolResult
from services.text.wording import date

MOST_FOLLOW_UPS = 3
MOST_STARTERS = 4


def follow_ups(prompt: str, events: Sequence[ChatEvent]) -> tuple[str, ...]:
    """Questions about the facts and documents that the answer rested on, other than the one just asked; none where an
    answer rests on nothing, whatever its tools came upon."""
    answers = [event for event in events if isinstance(event, Answer)]
    if answers and not answers[-1].citations:
        return ()
    results = [event for event in events if isinstance(event, ToolResult)]
    facts = _cited_first([fact for result in results for fact in result.facts], events)
    cited = answers[-1].citations if answers else [citation for result in results for citation in result.citations]
    titles = list(dict.fromkeys(citation.document_title for citation in cited))
    asked = prompt.casefold()
    proposed = [*_about_facts(facts, asked), *_about_documents(titles)]
    fresh = [question for question in dict.fromkeys(proposed) if question.casefold() != asked.strip()]
    return tuple(fresh[:MOST_FOLLOW_UPS])


def _cited_first(facts: Sequence[Fact], events: Sequence[ChatEvent]) -> list[Fact]:
    """What the answer speaks of comes before what a tool merely found."""
    answers = [event for event in events if isinstance(event, Answer)]
    cited = {_place(citation) for answer in answers for citation in answer.citations}
    return sorted(facts, key=lambda fact: not cited & {_place(citation) for citation in fact.citations})


def _place(citation: Citation) -> tuple[UUID, int, int]:
    return citation.document_id, citation.start_offset, citation.end_offset


def _about_facts(facts: Sequence[Fact], asked: str) -> Iterable[str]:
    ended = [fact for fact in facts if fact.ended is not None]
    others = [name for fact in facts for name in (fact.source, fact.target) if name.casefold() not in asked]
    known = [name for fact in facts for name in (fact.source, fact.target) if name.casefold() in asked]
    if ended and ended[0].ended:
        yield f"What has changed at {ended[0].source} since {date(ended[0].ended)}?"
    if known and others:
        yield f"How are {known[0]} and {others[0]} connected?"
    for name in others[:1]:
        yield f"How has {name} changed over time?"
    for name in known[:1]:
        yield f"How has {name} changed over time?"


def _about_documents(titles: Sequence[str]) -> Iterable[str]:
    for title in titles[:2]:
        yield f"What else does “{title}” say?"


def starters(entities: Sequence[Entity], documents: Sequence[DocumentSummary]) -> tuple[str, ...]:
    """A few questions that this collection can answer: one of each kind."""
    kinds = list({entity.type: entity for entity in entities}.values())
    questions = [f"How has {entity.name} changed over time?" for entity in kinds[:2]]
    if len(kinds) > 2:
        questions.append(f"What is connected to {kinds[2].name}?")
    questions += [f"What does “{document.title}” say?" for document in documents[:2]]
    if documents:
        questions.append("Which documents are there?")
    return tuple(questions[:MOST_STARTERS])
