"""The texts of pages as one document's text."""

from collections.abc import Sequence

from services.models import PageLayout

BETWEEN_PAGES = "\n\n"

PageText = tuple[str, PageLayout]


def joined_pages(pages: Sequence[PageText]) -> tuple[str, list[PageLayout]]:
    """The text of all pages, and where in it each page begins and ends."""
    texts, layouts, length = list[str](), list[PageLayout](), 0
    for text, layout in pages:
        if length and text:
            texts.append(BETWEEN_PAGES)
            length += len(BETWEEN_PAGES)
        texts.append(text)
        layouts.append(layout.model_copy(update={"start_offset": length, "end_offset": length + len(text)}))
        length += len(text)
    return "".join(texts), layouts
