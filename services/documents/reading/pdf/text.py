"""A page's text as paragraphs: torn words and hard line ends are mended, tables stand where their first word does."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from statistics import median

from services.documents.reading.pdf.pages import TORN, PageContent, Word
from services.documents.reading.pdf.paragraphs import paragraphs_of
from services.documents.reading.pdf.tables import PageTable, page_tables
from services.documents.reading.placed_text import NOTHING, PlacedText, clean_text, join_texts

WORD_BEFORE, WORD_AFTER = re.compile(r"\w+$"), re.compile(r"\w+")
LONGEST_WORD = 100
TITLE_OVER_TEXT = 1.25
"""So many times as high as most words of the page those of its title are."""
AS_HIGH = 0.95
TITLE_WORDS = range(2, 31)

Block = PlacedText | PageTable


def page_title(words: Sequence[Word]) -> str | None:
    """The title on a first page: the words in its largest letters that follow each other, unless they are a single word
    or the whole page."""
    heights = [word.box.top - word.box.bottom for word in words]
    tallest = max(heights, default=0.0)
    if not heights or tallest < TITLE_OVER_TEXT * median(heights):
        return None
    runs = groupby(zip(heights, words, strict=True), key=lambda one: one[0] >= AS_HIGH * tallest)
    first = next([word.text for _, word in run] for is_largest, run in runs if is_largest)
    return " ".join(first) if len(first) in TITLE_WORDS else None


def page_paragraphs(page: PageContent) -> Iterator[PlacedText]:
    for block in _blocks(page, page_tables(page)):
        if isinstance(block, PageTable):
            yield block.text
        else:
            yield from prose_paragraphs(block, page.words)


def prose_paragraphs(prose: PlacedText, words: Sequence[Word] = ()) -> Iterator[PlacedText]:
    """Lines that belong together, as one, with torn words mended. `words` are the page's, where they were measured."""
    return paragraphs_of(_readable(prose), words)


def _blocks(page: PageContent, tables: list[PageTable]) -> Iterator[Block]:
    """Prose and tables in the order of the page's text."""
    firsts = {min(word.start for word in table.words): table for table in tables}
    held = sorted((word.start, word.end) for table in tables for word in table.words)
    text, prose, at = page.placed_text, list[PlacedText](), 0
    for start, end in held:
        prose.append(text.part(at, start))
        at = end
        if start in firsts:
            yield join_texts(prose)
            yield firsts[start]
            prose = []
    yield join_texts([*prose, text.part(at, len(text.text))])


def _readable(prose: PlacedText) -> PlacedText:
    """Torn words are one again."""
    spelt = clean_text(prose)
    parts, at = [], 0
    for match in re.finditer(TORN, spelt.text):
        hyphen = PlacedText("-", spelt.part(*match.span()).places)
        parts += [spelt.part(at, match.start()), hyphen if _keeps_hyphen(spelt.text, match.start()) else NOTHING]
        at = match.end()
    return join_texts([*parts, spelt.part(at, len(spelt.text))])


def _keeps_hyphen(text: str, torn: int) -> bool:
    """Where the page writes it elsewhere, too, or a name or number follows."""
    before = WORD_BEFORE.search(text, max(0, torn - LONGEST_WORD), torn)
    after = WORD_AFTER.match(text, torn + 1)
    if before is None or after is None:
        return True
    one, other = before.group(), after.group()
    return not (one[-1].islower() and other[0].islower()) or f"{one}-{other}" in text
