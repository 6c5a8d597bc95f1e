"""Checks an answer's citations against the documents, without a language model. Pure.

What is checked, and nothing more: words between quotation marks are looked for in the cited document; a sentence that
quotes nothing is compared with the cited passage word by word; a sentence without a number is uncited, unless it says
that the sources are silent.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Literal
from uuid import UUID

from services.models import Citation, CitationCheck
from services.text import markup
from services.text.markers import MARKER, own_markers
from services.text.quotes import QuotedText, quotations
from services.text.sentences import content_words, spans, trim_span, words

Verdict = Literal["literal", "near", "missing"]

SHORTEST_QUOTE = 8
"""Characters: less between quotation marks is a name or a word, not a quote of a document."""
NEAR = 0.85
"""The share of a quote's words that stand in the same order in the document, from which it is nearly there."""
COVERED = 0.6
"""The share of a sentence's telling words that the passage must have."""
AROUND = 300
"""Characters beside a passage that still count as its surroundings."""

_CITED_QUOTATION = re.compile(r"(?<=[”\"])(?:\s*\[\d[\d,;\s]*\??\])+(?=\s|$)")
_QUOTATION = re.compile(r"“[^“”]*”")
_LED_BY_HEADINGS = re.compile(r"[^\n]*? › [^\n]*?:\s+(?=[“„«\"])")
_QUOTED_BLOCK = re.compile(r"\n\n(?:>[^\n]*(?:\n|\Z))+")
_LED_BLOCK = re.compile(r"\]:(?P<block>\n\n(?:>[^\n]*(?:\n|\Z))+)")
_MARK = re.compile(r"^> ?", re.MULTILINE)
_UNKNOWN = re.compile(r"\[(\d{1,3})\?\]")
_MONTHS = re.compile(r"\b(jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b")
_ROW = re.compile(r"\s*\|\s*(.*?)\s*\|?\s*")
"""Of a table, with what stands between its outer bars."""
_RULE = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*|\s*\|\s*:?-+:?\s*\|\s*")
FEWEST_WORDS = 4
_SOURCES = (
    r"(?:I|we|documents?|passages?|sources?|texts?|tools?|search(?:es)?|collection|graph|results?|knowledge base)"
)
_SILENT = r"(?:say|state|mention|find|found|know|contain|cover|tell|answer|determine|specify|give|name|hold|include)s?"
_REFUSAL = re.compile(
    rf"\b{_SOURCES}\b[^.]{{0,40}}?\b(?:(?:do|does|did|could|can|was|were|is|are|have|has)(?:\s+not|n['’]t)|cannot|never)"
    rf"\s+(?:\w+\s+)?{_SILENT}\b"
    rf"|\b(?:none|nothing|no one|nobody|neither)\b[^.]{{0,60}}\b(?:{_SILENT}|known)\b"
    r"|\bno\s+(?:\w+\s+)?(?:information|passages?|documents?|facts?|sources?|answer|evidence|mention|record)\b"
    rf"|\b{_SILENT}\s+(?:nothing|no\s+(?:information|date|name))\b",
    re.IGNORECASE,
)
"""What says that the sources are silent: it has no source, and needs none."""


@dataclass(frozen=True)
class Finding:
    """`place`: where in the document the quoted words stand, in characters."""

    verdict: Verdict
    detail: str
    place: tuple[int, int] | None = None


def check_citations(
    text: str, citations: Sequence[Citation], contents: Mapping[UUID, str]
) -> tuple[CitationCheck, ...]:
    """One check for each citation of each sentence, and one for each sentence without any, in the answer's order.

    `contents` are the cited documents as they stand now; one that is missing has been deleted.
    """
    sources = {document_id: QuotedText(content) for document_id, content in contents.items()}
    markers = list(own_markers(text, [citation.quote for citation in citations]))
    return tuple(
        checked
        for start, end in cited_statements(text)
        for checked in _checks(text, start, end, numbers_in(markers, start, end), citations, sources)
    )


def numbers_in(markers: Sequence[re.Match[str]], start: int, end: int) -> list[int]:
    """Those between the two places of their text."""
    inside = (marker for marker in markers if start <= marker.start() < end)
    return [int(number) for marker in inside for number in re.split(r"\s*[,;]\s*", marker[1])]


def narrow_citations(citations: Sequence[Citation], checks: Sequence[CitationCheck]) -> tuple[Citation, ...]:
    """Each citation around what the answer quotes of it, where that was found inside its passage; else as it is."""
    return tuple(_narrowed(citation, _quoted(number, checks)) for number, citation in enumerate(citations, 1))


def _quoted(number: int, checks: Sequence[CitationCheck]) -> list[tuple[int, int]]:
    own = [one for one in checks if one.number == number]
    return [
        (one.quote_start, one.quote_end) for one in own if one.quote_start is not None and one.quote_end is not None
    ]


def _narrowed(citation: Citation, quoted: Sequence[tuple[int, int]]) -> Citation:
    first, last = citation.start_offset, citation.end_offset
    inside = [place for place in quoted if first <= place[0] and place[1] <= last]
    if not inside or len(citation.quote) != last - first:
        return citation
    start, end = min(place[0] for place in inside), max(place[1] for place in inside)
    return citation.part(start, end)


def cited_statements(text: str) -> Iterator[tuple[int, int]]:
    """The sentences that claim something, with their markers, and the rows of tables: no headings, questions, lead-ins
    with a colon, heads of tables or code."""
    for line in _lines(text):
        row = _ROW.fullmatch(line[0])
        cells = (line.start() + row.start(1), line.start() + row.end(1)) if row else None
        for start, end in [cells] if cells else _sentences(text, *line.span()):
            if _claims(text[start:end]) or _quoted_block(text, end):
                yield start, end


def _claims(statement: str) -> bool:
    bare = _bare(statement)
    return len(words(bare)) >= FEWEST_WORDS and not bare.endswith((":", "?")) and not statement.startswith("#")


def _quoted_block(text: str, end: int) -> str:
    """What the lines quote that follow “Title [1]:” and begin with “>”, without this mark; empty: none do."""
    block = _QUOTED_BLOCK.match(text, end) if text[:end].endswith("]:") else None
    return _MARK.sub("", block[0]).strip() if block else ""


def _lines(text: str) -> Iterator[re.Match[str]]:
    """Without code and quoted blocks, and without the rules of tables and the heads above these."""
    blocks = [one.span("block") for one in _LED_BLOCK.finditer(text)]
    found = re.finditer(r"[^\n]*\S[^\n]*", markup.without_blocks(text))
    lines = [line for line in found if not any(start <= line.start() < end for start, end in blocks)]
    for line, below in zip_longest(lines, lines[1:]):
        if not _RULE.fullmatch(line[0]) and not (below and _RULE.fullmatch(below[0])):
            yield line


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A quotation of several sentences is not taken apart: what follows it says where all of it is from. A quotation
    with its number is a statement of its own, whatever follows."""
    quotations = [(first, last - 1) for first, last in map(re.Match.span, _QUOTATION.finditer(text, start, end))]
    for begin, close in spans(text, start, end, quotations):
        for cited in _CITED_QUOTATION.finditer(text, begin, close):
            yield begin, cited.end()
            begin = cited.end()
        yield from trim_span(text, begin, close)


def _checks(
    text: str,
    start: int,
    end: int,
    numbers: Sequence[int],
    citations: Sequence[Citation],
    sources: Mapping[UUID, QuotedText],
) -> Iterator[CitationCheck]:
    statement = text[start:end]
    unknown = [int(number) for number in _UNKNOWN.findall(statement)]
    for number in unknown:
        detail = f"No tool gave a source {number}."
        yield CitationCheck(start=start, end=end, number=None, verdict="missing", detail=detail)
    says_silence = _REFUSAL.search(statement) is not None
    is_refusal = says_silence and not _QUOTATION.search(statement)
    cited = {n: citations[n - 1] if n <= len(citations) else None for n in ([] if is_refusal else numbers)}
    found_of = {n: _finding(statement, one, sources, _quoted_block(text, end)) for n, one in cited.items()}
    is_stated = any(one.verdict != "missing" for one in found_of.values())
    for number, found in found_of.items():
        if is_stated and found.verdict == "missing":
            found = _finding_of_end(statement, cited[number], sources) or found
        yield CitationCheck(
            start=start,
            end=end,
            number=number,
            verdict=found.verdict,
            detail=found.detail,
            quote_start=found.place[0] if found.place else None,
            quote_end=found.place[1] if found.place else None,
        )
    if not numbers and not unknown and not says_silence:
        detail = "The sentence has no citation."
        yield CitationCheck(start=start, end=end, number=None, verdict="uncited", detail=detail)


def _finding(statement: str, citation: Citation | None, sources: Mapping[UUID, QuotedText], block: str = "") -> Finding:
    if citation is None:
        return Finding("missing", "No such citation.")
    source = sources.get(citation.document_id)
    if source is None:
        return Finding("missing", "The cited document is no longer there.")
    quotes = [quote for quote in [block] if quote] or [
        quote for quote in quotations(_without_headings(statement)) if len(quote) >= SHORTEST_QUOTE
    ]
    if quotes:
        return _worst([_quote(quote, citation, source) for quote in quotes])
    return Finding(*_paraphrase(statement, citation, source))


def _without_headings(statement: str) -> str:
    """Without the title and headings that lead a quotation, “Title › "Not good enough": “…””: what stands between
    quotation marks there is no quote."""
    led = _LED_BY_HEADINGS.match(statement)
    return statement[led.end() :] if led else statement


def _finding_of_end(statement: str, citation: Citation | None, sources: Mapping[UUID, QuotedText]) -> Finding | None:
    """Of a fact that one passage states and another one ends: the other one names the end that stands in brackets, and
    something of what the fact is about."""
    source = sources.get(citation.document_id) if citation else None
    ended = _END.search(statement)
    if citation is None or source is None or ended is None:
        return None
    passage = _months(source.content[max(0, citation.start_offset - AROUND) : citation.end_offset + AROUND])
    dates, spoken = re.findall(r"\w+", _months(ended[1])), set(re.findall(r"\w+", passage))
    if set(dates) <= spoken and content_words(_bare(statement)) & content_words(passage):
        return Finding("near", f"The passage tells the end: {ended[1]}.")
    return None


def _worst(findings: Sequence[Finding]) -> Finding:
    """The worst verdict, and the first place that was found."""
    order = ("missing", "near", "literal")
    worst = min(findings, key=lambda one: order.index(one.verdict))
    return replace(worst, place=next((one.place for one in findings if one.place), None))


def _quote(quote: str, citation: Citation, source: QuotedText) -> Finding:
    if source.says(quote):
        place = source.place_of(quote, (citation.start_offset, citation.end_offset))
        return Finding("literal", "The quoted words stand in the document literally.", place)
    share, place = source.most_alike(quote)
    if share >= NEAR:
        return Finding("near", f"{share:.0%} of the quoted words stand in the document in this order.", place)
    return Finding("missing", "The quoted words were not found in the document.")


def _paraphrase(statement: str, citation: Citation, source: QuotedText) -> tuple[Verdict, str]:
    bare, content = _bare(statement), source.content
    if source.says(bare.rstrip(".")):
        return "literal", "The sentence stands in the document literally."
    passage = content[max(0, citation.start_offset - AROUND) : citation.end_offset + AROUND]
    asked, spoken = content_words(_months(bare)), content_words(_months(f"{passage} {citation.document_title}"))
    covered = len(asked & spoken) / (len(asked) or 1)
    numbers = {number for number in re.findall(r"\d+", bare) if len(number) >= 3}
    lacking = sorted(numbers - set(re.findall(r"\d+", passage)))
    if covered >= COVERED and not lacking:
        return "near", f"{covered:.0%} of the sentence's telling words and all its long numbers stand in the passage."
    if lacking:
        return "missing", f"{', '.join(lacking)} does not stand in the passage."
    return "missing", f"Only {covered:.0%} of the sentence's telling words stand in the passage."


def _bare(statement: str) -> str:
    """Without markers, markup and the validity in brackets that the graph added."""
    unmarked = _UNKNOWN.sub("", MARKER.sub("", statement))
    undated = re.sub(r"\((?:since|from|until|on|in|some time|undated)\b[^)]*\)", "", unmarked)
    return " ".join(markup.without_marks(undated).split()).replace(" .", ".").strip()


_END = re.compile(r"\((?:from [^)]* to|until) ([^);]+)(?:;[^)]*)?\)")
"""The validity that an answer writes behind a fact, with its end."""


def _months(text: str) -> str:
    return _MONTHS.sub(lambda month: month[1], text.casefold())
