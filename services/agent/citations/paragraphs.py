"""Where the paragraphs of an offline answer stand in its text. Pure."""

from collections.abc import Iterator, Sequence

from services.models import AnswerParagraph


def paragraph_places(
    text: str, paragraphs: Sequence[AnswerParagraph]
) -> Iterator[tuple[AnswerParagraph, tuple[int, int] | None]]:
    """They stand one after another; None: the text does not have it."""
    end = 0
    for paragraph in paragraphs:
        start = text.find(paragraph.text, end)
        if start < 0:
            yield paragraph, None
        else:
            end = start + len(paragraph.text)
            yield paragraph, (start, end)
