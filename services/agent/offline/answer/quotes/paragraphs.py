"""Quotations as they are written: where each stands, between quotation marks, with its [n]. Pure."""

from collections.abc import Iterator, Sequence
from itertools import dropwhile

from services.agent.offline.answer.findings import Findings
from services.agent.offline.answer.quotes.choice import Quote
from services.models import AnswerParagraph
from services.text.headings import BETWEEN
from services.text.markers import in_round_brackets
from services.text.sentences import content_words, one_line

LONGEST_HEADING = 80
FENCE = "```"
"""What a block of code begins and ends with."""


def quotations(quotes: Sequence[Quote], found: Findings, lead: str = "") -> Iterator[AnswerParagraph]:
    """`lead` stands before the first, such as a verdict."""
    for place, quote in enumerate(quotes):
        before = f"{lead} {_place_of(quote)}" if lead and place == 0 else _place_of(quote)
        yield _quotation(quote, before, found.marker([quote.hit.citation]))


def _quotation(quote: Quote, place: str, marker: str) -> AnswerParagraph:
    """On one line between quotation marks; code keeps its lines, as a quoted block."""
    if marker and FENCE in quote.sentence.text:
        block = _closed(quote.sentence.text)
        lines = "\n".join(f"> {line}".rstrip() for line in block.split("\n"))
        return AnswerParagraph(kind="quotation", text=f"{place} {marker}:\n\n{lines}", quotations=(block,))
    text = one_line(quote.sentence.text).replace("“", "‘").replace("”", "’").replace('"', "'")
    return AnswerParagraph(kind="quotation", text=f"{place}: “{text}” {marker}", quotations=(text,))


def _closed(text: str) -> str:
    """With the end of a block of code that was cut off."""
    return f"{text}\n{FENCE}" if text.count(FENCE) % 2 else text


def _place_of(quote: Quote) -> str:
    """The document's title, and the headings below it from the first that says more: a release note does not repeat its
    version. A row has the heads of its columns."""
    title, path = quote.hit.document_title, one_line(quote.sentence.heading).split(BETWEEN)
    heading = BETWEEN.join(dropwhile(lambda part: content_words(part) <= content_words(title), path))
    says_more = heading and len(heading) <= LONGEST_HEADING
    heads = one_line(quote.sentence.columns).lstrip("| ")  # the first column may have none
    columns = f" ({heads})" if heads else ""
    return in_round_brackets(f"{title} › {heading}{columns}" if says_more else f"{title}{columns}")
