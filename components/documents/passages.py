"""The cited passages of a document, and where one is among them."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import streamlit as st

from components import links
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
    """The next passage is the one that begins after the mark, or the same place with another end."""
    before = [passage for passage in cited if mark is not None and passage < mark]
    after = [passage for passage in cited if mark is None or passage > mark]
    at = len(before) + 1 if mark in cited else 0
    return Steps(at, len(cited), before[-1] if before else None, after[0] if after else None)


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
        st.query_params.pop("page", None)
        st.query_params["start"], st.query_params["end"] = map(str, passage)
