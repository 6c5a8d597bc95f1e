"""Checks an answer's citations against the documents, without a language model. Pure.

What is checked, and nothing more: words between quotation marks are looked for in the cited document; a sentence that
quotes nothing is compared with the cited passage word by word; a sentence without a number is uncited.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from uuid import UUID

from services.agent.register import MARKER
from services.agent.sentences import content_words, words
from services.models import Citation, CitationCheck

QUOTED = re.compile(r"“([^“”]{8,})”|\"([^\"\n]{8,})\"|«([^«»]{8,})»")
NEAR = 0.85
"""The share of a quote's words that stand in the same order in the document, from which it is nearly there."""
COVERED = 0.6
"""The share of a sentence's telling words that the passage must have."""
AROUND = 300
"""Characters beside a passage that still count as its surroundings."""

_END = re.compile(
    r"(?:[.!?…][\"”’)*_]*(?:\s*\[\d[\d,;\s]*\??\])*(?=\s|$))|(?:(?<=[”\"])(?:\s*\[\d[\d,;\s]*\??\])+(?=\s|$))"
)
_ABBREVIATION = re.compile(r"(?:\b(?:Mr|Mrs|Dr|St|Jr|No|vs|ca|Inc|Ltd|Co|e\.g|i\.e)|\b[A-Z])\.$")
_UNKNOWN = re.compile(r"\[(\d{1,3})\?\]")
_MARKUP = re.compile(r"[*_`#>]+|^\s*[-+]\s+")
_MONTHS = re.compile(r"\b(jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b")
FEWEST_WORDS = 4


def check(text: str, citations: Sequence[Citation], contents: Mapping[UUID, str]) -> tuple[CitationCheck, ...]:
    """One check for each citation of each sentence, and one for each sentence without any, in the answer's order.

    `contents` are the cited documents as they stand now; one that is missing has been deleted.
    """
    return tuple(
        checked for start, end in statements(text) for checked in _checks(text, start, end, citations, contents)
    )


def statements(text: str) -> Iterator[tuple[int, int]]:
    """The sentences that claim something, with their markers: no headings, questions or lead-ins with a colon."""
    for line in re.finditer(r"[^\n]+", text):
        for start, end in _sentences(text, *line.span()):
            bare = _bare(text[start:end])
            if (
                len(words(bare)) >= FEWEST_WORDS
                and not bare.endswith((":", "?"))
                and not text[start:end].startswith("#")
            ):
                yield start, end


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    begin = start
    for match in _END.finditer(text, start, end):
        if not _ABBREVIATION.search(text[begin : match.start() + 1]) or MARKER.search(match[0]):
            yield begin, match.end()
            begin = match.end() + len(text[match.end() : end]) - len(text[match.end() : end].lstrip())
    if text[begin:end].strip():
        yield begin, end


def _checks(
    text: str, start: int, end: int, citations: Sequence[Citation], contents: Mapping[UUID, str]
) -> Iterator[CitationCheck]:
    statement = text[start:end]
    numbers = [int(number) for marker in MARKER.findall(statement) for number in re.split(r"\s*[,;]\s*", marker)]
    unknown = [int(number) for number in _UNKNOWN.findall(statement)]
    for number in unknown:
        detail = f"No tool gave a source {number}."
        yield CitationCheck(start=start, end=end, number=None, verdict="missing", detail=detail)
    for number in dict.fromkeys(numbers):
        verdict, detail = _verdict(statement, citations[number - 1] if number <= len(citations) else None, contents)
        yield CitationCheck(start=start, end=end, number=number, verdict=verdict, detail=detail)
    if not numbers and not unknown:
        detail = "The sentence has no citation."
        yield CitationCheck(start=start, end=end, number=None, verdict="uncited", detail=detail)


def _verdict(statement: str, citation: Citation | None, contents: Mapping[UUID, str]) -> tuple[str, str]:
    if citation is None:
        return "missing", "No such citation."
    content = contents.get(citation.document_id)
    if content is None:
        return "missing", "The cited document is no longer there."
    quotes = [next(filter(None, groups)) for groups in QUOTED.findall(statement)]
    if quotes:
        return _worst([_quote(quote, content) for quote in quotes])
    return _paraphrase(statement, citation, content)


def _worst(verdicts: Sequence[tuple[str, str]]) -> tuple[str, str]:
    order = ("missing", "near", "literal")
    return min(verdicts, key=lambda one: order.index(one[0]))


def _quote(quote: str, content: str) -> tuple[str, str]:
    if plain(quote) in plain(content):
        return "literal", "The quoted words stand in the document literally."
    share = likeness(words(quote), words(content))
    if share >= NEAR:
        return "near", f"{share:.0%} of the quoted words stand in the document in this order."
    return "missing", "The quoted words were not found in the document."


def _paraphrase(statement: str, citation: Citation, content: str) -> tuple[str, str]:
    bare = _bare(statement)
    if plain(bare).rstrip(".") in plain(content):
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


def likeness(quote: Sequence[str], content: Sequence[str]) -> float:
    """The share of the quote's words that stand in order in the content's most similar stretch of the same length."""
    if not quote or not content:
        return 0.0
    start = _best_window(quote, content)
    reach = max(3, len(quote) // 5)
    stretch = content[max(0, start - reach) : start + len(quote) + reach]
    matches = SequenceMatcher(None, list(quote), list(stretch), autojunk=False).get_matching_blocks()
    return sum(block.size for block in matches) / len(quote)


def _best_window(quote: Sequence[str], content: Sequence[str]) -> int:
    """Where the window of the quote's length that shares most words with it begins."""
    wanted, size = Counter(quote), len(quote)
    window: Counter[str] = Counter()
    shared = best = place = 0
    for index, word in enumerate(content):
        window[word] += 1
        shared += window[word] <= wanted[word]
        if index >= size:
            gone = content[index - size]
            shared -= window[gone] <= wanted[gone]
            window[gone] -= 1
        if shared > best:
            best, place = shared, max(0, index - size + 1)
    return place


def plain(text: str) -> str:
    """As it is compared: case and white space folded, quotation marks and dashes of every kind alike."""
    folded = text.translate(str.maketrans("“”„«»‘’‚–—−", '"""""\'\'\'---')).replace("'", '"')
    return " ".join(_MARKUP.sub("", folded).casefold().split())


def _bare(statement: str) -> str:
    """Without markers, markup and the validity in brackets that the graph added."""
    unmarked = _UNKNOWN.sub("", MARKER.sub("", statement))
    undated = re.sub(r"\((?:since|from|until|on|undated)\b[^)]*\)", "", unmarked)
    return " ".join(_MARKUP.sub("", undated).split()).replace(" .", ".").strip()


def _months(text: str) -> str:
    return _MONTHS.sub(lambda month: month[1], text.casefold())
