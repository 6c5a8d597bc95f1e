"""Numbers the passages that a run has seen: the same passage keeps its number, from whichever tool it came."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from uuid import UUID

from services.models import Citation
from services.text.markers import is_quoted, is_undecided

_Place = tuple[UUID, int, int]

_SPAN = r"\^?\d{1,3}(?:\s*[-–]\s*\d{1,3})?"
_LIST = rf"\s*({_SPAN}(?:\s*[,;]\s*{_SPAN})*)\s*"
_PLACE = r"(?:†[^\]】\n]{0,40})?"
WRITTEN = re.compile(rf"\[{_LIST}{_PLACE}\](?!\()|【{_LIST}{_PLACE}】")
"""As models write markers: [3], [1, 4], also [1-3], [^2], 【2】 and 【2†L5-L9】."""

OPEN_MARKER = re.compile(r"(?:\[[\d\s,;^–-]{0,20}|【[\d\s,;^–-]{0,20}|[\[【][\d\s]{1,8}†[^\]】\n]{0,40})[\]】]?$")
"""The beginning of a marker at the end of a text that is still being streamed."""

LONGEST_PARAGRAPH = 4000
"""Characters in which the beginning of a quotation is looked for."""


@dataclass
class CitationNumbers:
    """Numbers begin with 1 and follow the order in which passages were first seen."""

    _numbers: dict[_Place, int] = field(default_factory=dict)
    _citations: list[Citation] = field(default_factory=list)

    def number(self, citation: Citation) -> int:
        place = (citation.document_id, citation.start_offset, citation.end_offset)
        if place not in self._numbers:
            self._citations.append(citation)
            self._numbers[place] = len(self._citations)
        return self._numbers[place]

    def markers(self, citations: Iterable[Citation]) -> str:
        """“[1][3]”, or nothing when there is nothing to cite."""
        return "".join(f"[{number}]" for number in dict.fromkeys(self.number(citation) for citation in citations))

    @property
    def passages(self) -> list[str]:
        """The words of each, in the order of their numbers."""
        return [citation.quote for citation in self._citations]

    def get(self, number: int) -> Citation | None:
        return self._citations[number - 1] if 0 < number <= len(self._citations) else None


@dataclass
class Renumbering:
    """Rewrites the register's numbers in a streamed text so that its citations count from [1] as they appear.

    A number that no tool handed out becomes [9?]: nothing can be opened there, and a reader sees it. One that a
    quotation has because its source has it stays as it is.
    """

    register: CitationNumbers
    cited: list[Citation] = field(default_factory=list)
    _said: str = ""
    """Of the paragraph that goes on, as the model wrote it."""
    _held: str = ""

    def feed(self, delta: str) -> str:
        """What can be shown so far: an unfinished marker at the end waits for its rest."""
        text = self._held + delta
        unfinished = OPEN_MARKER.search(text)
        # A finished marker waits too: “(” may follow and make it a link.
        cut = unfinished.start() if unfinished else len(text)
        whole = self._said + text
        found = WRITTEN.finditer(whole, len(self._said), len(self._said) + cut)
        waiting = next((one.start() - len(self._said) for one in found if is_undecided(whole, one)), cut)
        self._held = text[waiting:]
        return self._go_on(text[:waiting])

    def finish(self) -> str:
        rest, self._held = self._held, ""
        shown, self._said = self._go_on(rest), ""
        return shown

    def rewrite(self, text: str) -> str:
        """Of whole paragraphs."""
        return self._rewritten(text, "")

    def _go_on(self, text: str) -> str:
        shown = self._rewritten(text, self._said)
        self._said = (self._said + text)[-LONGEST_PARAGRAPH:].rpartition("\n\n")[2]
        return shown

    def _rewritten(self, text: str, before: str) -> str:
        """`before` stands before it in its paragraph."""
        whole, parts, end = before + text, list[str](), len(before)
        for marker in WRITTEN.finditer(whole, end):
            parts.append(whole[end : marker.start()])
            parts.append(marker[0] if is_quoted(whole, marker, self.register.passages) else self._replace(marker))
            end = marker.end()
        return "".join([*parts, whole[end:]])

    def _replace(self, marker: re.Match[str]) -> str:
        """A span such as [1-3] is one only where all its numbers were handed out."""
        spans = [_span(one) for one in re.split(r"\s*[,;]\s*", marker[1] or marker[2])]
        numbers = [number for span in spans for number in span]
        is_known = all(self.register.get(number) for span in spans if len(span) != 1 for number in span)
        return "".join(map(self._place, numbers)) if numbers and is_known else marker[0]

    def _place(self, number: int) -> str:
        citation = self.register.get(number)
        if citation is None:
            return f"[{number}?]"
        if citation not in self.cited:
            self.cited.append(citation)
        return f"[{self.cited.index(citation) + 1}]"


def _span(written: str) -> range:
    """“2” or “2-4”; empty when it runs backwards."""
    first, *last = (int(number) for number in re.findall(r"\d+", written))
    return range(first, (last[0] if last else first) + 1)
