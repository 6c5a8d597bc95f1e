"""The texts of pages as one document's text."""

from collections.abc import Sequence

from services.documents.reading.tables import goes_on
from services.models import PageLayout

BETWEEN_PARAGRAPHS = "\n\n"
BETWEEN_ROWS = "\n"

PageText = tuple[str, PageLayout]


def joined_pages(pages: Sequence[PageText]) -> tuple[str, list[PageLayout]]:
    """The text of all pages, and where in it each page begins and ends. A table that goes on from one page to the next
    has no blank line between its rows."""
    texts, layouts, length = list[str](), list[PageLayout](), 0
    for text, layout in pages:
        if length and text:
            between = BETWEEN_ROWS if _is_same_table(texts[-1], text) else BETWEEN_PARAGRAPHS
            texts.append(between)
            length += len(between)
        texts += [text] if text else []
        layouts.append(layout.model_copy(update={"start_offset": length, "end_offset": length + len(text)}))
        length += len(text)
    return "".join(texts), layouts


def _is_same_table(page: str, following: str) -> bool:
    return goes_on(page.rpartition(BETWEEN_PARAGRAPHS)[2], following.partition(BETWEEN_PARAGRAPHS)[0])
