"""The passages that an answer's searches found and that it does not quote: further reading behind a click. Pure."""

from collections.abc import Iterator, Sequence

from services.models import AnswerParagraph, Citation, ToolResult

MOST = 10


def further_passages(
    results: Sequence[ToolResult], cited: Sequence[Citation], paragraphs: Sequence[AnswerParagraph]
) -> tuple[Citation, ...]:
    """The passages in the order in which they were found; none if the answer says that nothing was found."""
    if all(paragraph.kind == "remark" for paragraph in paragraphs):
        return ()
    found = {(one.document_id, one.start_offset): one for result in results for one in result.citations}
    return tuple(_unquoted(list(found.values()), cited))[:MOST]


def _unquoted(found: Sequence[Citation], cited: Sequence[Citation]) -> Iterator[Citation]:
    """The passages that overlap with no cited one."""
    for one in found:
        if not any(_share(one, other) for other in cited):
            yield one


def _share(one: Citation, other: Citation) -> bool:
    is_apart = one.end_offset <= other.start_offset or other.end_offset <= one.start_offset
    return one.document_id == other.document_id and not is_apart
