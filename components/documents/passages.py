"""The cited passages of a document, and where one is among them."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import streamlit as st

from components import links, url_state
from components.backend import run, services
from services.errors import NotFound
from services.models import Citation, Conversation, Document

Passage = tuple[int, int]


@dataclass(frozen=True)
class Steps:
    """Where one is among the cited passages, from 1; 0: at none of them. `before` and `after`: where one can go."""

    at: int
    count: int
    before: Passage | None
    after: Passage | None


def steps_from(cited: Sequence[Passage], mark: Passage | None) -> Steps:
    """Each step moves to other words: passages that share most of theirs are one place. The next one begins after the
    mark."""
    places = merge_overlapping(cited)
    at = next((number for number, place in enumerate(places, 1) if mark is not None and are_one_place(place, mark)), 0)
    if at:
        before, after = places[: at - 1], places[at:]
    else:
        before = [place for place in places if mark is not None and place < mark]
        after = [place for place in places if mark is None or place > mark]
    return Steps(at, len(places), before[-1] if before else None, after[0] if after else None)


def merge_overlapping(cited: Sequence[Passage]) -> list[Passage]:
    """From the document's beginning on, those that are one place as the stretch that holds them all."""
    places: list[Passage] = []
    for start, end in sorted(cited):
        if places and are_one_place(places[-1], (start, end)):
            places[-1] = places[-1][0], max(places[-1][1], end)
        else:
            places.append((start, end))
    return places


def are_one_place(one: Passage, other: Passage) -> bool:
    """Whether they share at least half of the shorter one; chunks that follow each other share less."""
    shared = min(one[1], other[1]) - max(one[0], other[0])
    return shared > 0 and 2 * shared >= min(one[1] - one[0], other[1] - other[0])


@dataclass(frozen=True)
class Cited:
    """`by`: who cites these passages, as words; `marked`: whether all of them are marked at once."""

    passages: tuple[Passage, ...]
    by: str
    marked: bool


def cited_passages(document: Document, conversation: str | None) -> Cited:
    """Those that the conversation cites, where one comes from one; else those that facts of the graph cite."""
    cited = passages_of_conversation(document.id, conversation) if conversation else ()
    if cited:
        return Cited(cited, "the conversation", marked=True)
    return Cited(run(services().pages.cited_passages(document.id)), "facts of the graph", marked=False)


def passages_of_conversation(document_id: UUID, conversation: str) -> tuple[Passage, ...]:
    """From the document's beginning on; of a conversation that is gone, none."""
    try:
        found: Conversation = run(services().conversations.get(UUID(conversation)))
    except (NotFound, ValueError):
        return ()
    citations = (citation for turn in found.turns if turn.answer for citation in turn.answer.citations)
    return tuple(
        sorted({passage_of_citation(citation) for citation in citations if citation.document_id == document_id})
    )


def passage_of_citation(citation: Citation) -> Passage:
    return citation.start_offset, citation.end_offset


def conversation_from_url() -> str | None:
    """The conversation that led to the document's page."""
    return st.query_params.get(links.ANSWER)


def open_passage(passage: Passage | None) -> None:
    if passage is not None:
        start, end = map(str, passage)
        url_state.change_address({"start": start, "end": end}, without=["page"])
