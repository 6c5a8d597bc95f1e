"""Checks the citations of one answer against the documents as they stand, and the words of its tools."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from services.agent.citations.check import check_citations
from services.agent.citations.dates import check_date
from services.agent.citations.paragraphs import paragraph_places
from services.agent.tools.result import error_messages
from services.documents.library import Library
from services.errors import DossierError
from services.models import AnswerParagraph, Citation, CitationCheck, ToolResult
from services.text.quotes import QuotedText

logger = logging.getLogger(__name__)


async def check_answer(
    library: Library,
    text: str,
    citations: Sequence[Citation],
    results: Sequence[ToolResult],
    paragraphs: Sequence[AnswerParagraph] = (),
    as_of: datetime | None = None,
) -> tuple[CitationCheck, ...]:
    """The checks of an answer's citations; none while the documents cannot be read, as the answer stands without them.

    Of `paragraphs`, those of an offline answer in their order, the remarks need no source. `as_of`: what lies after it
    is marked.
    """
    try:
        contents = await library.contents({citation.document_id for citation in citations})
    except DossierError as error:
        logger.warning("citations were not checked: %s", error)
        return ()
    found = await asyncio.to_thread(check_citations, text, citations, contents)
    found_places = list(paragraph_places(text, paragraphs))
    facts = [place for paragraph, place in found_places if place and paragraph.kind == "facts"]
    found = tuple(_of_fact(one, citations, contents) if _is_within(one, facts) else one for one in found)
    late = check_date(text, citations, as_of) if as_of is not None else ()
    said = [
        line
        for result in results
        for line in (*_said(result), *error_messages(result.result), *_without_passages(result))
    ]
    remarks = [place for paragraph, place in found_places if place and paragraph.kind == "remark"]
    kept = (
        one
        for one in found
        if one.verdict != "uncited" or not (_is_within(one, remarks) or _is_about_tools(text, one, said))
    )
    return (*kept, *(one for one in late if not _is_within(one, remarks)))


def _of_fact(one: CitationCheck, citations: Sequence[Citation], contents: Mapping[UUID, str]) -> CitationCheck:
    """A fact is told in the graph's words; what is shown as its source is the passage, and that is what is checked."""
    if one.verdict != "missing" or one.number is None or one.number > len(citations):
        return one
    citation = citations[one.number - 1]
    if not QuotedText(contents.get(citation.document_id, "")).says(citation.quote):
        return one
    said = "The fact is told in the graph's words; the passage that it was taken from stands in the document literally."
    return one.model_copy(update={"verdict": "near", "detail": said})


def _is_within(one: CitationCheck, places: Sequence[tuple[int, int]]) -> bool:
    return any(start <= one.start and one.end <= end for start, end in places)


def _is_about_tools(text: str, one: CitationCheck, said: Sequence[str]) -> bool:
    """Whether a tool said so about itself (a store that is down, nothing found): that needs no source."""
    sentence = text[one.start : one.end].rstrip(".")
    return any(sentence in line for line in said)


def _said(result: ToolResult) -> list[str]:
    return [note.text for note in result.notes]


def _without_passages(result: ToolResult) -> list[str]:
    """The first line of a text result that speaks of the graph's state instead of facts."""
    return result.result.splitlines()[:1] if isinstance(result.result, str) and not result.facts else []
