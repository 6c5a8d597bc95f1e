"""Marks what an answer tells of the time after the date looked from, without a language model. Pure."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from services.agent.citations.check import cited_statements, numbers_in
from services.models import Citation, CitationCheck
from services.text.later_dates import names_later_date
from services.text.markers import MARKER, own_markers
from services.text.wording import day

HINDSIGHT = re.compile(r"^[\s*_#]*with hindsight:?[\s*_]*$", re.IGNORECASE | re.MULTILINE)
"""The line from which on an answer tells with hindsight."""


def check_date(text: str, citations: Sequence[Citation], as_of: datetime) -> tuple[CitationCheck, ...]:
    """One check for each sentence above that line which names a later date, or rests on later sources alone."""
    line = HINDSIGHT.search(text)
    end = line.start() if line else len(text)
    markers = list(own_markers(text, [citation.quote for citation in citations]))
    return tuple(
        one
        for start, stop in cited_statements(text)
        if start < end
        for one in _late(text, start, stop, _cited(citations, numbers_in(markers, start, stop)), as_of)
    )


def _cited(citations: Sequence[Citation], numbers: Sequence[int]) -> list[Citation]:
    return [citations[number - 1] for number in numbers if 0 < number <= len(citations)]


def _late(text: str, start: int, end: int, cited: Sequence[Citation], as_of: datetime) -> Iterator[CitationCheck]:
    statement = text[start:end]
    detail = ""
    if names_later_date(MARKER.sub("", statement), as_of):
        detail = f"It names a time after {day(as_of)}, the date looked from."
    elif cited and all(citation.later for citation in cited):
        detail = f"It rests on what was written after {day(as_of)} alone."
    if detail:
        yield CitationCheck(start=start, end=end, number=None, verdict="later", detail=detail)
