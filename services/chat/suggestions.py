"""Questions to begin with and to go on with, by rule from what the collection and the last answer hold. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import islice
from uuid import UUID

from services.models import Answer, ChatEvent, Citation, DocumentSummary, Entity, Fact, ToolResult, Viewpoint
from services.text.later_dates import names_later_date
from services.text.wording import chosen_words, date

MOST_FOLLOW_UPS = 3
MOST_STARTERS = 4
ENOUGH_NEIGHBOURS = 3
"""Of an entity whose connections are asked for: of one that was misread there are hardly so many."""
NOW = Viewpoint.now()


def follow_ups(prompt: str, events: Sequence[ChatEvent], viewpoint: Viewpoint = NOW) -> tuple[str, ...]:
    """Questions about the facts and documents that the answer rested on, other than the one just asked; none where an
    answer rests on nothing, whatever its tools came upon.

    `viewpoint`: from where they will be asked. The answer may have looked from a later date: nothing of it is told.
    """
    answers = [event for event in events if isinstance(event, Answer)]
    if answers and not answers[-1].citations:
        return ()
    results = [event for event in events if isinstance(event, ToolResult)]
    told = [fact for result in results for fact in result.facts if _is_told(fact, viewpoint)]
    cited = answers[-1].citations if answers else [citation for result in results for citation in result.citations]
    titles = list(dict.fromkeys(one.document_title for one in cited if _is_written(one, viewpoint)))
    asked = prompt.casefold()
    proposed = [*_about_facts(_cited_first(told, events), asked, viewpoint.horizon), *_about_documents(titles)]
    fresh = [question for question in dict.fromkeys(proposed) if question.casefold() != asked.strip()]
    return tuple(one for one in fresh if not is_beyond_viewpoint(one, viewpoint))[:MOST_FOLLOW_UPS]


def is_beyond_viewpoint(question: str, viewpoint: Viewpoint) -> bool:
    return viewpoint.horizon is not None and names_later_date(question, viewpoint.horizon)


def _is_told(fact: Fact, viewpoint: Viewpoint) -> bool:
    """Had begun by the date, stands in a document of its time, and was known."""
    began, known = fact.began, viewpoint.known_on
    is_later = began is not None and viewpoint.is_later(began.earliest)
    is_unknown = known is not None and (fact.created_at is None or fact.created_at > known)
    by_then = [one for one in fact.citations if _is_chosen(one, viewpoint)]
    return not is_later and not is_unknown and bool(by_then or not fact.citations)


def _is_written(citation: Citation, viewpoint: Viewpoint) -> bool:
    """A document of later is not offered, where all sources are asked, either."""
    is_later = viewpoint.is_later(citation.document_date)
    return not is_later and _is_chosen(citation, viewpoint)


def _is_chosen(citation: Citation, viewpoint: Viewpoint) -> bool:
    """Of those that will be asked, as far as a citation tells."""
    ids, sources = viewpoint.chosen.document_ids, viewpoint.chosen.sources
    is_among = (not ids or citation.document_id in ids) and (not sources or citation.document_source in sources)
    return is_among and viewpoint.shows_published(citation.document_date)


def _cited_first(facts: Sequence[Fact], events: Sequence[ChatEvent]) -> list[Fact]:
    """What the answer speaks of comes before what a tool merely found."""
    answers = [event for event in events if isinstance(event, Answer)]
    cited = {_place(citation) for answer in answers for citation in answer.citations}
    return sorted(facts, key=lambda fact: not cited & {_place(citation) for citation in fact.citations})


def _place(citation: Citation) -> tuple[UUID, int, int]:
    return citation.document_id, citation.start_offset, citation.end_offset


def _about_facts(facts: Sequence[Fact], asked: str, horizon: datetime | None) -> Iterable[str]:
    ended = [
        fact
        for fact in facts
        if fact.ended and (horizon is None or fact.ended.latest <= horizon) and _was_followed(fact, facts)
    ]
    others = [name for fact in facts for name in (fact.source, fact.target) if name.casefold() not in asked]
    known = [name for fact in facts for name in (fact.source, fact.target) if name.casefold() in asked]
    if ended and ended[0].ended:
        yield f"What has changed at {ended[0].source} since {date(ended[0].ended)}?"
    if known and others:
        yield f"How are {known[0]} and {others[0]} connected?"
    for name in (*others[:1], *known[:1]):
        if has_changed(name, facts):
            yield f"How has {name} changed over time?"
        elif len(_neighbours(name, facts)) > 1:
            yield f"What is connected to {name}?"


def has_changed(name: str, facts: Sequence[Fact]) -> bool:
    """Whether something of it is over, or one relation of it began again at another time: else nobody knows of a
    change."""
    own = [fact for fact in facts if name in (fact.source, fact.target)]
    if any(fact.ended and not fact.ended.is_open for fact in own):
        return True
    began: defaultdict[tuple[str, bool], set[datetime]] = defaultdict(set)
    for fact in own:
        if fact.began and fact.began.earliest:
            began[fact.relation, fact.source == name].add(fact.began.earliest)
    return any(len(moments) > 1 for moments in began.values())


def _was_followed(over: Fact, facts: Sequence[Fact]) -> bool:
    """Whether something else of what it speaks of is known to have begun when it ended, or later."""
    end = over.ended.earliest if over.ended else None
    begun = [fact.began.earliest for fact in facts if fact.source == over.source and fact.began]
    return end is not None and any(moment is not None and moment >= end for moment in begun)


def _neighbours(name: str, facts: Sequence[Fact]) -> set[str]:
    pairs = ((fact.source, fact.target) for fact in facts)
    return {other for pair in pairs if name in pair for other in pair if other != name}


def _about_documents(titles: Sequence[str]) -> Iterable[str]:
    for title in titles[:2]:
        yield f"What else does “{title}” say?"


def _about_changes(entity: Entity) -> str:
    """Who takes up an office and leaves it is no other person then."""
    name = entity.name
    return f"What is known of {name} over time?" if entity.type == "Person" else f"How has {name} changed over time?"


def chosen_documents_notice(
    viewpoint: Viewpoint, results: Sequence[ToolResult], citations: Sequence[Citation], answer: str
) -> str:
    """What an answer that rests on nothing is followed by where documents were chosen: that no others were asked."""
    said = chosen_words(viewpoint.chosen, is_found=False)
    is_due = results and not citations and not viewpoint.chosen.is_empty and said not in answer
    return f"\n\n{said}" if is_due else ""


def starter_questions(
    entities: Mapping[Entity, Sequence[Fact]], documents: Sequence[DocumentSummary]
) -> tuple[str, ...]:
    """A few questions that this collection can answer: of entities, the busiest first, with their facts."""
    changed: dict[str, Entity] = {}
    for entity, facts in entities.items():
        if has_changed(entity.name, facts):
            changed.setdefault(entity.type, entity)
    of_types = list(changed.values())[:2]
    questions = [_about_changes(entity) for entity in of_types]
    connected = (
        entity.name
        for entity, facts in entities.items()
        if entity not in of_types and len(_neighbours(entity.name, facts)) >= ENOUGH_NEIGHBOURS
    )
    questions += [f"What is connected to {name}?" for name in islice(connected, 1)]
    questions += [f"What does “{document.title}” say?" for document in documents[:2]]
    if documents:
        questions.append("Which documents are there?")
    return tuple(questions[:MOST_STARTERS])
