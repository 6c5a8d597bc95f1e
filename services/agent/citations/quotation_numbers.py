"""Renumbers an answer's citations: two sentences quoted from one passage get a number each, and equal passages share
one. Pure."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from services.agent.citations.check import narrow_citations
from services.agent.citations.paragraphs import paragraph_places
from services.models import AnswerParagraph, Citation, CitationCheck
from services.text.markers import own_markers

Place = tuple[int, int]


class CitedText(NamedTuple):
    """An answer's text with what its numbers stand for."""

    text: str
    citations: tuple[Citation, ...]
    checks: tuple[CitationCheck, ...]
    paragraphs: tuple[AnswerParagraph, ...]


class Edit(NamedTuple):
    """Replaces `text[start:end]` by `written`."""

    start: int
    end: int
    written: str


def number_each_quotation(
    text: str,
    citations: Sequence[Citation],
    checks: Sequence[CitationCheck],
    paragraphs: Sequence[AnswerParagraph] = (),
) -> CitedText:
    """Gives each quotation a number of its own: the first keeps its passage's number, others get the next free one."""
    numbers: dict[tuple[int, Place], int] = {}
    markers = list(own_markers(text, _passages(citations)))
    cited, renumbered, edits = list(citations), list[CitationCheck](), list[Edit]()
    for check in checks:
        own = _number(check, numbers, cited)
        renumbered.append(check if own == check.number else check.model_copy(update={"number": own}))
        edits += _edits(markers, check, own)
    edits.sort()
    return CitedText(
        _edited(text, edits),
        tuple(cited),
        tuple(_moved(check, edits) for check in renumbered),
        tuple(_edited_paragraphs(text, edits, paragraphs)),
    )


def _passages(citations: Sequence[Citation]) -> list[str]:
    return [citation.quote for citation in citations]


def merge_equal_passages(cited: CitedText) -> CitedText:
    """Each citation around what is quoted of it; those that are the same passage then have the first one's number, and
    the numbers behind them move up."""
    citations = narrow_citations(cited.citations, cited.checks)
    places = [(one.document_id, one.start_offset, one.end_offset) for one in citations]
    first = dict(zip(reversed(places), reversed(citations), strict=True))
    kept = list(dict.fromkeys(places))
    if len(kept) == len(places):
        return cited._replace(citations=citations)
    numbers = {number: kept.index(place) + 1 for number, place in enumerate(places, 1)}
    edits = list(_merged(cited, numbers))
    checks = [one.model_copy(update={"number": numbers.get(one.number or 0, one.number)}) for one in cited.checks]
    return CitedText(
        _edited(cited.text, edits),
        tuple(first[place] for place in kept),
        tuple(_moved(check, edits) for check in checks),
        tuple(_edited_paragraphs(cited.text, edits, cited.paragraphs)),
    )


def _merged(cited: CitedText, numbers: dict[int, int]) -> Iterator[Edit]:
    """Of markers side by side that have become the same, one stays."""
    end, beside = -1, set[str]()
    for marker in own_markers(cited.text, _passages(cited.citations)):
        written = re.sub(r"\d+", lambda number: str(numbers.get(int(number[0]), number[0])), marker[0])
        beside = beside if marker.start() == end else set()
        yield Edit(marker.start(), marker.end(), "" if written in beside else written)
        beside, end = beside | {written}, marker.end()


def _number(check: CitationCheck, numbers: dict[tuple[int, Place], int], cited: list[Citation]) -> int | None:
    if check.number is None or check.quote_start is None or check.quote_end is None:
        return check.number
    place = (check.quote_start, check.quote_end)
    key = (
        check.number,
        next((known for of, known in numbers if of == check.number and _is_within(place, known)), place),
    )
    if key not in numbers:
        is_first = all(of != check.number for of, _ in numbers)
        if not is_first:
            cited.append(cited[check.number - 1])
        numbers[key] = check.number if is_first else len(cited)
    return numbers[key]


def _is_within(place: Place, other: Place) -> bool:
    return other[0] <= place[0] and place[1] <= other[1]


def _edits(markers: Sequence[re.Match[str]], check: CitationCheck, number: int | None) -> list[Edit]:
    if number == check.number:
        return []
    inside = (one for one in markers if check.start <= one.start() < check.end and one[1] == str(check.number))
    return [Edit(one.start(), one.end(), f"[{number}]") for one in inside]


def _edited(text: str, edits: Sequence[Edit]) -> str:
    for edit in reversed(edits):
        text = f"{text[: edit.start]}{edit.written}{text[edit.end :]}"
    return text


def _moved(check: CitationCheck, edits: Sequence[Edit]) -> CitationCheck:
    return check.model_copy(update={"start": _place(check.start, edits), "end": _place(check.end, edits)})


def _place(position: int, edits: Sequence[Edit]) -> int:
    """The position after the edits before it."""
    return position + sum(len(edit.written) - (edit.end - edit.start) for edit in edits if edit.end <= position)


def _edited_paragraphs(
    text: str, edits: Sequence[Edit], paragraphs: Sequence[AnswerParagraph]
) -> list[AnswerParagraph]:
    return [_edited_paragraph(one, edits, place) for one, place in paragraph_places(text, paragraphs)]


def _edited_paragraph(paragraph: AnswerParagraph, edits: Sequence[Edit], place: Place | None) -> AnswerParagraph:
    if place is None:
        return paragraph
    start, end = place
    inside = [Edit(one.start - start, one.end - start, one.written) for one in edits if start <= one.start < end]
    return paragraph.model_copy(update={"text": _edited(paragraph.text, inside)})
